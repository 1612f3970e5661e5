//! Mixed tabulation.

use core::array::from_fn;

use super::tables::{Draws, Entry, characters, cut, entry, fill, no_gather};
use super::{Characters, HashFunction, HashWord};
use crate::key::Group;

/// Mixed tabulation: `D` more characters, at most eight, are derived from a key by simple
/// tabulation, and looked up in tables of their own.
///
/// # Guarantees
/// It was made for statistics over many small parts of a set (counting distinct elements, comparing
/// sets by samples of them). If some bits of the hash select a part in which fewer keys are
/// expected than the alphabet has characters, the other bits of the keys there are fully random
/// with high probability, which rises with the number of derived characters (Dahlgaard, Knudsen,
/// Rotenberg and Thorup, "Hashing for statistics over k-partitions", 2015). The default here is
/// four.
///
/// The probability of failure does not fall with the width of the hash. The four keys that
/// [`Simple`](super::Simple) names pair up in a derived character for three tables in `A`, and if
/// they do so in all of them, their hashes XOR to zero: with 256 characters for (3/256)^`D` of all
/// tables, 2 · 10⁻⁸ with four derived characters, 4 · 10⁻¹⁶ with eight.
///
/// # When not to use it
/// Where [`Simple`](super::Simple) or [`Twisted`](super::Twisted) suffices: it takes twice their
/// time. For XORing hashes of keys that an adversary chooses: large sets that are regular enough
/// vanish, see [`SetHash`](super::SetHash). Where a chance of 2 · 10⁻⁸ matters, unless with more
/// derived characters.
///
/// ```
/// use zobrist::tabulation::Mixed;
///
/// static HASH: Mixed<u128, 4> = Mixed::<u128, 4>::seeded(2026); // 128 bits of a `u32`
/// assert_ne!(HASH.hash(1_u32), HASH.hash(2_u32));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Mixed<V: HashWord, const C: usize, const D: usize = 4, const A: usize = 256> {
    tables: [[V::Entry; A]; C],
    derived: [[V; A]; D],
}

impl<V: HashWord, const C: usize, const D: usize, const A: usize> Mixed<V, C, D, A> {
    const CHECK: () = assert!(
        A.is_power_of_two() && A <= 256 && D <= 8,
        "the size of an alphabet is a power of two up to 256, and a key has at most 8 derived \
         characters"
    );

    /// Creates a function with entries cut from numbers of 64 bits: for each position and character
    /// its part of the hash, then a number whose bytes are its parts of the derived characters, the
    /// first one lowest; then the entries of the derived characters.
    pub fn from_words(mut next: impl FnMut() -> u64) -> Self {
        let () = Self::CHECK;
        let mut entry = || {
            let hash: V = cut(&mut next);
            V::Entry::new(hash, characters(next(), D, A))
        };
        let tables = from_fn(|_| from_fn(|_| entry()));
        Mixed { tables, derived: from_fn(|_| from_fn(|_| cut(&mut next))) }
    }

    /// Returns the hash of a key.
    #[inline(always)]
    pub fn hash(&self, key: impl Characters<C, A>) -> V {
        let mut sum = V::Entry::ZERO;
        for position in 0..C {
            no_gather();
            sum = sum.plus(self.entry(position, key.character(position)));
        }
        self.finish(sum)
    }

    /// The entry of a character of the key.
    #[inline(always)]
    pub(super) fn entry(&self, position: usize, character: usize) -> V::Entry {
        self.tables[position][character]
    }

    /// The hash, when all characters have been added.
    #[inline(always)]
    pub(super) fn finish(&self, sum: V::Entry) -> V {
        let (mut hash, derived) = (sum.hash(), sum.derived());
        for (position, table) in self.derived.iter().enumerate() {
            no_gather();
            hash = hash.plus(table[(derived >> (8 * position)) as usize % A]);
        }
        hash
    }

    /// Returns the hash of a key by definition, for tests.
    pub fn hash_by_definition(&self, key: impl Characters<C, A>) -> V {
        let entry = |i: usize| self.tables[i][key.character(i)];
        let derived = |d: usize| {
            (0..C).fold(0, |character, i| character ^ entry(i).derived().to_le_bytes()[d])
        };
        let hash = (0..C).fold(V::ZERO, |hash, i| hash.plus(entry(i).hash()));
        (0..D).fold(hash, |hash, d| hash.plus(self.derived[d][usize::from(derived(d))]))
    }
}

macro_rules! seeded {
    ($($integer:ident)*) => {$(
        impl<const C: usize, const D: usize, const A: usize> Mixed<$integer, C, D, A> {
            /// Creates a function with tables from [`SplitMix64`](crate::source::SplitMix64): the
            /// same for the same seed, at compile time and at run time.
            pub const fn seeded(seed: u64) -> Self {
                let () = Self::CHECK;
                let mut draws = Draws::new(seed);
                let tables = fill!(
                    [[entry::$integer(0, 0); A]; C],
                    entry::$integer(draws.$integer(), characters(draws.u64(), D, A))
                );
                Mixed { tables, derived: fill!([[0; A]; D], draws.$integer()) }
            }
        }

        /// The function of seed 0: the same in every program.
        impl<const C: usize, const D: usize, const A: usize> Default for Mixed<$integer, C, D, A> {
            fn default() -> Self {
                Self::seeded(0)
            }
        }
    )*};
}

seeded!(u32 u64 u128);

impl<X: Characters<C, A>, V: HashWord, const C: usize, const D: usize, const A: usize>
    HashFunction<X> for Mixed<V, C, D, A>
{
    type Hash = V;
    #[inline(always)]
    fn hash(&self, key: X) -> V {
        self.hash(key)
    }
}
