//! Slots of several words, checked by a sequence number in the line's first word.
//!
//! The number is even while the line is whole and odd while a writer has it. A writer makes it
//! odd by a compare-and-swap, writes, and makes it even again, two higher than it was. A reader
//! reads the number before and after the words and accepts them when both are equal and even: then
//! no writer began in between. The fences make that so on any machine: a reader that saw one word
//! of a writer also sees that the writer had made the number odd.
//!
//! A writer that is killed leaves its line odd: every reader takes it for empty, every writer
//! leaves it alone, and nobody sees what was half written. The process that opens a shared file
//! alone empties such lines ([`empty_if_held`](Bucket::empty_if_held)).

use std::array::from_fn;

use super::bucket::Bucket;
use crate::arch::{Level, portable};
use crate::line::{Line, Ordering, fence};
use crate::memory::LineAt;
use crate::slot_bits::SlotBits;
use crate::slot_layout::{Form, SlotLayout};
use crate::store::{Change, Outcome, Store};

/// Number of times that a reader or writer looks again at a line that another writer holds. A line
/// is held for the time of a few stores, unless its writer was stopped.
const MAX_ATTEMPTS: usize = if cfg!(loom) { 2 } else { 64 };

/// `N` slots of `W` words after the sequence number.
pub(crate) struct Sequenced<const W: usize, const N: usize>;

/// A line that this writer holds. Dropping it releases the line, and so does a panic of a policy.
struct Held<'a> {
    line: &'a Line,
    number: u64,
}

impl<'a> Held<'a> {
    #[inline(always)]
    fn take(line: &'a Line) -> Option<Held<'a>> {
        for _ in 0..MAX_ATTEMPTS {
            let number = line.0[0].load(Ordering::Relaxed);
            let odd = (u64::from_le(number) | 1).to_le();
            if number != odd
                && line.0[0]
                    .compare_exchange(number, odd, Ordering::Acquire, Ordering::Relaxed)
                    .is_ok()
            {
                // A reader that sees one of the words written below also sees the odd number.
                fence(Ordering::Release);
                return Some(Held { line, number: u64::from_le(number) });
            }
            pause();
        }
        None
    }
}

impl Drop for Held<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.line.0[0].store(self.number.wrapping_add(2).to_le(), Ordering::Release);
    }
}

#[inline(always)]
fn pause() {
    #[cfg(loom)]
    loom::thread::yield_now();
    #[cfg(not(loom))]
    std::hint::spin_loop();
}

impl<const W: usize, const N: usize> Sequenced<W, N> {
    #[inline(always)]
    fn slots(line: &Line) -> [SlotBits<W>; N] {
        from_fn(|slot| SlotBits::load(line, 1 + slot * W))
    }
}

impl<const W: usize, const N: usize> Bucket<W> for Sequenced<W, N> {
    type Slots = [SlotBits<W>; N];
    const COUNT: usize = N;

    #[inline]
    fn read(line: &Line) -> Option<[SlotBits<W>; N]> {
        for _ in 0..MAX_ATTEMPTS {
            let before = line.0[0].load(Ordering::Acquire);
            let slots = Self::slots(line);
            // The words are read before the number is read again.
            fence(Ordering::Acquire);
            if line.0[0].load(Ordering::Relaxed) == before && u64::from_le(before) & 1 == 0 {
                return Some(slots);
            }
            pause();
        }
        None
    }

    #[inline(never)]
    fn write<R>(
        line: &Line,
        edit: impl FnOnce(&[SlotBits<W>]) -> (Option<Change<W>>, R),
    ) -> Option<R> {
        let held = Held::take(line)?;
        let (change, result) = edit(&Self::slots(line));
        if let Some(change) = change {
            let moved = SlotBits::<W>::load(line, 1 + change.slot * W);
            moved.store(held.line, 1 + change.moved * W);
            change.new.store(held.line, 1 + change.slot * W);
        }
        Some(result)
    }

    #[inline(never)]
    fn find(_: Level, line: LineAt, layout: SlotLayout, tag: u128) -> SlotBits<W> {
        portable::find(layout, Self::read(line.line()), tag)
    }

    #[inline(always)]
    fn store<F: Form>(_: Level, line: &Line, store: Store<F>) -> Option<Outcome> {
        Self::write(line, |slots| store.change(slots))
    }

    fn clear(line: &Line) -> bool {
        let held = Held::take(line);
        if held.is_some() {
            (1..Line::WORDS).for_each(|word| line.store(word, 0));
        }
        held.is_some()
    }

    #[cfg(feature = "files")]
    fn empty_if_held(line: &Line) {
        let number = line.load(0);
        if number & 1 == 1 {
            (1..Line::WORDS).for_each(|word| line.store(word, 0));
            line.0[0].store(number.wrapping_add(1).to_le(), Ordering::Release);
        }
    }
}
