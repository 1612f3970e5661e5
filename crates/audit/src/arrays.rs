//! Counting sort.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::error::OutOfMemory;
use crate::memory::try_filled;

/// Where each group of an array starts that a counting sort fills.
///
/// First [`count`](GroupStarts::count) every item, then [`lay_out`](GroupStarts::lay_out), then
/// store every item at its [`next`](GroupStarts::next) place, then [`finish`](GroupStarts::finish).
#[derive(Clone, Debug, Default)]
pub(crate) struct GroupStarts(Vec<u32>);

impl GroupStarts {
    pub(crate) fn new(groups: usize) -> GroupStarts {
        GroupStarts(vec![0; groups + 1])
    }

    pub(crate) fn try_new(groups: usize) -> Result<GroupStarts, OutOfMemory> {
        Ok(GroupStarts(try_filled(groups + 1, 0)?))
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline(always)]
    pub(crate) fn count(&mut self, group: usize) {
        self.0[group] += 1;
    }

    /// Turns the counts into starts and returns the number of all items.
    pub(crate) fn lay_out(&mut self) -> usize {
        let mut sum = 0;
        for count in &mut self.0 {
            (sum, *count) = (sum + *count, sum);
        }
        sum as usize
    }

    #[inline(always)]
    pub(crate) fn next(&mut self, group: usize) -> usize {
        let next = &mut self.0[group];
        *next += 1;
        *next as usize - 1
    }

    /// Turns the ends of groups, which the starts have become, into starts again.
    pub(crate) fn finish(&mut self) {
        self.0.rotate_right(1);
        self.0[0] = 0;
    }

    /// The places of the items of adjacent groups.
    #[inline(always)]
    pub(crate) fn range(&self, groups: Range<usize>) -> Range<usize> {
        self.0[groups.start] as usize..self.0[groups.end] as usize
    }
}
