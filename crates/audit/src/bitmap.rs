//! A bitmap that fits the cache.

use alloc::boxed::Box;

use crate::memory::boxed_array;

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
