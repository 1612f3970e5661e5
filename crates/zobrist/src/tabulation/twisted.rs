//! Twisted tabulation.

use core::array::from_fn;

use super::tables::{Draws, Entry, characters, cut, fill, no_gather, pair};
use super::{Characters, HashFunction, HashWord};
use crate::key::Group;

/// Twisted tabulation: simple tabulation after the last character, the head, has been XORed with
/// a character that depends on the others.
///
/// The tables of the other characters hold their parts of both that character and the hash, so
/// that it costs hardly more than [`Simple`](super::Simple).
///
/// # Guarantees
/// In addition to what holds for simple tabulation, sums over the hashes of many keys have tails
/// like Chernoff's, and minwise estimates are nearly unbiased (Pătraşcu and Thorup, "Twisted
/// tabulation hashing", 2013); the tails hold only if sums are expected to be far below the size of
/// the alphabet (Aamand, Knudsen, Knudsen, Rasmussen and Thorup, "Fast hashing with strong
/// concentration bounds", 2020). It is no more than 3-independent: the twist is one character, and
/// for about one choice of it in a hundred the hashes of the four keys that
/// [`Simple`](super::Simple) names XOR to zero.
///
/// # When not to use it
/// For XORing hashes, for the same reason.
///
/// ```
/// use zobrist::tabulation::Twisted;
///
/// static HASH: Twisted<u64, 8> = Twisted::<u64, 8>::seeded(2026);
///
/// let hash = |a: u8, b: u8| HASH.hash(u64::from_le_bytes([a, 0, 0, 0, 0, 0, 0, b]));
/// assert_ne!(hash(1, 3) ^ hash(1, 4) ^ hash(2, 3) ^ hash(2, 4), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Twisted<V: HashWord, const C: usize, const A: usize = 256> {
    /// The derived character is the twist; that of the head is not used.
    tables: [[V::Pair; A]; C],
}

impl<V: HashWord, const C: usize, const A: usize> Twisted<V, C, A> {
    const CHECK: () = assert!(
        C > 0 && A.is_power_of_two() && A <= 256,
        "the size of an alphabet is a power of two up to 256, and a key has at least one character"
    );

    /// Creates a function with entries cut from numbers of 64 bits: for each position and character
    /// its part of the hash, then a number whose low bits are the twist.
    pub fn from_words(mut next: impl FnMut() -> u64) -> Self {
        let () = Self::CHECK;
        let mut entry = || {
            let hash: V = cut(&mut next);
            V::Pair::new(hash, characters(next(), 1, A))
        };
        Twisted { tables: from_fn(|_| from_fn(|_| entry())) }
    }

    /// Returns the hash of a key.
    #[inline(always)]
    pub fn hash(&self, key: impl Characters<C, A>) -> V {
        let mut sum = V::Pair::ZERO;
        for position in 0..C - 1 {
            no_gather();
            sum = sum.plus(self.tables[position][key.character(position)]);
        }
        let head = key.character(C - 1) ^ (sum.derived() as usize % A);
        sum.plus(self.tables[C - 1][head]).hash()
    }

    /// Returns the hash of a key by definition, for tests.
    pub fn hash_by_definition(&self, key: impl Characters<C, A>) -> V {
        let tail = |i: usize| self.tables[i][key.character(i)];
        let twist = (0..C - 1).fold(0, |twist, i| twist ^ tail(i).derived() as usize);
        let head = self.tables[C - 1][key.character(C - 1) ^ twist];
        (0..C - 1).fold(head.hash(), |hash, i| hash.plus(tail(i).hash()))
    }
}

macro_rules! seeded {
    ($($integer:ident)*) => {$(
        impl<const C: usize, const A: usize> Twisted<$integer, C, A> {
            /// Creates a function with tables from [`SplitMix64`](crate::source::SplitMix64): the
            /// same for the same seed, at compile time and at run time.
            pub const fn seeded(seed: u64) -> Self {
                let () = Self::CHECK;
                let mut draws = Draws::new(seed);
                let tables = fill!(
                    [[pair::$integer(0, 0); A]; C],
                    pair::$integer(draws.$integer(), characters(draws.u64(), 1, A))
                );
                Twisted { tables }
            }
        }

        /// The function of seed 0: the same in every program.
        impl<const C: usize, const A: usize> Default for Twisted<$integer, C, A> {
            fn default() -> Self {
                Self::seeded(0)
            }
        }
    )*};
}

seeded!(u32 u64 u128);

impl<X: Characters<C, A>, V: HashWord, const C: usize, const A: usize> HashFunction<X>
    for Twisted<V, C, A>
{
    type Hash = V;
    #[inline(always)]
    fn hash(&self, key: X) -> V {
        self.hash(key)
    }
}
