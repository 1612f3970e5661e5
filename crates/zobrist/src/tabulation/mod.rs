//! Tabulation hashing, a universal hash family from the same tables: of integers, bytes, texts and
//! sets.
//!
//! ```
//! use zobrist::tabulation::{Mixed, Rolling, Set, SetHash, Simple, Text, Tornado, Twisted};
//!
//! static SIMPLE: Simple<u64, 8> = Simple::<u64, 8>::seeded(2026); // XOR one entry per character
//! static TWISTED: Twisted<u64, 8> = Twisted::<u64, 8>::seeded(2026); // the last one twisted
//! static MIXED: Mixed<u64, 8, 8> = Mixed::<u64, 8, 8>::seeded(2026); // eight more derived at once
//! static TORNADO: Tornado<u64, 8> = Tornado::<u64, 8>::seeded(2026); // four, each from all before
//!
//! let hashes = [SIMPLE.hash(7_u64), TWISTED.hash(7_u64), MIXED.hash(7_u64), TORNADO.hash(7_u64)];
//! let map = std::collections::HashMap::<u64, u64, _>::with_hasher(&SIMPLE); // a BuildHasher
//! let mut set = Set::new(&MIXED); // or Multiset
//! set.insert_all(hashes);
//! let text = Text::of(&MIXED, b"replaced, appended and popped in O(1)");
//! let cut = Rolling::seeded(2026, 8).find(b"content-defined chunking", 0b111); // one in eight
//! # assert!(cut.is_some());
//! # let _ = (map, text);
//! ```
//!
//! A key, an integer of 8 to 128 bits or an array of bytes, is cut into `C` [`Characters`], bytes
//! unless another alphabet is named; a hash has 32, 64 or 128 bits: `Simple<u128, 4>` makes 128 bits
//! from a `u32`, `Simple<u64, 11, 64>` 64 bits from a `u64` in characters of six bits. Tables are
//! made at compile time or at run time, with equal values for equal seeds, for ever; `Default` is
//! seed 0. Functions, references to them, and by [`BuildKeyHasher`] `Arc`s of them build the hashers
//! of maps ([which to use](KeyHasher#which-builder-to-use)).
//!
//! | | guarantee, with random tables | not for |
//! |---|---|---|
//! | [`Simple`] | 3-independent; linear probing in expected constant time, cuckoo hashing (Pătraşcu and Thorup 2011) | XORs of hashes: four keys vanish |
//! | [`Twisted`] | moreover, small sums over many keys are concentrated (Pătraşcu and Thorup 2013) | XORs of hashes |
//! | [`Mixed`] | with high probability fully random in the other bits on keys that some bits select, if few: statistics, samples (Dahlgaard et al. 2015) | where the first two suffice |
//! | [`Tornado`] | the same with sharper bounds (Bercea et al. 2023) | where time matters more |
//! | [`Set`], [`Multiset`] | sets that differ in up to three elements have the same hash of b bits with probability 2^−b; beyond, see their function | elements that an adversary chooses, secret tables or not |
//! | [`Text`] | the same for texts that differ in a byte; beyond, see there | texts that never change |
//! | [`Rolling`] | 65 − w consecutive bits are pairwise independent for windows of w bytes (Lemire and Kaser 2010) | naming what is in a window |
//!
//! Simple tabulation is Zobrist's (1970). Tables from a seed are not random tables: the guarantees
//! hold for them as far as [`SplitMix64`](crate::source::SplitMix64) is indistinguishable from
//! random numbers, which it is not to a program that tries all seeds of 64 bits, or computes one
//! from an entry. The crate `zobrist-tabulation` fills whole tables from the operating system's
//! generator (`random()`). Codes ([`Source::bch`](crate::Source::bch)) are not a source for tables:
//! all their seeds share one set of dependencies.
//!
//! # When not to use it
//! - For a map without a worst case to fear: foldhash and the like are faster; `bench/README.md`
//!   has the figures. Tables compete for the first cache with the program's own data.
//! - For long byte strings that are hashed once.
//! - Against an adversary, without the precautions of [`SetHash`].
//!
//! Batches of keys in vector registers, and random tables, are in the crate `zobrist-tabulation`.

mod build_hasher;
mod mixed;
mod rolling;
mod set;
mod simple;
mod tables;
mod text;
mod tornado;
mod twisted;

pub use build_hasher::{BuildKeyHasher, KeyHasher};
pub use mixed::Mixed;
pub use rolling::Rolling;
pub use set::{Multiset, Set, SetHash};
pub use simple::Simple;
pub use tables::{Characters, HashWord};
pub use text::Text;
pub use tornado::Tornado;
pub use twisted::Twisted;

use crate::key::Key;

/// A hash function for keys of type `X`. A reference to one is also one, and so is an `Arc`, `Rc`
/// or `Box` of one, for sets that own a function made at run time.
pub trait HashFunction<X> {
    /// The type of a hash.
    type Hash: Key;

    /// Returns the hash of a key.
    fn hash(&self, key: X) -> Self::Hash;

    /// Writes the hashes of many keys, in their order.
    ///
    /// # Panics
    /// When there are not as many places for hashes as keys.
    fn hash_all(&self, keys: &[X], hashes: &mut [Self::Hash])
    where
        X: Copy,
    {
        assert_eq!(keys.len(), hashes.len(), "one hash per key");
        // Four at a time, since a tenth of the instructions would otherwise be those of the loop.
        for (hashes, keys) in hashes.chunks_exact_mut(4).zip(keys.chunks_exact(4)) {
            let four: [X; 4] = keys.try_into().expect("a chunk of four");
            hashes.copy_from_slice(&four.map(|key| self.hash(key)));
        }
        let done = keys.len() / 4 * 4;
        for (hash, key) in hashes[done..].iter_mut().zip(&keys[done..]) {
            *hash = self.hash(*key);
        }
    }
}

macro_rules! function_of_pointer {
    ($($(#[$cfg:meta])? $pointer:ty;)*) => {$(
        $(#[$cfg])?
        impl<X, F: HashFunction<X> + ?Sized> HashFunction<X> for $pointer {
            type Hash = F::Hash;
            #[inline(always)]
            fn hash(&self, key: X) -> F::Hash {
                (**self).hash(key)
            }
        }
    )*};
}

function_of_pointer! {
    &F;
    #[cfg(feature = "alloc")] alloc::boxed::Box<F>;
    #[cfg(feature = "alloc")] alloc::rc::Rc<F>;
    // Not every machine can count references atomically.
    #[cfg(all(feature = "alloc", target_has_atomic = "ptr"))] alloc::sync::Arc<F>;
}
