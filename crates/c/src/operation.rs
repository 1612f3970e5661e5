//! The operation by which keys of at most 64 bits combine, chosen at run time.
//!
//! `AnyKey` of the core is the definition: it has 32 bytes a key and serves all widths. Here a key
//! is a word, and a test compares the two.

use zobrist::Combine;

/// XOR, or addition modulo a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Xor,
    /// The low bits that are kept.
    Sum(u64),
}

impl Operation {
    pub(crate) fn new(combine: Combine) -> Operation {
        match combine {
            Combine::Xor => Operation::Xor,
            Combine::Sum(bits) => Operation::Sum(u64::MAX >> (64 - bits)),
        }
    }

    /// The number of bits of a sum; 0 for XOR.
    pub(crate) fn sum_bits(self) -> u32 {
        match self {
            Operation::Xor => 0,
            Operation::Sum(mask) => mask.count_ones(),
        }
    }

    /// A hash with one key more.
    #[inline(always)]
    pub(crate) fn plus(self, hash: u64, key: u64) -> u64 {
        match self {
            Operation::Xor => hash ^ key,
            Operation::Sum(mask) => hash.wrapping_add(key) & mask,
        }
    }

    /// A hash with one key less.
    #[inline(always)]
    pub(crate) fn minus(self, hash: u64, key: u64) -> u64 {
        match self {
            Operation::Xor => hash ^ key,
            Operation::Sum(mask) => hash.wrapping_sub(key) & mask,
        }
    }

    /// True if a hash is one that sums of keys can be.
    pub(crate) fn is_hash(self, hash: u64) -> bool {
        match self {
            Operation::Xor => true,
            Operation::Sum(mask) => hash & !mask == 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use zobrist::{AnyKey, Group};

    use super::*;

    proptest! {
        #[test]
        fn it_is_that_of_any_key(a: u64, b: u64, choice in 0..4_usize) {
            let bits = [0, 47, 48, 64][choice];
            let combine = if bits == 0 { Combine::Xor } else { Combine::Sum(bits) };
            let operation = Operation::new(combine);
            prop_assert_eq!(operation.sum_bits(), bits);
            let [one, other] = [a, b].map(|word| AnyKey::new(word.into(), combine));
            let [a, b] = [one, other].map(|key| key.word() as u64);
            let (sum, rest) = (operation.plus(a, b), operation.minus(a, b));
            prop_assert_eq!(u128::from(sum), one.plus(other).word());
            prop_assert_eq!(u128::from(rest), one.minus(other).word());
            prop_assert!(operation.is_hash(sum) && operation.is_hash(rest));
            prop_assert_eq!(operation.minus(sum, b), a);
        }
    }

    #[test]
    fn a_hash_has_the_bits_of_its_sum() {
        assert!(Operation::new(Combine::Xor).is_hash(u64::MAX));
        assert!(!Operation::new(Combine::Sum(48)).is_hash(1 << 48));
    }
}
