//! Many names at once, for evaluators that work in parallel or elsewhere.

use std::collections::BTreeMap;
use std::convert::Infallible;

use zobrist::Key;

use super::store::LookUp;
use super::stored::{Name, Verification};
use super::values::{OtherWriters, Recall};
use crate::configuration::Species;

impl<V: Clone, K: Key> Recall<V, K> {
    /// Returns the values of many names. Missing values are computed in one go: `compute` is given
    /// their places in `names`, each name once, and returns as many values, in that order. It is
    /// not called if there is nothing to compute.
    ///
    /// With an audit, the places include the hits that are to be recomputed. A name that occurs
    /// several times is a miss once, and then a hit.
    ///
    /// ```
    /// use zobrist_lattice::{Name, Recall};
    ///
    /// let mut recall = Recall::with_entries(1000);
    /// let names = [7_u64, 8, 7, 9].map(Name::from);
    /// let barriers = recall.get_or_compute_batch(&names, |places| {
    ///     assert_eq!(places, [0, 1, 3]);
    ///     places.iter().map(|place| names[*place].hash as f64 / 10.0).collect()
    /// });
    /// assert_eq!(barriers, [0.7, 0.8, 0.7, 0.9]);
    /// assert_eq!((recall.statistics().misses, recall.statistics().hits), (3, 1));
    /// ```
    ///
    /// # Panics
    /// When a different number of values comes back, or when contents are compared and a name has
    /// none.
    pub fn get_or_compute_batch(
        &mut self,
        names: &[Name<'_, K>],
        compute: impl FnOnce(&[usize]) -> Vec<V>,
    ) -> Vec<V> {
        let compute = |places: &[usize]| Ok::<_, Infallible>(compute(places));
        self.get_or_try_compute_batch(names, compute).unwrap_or_else(|never| match never {})
    }

    /// Returns what [`get_or_compute_batch`](Recall::get_or_compute_batch) returns, with a
    /// computation that may fail. Nothing is kept then; the look-ups count all the same.
    ///
    /// # Errors
    /// The error of `compute`.
    ///
    /// # Panics
    /// As [`get_or_compute_batch`](Recall::get_or_compute_batch).
    pub fn get_or_try_compute_batch<E>(
        &mut self,
        names: &[Name<'_, K>],
        compute: impl FnOnce(&[usize]) -> Result<Vec<V>, E>,
    ) -> Result<Vec<V>, E> {
        let batch = self.look_up(names);
        let computed = match batch.places() {
            [] => Vec::new(),
            places => compute(places)?,
        };
        batch.check(&computed);
        self.enter(names, &batch, &computed, OtherWriters::None);
        Ok(batch.into_values(&computed).collect())
    }

    /// The first part of a batch: looks the names up and counts. The values of
    /// [`places`](Batch::places) are then to be computed, and [entered](Recall::enter).
    pub(crate) fn look_up(&mut self, names: &[Name<'_, K>]) -> Batch<V> {
        let mut values = Vec::with_capacity(names.len());
        let (mut misses, mut audits, mut audited) = (Vec::new(), Vec::new(), Vec::new());
        let mut first: BTreeMap<(K, &[Species]), usize> = BTreeMap::new();
        for (place, name) in names.iter().enumerate() {
            let found = self.store.find(*name);
            if let LookUp::At(at) = found {
                let value = self.hit(at);
                if self.is_audited() {
                    audits.push(place);
                    audited.push(value.clone());
                }
                values.push(BatchValue::Kept(value));
                continue;
            }
            let content =
                if self.verification() == Verification::Content { name.to_compare() } else { &[] };
            let number = *first.entry((name.hash, content)).or_insert_with(|| {
                misses.push(place);
                misses.len() - 1
            });
            if misses[number] == place {
                self.miss_to_compute(found);
            } else {
                self.statistics.hits += 1;
            }
            values.push(BatchValue::Computed(number));
        }
        let missed = misses.len();
        misses.append(&mut audits);
        Batch { values, places: misses, missed, audited }
    }

    /// The second part of a batch: keeps what was computed for its places, and compares what an
    /// audit asked for. If others may have entered values meanwhile, theirs stay.
    pub(crate) fn enter(
        &mut self,
        names: &[Name<'_, K>],
        batch: &Batch<V>,
        computed: &[V],
        others: OtherWriters,
    ) {
        for (recalled, recomputed) in batch.audited.iter().zip(&computed[batch.missed..]) {
            self.compare(recalled, recomputed);
        }
        for (place, value) in batch.misses().iter().zip(computed) {
            self.keep_unless_there(names[*place], value.clone(), others);
        }
    }
}

/// The look-ups of a batch, whose missing values are still to be computed.
pub(crate) struct Batch<V> {
    values: Vec<BatchValue<V>>,
    /// The places of the misses, then those of the hits that are to be recomputed.
    places: Vec<usize>,
    missed: usize,
    /// The stored values of the hits that are to be recomputed.
    audited: Vec<V>,
}

impl<V> Batch<V> {
    /// The places of the names whose values are to be computed: the misses first, each name once.
    pub(crate) fn places(&self) -> &[usize] {
        &self.places
    }

    /// The places of the misses. Values that only an audit computes change nothing.
    pub(crate) fn misses(&self) -> &[usize] {
        &self.places[..self.missed]
    }

    /// Checks that a value was computed for each place.
    ///
    /// # Panics
    /// When not.
    pub(crate) fn check(&self, computed: &[V]) {
        assert!(
            computed.len() == self.places.len(),
            "expected {} values for as many places, got {}",
            self.places.len(),
            computed.len()
        );
    }

    /// The values of all names, given those computed.
    pub(crate) fn into_values(self, computed: &[V]) -> impl Iterator<Item = V>
    where
        V: Clone,
    {
        self.values.into_iter().map(|value| match value {
            BatchValue::Kept(value) => value,
            BatchValue::Computed(number) => computed[number].clone(),
        })
    }
}

/// A value of a batch: recalled, or the number of one that was computed for the batch.
enum BatchValue<V> {
    Kept(V),
    Computed(usize),
}
