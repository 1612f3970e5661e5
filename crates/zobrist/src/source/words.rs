//! The words that a source yields for a layout, one per slot.

use super::bch::{Bch, Code};
use super::{
    Economy, Generator, GlibcRandom, Jsf64, Kiss64, Mt19937, Mt19937x64, Order, Recipe, Source,
    SplitMix64, XorShift64Star, Xoshiro256PlusPlus,
};
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
    Stream { generator: Generator, seed: u64, order: Order, skip: u32, stream: Stream },
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
            Recipe::Seeded { generator, seed, order, skip, economy } => {
                if let Economy::Rotated { period } = economy {
                    assert!(period <= bits, "a number is rotated by fewer places than it has bits");
                }
                let now = match order {
                    Order::Sequential => skip,
                    // Each kind begins a stream of its own.
                    Order::ByKind => 0,
                };
                let stream = Stream::new(generator, seed, now, economy);
                State::Stream { generator, seed, order, skip, stream }
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
            State::Stream { generator, seed, order, skip, stream } => {
                if matches!(order, Order::ByKind) {
                    while self.slot == self.kind_end {
                        let kind = self.layout.kind(self.kind);
                        let seed = seed_of_kind(*generator, *seed, kind.name());
                        *stream = Stream::new(*generator, seed, *skip, stream.economy);
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
    match generator {
        Generator::Mt19937 | Generator::GlibcRandom => mixed >> 32,
        Generator::XorShift64Star if mixed == 0 => 1,
        _ => mixed,
    }
}

/// A seeded generator read through an economy.
struct Stream {
    draws: Draws,
    economy: Economy,
    index: u32,
    /// The number that is being rotated, or the next 16 bytes of the array.
    window: u128,
    /// The bytes of the array after the window, and how many.
    ahead: u64,
    ahead_bytes: u32,
}

impl Stream {
    const fn new(generator: Generator, seed: u64, skip: u32, economy: Economy) -> Stream {
        let mut draws = Draws::new(generator, seed);
        let mut skipped = 0;
        while skipped < skip {
            draws.next();
            skipped += 1;
        }
        let window = match economy {
            Economy::Overlapping => {
                let low = draws.next() as u128;
                low | (draws.next() as u128) << 64
            }
            _ => 0,
        };
        Stream { draws, economy, index: 0, window, ahead: 0, ahead_bytes: 0 }
    }

    const fn next(&mut self, bits: u32) -> u128 {
        match self.economy {
            Economy::None => self.number(bits),
            Economy::Overlapping => {
                let word = self.window & (u128::MAX >> (128 - bits));
                if self.ahead_bytes == 0 {
                    self.ahead = self.draws.next();
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

    /// A whole number of `bits` bits: the high bits of one draw, or two draws.
    const fn number(&mut self, bits: u32) -> u128 {
        let first = self.draws.next();
        if bits <= 64 {
            (first >> (64 - bits)) as u128
        } else {
            ((first as u128) << 64 | self.draws.next() as u128) >> (128 - bits)
        }
    }
}

enum Draws {
    SplitMix64(SplitMix64),
    Xoshiro256PlusPlus(Xoshiro256PlusPlus),
    XorShift64Star(XorShift64Star),
    Mt19937(Mt19937),
    Mt19937x64(Mt19937x64),
    Kiss64(Kiss64),
    Jsf64(Jsf64),
    GlibcRandom(GlibcRandom),
}

impl Draws {
    const fn new(generator: Generator, seed: u64) -> Draws {
        match generator {
            Generator::SplitMix64 => Draws::SplitMix64(SplitMix64::new(seed)),
            Generator::Xoshiro256PlusPlus => {
                Draws::Xoshiro256PlusPlus(Xoshiro256PlusPlus::new(seed))
            }
            Generator::XorShift64Star => Draws::XorShift64Star(XorShift64Star::new(seed)),
            Generator::Mt19937 => Draws::Mt19937(Mt19937::new(seed as u32)),
            Generator::Mt19937x64 => Draws::Mt19937x64(Mt19937x64::new(seed)),
            Generator::Kiss64 => Draws::Kiss64(Kiss64::new(seed)),
            Generator::Jsf64 => Draws::Jsf64(Jsf64::new(seed)),
            Generator::GlibcRandom => Draws::GlibcRandom(GlibcRandom::new(seed as u32)),
        }
    }

    const fn next(&mut self) -> u64 {
        match self {
            Draws::SplitMix64(generator) => generator.next_u64(),
            Draws::Xoshiro256PlusPlus(generator) => generator.next_u64(),
            Draws::XorShift64Star(generator) => generator.next_u64(),
            Draws::Mt19937(generator) => generator.next_u64(),
            Draws::Mt19937x64(generator) => generator.next_u64(),
            Draws::Kiss64(generator) => generator.next_u64(),
            Draws::Jsf64(generator) => generator.next_u64(),
            Draws::GlibcRandom(generator) => generator.next_u64(),
        }
    }
}
