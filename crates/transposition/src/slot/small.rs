//! Slots of one word: an atomic access each.

use super::{Edit, Slots};
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
        Self::write_to(line, Self::read(line)?, edit)
    }

    fn clear(line: &Line) -> bool {
        (0..Line::WORDS).for_each(|word| line.store(word, 0));
        true
    }
}

impl Words {
    /// Writes what `edit` makes of a bucket that was read from the line.
    #[inline(always)]
    pub(super) fn write_to<T: Edit<u64>>(
        line: &Line,
        bucket: [u64; 8],
        edit: T,
    ) -> Option<T::Told> {
        let (change, told) = edit.change(&bucket);
        if let Some(change) = change {
            line.store(change.moved, line.load(change.slot));
            line.store(change.slot, change.new);
        }
        Some(told)
    }
}
