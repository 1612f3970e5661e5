//! Keeping a hash while features come and go.

use core::fmt::{self, Debug};

use crate::key::Group;
use crate::keys::Keys;
use crate::layout::{Feature, Kind};

/// Takes a stream of changes: features that come into a state and leave it.
///
/// A [`Hasher`] keeps a hash of them. A tuple hands each change to its parts, so
/// that several hashes are kept from one stream; [`Only`] lets some features
/// through; [`Tally`] turns features into counts.
///
/// ```
/// use zobrist::{Changes, Hasher, KeyTable, Kind, Layout, Only, Source};
///
/// const PAWN: Kind = Kind::first("pawn", 128);
/// const PIECE: Kind = PAWN.then("piece", 640);
/// const LAYOUT: Layout = PIECE.layout();
/// static KEYS: KeyTable<u64, 768> = Source::bch(1, 1024).table_u64(LAYOUT);
///
/// let pawns = Only::new(Hasher::new(&KEYS), |feature| PAWN.index_of(feature).is_some());
/// let mut both = (Hasher::new(&KEYS), pawns);
/// both.insert(PAWN.at(8));
/// both.insert(PIECE.at(3));
///
/// assert_eq!(both.0.hash(), KEYS[PAWN.at(8)] ^ KEYS[PIECE.at(3)]);
/// assert_eq!(both.1.get().hash(), KEYS[PAWN.at(8)]);
/// ```
pub trait Changes {
    /// A feature comes into the state.
    fn insert(&mut self, feature: Feature);
    /// A feature leaves the state.
    fn remove(&mut self, feature: Feature);
    /// One feature leaves and another comes.
    #[inline(always)]
    fn replace(&mut self, old: Feature, new: Feature) {
        self.remove(old);
        self.insert(new);
    }
    /// A fact that may be absent changes: the side to move, an en passant file, a
    /// right that is lost.
    #[inline(always)]
    fn update(&mut self, old: Option<Feature>, new: Option<Feature>) {
        if let Some(old) = old {
            self.remove(old);
        }
        if let Some(new) = new {
            self.insert(new);
        }
    }
    /// Features come into the state: all those of a position, say.
    #[inline]
    fn insert_all(&mut self, features: impl IntoIterator<Item = Feature>)
    where
        Self: Sized,
    {
        features.into_iter().for_each(|feature| self.insert(feature));
    }
}

/// Takes changes and keeps nothing.
impl Changes for () {
    #[inline(always)]
    fn insert(&mut self, _: Feature) {}
    #[inline(always)]
    fn remove(&mut self, _: Feature) {}
}

impl<C: Changes + ?Sized> Changes for &mut C {
    #[inline(always)]
    fn insert(&mut self, feature: Feature) {
        (**self).insert(feature);
    }
    #[inline(always)]
    fn remove(&mut self, feature: Feature) {
        (**self).remove(feature);
    }
}

/// Hands changes on when there is something to hand them to.
impl<C: Changes> Changes for Option<C> {
    #[inline(always)]
    fn insert(&mut self, feature: Feature) {
        if let Some(inner) = self {
            inner.insert(feature);
        }
    }
    #[inline(always)]
    fn remove(&mut self, feature: Feature) {
        if let Some(inner) = self {
            inner.remove(feature);
        }
    }
}

macro_rules! changes_of_tuple {
    ($($part:ident $index:tt),*) => {
        impl<$($part: Changes),*> Changes for ($($part,)*) {
            #[inline(always)]
            fn insert(&mut self, feature: Feature) {
                $(self.$index.insert(feature);)*
            }
            #[inline(always)]
            fn remove(&mut self, feature: Feature) {
                $(self.$index.remove(feature);)*
            }
        }
    };
}

changes_of_tuple!(A 0, B 1);
changes_of_tuple!(A 0, B 1, C 2);
changes_of_tuple!(A 0, B 1, C 2, D 3);

/// Keeps the hash of a state: the sum of the keys of the features that are
/// present.
///
/// A hasher does not know which features are present; inserting one that is
/// there already gives the hash of no state. [`Checked`] does know, and finds such
/// mistakes.
///
/// ```
/// use zobrist::{Changes, Hasher, KeyTable, Kind, Layout, Source};
///
/// const STONE: Kind = Kind::first("stone", 18);
/// const LAYOUT: Layout = STONE.layout();
/// static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(1, 64).table_u64(LAYOUT);
///
/// let mut hasher = Hasher::new(&KEYS);
/// hasher.insert(STONE.at(4));
///
/// // What would the hash be?
/// let slide = hasher.delta().remove(STONE.at(4)).insert(STONE.at(5));
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
/// keys of one type but different values, as two seeds make them, equality says nothing.
///
#[cfg_attr(feature = "alloc", doc = "[`Checked`]: crate::Checked")]
#[cfg_attr(not(feature = "alloc"), doc = "[`Checked`]: crate#features")]
#[derive(Clone, Copy, Debug)]
pub struct Hasher<T: Keys> {
    keys: T,
    hash: T::Key,
}

impl<T: Keys> Hasher<T> {
    /// Of a state without features.
    pub const fn new(keys: T) -> Hasher<T> {
        Hasher { keys, hash: T::Key::ZERO }
    }

    /// Of a state with these features.
    pub fn of(keys: T, features: impl IntoIterator<Item = Feature>) -> Hasher<T> {
        let mut hasher = Hasher::new(keys);
        hasher.insert_all(features);
        hasher
    }

    /// The hash of the state.
    #[inline(always)]
    pub fn hash(&self) -> T::Key {
        self.hash
    }

    /// A change of nothing yet, to be described and then asked about or applied.
    ///
    /// It has a clone of the keys, which costs nothing for a reference or a type of your own
    /// that names a `static`, and a counter up and down for an `Rc` or `Arc`. A hasher that owns
    /// a table, as a [`KeyTable`](crate::KeyTable) or a `Box` of keys, copies the whole table
    /// for each change: give it a reference or an `Arc` instead.
    #[inline(always)]
    pub fn delta(&self) -> Delta<T>
    where
        T: Clone,
    {
        Delta { keys: self.keys.clone(), sum: T::Key::ZERO }
    }

    /// What the hash would be after a change.
    #[inline(always)]
    pub fn after(&self, change: &Delta<T>) -> T::Key {
        self.hash.plus(change.sum)
    }

    /// Makes a change.
    #[inline(always)]
    pub fn apply(&mut self, change: &Delta<T>) {
        self.hash = self.after(change);
    }

    /// Takes a change back that was made.
    #[inline(always)]
    pub fn undo(&mut self, change: &Delta<T>) {
        self.hash = self.hash.minus(change.sum);
    }
}

/// By the hashes alone.
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
        self.hash = self.hash.plus(self.keys.key(feature));
    }
    #[inline(always)]
    fn remove(&mut self, feature: Feature) {
        self.hash = self.hash.minus(self.keys.key(feature));
    }
}

/// A change to a state, not yet made: features that would come and leave.
///
/// Begun by [`Hasher::delta`].
#[derive(Clone, Copy, Debug)]
#[must_use = "a change is made by `Hasher::apply`"]
pub struct Delta<T: Keys> {
    keys: T,
    sum: T::Key,
}

impl<T: Keys> Delta<T> {
    /// A feature would come.
    #[inline(always)]
    pub fn insert(mut self, feature: Feature) -> Self {
        self.sum = self.sum.plus(self.keys.key(feature));
        self
    }

    /// A feature would leave.
    #[inline(always)]
    pub fn remove(mut self, feature: Feature) -> Self {
        self.sum = self.sum.minus(self.keys.key(feature));
        self
    }

    /// What the change adds to a hash.
    #[inline(always)]
    pub fn sum(&self) -> T::Key {
        self.sum
    }
}

/// A change described through the same door as a change made: with the deltas of several
/// hashes in a tuple, all are asked at once.
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

/// Lets only some features through, for a hash of part of the state.
#[derive(Clone, Copy)]
pub struct Only<C, F> {
    inner: C,
    keep: F,
}

impl<C: Changes, F: Fn(Feature) -> bool> Only<C, F> {
    /// Hands the features that `keep` accepts to `inner`.
    pub const fn new(inner: C, keep: F) -> Only<C, F> {
        Only { inner, keep }
    }

    /// What the features were handed to.
    pub const fn get(&self) -> &C {
        &self.inner
    }
}

impl<C: Changes, F: Fn(Feature) -> bool> Changes for Only<C, F> {
    #[inline(always)]
    fn insert(&mut self, feature: Feature) {
        if (self.keep)(feature) {
            self.inner.insert(feature);
        }
    }
    #[inline(always)]
    fn remove(&mut self, feature: Feature) {
        if (self.keep)(feature) {
            self.inner.remove(feature);
        }
    }
}

/// Without `keep`: a closure has no `Debug`.
impl<C: Debug, F> Debug for Only<C, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Only").field("inner", &self.inner).finish_non_exhaustive()
    }
}

/// Turns features into counts, for a hash of how many there are and not where:
/// the material hash of a chess position.
///
/// A class with n members present holds the features (class, 0) … (class, n − 1)
/// of a kind of `CLASSES` × `most` features, in this order.
///
/// ```
/// use zobrist::{Changes, Hasher, KeyTable, Kind, Layout, Source, Tally};
///
/// const PIECE: Kind = Kind::first("piece", 768);
/// const COUNT: Kind = PIECE.then("count", 12 * 10);
/// const LAYOUT: Layout = COUNT.layout();
/// static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(1, 1024).table_u64(LAYOUT);
///
/// let class = |feature| PIECE.index_of(feature).map(|index| index / 64);
/// let mut material = Tally::<_, _, 12>::new(Hasher::new(&KEYS), COUNT, class);
/// material.insert(PIECE.at(8));
/// material.replace(PIECE.at(8), PIECE.at(16)); // a move changes no material
/// assert_eq!(material.get().hash(), KEYS[COUNT.at(0)]);
/// ```
#[derive(Clone, Copy)]
pub struct Tally<C, F, const CLASSES: usize> {
    inner: C,
    kind: Kind,
    class_of: F,
    counts: [u32; CLASSES],
    most: u32,
}

impl<C: Changes, F: Fn(Feature) -> Option<usize>, const CLASSES: usize> Tally<C, F, CLASSES> {
    /// Counts the features to which `class_of` gives a class, passes over those to which it
    /// gives none, and hands the counts to `inner` as features of `kind`.
    ///
    /// # Panics
    /// When there are no `CLASSES`, or the size of `kind` is not a multiple of them. A change
    /// panics when `class_of` gives a class that is not below `CLASSES`, or a class has more
    /// members than `kind` has room for or fewer than none.
    pub fn new(inner: C, kind: Kind, class_of: F) -> Self {
        assert!(
            CLASSES > 0 && kind.size().is_multiple_of(CLASSES),
            "a kind of counts has the same room for each class"
        );
        let most = (kind.size() / CLASSES) as u32;
        Tally { inner, kind, class_of, counts: [0; CLASSES], most }
    }

    /// What the counts were handed to.
    pub const fn get(&self) -> &C {
        &self.inner
    }

    /// How many members of each class are present.
    pub const fn counts(&self) -> &[u32; CLASSES] {
        &self.counts
    }

    fn feature(&self, class: usize, member: u32) -> Feature {
        self.kind.at(class * self.most as usize + member as usize)
    }
}

impl<C: Changes, F: Fn(Feature) -> Option<usize>, const CLASSES: usize> Changes
    for Tally<C, F, CLASSES>
{
    fn insert(&mut self, feature: Feature) {
        if let Some(class) = (self.class_of)(feature) {
            let count = self.counts[class];
            assert!(count < self.most, "class {class} has room for {} members", self.most);
            self.inner.insert(self.feature(class, count));
            self.counts[class] += 1;
        }
    }

    fn remove(&mut self, feature: Feature) {
        if let Some(class) = (self.class_of)(feature) {
            let count = self.counts[class].checked_sub(1);
            let count = count.expect("a member leaves a class that has one");
            self.inner.remove(self.feature(class, count));
            self.counts[class] = count;
        }
    }
}

/// Without `class_of`: a closure has no `Debug`.
impl<C: Debug, F, const CLASSES: usize> Debug for Tally<C, F, CLASSES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { inner, kind, counts, .. } = self;
        let mut fields = f.debug_struct("Tally");
        fields.field("inner", inner).field("kind", kind).field("counts", counts);
        fields.finish_non_exhaustive()
    }
}
