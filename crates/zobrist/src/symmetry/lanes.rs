//! A hash for each symmetry, and the canonical one among them.

use alloc::boxed::Box;
use core::cmp::Ordering;
use core::fmt::{self, Debug};
use core::hash::{Hash, Hasher};

use super::Symmetries;
use crate::key::{Group, Hex, Key};
use crate::keys::Keys;
use crate::layout::{Feature, Layout};

/// Keys in `N` lanes, so that a hasher keeps the hashes of all images of a state
/// under a group of symmetries: lane `e` is the hash of the image of the state under element `e`.
///
/// ```
/// use zobrist::{Canonical, Grid, Hasher, KeyTable, Kind, Lanes, Layout, Source, stabilizer};
///
/// const STONE: Kind = Kind::first("stone", 2 * 9);
/// const LAYOUT: Layout = STONE.layout();
/// // Seed 2026, room for 64 features.
/// static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(2026, 64).table_u64(LAYOUT);
///
/// let square = Grid::new(3, 3).symmetries::<8>(LAYOUT, &[STONE]);
/// let lanes = Lanes::new(&KEYS, &square);
/// let mut one = Hasher::new(&lanes);
/// one.insert(STONE.at(0)); // X in the corner at the top left
/// let mut other = Hasher::new(&lanes);
/// other.insert(STONE.at(8)); // at the bottom right
///
/// assert_eq!(one.hash()[0], KEYS[STONE.at(0)]);
/// assert_eq!(Canonical::of(&one.hash()).hash, Canonical::of(&other.hash()).hash);
///
/// // The reflection at its diagonal leaves the corner where it is.
/// assert!(stabilizer(&one.hash()).eq([0, 4]));
/// ```
///
/// # Do not fold the lanes into one key
/// It is tempting to add up the `N` keys of a feature, since the sum is the same for all its
/// images and one lane is enough. But *every* hash that is a sum over the features and the
/// same for all images of a state gives all features of one orbit the same key. It can only
/// count how many there are in each orbit: two stones in adjacent corners and two in opposite
/// corners share it for any keys, and under XOR so does the board without them. Keys
/// that are themselves symmetric, so that rotating a word by 16 bits is a quarter turn of the
/// board, need no lanes, but a state of a full orbit then has a hash that repeats after 16
/// bits, and any 17 orbits contain some that XOR to zero. The tests construct such states.
/// The minimum is safe because it is not a sum.
#[derive(Clone, PartialEq, Eq)]
pub struct Lanes<K, const N: usize> {
    keys: Box<[[K; N]]>,
    layout: Layout,
}

impl<K: Group, const N: usize> Lanes<K, N> {
    /// Makes lanes from the keys of every feature's images.
    ///
    /// # Panics
    /// When the group does not permute as many slots as the layout of the keys has.
    pub fn new(keys: impl Keys<Key = K>, symmetries: &Symmetries<N>) -> Lanes<K, N> {
        let layout = keys.layout();
        assert!(
            symmetries.slots() == layout.len(),
            "the symmetries permute as many slots as the layout of the keys has"
        );
        let lanes =
            |feature| core::array::from_fn(|element| keys.key(symmetries.image(element, feature)));
        Lanes { keys: layout.features().map(lanes).collect(), layout }
    }

    /// Returns the keys in slot order.
    #[must_use]
    pub fn as_slice(&self) -> &[[K; N]] {
        &self.keys
    }
}

impl<K: Group, const N: usize> Keys for Lanes<K, N> {
    type Key = [K; N];
    #[inline(always)]
    fn key(&self, feature: Feature) -> [K; N] {
        self.layout.expect_own(feature);
        self.keys[feature.slot()]
    }
    fn layout(&self) -> Layout {
        self.layout
    }
}

/// Shows what the keys were made for, and not the keys.
impl<K, const N: usize> Debug for Lanes<K, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lanes")
            .field("lanes", &N)
            .field("layout", &self.layout)
            .finish_non_exhaustive()
    }
}

/// The canonical hash of a class of symmetric states: the smallest of
/// the hashes of its members.
///
/// Two classes share it with a chance of N² / (2N − 1) in 2^b, about four times that
/// of two hashes for `N` = 8.
///
/// # As the key of a table
/// The smallest of `N` hashes is not spread evenly: its upper bits are mostly zeros. A table
/// that takes its index from the lower bits can use it as it is. One that takes it from the
/// highest, as the `Table` of `zobrist-transposition` does, would crowd all classes into its
/// first buckets: give it the hash with its halves exchanged.
///
/// ```
/// use zobrist::Canonical;
///
/// let canonical = Canonical::of(&[0x9e37_79b9_7f4a_7c15_u64, 0x0bf5_8476_d1ce_4e5b]);
/// let key = canonical.hash.rotate_left(u64::BITS / 2);
/// assert_eq!(key, 0xd1ce_4e5b_0bf5_8476);
/// ```
/// # Equality and order
/// Two are equal when they name one class: the hash is compared, ordered and hashed, and the
/// element is not.
#[derive(Clone, Copy)]
pub struct Canonical<K> {
    /// The smallest of the lanes.
    pub hash: K,
    /// The first element that takes the state to the one with this hash.
    pub element: usize,
}

impl<K: Key> Canonical<K> {
    /// Returns the smallest of the lanes of a hash, and the element of that lane.
    #[inline]
    pub fn of<const N: usize>(lanes: &[K; N]) -> Canonical<K> {
        let mut min = Canonical { hash: lanes[0], element: 0 };
        for (element, hash) in lanes.iter().enumerate().skip(1) {
            if *hash < min.hash {
                min = Canonical { hash: *hash, element };
            }
        }
        min
    }
}

impl<K: PartialEq> PartialEq for Canonical<K> {
    fn eq(&self, other: &Canonical<K>) -> bool {
        self.hash == other.hash
    }
}

impl<K: Eq> Eq for Canonical<K> {}

impl<K: PartialOrd> PartialOrd for Canonical<K> {
    fn partial_cmp(&self, other: &Canonical<K>) -> Option<Ordering> {
        self.hash.partial_cmp(&other.hash)
    }
}

impl<K: Ord> Ord for Canonical<K> {
    fn cmp(&self, other: &Canonical<K>) -> Ordering {
        self.hash.cmp(&other.hash)
    }
}

impl<K: Hash> Hash for Canonical<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

impl<K: Group> Debug for Canonical<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Canonical")
            .field("hash", &Hex(self.hash))
            .field("element", &self.element)
            .finish()
    }
}

/// Returns the elements that leave a state as it is: those whose lane is equal to the first.
/// They are a subgroup, whose size divides `N`; `N` divided by that size is the number of
/// states in the class. True up to collisions: an image that differs from the state but
/// shares its hash is taken for it.
pub fn stabilizer<K: Key, const N: usize>(lanes: &[K; N]) -> impl Iterator<Item = usize> {
    lanes.iter().enumerate().filter(|(_, hash)| **hash == lanes[0]).map(|(element, _)| element)
}
