//! Hash functions for the maps of the standard library.

use core::hash::{BuildHasher, Hash, Hasher};

use super::{HashFunction, Mixed, Simple, Tornado, Twisted};

/// A [`core::hash::Hasher`] that uses a function from `u64` to 64 bits: the function itself, a
/// reference, or an `Arc`, `Rc` or `Box` of one.
///
/// Functions of the families here are builders of it, and so are references to them, if they make
/// 64 bits from a `u64` in characters of 8, 6 or 4 bits; [`BuildKeyHasher`] is the builder for
/// pointers. Other functions are not: a map takes bits from both ends of 64, and a function of a
/// `u32` has no room for what was hashed before. A single integer of up to 64 bits is hashed as the
/// function hashes it, so that its guarantee holds for maps whose keys are integers. Whatever
/// follows is XORed into the hash so far and hashed again; nothing is claimed about that.
///
/// Bytes are hashed as words of eight, little-endian, the last padded with zeros, followed by their
/// number as a word. So texts that differ become words that differ, whatever the tables; without
/// the number, there would be a text of whole words for every sequence of words, and no sequence
/// left for other texts.
///
/// ```
/// use std::collections::HashMap;
/// use zobrist::tabulation::Simple;
///
/// static HASH: Simple<u64, 8> = Simple::<u64, 8>::seeded(2026);
///
/// let mut squares = HashMap::with_hasher(&HASH);
/// squares.insert(12_u64, 144_u64);
/// assert_eq!(squares[&12], 144);
/// ```
///
/// # Which builder to use
/// A hasher has no lifetime of its own, so that it cannot borrow the function of an owner, and
/// [`build_hasher`](BuildHasher::build_hasher) has to copy what the builder holds.
/// [`hash_one`](BuildHasher::hash_one) borrows it and copies nothing, whatever the builder. The
/// maps and sets of the standard library and of hashbrown call `hash_one` alone; other collections
/// may build a hasher for each look-up.
///
/// | builder | the map holds | a clone of the map, and `build_hasher`, copy |
/// |---|---|---|
/// | `&'static Simple<u64, 8>` | a reference | a reference |
/// | [`BuildKeyHasher`]`<Arc<Simple<u64, 8>>>` | an `Arc` | an `Arc`: a count goes up, and down again |
/// | `Simple<u64, 8>` | 16 KiB of tables, which move with it | 16 KiB |
///
/// The first is for a function made at compile time, or one that was leaked; the second for one
/// made at run time, above all for many maps, which then share its tables in the cache; the third
/// needs no allocation.
#[derive(Clone, Debug)]
pub struct KeyHasher<F> {
    function: F,
    state: u64,
}

impl<F: HashFunction<u64, Hash = u64>> Hasher for KeyHasher<F> {
    #[inline]
    fn finish(&self) -> u64 {
        self.state
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((word, others)) = rest.split_first_chunk() {
            self.write_u64(u64::from_le_bytes(*word));
            rest = others;
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(word));
        }
        self.write_usize(bytes.len());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.state = self.function.hash(self.state ^ word);
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

/// A builder of [`KeyHasher`]s from any pointer to a function, such as an `Arc`, for maps that own
/// their function: in a struct without lifetimes, with [`Default`].
///
/// `Default` is that of the pointer: the function of seed 0, which is the same in every program.
/// `zobrist_tabulation::RandomState` is the same with tables that nobody knows.
///
#[cfg_attr(all(feature = "alloc", target_has_atomic = "ptr"), doc = "```")]
#[cfg_attr(not(all(feature = "alloc", target_has_atomic = "ptr")), doc = "```ignore")]
/// use std::collections::HashMap;
/// use std::sync::Arc;
/// use zobrist::tabulation::{BuildKeyHasher, Simple};
///
/// type Shared = BuildKeyHasher<Arc<Simple<u64, 8>>>;
///
/// #[derive(Default)]
/// struct Squares {
///     seen: HashMap<u64, u64, Shared>,
/// }
///
/// let mut squares = Squares::default();
/// squares.seen.insert(12, 144);
///
/// // Two maps with the tables of one function, made at run time.
/// let build = Shared::new(Arc::new(Simple::<u64, 8>::seeded(7)));
/// let (one, two) = (HashMap::<u64, u64, _>::with_hasher(build.clone()), Squares {
///     seen: HashMap::with_hasher(build),
/// });
/// # assert!(one.is_empty() && two.seen.is_empty());
/// ```
///
/// [`hash_one`](BuildHasher::hash_one), which the maps of the standard library call, borrows the
/// function; [`build_hasher`](BuildHasher::build_hasher) clones the pointer
/// ([which builder to use](KeyHasher#which-builder-to-use)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildKeyHasher<P> {
    function: P,
}

impl<P> BuildKeyHasher<P> {
    /// Creates a builder from a pointer to a function, or a function.
    pub const fn new(function: P) -> Self {
        BuildKeyHasher { function }
    }

    /// Returns the pointer.
    pub const fn function(&self) -> &P {
        &self.function
    }
}

impl<P: HashFunction<u64, Hash = u64> + Clone> BuildHasher for BuildKeyHasher<P> {
    type Hasher = KeyHasher<P>;

    #[inline]
    fn build_hasher(&self) -> KeyHasher<P> {
        KeyHasher { function: self.function.clone(), state: 0 }
    }

    #[inline]
    fn hash_one<T: Hash>(&self, value: T) -> u64 {
        hash_one(&self.function, value)
    }
}

/// Hashes a value by a function that is borrowed.
#[inline]
fn hash_one<F: HashFunction<u64, Hash = u64>>(function: &F, value: impl Hash) -> u64 {
    let mut hasher = KeyHasher { function, state: 0 };
    value.hash(&mut hasher);
    hasher.finish()
}

macro_rules! build_hasher {
    ($($family:ident<$count:literal $($derived:ident)?, $alphabet:literal>)*) => {$(
        impl<'t $(, const $derived: usize)?> BuildHasher
            for &'t $family<u64, $count, $($derived,)? $alphabet>
        {
            type Hasher = KeyHasher<&'t $family<u64, $count, $($derived,)? $alphabet>>;
            #[inline]
            fn build_hasher(&self) -> Self::Hasher {
                KeyHasher { function: *self, state: 0 }
            }
        }

        /// `hash_one` copies nothing; `build_hasher` copies the tables
        /// ([which builder to use](KeyHasher#which-builder-to-use)).
        impl<$(const $derived: usize)?> BuildHasher
            for $family<u64, $count, $($derived,)? $alphabet>
        {
            type Hasher = KeyHasher<$family<u64, $count, $($derived,)? $alphabet>>;
            #[inline]
            fn build_hasher(&self) -> Self::Hasher {
                KeyHasher { function: self.clone(), state: 0 }
            }
            #[inline]
            fn hash_one<T: Hash>(&self, value: T) -> u64 {
                hash_one(self, value)
            }
        }
    )*};
}

// A `u64` in characters of 8, 6 and 4 bits.
build_hasher! {
    Simple<8, 256> Twisted<8, 256> Mixed<8 D, 256> Tornado<8 D, 256>
    Simple<11, 64> Twisted<11, 64> Mixed<11 D, 64> Tornado<11 D, 64>
    Simple<16, 16> Twisted<16, 16> Mixed<16 D, 16> Tornado<16 D, 16>
}
