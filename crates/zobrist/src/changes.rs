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
    /// Receives several features that come into the state: all those of a position, say.
    #[inline]
    fn insert_all(&mut self, features: impl IntoIterator<Item = Feature>)
    where
        Self: Sized,
    {
        features.into_iter().for_each(|feature| self.insert(feature));
    }
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

/// Leaves `keep` out: a closure has no `Debug`.
impl<C: Debug, F> Debug for Only<C, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Only").field("inner", &self.inner).finish_non_exhaustive()
    }
}
