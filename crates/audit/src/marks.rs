//! Which numbers may be among given ones.

use alloc::vec;
use alloc::vec::Vec;

/// A bit for all numbers with the same highest bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    words: Vec<u64>,
    shift: u32,
}

impl Marks {
    /// Marks numbers by this many of their highest bits, from 6 to 31.
    pub(crate) fn of(numbers: impl Iterator<Item = u32>, bits: u32) -> Marks {
        let (mut words, shift) = (vec![0; 1 << (bits - 6)], 32 - bits);
        for number in numbers {
            words[(number >> shift >> 6) as usize] |= 1 << (number >> shift & 63);
        }
        Marks { words, shift }
    }

    /// Whether a number may be among them: true if it is.
    #[inline(always)]
    pub(crate) fn has(&self, number: u32) -> bool {
        let bit = number >> self.shift;
        self.words.get((bit >> 6) as usize).is_some_and(|word| word >> (bit & 63) & 1 == 1)
    }
}
