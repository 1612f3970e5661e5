//! Arrays of the search: allocated without a panic or off the stack, a bitmap that fits the cache,
//! and groups laid out by a counting sort.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::error::OutOfMemory;

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

/// A set of numbers below 64 · `WORDS`, a power of two. Larger numbers are taken modulo that.
#[derive(Clone, Debug)]
pub(crate) struct Bitmap<const WORDS: usize>(Box<[u64; WORDS]>);

impl<const WORDS: usize> Bitmap<WORDS> {
    /// The bits of a number that are used.
    pub(crate) const BITS: u32 = WORDS.ilog2() + 6;

    pub(crate) fn new() -> Self {
        Bitmap(boxed_array())
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, number: u32) {
        self.0[(number >> 6) as usize & (WORDS - 1)] |= 1 << (number & 63);
    }

    #[inline(always)]
    pub(crate) fn contains(&self, number: u32) -> bool {
        self.0[(number >> 6) as usize & (WORDS - 1)] >> (number & 63) & 1 == 1
    }
}

/// Collects at most `len` items.
pub(crate) fn try_collect<T>(
    items: impl Iterator<Item = T>,
    len: usize,
) -> Result<Vec<T>, OutOfMemory> {
    let mut vector = try_with_capacity(len)?;
    vector.extend(items);
    Ok(vector)
}

/// A vector of `len` copies of a value.
pub(crate) fn try_filled<T: Copy>(len: usize, value: T) -> Result<Vec<T>, OutOfMemory> {
    let mut vector = try_with_capacity(len)?;
    vector.resize(len, value);
    Ok(vector)
}

fn try_with_capacity<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut vector = Vec::new();
    let refused = |_| OutOfMemory { bytes: len as u128 * size_of::<T>() as u128 };
    vector.try_reserve_exact(len).map_err(refused)?;
    Ok(vector)
}

/// An array of default values that never lies on the stack.
pub(crate) fn boxed_array<T: Copy + Default, const LEN: usize>() -> Box<[T; LEN]> {
    let boxed = vec![T::default(); LEN].into_boxed_slice().try_into();
    boxed.unwrap_or_else(|_| unreachable!("the slice has this length"))
}

/// The whole chunks of a slice, as arrays; `slice::as_chunks` needs Rust 1.88.
#[inline(always)]
pub(crate) fn chunks<T, const N: usize>(slice: &[T]) -> impl Iterator<Item = &[T; N]> {
    slice.chunks_exact(N).map(|chunk| chunk.try_into().expect("a chunk has this length"))
}

/// The whole chunks of a slice, as [`chunks`], to be changed.
#[inline(always)]
pub(crate) fn chunks_mut<T, const N: usize>(slice: &mut [T]) -> impl Iterator<Item = &mut [T; N]> {
    slice.chunks_exact_mut(N).map(|chunk| chunk.try_into().expect("a chunk has this length"))
}
