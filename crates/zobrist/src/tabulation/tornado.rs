//! Tornado tabulation.

use core::array::from_fn;

use super::tables::{Draws, Entry, characters, cut, entry, fill, no_gather};
use super::{Characters, HashFunction, HashWord};
use crate::key::Group;

/// Tornado tabulation: the last character is twisted by those before, and each of `D` derived
/// characters, at most seven, by all characters before it, the derived ones included.
///
/// # Guarantees
/// It has the strongest guarantee here. If some bits of the hash select keys, and at most half as
/// many are expected as the alphabet has characters, the other bits of these keys are fully random
/// except for a probability that falls by a factor of order `A` with each derived character; linear
/// probing and the counting of distinct elements then behave almost as with random functions
/// (Bercea, Beretta, Klausen, Houen and Thorup, "Locally uniform hashing", 2023). The hashes of the
/// four keys that [`Simple`](super::Simple) names XOR to zero for at most (3/256)^(`D` + 1) of all
/// tables of 256 characters, however wide the hashes are.
///
/// # When not to use it
/// Where time matters more: its derived characters wait for each other.
///
/// ```
/// use zobrist::tabulation::Tornado;
///
/// static HASH: Tornado<u64, 8> = Tornado::<u64, 8>::seeded(2026);
/// assert_ne!(HASH.hash(1_u64), HASH.hash(2_u64));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Tornado<V: HashWord, const C: usize, const D: usize = 4, const A: usize = 256> {
    /// Byte 0 of the derived word is the twist, byte i the derived character number i.
    tables: [[V::Entry; A]; C],
    derived: [[V::Entry; A]; D],
}

impl<V: HashWord, const C: usize, const D: usize, const A: usize> Tornado<V, C, D, A> {
    const CHECK: () = assert!(
        C > 0 && A.is_power_of_two() && A <= 256 && D <= 7,
        "the size of an alphabet is a power of two up to 256, and a key has at least one character \
         and at most 7 derived ones"
    );

    /// Creates a function with entries cut from numbers of 64 bits: for each position, those of the
    /// derived characters last, and each character, its part of the hash, then a number whose
    /// lowest byte is its part of the twist and whose next bytes are its parts of the derived
    /// characters.
    pub fn from_words(mut next: impl FnMut() -> u64) -> Self {
        let () = Self::CHECK;
        let mut entry = || {
            let hash: V = cut(&mut next);
            V::Entry::new(hash, characters(next(), D + 1, A))
        };
        let tables = from_fn(|_| from_fn(|_| entry()));
        Tornado { tables, derived: from_fn(|_| from_fn(|_| entry())) }
    }

    /// Returns the hash of a key.
    #[inline(always)]
    pub fn hash(&self, key: impl Characters<C, A>) -> V {
        let mut sum = V::Entry::ZERO;
        for position in 0..C - 1 {
            no_gather();
            sum = sum.plus(self.tables[position][key.character(position)]);
        }
        let head = key.character(C - 1) ^ (sum.derived() as usize % A);
        sum = sum.plus(self.tables[C - 1][head]);
        for (position, table) in self.derived.iter().enumerate() {
            sum = sum.plus(table[(sum.derived() >> (8 * (position + 1))) as usize % A]);
        }
        sum.hash()
    }

    /// Returns the hash of a key by definition, for tests: simple tabulation of a derived key,
    /// whose characters come one by one from those before.
    pub fn hash_by_definition(&self, key: impl Characters<C, A>) -> V {
        let mut head: [usize; C] = from_fn(|i| key.character(i));
        let mut tail = [0; D];
        // The entries of the first `count` characters of the derived key.
        let entries = |count: usize, head: &[usize; C], tail: &[usize; D]| {
            let (head, tail) = (*head, *tail);
            let given = (0..C).map(move |i| self.tables[i][head[i]]);
            given.chain((0..D).map(move |i| self.derived[i][tail[i]])).take(count)
        };
        for number in 0..=D {
            let before = entries(C - 1 + number, &head, &tail);
            let character = before.fold(0, |character, entry| {
                character ^ usize::from(entry.derived().to_le_bytes()[number])
            });
            match number.checked_sub(1) {
                None => head[C - 1] ^= character,
                Some(derived) => tail[derived] = character,
            }
        }
        entries(C + D, &head, &tail).fold(V::ZERO, |hash, entry| hash.plus(entry.hash()))
    }
}

macro_rules! seeded {
    ($($integer:ident)*) => {$(
        impl<const C: usize, const D: usize, const A: usize> Tornado<$integer, C, D, A> {
            /// Creates a function with tables from [`SplitMix64`](crate::source::SplitMix64): the
            /// same for the same seed, at compile time and at run time.
            pub const fn seeded(seed: u64) -> Self {
                let () = Self::CHECK;
                let mut draws = Draws::new(seed);
                let tables = fill!(
                    [[entry::$integer(0, 0); A]; C],
                    entry::$integer(draws.$integer(), characters(draws.u64(), D + 1, A))
                );
                let derived = fill!(
                    [[entry::$integer(0, 0); A]; D],
                    entry::$integer(draws.$integer(), characters(draws.u64(), D + 1, A))
                );
                Tornado { tables, derived }
            }
        }

        /// The function of seed 0: the same in every program.
        impl<const C: usize, const D: usize, const A: usize> Default for Tornado<$integer, C, D, A> {
            fn default() -> Self {
                Self::seeded(0)
            }
        }
    )*};
}

seeded!(u32 u64 u128);

impl<X: Characters<C, A>, V: HashWord, const C: usize, const D: usize, const A: usize>
    HashFunction<X> for Tornado<V, C, D, A>
{
    type Hash = V;
    #[inline(always)]
    fn hash(&self, key: X) -> V {
        self.hash(key)
    }
}
