//! Counting features, for a hash of how many there are.

use core::fmt::{self, Debug};

use crate::changes::Changes;
use crate::layout::{Feature, Kind};

/// A counter that turns features into counts, for a hash of how many there are and not of
/// where they are: the material hash of a chess position.
///
/// A class with n members present holds the features (class, 0) … (class, n − 1)
/// of a kind of `CLASSES` × `max` features, in this order.
///
/// ```
/// use zobrist::{Hasher, KeyTable, Kind, Layout, Source, Tally};
///
/// const PIECE: Kind = Kind::first("piece", 768);
/// const COUNT: Kind = PIECE.then("count", 12 * 10);
/// const LAYOUT: Layout = COUNT.layout();
/// // Seed 1, room for 1024 features.
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
    max: u32,
}

impl<C: Changes, F: Fn(Feature) -> Option<usize>, const CLASSES: usize> Tally<C, F, CLASSES> {
    /// Creates a counter of the features to which `class_of` gives a class. Those without a
    /// class are skipped; the counts are handed to `inner` as features of `kind`.
    ///
    /// # Panics
    /// When `CLASSES` is zero, or the size of `kind` is not a multiple of it. A change panics
    /// when `class_of` gives a class that is not below `CLASSES`, or when a class would have
    /// more members than `kind` has room for or fewer than none.
    pub fn new(inner: C, kind: Kind, class_of: F) -> Self {
        assert!(
            CLASSES > 0 && kind.size() % CLASSES == 0,
            "a kind of counts has the same number of slots for each class"
        );
        let max = (kind.size() / CLASSES) as u32;
        Tally { inner, kind, class_of, counts: [0; CLASSES], max }
    }

    /// Counts a feature that comes into the state.
    ///
    /// # Panics
    /// When `class_of` gives a class that is not below `CLASSES`, or the class is full.
    pub fn insert(&mut self, feature: Feature) {
        if let Some(class) = (self.class_of)(feature) {
            let count = self.counts[class];
            assert!(count < self.max, "class {class} has room for {} members", self.max);
            self.inner.insert(self.feature(class, count));
            self.counts[class] += 1;
        }
    }

    /// Counts a feature that leaves the state.
    ///
    /// # Panics
    /// When `class_of` gives a class that is not below `CLASSES`, or the class is empty.
    pub fn remove(&mut self, feature: Feature) {
        if let Some(class) = (self.class_of)(feature) {
            let count = self.counts[class].checked_sub(1);
            let count = count.expect("only a class with a member can lose one");
            self.inner.remove(self.feature(class, count));
            self.counts[class] = count;
        }
    }

    /// Counts one feature that leaves the state and another that comes.
    ///
    /// # Panics
    /// When [`remove`](Tally::remove) or [`insert`](Tally::insert) would.
    pub fn replace(&mut self, old: Feature, new: Feature) {
        self.remove(old);
        self.insert(new);
    }

    /// Returns the receiver that the counts are handed to.
    pub const fn get(&self) -> &C {
        &self.inner
    }

    /// Returns the number of members that are present, by class.
    pub const fn counts(&self) -> &[u32; CLASSES] {
        &self.counts
    }

    fn feature(&self, class: usize, member: u32) -> Feature {
        self.kind.at(class * self.max as usize + member as usize)
    }
}

impl<C: Changes, F: Fn(Feature) -> Option<usize>, const CLASSES: usize> Changes
    for Tally<C, F, CLASSES>
{
    fn insert(&mut self, feature: Feature) {
        Tally::insert(self, feature);
    }

    fn remove(&mut self, feature: Feature) {
        Tally::remove(self, feature);
    }

    fn replace(&mut self, old: Feature, new: Feature) {
        Tally::replace(self, old, new);
    }
}

/// Leaves `class_of` out: a closure has no `Debug`.
impl<C: Debug, F, const CLASSES: usize> Debug for Tally<C, F, CLASSES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { inner, kind, counts, .. } = self;
        let mut fields = f.debug_struct("Tally");
        fields.field("inner", inner).field("kind", kind).field("counts", counts);
        fields.finish_non_exhaustive()
    }
}
