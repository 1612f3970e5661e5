//! Slots of one word: an atomic access each.

use super::{Change, Edit, Slots};
use crate::line::Line;

/// Eight entries of 64 bits.
pub(crate) struct Words;

impl Slots for Words {
    type Entry = u64;
    type Bucket = [u64; 8];
    const COUNT: usize = 8;

    #[inline(always)]
    fn read(line: &Line) -> Option<[u64; 8]> {
        Some(std::array::from_fn(|word| line.load(word)))
    }

    #[inline(always)]
    fn write<T: Edit<u64>>(line: &Line, edit: T) -> Option<T::Told> {
        let (change, told) = edit.change(&Self::read(line)?);
        if let Some(change) = change {
            Self::apply(line, change);
        }
        Some(told)
    }

    fn clear(line: &Line) -> bool {
        (0..Line::WORDS).for_each(|word| line.store(word, 0));
        true
    }
}

impl Words {
    /// Moves an entry and writes the new one.
    #[inline(always)]
    pub(super) fn apply(line: &Line, change: Change<u64>) {
        line.store(change.moved, line.load(change.slot));
        line.store(change.slot, change.new);
    }
}
