//! Hashes of sets and multisets.

use super::HashFunction;
use crate::key::Key;

/// The incremental hash of a collection of elements, independent of their order.
///
/// ```
/// use zobrist::tabulation::{Mixed, Multiset, Set, SetHash};
///
/// static HASH: Mixed<u64, 8, 8> = Mixed::<u64, 8, 8>::seeded(2026); // eight derived
///
/// fn hash_of<S: SetHash<u64>>(mut set: S, elements: &[u64]) -> S::Hash {
///     set.insert_all(elements.iter().copied());
///     set.hash()
/// }
///
/// assert_eq!(hash_of(Set::new(&HASH), &[3, 5, 8]), hash_of(Set::new(&HASH), &[8, 3, 5]));
/// assert_eq!(hash_of(Set::new(&HASH), &[3, 3]), 0); // an element that occurs twice vanishes
/// assert_ne!(hash_of(Multiset::new(&HASH), &[3, 3]), 0);
/// ```
///
/// # When an adversary chooses the elements
/// An XOR of n hashes is linear: of any 65 elements whose 64-bit hashes are known, some XOR to
/// zero, and elimination finds them in microseconds. A set with these has the hash that it has
/// without them.
///
#[cfg_attr(feature = "alloc", doc = "```")]
#[cfg_attr(not(feature = "alloc"), doc = "```ignore")]
/// use zobrist::gf2::Elimination;
/// use zobrist::tabulation::{Mixed, Set, SetHash};
///
/// static HASH: Mixed<u64, 8> = Mixed::<u64, 8>::seeded(2026); // public
///
/// let mut elimination = Elimination::new();
/// let (last, mut forged) = (0_u64..)
///     .find_map(|element| {
///         let others = elimination.insert(HASH.hash(element).into())?;
///         Some((element, others))
///     })
///     .unwrap();
/// forged.push(last as usize);
///
/// let mut set = Set::new(&HASH);
/// set.insert_all(forged.iter().map(|element| *element as u64));
/// assert!(forged.len() > 8 && set.hash() == 0); // the hash of the empty set
///
/// let mut other = Set::new(Mixed::<u64, 8>::seeded(2027)); // a seed that the forger does not know
/// other.insert_all(forged.iter().map(|element| *element as u64));
/// assert_ne!(other.hash(), 0);
/// ```
///
/// A secret seed defeats what was forged for another, and no more. Some sets XOR to zero whatever
/// the tables: four keys of [`Simple`](super::Simple), which [`Twisted`](super::Twisted) does not
/// always tell apart, and 512 keys of [`Mixed`](super::Mixed), all choices of two bytes at nine
/// positions. Contributions of characters are XORed, so that each derived character of these is an
/// affine map of nine bits to eight, and takes every value an even number of times. With eight
/// positions, that is, 256 keys of `u64`, and four derived characters, every fourth seed does the
/// same. [`Tornado`](super::Tornado) breaks these, but is not made to resist a search for others.
///
/// So if an adversary chooses the elements, use a keyed function that is made for that, and keep
/// key and hashes secret (Clarke et al. 2003); it implements the same trait:
///
/// ```
/// use std::hash::{BuildHasher, RandomState};
/// use zobrist::tabulation::{HashFunction, Set};
///
/// struct Keyed(RandomState); // SipHash with a key from the operating system
///
/// impl HashFunction<u64> for Keyed {
///     type Hash = u64;
///     fn hash(&self, key: u64) -> u64 {
///         self.0.hash_one(key)
///     }
/// }
///
/// let set = Set::new(Keyed(RandomState::new()));
/// # let mut set = set;
/// # zobrist::tabulation::SetHash::insert(&mut set, 3);
/// ```
///
/// A sum modulo 2^b is not linear, but falls to generalized birthday attacks (Wagner 2002). If the
/// hashes are public, use LtHash (Lewi, Kim, Maykov and Weis 2019): the crate `solana-lattice-hash` has it,
/// and this trait is easily implemented for it.
pub trait SetHash<X> {
    /// The type of a hash.
    type Hash: Eq;

    /// Adds an element.
    fn insert(&mut self, element: X);

    /// Removes an element that is in the collection.
    fn remove(&mut self, element: X);

    /// Returns the hash of the collection.
    fn hash(&self) -> Self::Hash;

    /// Adds several elements.
    fn insert_all(&mut self, elements: impl IntoIterator<Item = X>)
    where
        Self: Sized,
    {
        elements.into_iter().for_each(|element| self.insert(element));
    }
}

/// The hash of a set: the XOR of the hashes of its elements. The empty set has the hash zero.
///
/// Inserting an element that is already there removes it. Two sets are equal when their hashes are,
/// which says something about their elements only if both have the same function.
///
/// With [`Mixed`](super::Mixed), four elements that are all choices of two bytes at two positions
/// vanish for two choices of tables in 10⁸, however wide the hash is; with eight derived
/// characters, as here, for four in 10¹⁶.
///
/// ```
/// use zobrist::tabulation::{Mixed, Set};
///
/// static HASH: Mixed<u64, 8, 8> = Mixed::<u64, 8, 8>::seeded(2026);
/// assert_eq!(Set::<_, u64>::new(&HASH).hash(), 0); // no element determines the type
/// ```
///
/// A hash is all that has to be stored, and the sets of several threads can be merged:
///
/// ```
/// use zobrist::tabulation::{Mixed, Set, SetHash};
///
/// static HASH: Mixed<u64, 8, 8> = Mixed::<u64, 8, 8>::seeded(2026);
/// let (mut here, mut there, mut whole) = (Set::new(&HASH), Set::new(&HASH), Set::new(&HASH));
/// here.insert_all([3_u64, 5]);
/// there.insert(8_u64);
/// whole.insert_all([3_u64, 5, 8]);
///
/// let stored: u64 = here.hash();
/// let mut again = Set::from_hash(&HASH, stored);
/// again.merge(&there);
/// assert_eq!(again, whole);
/// ```
#[derive(Clone, Debug)]
pub struct Set<F, V> {
    function: F,
    sum: V,
}

impl<F, V: Key> Set<F, V> {
    /// Creates the hash of the empty set, with a function or a reference to one.
    ///
    /// The function alone does not determine the type of its hashes: if no element is inserted,
    /// name the type, as in `Set::<_, u64>::new(function)`.
    pub const fn new(function: F) -> Self {
        Set { function, sum: V::ZERO }
    }

    /// Creates the hash of a set from its stored value by this function, to continue from there.
    pub const fn from_hash(function: F, hash: V) -> Self {
        Set { function, sum: hash }
    }

    /// Returns the hash of the collection.
    #[inline]
    pub fn hash(&self) -> V {
        self.sum
    }

    /// Adds the elements of another set by the same function; those that are in both are removed,
    /// as XOR has it. (Hashes of type [`Sum48`](crate::Sum48) add up: with them, those are in
    /// twice.)
    #[inline]
    pub fn merge(&mut self, other: &Self) {
        self.sum = self.sum.plus(other.sum);
    }
}

/// Compares the hashes alone.
impl<F, V: PartialEq> PartialEq for Set<F, V> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.sum == other.sum
    }
}

impl<F, V: Eq> Eq for Set<F, V> {}

impl<X, F: HashFunction<X, Hash = V>, V: Key> SetHash<X> for Set<F, V> {
    type Hash = V;

    #[inline]
    fn insert(&mut self, element: X) {
        self.sum = self.sum.plus(self.function.hash(element));
    }

    #[inline]
    fn remove(&mut self, element: X) {
        self.sum = self.sum.minus(self.function.hash(element));
    }

    #[inline]
    fn hash(&self) -> V {
        self.sum
    }
}

/// The hash of a multiset: the sum of the hashes of its elements, modulo 2^b for hashes of b bits.
/// The empty multiset has the hash zero.
///
/// An element that occurs 2^b times vanishes, and one that occurs 2^k times contributes only
/// b − k bits of its hash. Two multisets are equal when their hashes are, which says something
/// about their elements only if both have the same function.
#[derive(Clone, Debug)]
pub struct Multiset<F, V> {
    function: F,
    sum: V,
}

impl<F, V: Key> Multiset<F, V> {
    /// Creates the hash of the empty multiset, with a function or a reference to one.
    ///
    /// The function alone does not determine the type of its hashes: if no element is inserted,
    /// name the type, as in `Multiset::<_, u64>::new(function)`.
    pub const fn new(function: F) -> Self {
        Multiset { function, sum: V::ZERO }
    }

    /// Creates the hash of a multiset from its stored value by this function, to continue from
    /// there.
    pub const fn from_hash(function: F, hash: V) -> Self {
        Multiset { function, sum: hash }
    }

    /// Returns the hash of the collection.
    #[inline]
    pub fn hash(&self) -> V {
        self.sum
    }

    /// Adds the elements of another multiset by the same function, each as often as it occurs
    /// there.
    ///
    /// ```
    /// use zobrist::tabulation::{Mixed, Multiset, SetHash};
    ///
    /// static HASH: Mixed<u64, 8, 8> = Mixed::<u64, 8, 8>::seeded(2026);
    /// let (mut twice, mut once) = (Multiset::new(&HASH), Multiset::new(&HASH));
    /// twice.insert_all([3_u64, 3]);
    /// once.insert(3_u64);
    ///
    /// let mut again = Multiset::from_hash(&HASH, once.hash());
    /// again.merge(&once);
    /// assert_eq!(again, twice);
    /// ```
    #[inline]
    pub fn merge(&mut self, other: &Self) {
        self.add(other.sum.to_word());
    }

    fn add(&mut self, word: u128) {
        self.sum = V::from_word(self.sum.to_word().wrapping_add(word));
    }
}

/// Compares the hashes alone.
impl<F, V: PartialEq> PartialEq for Multiset<F, V> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.sum == other.sum
    }
}

impl<F, V: Eq> Eq for Multiset<F, V> {}

impl<X, F: HashFunction<X, Hash = V>, V: Key> SetHash<X> for Multiset<F, V> {
    type Hash = V;

    #[inline]
    fn insert(&mut self, element: X) {
        self.add(self.function.hash(element).to_word());
    }

    #[inline]
    fn remove(&mut self, element: X) {
        self.add(self.function.hash(element).to_word().wrapping_neg());
    }

    #[inline]
    fn hash(&self) -> V {
        self.sum
    }
}
