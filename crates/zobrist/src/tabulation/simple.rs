//! Simple tabulation.

use core::array::from_fn;

use super::tables::{Draws, cut, fill, no_gather};
use super::{Characters, HashFunction};
use crate::key::Key;

/// Simple tabulation: the XOR of one table entry for each of the `C` characters of a key.
///
/// It is Zobrist hashing of the facts "the character at this position is this one".
///
/// # Guarantees
/// With random tables it is 3-independent: any three keys have independent uniform hashes.
/// It is not 4-independent: with a, b, c and d any characters,
/// h(ac) ^ h(ad) ^ h(bc) ^ h(bd) = 0 whatever the tables hold. All the same, linear probing in a
/// table with a share ε of free slots takes an expected O(1/ε²) steps, as with random functions,
/// with a factor that grows with `C`; minwise estimates have a small bias; and cuckoo hashing
/// works, though it fails with probability n^(-1/3) for some sets of n keys, not 1/n (Pătraşcu
/// and Thorup, "The power of simple tabulation hashing", 2011).
///
/// # When not to use it
/// For the XOR of hashes of several keys, as in a set: the four keys above vanish from it, with
/// every seed, secret or not. For keys that are all choices of two values for each character: it is
/// linear there, and no better than a multiplication. Use [`Mixed`](super::Mixed) or
/// [`Tornado`](super::Tornado).
///
/// ```
/// use zobrist::tabulation::Simple;
///
/// static HASH: Simple<u64, 8> = Simple::<u64, 8>::seeded(2026); // 64 bits of 8 characters
///
/// let hash = |a: u8, b: u8| HASH.hash(u64::from_le_bytes([a, b, 0, 0, 0, 0, 0, 0]));
/// assert_eq!(hash(1, 3) ^ hash(1, 4) ^ hash(2, 3) ^ hash(2, 4), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Simple<V, const C: usize, const A: usize = 256> {
    tables: [[V; A]; C],
}

impl<V: Key, const C: usize, const A: usize> Simple<V, C, A> {
    /// Creates a function with given entries, by position and character: keys of an audited table,
    /// say.
    pub const fn from_tables(tables: [[V; A]; C]) -> Self {
        Simple { tables }
    }

    /// Creates a function with entries cut from numbers of 64 bits, in the order of position and
    /// character: for tables that nobody can know, with numbers from the operating system.
    pub fn from_words(mut next: impl FnMut() -> u64) -> Self {
        Simple { tables: from_fn(|_| from_fn(|_| cut(&mut next))) }
    }

    /// Returns the entries by position and character.
    pub const fn tables(&self) -> &[[V; A]; C] {
        &self.tables
    }

    /// Returns the hash of a key.
    #[inline(always)]
    pub fn hash(&self, key: impl Characters<C, A>) -> V {
        let mut hash = V::ZERO;
        for position in 0..C {
            no_gather();
            hash = hash.plus(self.tables[position][key.character(position)]);
        }
        hash
    }

    /// Returns the hash of a key by definition, for tests.
    pub fn hash_by_definition(&self, key: impl Characters<C, A>) -> V {
        (0..C).fold(V::ZERO, |hash, i| hash.plus(self.tables[i][key.character(i)]))
    }
}

macro_rules! seeded {
    ($($integer:ident)*) => {$(
        impl<const C: usize, const A: usize> Simple<$integer, C, A> {
            /// Creates a function with tables from [`SplitMix64`](crate::source::SplitMix64): the
            /// same for the same seed, at compile time and at run time.
            pub const fn seeded(seed: u64) -> Self {
                let mut draws = Draws::new(seed);
                Simple { tables: fill!([[0; A]; C], draws.$integer()) }
            }
        }

        /// The function of seed 0: the same in every program.
        impl<const C: usize, const A: usize> Default for Simple<$integer, C, A> {
            fn default() -> Self {
                Self::seeded(0)
            }
        }
    )*};
}

seeded!(u32 u64 u128);

impl<X: Characters<C, A>, V: Key, const C: usize, const A: usize> HashFunction<X>
    for Simple<V, C, A>
{
    type Hash = V;
    #[inline(always)]
    fn hash(&self, key: X) -> V {
        self.hash(key)
    }
}
