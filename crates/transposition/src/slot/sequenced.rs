//! Slots of several words, checked by a sequence number in the line's first word.
//!
//! The number is even while the line is whole and odd while a writer has it. A writer makes it
//! odd by a compare-and-swap, writes, and makes it even again, two higher than it was. A reader
//! reads the number before and after the words and accepts them when both are equal and even: then
//! no writer began in between. The fences make that so on any machine: a reader that saw one word
//! of a writer also sees that the writer had made the number odd.
//!
//! A writer that is killed leaves its line odd, for good: every reader takes it for empty, every
//! writer leaves it alone, and what it had half written is seen by nobody. Whoever opens a shared
//! file alone empties such lines (`settle`).

use std::marker::PhantomData;

use super::{Edit, Slots};
use crate::entry::SlotWords;
use crate::line::{Line, Ordering, fence};
use crate::memory::LineAt;
use crate::slot_layout::SlotLayout;

/// An entry that is a row of words.
pub(crate) trait Row: SlotWords {
    fn load(line: &Line, at: usize) -> Self;
    fn store(self, line: &Line, at: usize);
}

impl Row for u128 {
    #[inline(always)]
    fn load(line: &Line, at: usize) -> u128 {
        u128::from(line.load(at + 1)) << 64 | u128::from(line.load(at))
    }
    #[inline(always)]
    fn store(self, line: &Line, at: usize) {
        line.store(at, self as u64);
        line.store(at + 1, (self >> 64) as u64);
    }
}

impl Row for [u64; 3] {
    #[inline(always)]
    fn load(line: &Line, at: usize) -> [u64; 3] {
        [line.load(at), line.load(at + 1), line.load(at + 2)]
    }
    #[inline(always)]
    fn store(self, line: &Line, at: usize) {
        (0..3).for_each(|word| line.store(at + word, self[word]));
    }
}

/// How often a reader or writer looks again at a line that another writer holds. A line is held
/// for the time of a few stores, unless its writer was stopped.
const PATIENCE: usize = if cfg!(loom) { 2 } else { 64 };

/// `N` entries of type `E` after the sequence number.
pub(crate) struct Sequenced<E, const N: usize>(PhantomData<E>);

/// A line that this writer holds. Releases it when dropped, and so also when a policy panics.
struct Held<'a> {
    line: &'a Line,
    number: u64,
}

impl<'a> Held<'a> {
    #[inline(always)]
    fn take(line: &'a Line) -> Option<Held<'a>> {
        for _ in 0..PATIENCE {
            let number = line.0[0].load(Ordering::Relaxed);
            let odd = (u64::from_le(number) | 1).to_le();
            if number != odd
                && line.0[0]
                    .compare_exchange(number, odd, Ordering::Acquire, Ordering::Relaxed)
                    .is_ok()
            {
                // The words are written after the number, for whoever sees one of them.
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

impl<E: Row, const N: usize> Sequenced<E, N> {
    #[inline(always)]
    fn words(line: &Line) -> [E; N] {
        std::array::from_fn(|slot| E::load(line, 1 + slot * E::WORDS))
    }
}

impl<E: Row, const N: usize> Slots for Sequenced<E, N> {
    type Entry = E;
    type Bucket = [E; N];
    const COUNT: usize = N;

    #[inline]
    fn read(line: &Line) -> Option<[E; N]> {
        for _ in 0..PATIENCE {
            let before = line.0[0].load(Ordering::Acquire);
            let bucket = Self::words(line);
            // The words are read before the number is read again.
            fence(Ordering::Acquire);
            if line.0[0].load(Ordering::Relaxed) == before && u64::from_le(before) & 1 == 0 {
                return Some(bucket);
            }
            pause();
        }
        None
    }

    #[inline(never)]
    fn write<T: Edit<E>>(line: &Line, edit: T) -> Option<T::Told> {
        let held = Held::take(line)?;
        let (change, told) = edit.change(&Self::words(line));
        if let Some(change) = change {
            let moved = E::load(line, 1 + change.slot * E::WORDS);
            moved.store(held.line, 1 + change.moved * E::WORDS);
            change.new.store(held.line, 1 + change.slot * E::WORDS);
        }
        Some(told)
    }

    #[inline(never)]
    fn find(line: LineAt, layout: SlotLayout, tag: u128) -> E {
        super::find(layout, Self::read(line.line()), tag)
    }

    fn clear(line: &Line) -> bool {
        let held = Held::take(line);
        if held.is_some() {
            (1..Line::WORDS).for_each(|word| line.store(word, 0));
        }
        held.is_some()
    }

    fn settle(line: &Line) {
        let number = line.load(0);
        if number & 1 == 1 {
            (1..Line::WORDS).for_each(|word| line.store(word, 0));
            line.0[0].store(number.wrapping_add(1).to_le(), Ordering::Release);
        }
    }
}
