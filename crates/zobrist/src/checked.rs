//! Finding the mistake when an incremental hash drifts from the recomputed one.

use alloc::boxed::Box;
use alloc::vec::Vec;
use alloc::{format, vec};
use core::error::Error;
use core::fmt::{self, Debug, Display};

use crate::changes::{Changes, Incremental};
use crate::hasher::{Delta, Hasher};
use crate::key::{Group, Hex};
use crate::keys::Keys;
use crate::layout::{Feature, Layout};

/// A hasher for debugging that remembers its features.
///
/// Use it in place of the [`Hasher`], whose methods it has, and call
/// [`verify`](Checked::verify) after each move with the features of the state as they
/// are on the board: a forgotten castling right or an en passant file that was never
/// taken out is named at the first move that goes wrong.
///
/// ```
/// use zobrist::{Checked, KeyTable, Kind, Layout, Source};
///
/// const STONE: Kind = Kind::first("stone", 18);
/// const LAYOUT: Layout = STONE.layout();
/// // Seed 1, room for 64 features.
/// static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(1, 64).table_u64(LAYOUT);
///
/// let mut hasher = Checked::new(&KEYS);
/// hasher.insert(STONE.at(4));
/// hasher.insert(STONE.at(7)); // but the stone was put on 8
///
/// let mistake = hasher.verify([STONE.at(4), STONE.at(8)]).unwrap_err();
/// assert_eq!(mistake.missing, [STONE.at(8)]);
/// assert_eq!(mistake.surplus, [STONE.at(7)]);
/// ```
///
/// Its deltas have a type of their own, [`CheckedDelta`]. A program that is generic over
/// [`Incremental`] names neither that nor [`Delta`], and changes from one hasher to the other in
/// one place.
///
/// An insertion costs that of a hasher plus a counter; a [`delta`](Checked::delta) allocates a
/// list of its features; a verification takes time linear in the size of the layout.
#[derive(Clone)]
pub struct Checked<T: Keys> {
    hasher: Hasher<T>,
    keys: T,
    /// The number of insertions of each feature minus that of its removals.
    present: Vec<i32>,
}

/// Compares the hashes alone, as a [`Hasher`] does.
impl<T: Keys> PartialEq for Checked<T> {
    fn eq(&self, other: &Checked<T>) -> bool {
        self.hasher == other.hasher
    }
}

impl<T: Keys> Eq for Checked<T> {}

impl<T: Keys + Clone> Checked<T> {
    /// Creates a hasher for the empty state.
    pub fn new(keys: T) -> Checked<T> {
        let present = vec![0; keys.layout().len()];
        Checked { hasher: Hasher::new(keys.clone()), keys, present }
    }

    /// Creates a hasher for the state with the given features.
    pub fn of(keys: T, features: impl IntoIterator<Item = Feature>) -> Checked<T> {
        let mut checked = Checked::new(keys);
        checked.insert_all(features);
        checked
    }

    /// Returns the hash of the state, as kept incrementally.
    pub fn hash(&self) -> T::Key {
        self.hasher.hash()
    }

    /// Returns an empty change, to be extended and then evaluated or applied.
    pub fn delta(&self) -> CheckedDelta<T> {
        CheckedDelta { delta: self.hasher.delta(), changes: Vec::new() }
    }

    /// Returns the hash that the state would have after a change.
    pub fn after(&self, change: &CheckedDelta<T>) -> T::Key {
        self.hasher.after(&change.delta)
    }

    /// Applies a change.
    ///
    /// # Panics
    /// When the slot of a feature of the change is outside the layout of the keys.
    pub fn apply(&mut self, change: &CheckedDelta<T>) {
        self.hasher.apply(&change.delta);
        self.count(change, 1);
    }

    /// Takes back a change that was applied.
    ///
    /// # Panics
    /// When the slot of a feature of the change is outside the layout of the keys.
    pub fn undo(&mut self, change: &CheckedDelta<T>) {
        self.hasher.undo(&change.delta);
        self.count(change, -1);
    }

    fn count(&mut self, change: &CheckedDelta<T>, sign: i32) {
        for (feature, count) in &change.changes {
            self.present[feature.slot()] += sign * count;
        }
    }

    /// Compares the features that result from the changes with those that the state really has.
    ///
    /// # Errors
    /// Returns the difference when the features that result from the changes are not those of
    /// `actual`, even if the hashes agree (a feature inserted two times too
    /// many leaves no trace in an XOR).
    ///
    /// # Panics
    /// When the slot of a feature is outside the layout of the keys.
    pub fn verify(
        &self,
        actual: impl IntoIterator<Item = Feature>,
    ) -> Result<(), Mismatch<T::Key>> {
        let mut recomputed = Hasher::new(self.keys.clone());
        let mut difference = self.present.clone();
        for feature in actual {
            recomputed.insert(feature);
            difference[feature.slot()] -= 1;
        }
        if difference.iter().all(|count| *count == 0) {
            return Ok(());
        }
        let times = |sign: i32| {
            let repeat = move |(slot, count): (usize, &i32)| {
                core::iter::repeat_n(Feature::from_slot(slot), (count * sign).max(0) as usize)
            };
            difference.iter().enumerate().flat_map(repeat).collect()
        };
        Err(Mismatch {
            incremental: self.hash(),
            recomputed: recomputed.hash(),
            surplus: times(1),
            missing: times(-1),
            layout: Box::new(self.keys.layout()),
        })
    }
}

impl<T: Keys> Checked<T> {
    /// Adds the key of a feature that comes into the state.
    ///
    /// # Panics
    /// When the slot of a feature is outside the layout of the keys.
    pub fn insert(&mut self, feature: Feature) {
        self.hasher.insert(feature);
        self.present[feature.slot()] += 1;
    }

    /// Takes out the key of a feature that leaves the state.
    ///
    /// # Panics
    /// When the slot of a feature is outside the layout of the keys.
    pub fn remove(&mut self, feature: Feature) {
        self.hasher.remove(feature);
        self.present[feature.slot()] -= 1;
    }

    /// Takes out the key of one feature and adds that of another.
    ///
    /// # Panics
    /// When the slot of a feature is outside the layout of the keys.
    pub fn replace(&mut self, old: Feature, new: Feature) {
        self.remove(old);
        self.insert(new);
    }

    /// Takes out the key of a fact as it was, if it was there, and adds that of the fact as it is:
    /// an en passant file, a right that is lost.
    ///
    /// # Panics
    /// When the slot of a feature is outside the layout of the keys.
    pub fn update(&mut self, old: Option<Feature>, new: Option<Feature>) {
        Changes::update(self, old, new);
    }

    /// Takes out the key of a feature that is there, and adds that of one that is not: the side to
    /// move, where one side alone has a key.
    ///
    /// # Panics
    /// When the slot of a feature is outside the layout of the keys.
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
}

/// Shows the hash and the features that are there, by name.
impl<T: Keys> Debug for Checked<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = self.keys.layout();
        let there = self.present.iter().enumerate().filter(|(_, count)| **count != 0);
        let features = there.map(|(slot, count)| {
            let name = layout.name(Feature::from_slot(slot));
            if *count == 1 { format!("{name}") } else { format!("{count} × {name}") }
        });
        f.debug_struct("Checked")
            .field("hash", &Hex(self.hasher.hash()))
            .field("features", &features.collect::<Vec<_>>())
            .finish()
    }
}

impl<T: Keys + Clone> Incremental for Checked<T> {
    type Hash = T::Key;
    type Delta = CheckedDelta<T>;
    fn hash(&self) -> T::Key {
        Checked::hash(self)
    }
    fn delta(&self) -> CheckedDelta<T> {
        Checked::delta(self)
    }
    fn after(&self, change: &CheckedDelta<T>) -> T::Key {
        Checked::after(self, change)
    }
    fn apply(&mut self, change: &CheckedDelta<T>) {
        Checked::apply(self, change);
    }
    fn undo(&mut self, change: &CheckedDelta<T>) {
        Checked::undo(self, change);
    }
}

impl<T: Keys> Changes for Checked<T> {
    fn insert(&mut self, feature: Feature) {
        Checked::insert(self, feature);
    }

    fn remove(&mut self, feature: Feature) {
        Checked::remove(self, feature);
    }

    fn replace(&mut self, old: Feature, new: Feature) {
        Checked::replace(self, old, new);
    }
}

/// A change to a state, not yet made, that remembers its features.
///
/// Made by [`Checked::delta`], as a [`Delta`] is by [`Hasher::delta`].
#[derive(Clone, Debug)]
#[must_use = "a change is made by `Checked::apply`"]
pub struct CheckedDelta<T: Keys> {
    delta: Delta<T>,
    /// 1 for each feature that would come, -1 for each that would leave.
    changes: Vec<(Feature, i32)>,
}

impl<T: Keys> CheckedDelta<T> {
    /// Returns the change extended by a feature that would come.
    pub fn with(mut self, feature: Feature) -> Self {
        self.insert(feature);
        self
    }

    /// Returns the change extended by a feature that would leave.
    pub fn without(mut self, feature: Feature) -> Self {
        self.remove(feature);
        self
    }

    /// Returns the change extended by a feature that would leave and another that would come.
    pub fn replacing(mut self, old: Feature, new: Feature) -> Self {
        self.replace(old, new);
        self
    }

    /// Returns the difference that the change makes to a hash.
    pub fn sum(&self) -> T::Key {
        self.delta.sum()
    }
}

impl<T: Keys> Changes for CheckedDelta<T> {
    fn insert(&mut self, feature: Feature) {
        self.delta.insert(feature);
        self.changes.push((feature, 1));
    }

    fn remove(&mut self, feature: Feature) {
        self.delta.remove(feature);
        self.changes.push((feature, -1));
    }
}

/// The features by which an incremental hash differs from the recomputed one.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch<K> {
    /// The hash that was kept incrementally.
    pub incremental: K,
    /// The hash recomputed from the features of the state.
    pub recomputed: K,
    /// The features that were inserted or not removed, but are not in the state; each as often as
    /// it is in excess.
    pub surplus: Vec<Feature>,
    /// The features of the state that were removed or never inserted; each as often as it is
    /// missing.
    pub missing: Vec<Feature>,
    layout: Box<Layout>,
}

/// Shows what [`Display`] writes.
impl<K: Group> Debug for Mismatch<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mismatch({self})")
    }
}

impl<K: Group> Display for Mismatch<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kept, computed) = (Hex(self.incremental), Hex(self.recomputed));
        write!(f, "incremental hash {kept}, recomputed {computed}")?;
        for (heading, features) in [
            ("not removed (or inserted in excess)", &self.surplus),
            ("not inserted (or removed in excess)", &self.missing),
        ] {
            for (position, feature) in features.iter().enumerate() {
                let before = if position == 0 { heading } else { "" };
                let comma = if position == 0 { ": " } else { ", " };
                let start = if position == 0 { "; " } else { "" };
                write!(f, "{start}{before}{comma}{}", self.layout.name(*feature))?;
            }
        }
        Ok(())
    }
}

impl<K: Group> Error for Mismatch<K> {}
