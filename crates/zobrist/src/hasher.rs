//! Keeping a hash up to date while features come and go.

use core::fmt::{self, Debug};

use crate::changes::{Changes, Incremental};
use crate::key::{Group, Hex};
use crate::keys::Keys;
use crate::layout::Feature;

/// An incremental hasher: it keeps the hash of a state, which is the sum of the keys of the
/// features that are present.
///
/// A hasher does not know which features are present: inserting one that is already present
/// gives a hash that belongs to no state. [`Checked`] does know, and finds such mistakes.
///
/// ```
/// use zobrist::{Hasher, KeyTable, Kind, Layout, Source};
///
/// const STONE: Kind = Kind::first("stone", 18);
/// const LAYOUT: Layout = STONE.layout();
/// // Seed 1, room for 64 features.
/// static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(1, 64).table_u64(LAYOUT);
///
/// let mut hasher = Hasher::new(&KEYS);
/// hasher.insert(STONE.at(4));
///
/// // What would the hash be?
/// let slide = hasher.delta().replacing(STONE.at(4), STONE.at(5));
/// assert_eq!(hasher.after(&slide), KEYS[STONE.at(5)]);
///
/// let before = hasher.hash();
/// hasher.apply(&slide);
/// hasher.undo(&slide);
/// assert_eq!(hasher.hash(), before);
/// ```
///
/// # Equality
/// Two hashers are equal when their hashes are, so that a board with a hasher can derive
/// `PartialEq` at the cost of comparing a key. The keys are not compared: between hashers with
/// keys of the same type but different values, as from two seeds, equality says nothing.
///
#[cfg_attr(feature = "alloc", doc = "[`Checked`]: crate::Checked")]
#[cfg_attr(not(feature = "alloc"), doc = "[`Checked`]: crate#features")]
#[derive(Clone, Copy)]
pub struct Hasher<T: Keys> {
    keys: T,
    hash: T::Key,
}

impl<T: Keys> Hasher<T> {
    /// Creates a hasher for the empty state.
    pub const fn new(keys: T) -> Hasher<T> {
        Hasher { keys, hash: T::Key::ZERO }
    }

    /// Creates a hasher for a state whose hash is known, such as one that was stored.
    pub const fn with_hash(keys: T, hash: T::Key) -> Hasher<T> {
        Hasher { keys, hash }
    }

    /// Creates a hasher for the state with the given features.
    pub fn of(keys: T, features: impl IntoIterator<Item = Feature>) -> Hasher<T> {
        let mut hasher = Hasher::new(keys);
        hasher.insert_all(features);
        hasher
    }

    /// Returns the keys.
    pub const fn keys(&self) -> &T {
        &self.keys
    }

    /// Returns the hash of the state.
    #[inline(always)]
    pub fn hash(&self) -> T::Key {
        self.hash
    }

    /// Adds the key of a feature that comes into the state.
    ///
    /// # Panics
    /// When the slot of a feature is outside the layout of the keys.
    #[inline(always)]
    pub fn insert(&mut self, feature: Feature) {
        self.hash = self.hash.plus(self.keys.key(feature));
    }

    /// Takes out the key of a feature that leaves the state.
    ///
    /// # Panics
    /// When the slot of a feature is outside the layout of the keys.
    #[inline(always)]
    pub fn remove(&mut self, feature: Feature) {
        self.hash = self.hash.minus(self.keys.key(feature));
    }

    /// Takes out the key of one feature and adds that of another.
    ///
    /// # Panics
    /// When the slot of a feature is outside the layout of the keys.
    #[inline(always)]
    pub fn replace(&mut self, old: Feature, new: Feature) {
        self.remove(old);
        self.insert(new);
    }

    /// Takes out the key of a fact as it was, if it was there, and adds that of the fact as it is:
    /// an en passant file, a right that is lost.
    ///
    /// # Panics
    /// When the slot of a feature is outside the layout of the keys.
    #[inline(always)]
    pub fn update(&mut self, old: Option<Feature>, new: Option<Feature>) {
        Changes::update(self, old, new);
    }

    /// Takes out the key of a feature that is there, and adds that of one that is not: the side to
    /// move, where one side alone has a key.
    ///
    /// # Panics
    /// When the slot of a feature is outside the layout of the keys.
    #[inline(always)]
    pub fn toggle(&mut self, feature: Feature, is_there: bool) {
        Changes::toggle(self, feature, is_there);
    }

    /// Adds the keys of several features that come into the state: all those of a position, say.
    ///
    /// # Panics
    /// When the slot of a feature is outside the layout of the keys.
    pub fn insert_all(&mut self, features: impl IntoIterator<Item = Feature>) {
        Changes::insert_all(self, features);
    }

    /// Returns an empty change, to be extended and then evaluated or applied.
    ///
    /// It holds a clone of the keys. That costs nothing for a reference or a type of your own
    /// that names a `static`, and a reference count for an `Rc` or `Arc`. A hasher that owns
    /// a table, such as a [`KeyTable`](crate::KeyTable) or a `Box` of keys, copies the whole
    /// table for each change: give it a reference or an `Arc` instead.
    #[inline(always)]
    pub fn delta(&self) -> Delta<T>
    where
        T: Clone,
    {
        Delta { keys: self.keys.clone(), sum: T::Key::ZERO }
    }

    /// Returns the hash that the state would have after a change.
    #[inline(always)]
    pub fn after(&self, change: &Delta<T>) -> T::Key {
        self.hash.plus(change.sum)
    }

    /// Applies a change.
    #[inline(always)]
    pub fn apply(&mut self, change: &Delta<T>) {
        self.hash = self.after(change);
    }

    /// Takes back a change that was applied.
    #[inline(always)]
    pub fn undo(&mut self, change: &Delta<T>) {
        self.hash = self.hash.minus(change.sum);
    }
}

/// The hasher of the empty state.
impl<T: Keys + Default> Default for Hasher<T> {
    fn default() -> Hasher<T> {
        Hasher::new(T::default())
    }
}

/// Shows the hash, and not the keys.
impl<T: Keys> Debug for Hasher<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Hasher").field(&Hex(self.hash)).finish()
    }
}

/// Compares the hashes alone.
impl<T: Keys> PartialEq for Hasher<T> {
    #[inline]
    fn eq(&self, other: &Hasher<T>) -> bool {
        self.hash == other.hash
    }
}

impl<T: Keys> Eq for Hasher<T> {}

impl<T: Keys> Changes for Hasher<T> {
    #[inline(always)]
    fn insert(&mut self, feature: Feature) {
        Hasher::insert(self, feature);
    }
    #[inline(always)]
    fn remove(&mut self, feature: Feature) {
        Hasher::remove(self, feature);
    }
    #[inline(always)]
    fn replace(&mut self, old: Feature, new: Feature) {
        Hasher::replace(self, old, new);
    }
}

impl<T: Keys + Clone> Incremental for Hasher<T> {
    type Hash = T::Key;
    type Delta = Delta<T>;
    #[inline(always)]
    fn hash(&self) -> T::Key {
        self.hash
    }
    #[inline(always)]
    fn delta(&self) -> Delta<T> {
        Hasher::delta(self)
    }
    #[inline(always)]
    fn after(&self, change: &Delta<T>) -> T::Key {
        Hasher::after(self, change)
    }
    #[inline(always)]
    fn apply(&mut self, change: &Delta<T>) {
        Hasher::apply(self, change);
    }
    #[inline(always)]
    fn undo(&mut self, change: &Delta<T>) {
        Hasher::undo(self, change);
    }
}

/// A change to a state, not yet made: features that would come and leave.
///
/// Made by [`Hasher::delta`]. [`with`](Delta::with), [`without`](Delta::without) and
/// [`replacing`](Delta::replacing) return the extended change; the methods of [`Changes`] extend
/// it in place.
#[derive(Clone, Copy)]
#[must_use = "a change is made by `Hasher::apply`"]
pub struct Delta<T: Keys> {
    keys: T,
    sum: T::Key,
}

impl<T: Keys> Delta<T> {
    /// Returns the change extended by a feature that would come.
    #[inline(always)]
    pub fn with(mut self, feature: Feature) -> Self {
        self.insert(feature);
        self
    }

    /// Returns the change extended by a feature that would leave.
    #[inline(always)]
    pub fn without(mut self, feature: Feature) -> Self {
        self.remove(feature);
        self
    }

    /// Returns the change extended by a feature that would leave and another that would come.
    #[inline(always)]
    pub fn replacing(mut self, old: Feature, new: Feature) -> Self {
        self.replace(old, new);
        self
    }

    /// Returns the difference that the change makes to a hash.
    #[inline(always)]
    pub fn sum(&self) -> T::Key {
        self.sum
    }
}

/// Shows the sum, and not the keys.
impl<T: Keys> Debug for Delta<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Delta").field(&Hex(self.sum)).finish()
    }
}

/// Extends the change in place. Code that makes changes can thus describe them too; a tuple of
/// the deltas of several hashes describes one change to all of them.
impl<T: Keys> Changes for Delta<T> {
    #[inline(always)]
    fn insert(&mut self, feature: Feature) {
        self.sum = self.sum.plus(self.keys.key(feature));
    }
    #[inline(always)]
    fn remove(&mut self, feature: Feature) {
        self.sum = self.sum.minus(self.keys.key(feature));
    }
}
