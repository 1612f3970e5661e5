//! The stream of changes by which hashes are kept up to date.

use core::fmt::{self, Debug};

use crate::layout::Feature;

/// A receiver of changes: features that come into a state or leave it.
///
/// A [`Hasher`](crate::Hasher) keeps a hash of them. A tuple hands each change to its parts, so
/// that one stream keeps several hashes up to date; [`Only`] lets some features through;
/// [`Tally`](crate::Tally) turns features into counts.
///
/// ```
/// use zobrist::{Changes, Hasher, KeyTable, Kind, Layout, Only, Source};
///
/// const PAWN: Kind = Kind::first("pawn", 128);
/// const PIECE: Kind = PAWN.then("piece", 640);
/// const LAYOUT: Layout = PIECE.layout();
/// // Seed 1, room for 1024 features.
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
    /// Receives a feature that comes into the state.
    fn insert(&mut self, feature: Feature);
    /// Receives a feature that leaves the state.
    fn remove(&mut self, feature: Feature);
    /// Receives a feature that leaves the state and another that comes into it.
    #[inline(always)]
    fn replace(&mut self, old: Feature, new: Feature) {
        self.remove(old);
        self.insert(new);
    }
    /// Receives the change of a fact that may be absent before or after: an en passant file,
    /// a right that is lost.
    #[inline(always)]
    fn update(&mut self, old: Option<Feature>, new: Option<Feature>) {
        if let Some(old) = old {
            self.remove(old);
        }
        if let Some(new) = new {
            self.insert(new);
        }
    }
    /// Receives a change of a feature that is there or not: it leaves if `is_there`, and comes if
    /// not. So the side to move, where one side alone has a key.
    #[inline(always)]
    fn toggle(&mut self, feature: Feature, is_there: bool) {
        if is_there {
            self.remove(feature);
        } else {
            self.insert(feature);
        }
    }
    /// Receives several features that come into the state: all those of a position, say.
    #[inline]
    fn insert_all(&mut self, features: impl IntoIterator<Item = Feature>)
    where
        Self: Sized,
    {
        features.into_iter().for_each(|feature| self.insert(feature));
    }
}

/// A hash that is kept up to date by changes, and tells what it would be after one.
///
/// A board that is generic over it can keep a [`Hasher`](crate::Hasher), in debugging a
#[cfg_attr(feature = "alloc", doc = "[`Checked`](crate::Checked)")]
#[cfg_attr(not(feature = "alloc"), doc = "[`Checked`](crate#features)")]
/// one, or a tuple of hashes, and probe a table with the hash after a move before it makes
/// the move.
///
/// ```
/// use zobrist::{Changes, Feature, Hasher, Incremental, KeyTable, Kind, Layout, Source};
///
/// const STONE: Kind = Kind::first("stone", 18);
/// const LAYOUT: Layout = STONE.layout();
/// // Seed 1, room for 64 features.
/// static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(1, 64).table_u64(LAYOUT);
///
/// #[derive(Clone)]
/// struct Board<H> {
///     hasher: H,
/// }
///
/// impl<H: Incremental<Hash = u64>> Board<H> {
///     /// The hash after a slide of the stone on one point to another.
///     fn hash_after(&self, from: usize, to: usize) -> u64 {
///         let mut change = self.hasher.delta();
///         change.replace(STONE.at(from), STONE.at(to));
///         self.hasher.after(&change)
///     }
///
///     fn slide(&self, from: usize, to: usize) -> Board<H> {
///         let mut next = self.clone();
///         next.hasher.replace(STONE.at(from), STONE.at(to));
///         next
///     }
/// }
///
/// let board = Board { hasher: Hasher::of(&KEYS, [STONE.at(4)]) };
/// assert_eq!(board.hash_after(4, 5), board.slide(4, 5).hasher.hash());
/// ```
pub trait Incremental: Changes + Clone {
    /// The hash: a key, or for a tuple a tuple of them.
    type Hash: Copy + Eq + Debug;
    /// A change that is not yet made.
    type Delta: Changes + Clone;

    /// Returns the hash of the state.
    fn hash(&self) -> Self::Hash;
    /// Returns an empty change, to be extended by the methods of [`Changes`] and then evaluated or
    /// applied.
    fn delta(&self) -> Self::Delta;
    /// Returns the hash that the state would have after a change.
    fn after(&self, change: &Self::Delta) -> Self::Hash;
    /// Applies a change.
    fn apply(&mut self, change: &Self::Delta);
    /// Takes back a change that was applied.
    fn undo(&mut self, change: &Self::Delta);
}

/// Discards all changes.
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

/// Forwards changes to the receiver, and discards them if there is none.
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

        impl<$($part: Incremental),*> Incremental for ($($part,)*) {
            type Hash = ($($part::Hash,)*);
            type Delta = ($($part::Delta,)*);
            #[inline(always)]
            fn hash(&self) -> Self::Hash {
                ($(self.$index.hash(),)*)
            }
            #[inline(always)]
            fn delta(&self) -> Self::Delta {
                ($(self.$index.delta(),)*)
            }
            #[inline(always)]
            fn after(&self, change: &Self::Delta) -> Self::Hash {
                ($(self.$index.after(&change.$index),)*)
            }
            #[inline(always)]
            fn apply(&mut self, change: &Self::Delta) {
                $(self.$index.apply(&change.$index);)*
            }
            #[inline(always)]
            fn undo(&mut self, change: &Self::Delta) {
                $(self.$index.undo(&change.$index);)*
            }
        }
    };
}

changes_of_tuple!(A 0, B 1);
changes_of_tuple!(A 0, B 1, C 2);
changes_of_tuple!(A 0, B 1, C 2, D 3);

/// A filter that lets only some features through, for a hash of part of the state.
#[derive(Clone, Copy)]
pub struct Only<C, F> {
    inner: C,
    keep: F,
}

impl<C: Changes, F: Fn(Feature) -> bool> Only<C, F> {
    /// Creates a filter that hands the features that `keep` accepts to `inner`.
    pub const fn new(inner: C, keep: F) -> Only<C, F> {
        Only { inner, keep }
    }

    /// Hands on a feature that comes into the state, if `keep` accepts it.
    #[inline(always)]
    pub fn insert(&mut self, feature: Feature) {
        if (self.keep)(feature) {
            self.inner.insert(feature);
        }
    }

    /// Hands on a feature that leaves the state, if `keep` accepts it.
    #[inline(always)]
    pub fn remove(&mut self, feature: Feature) {
        if (self.keep)(feature) {
            self.inner.remove(feature);
        }
    }

    /// Hands on a feature that leaves and another that comes, each if `keep` accepts it.
    #[inline(always)]
    pub fn replace(&mut self, old: Feature, new: Feature) {
        self.remove(old);
        self.insert(new);
    }

    /// Returns the receiver that the features are handed to.
    pub const fn get(&self) -> &C {
        &self.inner
    }
}

impl<C: Changes, F: Fn(Feature) -> bool> Changes for Only<C, F> {
    #[inline(always)]
    fn insert(&mut self, feature: Feature) {
        Only::insert(self, feature);
    }
    #[inline(always)]
    fn remove(&mut self, feature: Feature) {
        Only::remove(self, feature);
    }
    #[inline(always)]
    fn replace(&mut self, old: Feature, new: Feature) {
        Only::replace(self, old, new);
    }
}

impl<C: Incremental, F: Fn(Feature) -> bool + Clone> Incremental for Only<C, F> {
    type Hash = C::Hash;
    type Delta = Only<C::Delta, F>;
    #[inline(always)]
    fn hash(&self) -> C::Hash {
        self.inner.hash()
    }
    #[inline(always)]
    fn delta(&self) -> Only<C::Delta, F> {
        Only::new(self.inner.delta(), self.keep.clone())
    }
    #[inline(always)]
    fn after(&self, change: &Only<C::Delta, F>) -> C::Hash {
        self.inner.after(&change.inner)
    }
    #[inline(always)]
    fn apply(&mut self, change: &Only<C::Delta, F>) {
        self.inner.apply(&change.inner);
    }
    #[inline(always)]
    fn undo(&mut self, change: &Only<C::Delta, F>) {
        self.inner.undo(&change.inner);
    }
}

/// Leaves `keep` out: a closure has no `Debug`.
impl<C: Debug, F> Debug for Only<C, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Only").field("inner", &self.inner).finish_non_exhaustive()
    }
}
