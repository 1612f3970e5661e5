//! Slots of one word: an atomic access each.

use super::{Change, Slots};
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
    fn write<R>(
        line: &Line,
        change: impl FnOnce(&[u64; 8]) -> (Option<Change<u64>>, R),
    ) -> Option<R> {
        let (change, result) = change(&std::array::from_fn(|word| line.load(word)));
        if let Some(change) = change {
            line.store(change.moved, line.load(change.slot));
            line.store(change.slot, change.new);
        }
        Some(result)
    }

    fn clear(line: &Line) -> bool {
        (0..Line::WORDS).for_each(|word| line.store(word, 0));
        true
    }
}
