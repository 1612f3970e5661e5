//! Sums of keys and their digests.

use core::ops::BitXor;

/// The bits of a digest that are compared first: the low 32 and the next 16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PartialDigest {
    pub(crate) low: u32,
    pub(crate) high: u16,
}

impl PartialDigest {
    #[inline]
    pub(crate) fn of(digest: u64) -> PartialDigest {
        PartialDigest { low: digest as u32, high: (digest >> 32) as u16 }
    }
}

impl BitXor for PartialDigest {
    type Output = PartialDigest;

    #[inline(always)]
    fn bitxor(self, other: PartialDigest) -> PartialDigest {
        PartialDigest { low: self.low ^ other.low, high: self.high ^ other.high }
    }
}

/// Partial digests, the low and the high bits in an array each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartialDigests<'a> {
    pub(crate) low: &'a [u32],
    pub(crate) high: &'a [u16],
}

impl<'a> PartialDigests<'a> {
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = PartialDigest> + use<'a> {
        self.low.iter().zip(self.high).map(|(low, high)| PartialDigest { low: *low, high: *high })
    }

    #[inline]
    pub(crate) fn get(self, index: usize) -> PartialDigest {
        PartialDigest { low: self.low[index], high: self.high[index] }
    }
}

/// A set of at most six keys, by ascending indices, and its sum. Ordered by the sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KeySum {
    pub(crate) word: u128,
    indices: [u16; 6],
    size: u8,
}

impl KeySum {
    /// The sum of the keys with these indices, in any order.
    pub(crate) fn new(indices: impl IntoIterator<Item = u16>, words: &[u128]) -> KeySum {
        let mut sum = KeySum::default();
        for index in indices {
            sum.word ^= words[usize::from(index)];
            sum.indices[usize::from(sum.size)] = index;
            sum.size += 1;
        }
        sum.indices[..usize::from(sum.size)].sort_unstable();
        sum
    }

    pub(crate) fn indices(&self) -> &[u16] {
        &self.indices[..usize::from(self.size)]
    }
}
