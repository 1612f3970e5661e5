//! The words that a source yields for a layout, one per slot.

use super::bch::{Bch, Code};
use super::generator::{Draws, Generator};
use super::{Economy, Join, Order, Recipe, Seeded, Source, SplitMix64};
use crate::fingerprint::Fnv1a;
use crate::layout::Layout;
use crate::message::Message;

/// Yields the words of all slots in order; the key is the low `bits` bits of a
/// word. A `const fn` can neither call trait methods nor iterate, so this is a
/// plain state machine.
pub(crate) struct Words<'w> {
    layout: Layout,
    bits: u32,
    slot: usize,
    /// The kind that `slot` is in, and where it ends.
    kind: usize,
    kind_end: usize,
    state: State<'w>,
}

#[expect(clippy::large_enum_variant, reason = "lives on one stack frame while a table is made")]
enum State<'w> {
    Bch(Bch),
    Published(&'w [u64]),
    Stream { seeded: Seeded, stream: Stream },
}

impl<'w> Words<'w> {
    pub(crate) const fn new(source: Source<'w>, layout: Layout, bits: u32) -> Words<'w> {
        let state = match source.recipe {
            Recipe::Bch { seed, capacity } => {
                let code = Code::new(bits, capacity);
                if layout.len() > code.capacity() {
                    Message::new("the layout has ")
                        .number(layout.len())
                        .text(" features and the source room for ")
                        .number(code.capacity())
                        .text("; write Source::bch(seed, ")
                        .number(layout.len())
                        .text(") or more")
                        .fail();
                }
                State::Bch(Bch::new(code, seed))
            }
            Recipe::Published { words, .. } => {
                if words.len() != layout.len() {
                    Message::new("the layout has ")
                        .number(layout.len())
                        .text(" features, and ")
                        .number(words.len())
                        .text(" words were published; give one for each feature, by slots")
                        .fail();
                }
                assert!(bits <= 64, "a published table has words of 64 bits");
                State::Published(words)
            }
            Recipe::Seeded(seeded) => {
                if let Economy::Rotated { period } = seeded.economy {
                    assert!(period <= bits, "a number is rotated by fewer places than it has bits");
                }
                let now = match seeded.order {
                    Order::Sequential => seeded,
                    // Each kind begins a stream of its own.
                    Order::ByKind => Seeded { skip: 0, ..seeded },
                };
                State::Stream { seeded, stream: Stream::new(now) }
            }
        };
        Words { layout, bits, slot: 0, kind: 0, kind_end: 0, state }
    }

    /// The word of the next slot.
    pub(crate) const fn next(&mut self) -> u128 {
        assert!(self.slot < self.layout.len(), "a layout has one word per slot");
        let word = match &mut self.state {
            State::Bch(bch) => bch.next(),
            State::Published(words) => (words[self.slot] >> (64 - self.bits)) as u128,
            State::Stream { seeded, stream } => {
                if matches!(seeded.order, Order::ByKind) {
                    while self.slot == self.kind_end {
                        let kind = self.layout.kind(self.kind);
                        let seed = seed_of_kind(seeded.generator, seeded.seed, kind.name());
                        *stream = Stream::new(Seeded { seed, ..*seeded });
                        self.kind += 1;
                        self.kind_end = kind.end();
                    }
                }
                stream.next(self.bits)
            }
        };
        self.slot += 1;
        word
    }
}

const fn seed_of_kind(generator: Generator, seed: u64, name: &str) -> u64 {
    let name = Fnv1a::new().bytes(name.as_bytes()).finish();
    let mixed = SplitMix64::new(seed ^ name).next_u64();
    let (least, most) = generator.seeds();
    let mixed = if most == u32::MAX as u64 { mixed >> 32 } else { mixed };
    if mixed < least { least } else { mixed }
}

/// A seeded generator read through an economy.
struct Stream {
    draws: Draws,
    join: Option<Join>,
    economy: Economy,
    index: u32,
    /// The number that is being rotated, or the next 16 bytes of the array.
    window: u128,
    /// The bytes of the array after the window, and how many.
    ahead: u64,
    ahead_bytes: u32,
}

impl Stream {
    const fn new(seeded: Seeded) -> Stream {
        let draws = Draws::new(&seeded);
        let Seeded { skip, join, economy, .. } = seeded;
        let mut stream =
            Stream { draws, join, economy, index: 0, window: 0, ahead: 0, ahead_bytes: 0 };
        let mut skipped = 0;
        while skipped < skip {
            stream.draw();
            skipped += 1;
        }
        if let Economy::Overlapping = economy {
            let low = stream.draw() as u128;
            stream.window = low | (stream.draw() as u128) << 64;
        }
        stream
    }

    /// A draw of 64 bits.
    const fn draw(&mut self) -> u64 {
        match self.join {
            None => self.draws.next(),
            Some(join) => self.joined(&join) as u64,
        }
    }

    const fn joined(&mut self, join: &Join) -> u128 {
        let mut draw = 0;
        let mut place = 0;
        while place < join.shifts().len() {
            draw = join.add(draw, place, self.draws.number());
            place += 1;
        }
        draw
    }

    const fn next(&mut self, bits: u32) -> u128 {
        match self.economy {
            Economy::None => self.number(bits),
            Economy::Overlapping => {
                let word = self.window & (u128::MAX >> (128 - bits));
                if self.ahead_bytes == 0 {
                    self.ahead = self.draw();
                    self.ahead_bytes = 8;
                }
                self.window = self.window >> 8 | ((self.ahead & 0xff) as u128) << 120;
                self.ahead >>= 8;
                self.ahead_bytes -= 1;
                word
            }
            Economy::Rotated { period } => {
                let turn = self.index % period;
                if turn == 0 {
                    self.window = self.number(bits);
                }
                self.index += 1;
                if turn == 0 {
                    self.window
                } else {
                    (self.window << turn | self.window >> (bits - turn))
                        & (u128::MAX >> (128 - bits))
                }
            }
        }
    }

    /// A whole number of `bits` bits: the high bits of one draw, or two draws; the low bits of a
    /// joined one.
    const fn number(&mut self, bits: u32) -> u128 {
        if let Some(join) = self.join {
            return self.joined(&join) & (u128::MAX >> (128 - bits));
        }
        let first = self.draws.next();
        if bits <= 64 {
            (first >> (64 - bits)) as u128
        } else {
            ((first as u128) << 64 | self.draws.next() as u128) >> (128 - bits)
        }
    }
}
