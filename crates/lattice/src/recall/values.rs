//! Look-ups in a recall.

use std::convert::Infallible;

use zobrist::Key;

use super::audit::{Audit, AuditReport, Auditor};
use super::store::{LookUp, Store};
use super::stored::{Name, Stored, Verification};

/// A bounded cache of computed values, such as the barriers of states or of environments, under
/// their hashes.
///
/// It never has more entries, or bytes, than its bound; the least recently used are evicted first.
/// It draws no random numbers, so that a simulation is the same with and without it, as long as
/// different environments have different names.
///
/// ```
/// use zobrist_lattice::Recall;
///
/// let mut recall = Recall::with_entries(2);
/// let mut evaluations = 0;
/// for name in [1, 2, 1, 3, 1, 2_u64] {
///     let barrier = recall.get_or_compute(name, || {
///         evaluations += 1;
///         0.6 + 0.01 * name as f64
///     });
///     assert_eq!(barrier, 0.6 + 0.01 * name as f64);
/// }
/// assert_eq!(evaluations, 4); // 2 had to go for 3, being older than 1
/// assert_eq!(recall.statistics().hits, 2);
/// ```
#[derive(Clone, Debug)]
pub struct Recall<V, K = u64> {
    pub(super) store: Store<V, K>,
    pub(super) statistics: Statistics,
    pub(super) prefactors: bool,
    auditor: Option<Auditor<V>>,
}

/// Counts of the look-ups so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// The number of look-ups that found a value.
    pub hits: u64,
    /// The number of look-ups that did not: this many values were computed, audits aside.
    pub misses: u64,
    /// The number of entries that were evicted for others.
    pub evictions: u64,
    /// The number of misses whose hash was present with other contents: only a comparison of
    /// contents finds them.
    pub refuted: u64,
}

impl Statistics {
    /// The counts of both.
    pub(crate) fn plus(self, other: Statistics) -> Statistics {
        self.with(other, |own, other| own + other)
    }

    /// The counts since `before`.
    pub(crate) fn since(self, before: Statistics) -> Statistics {
        self.with(before, |own, before| own - before)
    }

    fn with(self, other: Statistics, of: impl Fn(u64, u64) -> u64) -> Statistics {
        Statistics {
            hits: of(self.hits, other.hits),
            misses: of(self.misses, other.misses),
            evictions: of(self.evictions, other.evictions),
            refuted: of(self.refuted, other.refuted),
        }
    }
}

impl<V> Recall<V> {
    /// Creates an empty recall that keeps at most `entries` values, and at most 2³² − 1, under
    /// names of 64 bits. Memory is allocated as entries come.
    #[must_use]
    pub fn with_entries(entries: usize) -> Recall<V> {
        Recall::with_entries_and_keys(entries)
    }

    /// Creates an empty recall that takes at most `bytes` bytes, counting everything requested from
    /// the allocator, for values under names of 64 bits. Memory is allocated as entries come. An
    /// entry of an `f64` takes 32 bytes, and 4 to 8 more to be found.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Recall<V>
    where
        V: Stored,
    {
        Recall::with_bytes_and_keys(bytes)
    }
}

impl<V, K: Key> Recall<V, K> {
    /// Creates the recall of [`with_entries`](Recall::with_entries) for names with keys of type
    /// `K`, as in `Recall::<f64, u128>::with_entries_and_keys(1000)`.
    #[must_use]
    pub fn with_entries_and_keys(entries: usize) -> Recall<V, K> {
        Recall::with_store(Store::with_entries(entries))
    }

    /// Creates the recall of [`with_bytes`](Recall::with_bytes) for names with keys of type `K`.
    pub fn with_bytes_and_keys(bytes: usize) -> Recall<V, K>
    where
        V: Stored,
    {
        Recall::with_store(Store::with_bytes(bytes, V::heap_bytes))
    }

    fn with_store(store: Store<V, K>) -> Recall<V, K> {
        Recall { store, statistics: Statistics::default(), prefactors: false, auditor: None }
    }

    /// Chooses the proof that a stored value is the one asked for.
    ///
    /// # Panics
    /// When something is kept already.
    #[must_use]
    pub fn verify_by(mut self, verification: Verification) -> Recall<V, K> {
        self.store.keep_contents(verification == Verification::Content);
        self
    }

    /// Takes the second half of the numbers of each value for prefactors. Files say so, and an
    /// audit compares them by fractions.
    #[must_use]
    pub fn with_prefactors(mut self) -> Recall<V, K> {
        self.prefactors = true;
        self
    }

    /// Recomputes a sample of the hits from now on, in [`get_or_compute`](Recall::get_or_compute)
    /// and the batch. The kept value is returned whatever the outcome.
    ///
    /// ```
    /// use zobrist_lattice::{Audit, Recall, Verification};
    ///
    /// let mut recall = Recall::with_entries(1000)
    ///     .verify_by(Verification::Hash)
    ///     .audit(Audit::one_in(1, 1));
    /// recall.insert(7, 0.65);
    /// assert_eq!(recall.get_or_compute(7, || 0.75), 0.65);
    /// let report = recall.audit_report().unwrap();
    /// assert_eq!((report.recomputed, report.deviating), (1, 1));
    /// ```
    #[must_use]
    pub fn audit(mut self, audit: Audit) -> Recall<V, K>
    where
        V: Stored,
    {
        self.auditor = Some(Auditor::new(audit));
        self
    }

    /// Returns the findings of the audit, if there is one.
    #[must_use]
    pub fn audit_report(&self) -> Option<AuditReport> {
        self.auditor.as_ref().map(|auditor| auditor.report)
    }

    /// Returns the proof that a stored value is the one asked for.
    #[must_use]
    pub fn verification(&self) -> Verification {
        if self.store.keeps_contents() { Verification::Content } else { Verification::Hash }
    }

    /// Returns the number of entries that are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Returns true if no value is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the bytes requested from the allocator; those that values hold on the heap are
    /// counted if the bound is one of bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.store.bytes()
    }

    /// Returns the counts of the look-ups so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Returns true if a value is kept under a name. It counts neither as a use nor as a look-up.
    ///
    /// # Panics
    /// When contents are compared and the name has none.
    pub fn contains<'a>(&self, name: impl Into<Name<'a, K>>) -> bool {
        matches!(self.store.find(name.into()), LookUp::At(_))
    }

    /// The value that is kept under a name. Counts neither as a use nor as a look-up.
    pub(crate) fn peek<'a>(&self, name: impl Into<Name<'a, K>>) -> Option<&V> {
        match self.store.find(name.into()) {
            LookUp::At(at) => Some(self.store.value(at)),
            LookUp::Nothing { .. } => None,
        }
    }

    /// All values, the least recently used first.
    pub(crate) fn values(&self) -> impl Iterator<Item = &V> {
        self.store.oldest_first().map(|(_, _, value)| value)
    }

    /// Returns the value that is kept under a name, which becomes the most recently used.
    ///
    /// # Panics
    /// When contents are compared and the name has none.
    pub fn get<'a>(&mut self, name: impl Into<Name<'a, K>>) -> Option<&V> {
        match self.store.find(name.into()) {
            LookUp::At(at) => {
                self.statistics.hits += 1;
                self.store.touch(at);
                Some(self.store.value(at))
            }
            nothing => {
                self.miss(nothing);
                None
            }
        }
    }

    /// Keeps a value under a name, replacing any that was there.
    ///
    /// # Panics
    /// When contents are compared and the name has none.
    pub fn insert<'a>(&mut self, name: impl Into<Name<'a, K>>, value: V) {
        let name = name.into();
        match self.store.find(name) {
            LookUp::At(at) => {
                self.statistics.evictions += self.store.replace(at, value);
            }
            LookUp::Nothing { .. } => self.keep(name, value),
        }
    }

    fn miss(&mut self, found: LookUp) {
        self.statistics.misses += 1;
        self.statistics.refuted += u64::from(matches!(found, LookUp::Nothing { refuted: true }));
    }

    /// Counts a miss whose value will be computed.
    pub(super) fn miss_to_compute(&mut self, found: LookUp) {
        self.miss(found);
        if let Some(auditor) = &mut self.auditor {
            auditor.computes();
        }
    }

    /// Keeps a value under a name that is not present.
    pub(super) fn keep(&mut self, name: Name<'_, K>, value: V) {
        let content = match self.verification() {
            Verification::Hash => Box::default(),
            Verification::Content => name.to_compare().into(),
        };
        self.statistics.evictions += self.store.insert(name.hash, content, value);
    }

    /// Keeps a value under a name that was not present, unless others have entered one.
    #[inline]
    pub(crate) fn keep_unless_there(&mut self, name: Name<'_, K>, value: V, others: OtherWriters) {
        if others == OtherWriters::None || !self.contains(name) {
            self.keep(name, value);
        }
    }

    #[inline]
    pub(super) fn is_audited(&mut self) -> bool {
        self.auditor.as_mut().is_some_and(Auditor::wants)
    }

    pub(crate) fn compare(&mut self, stored: &V, recomputed: &V) {
        if let Some(auditor) = &mut self.auditor {
            auditor.compare(stored, recomputed, self.prefactors);
        }
    }
}

impl<V: Clone, K: Key> Recall<V, K> {
    /// Returns the value of a name: the one that is kept or, failing that, the one that `compute`
    /// returns, which is kept from then on.
    ///
    /// # Panics
    /// When contents are compared and the name has none.
    pub fn get_or_compute<'a>(
        &mut self,
        name: impl Into<Name<'a, K>>,
        compute: impl FnOnce() -> V,
    ) -> V {
        let value = self.get_or_try_compute(name, || Ok::<V, Infallible>(compute()));
        value.unwrap_or_else(|never| match never {})
    }

    /// Returns what [`get_or_compute`](Recall::get_or_compute) returns, with a computation that may
    /// fail. Nothing is kept then; the look-up counts all the same.
    ///
    /// # Errors
    /// The error of `compute`.
    ///
    /// # Panics
    /// When contents are compared and the name has none.
    pub fn get_or_try_compute<'a, E>(
        &mut self,
        name: impl Into<Name<'a, K>>,
        compute: impl FnOnce() -> Result<V, E>,
    ) -> Result<V, E> {
        let name = name.into();
        match self.seek(name) {
            RecallOutcome::Kept(value) => Ok(value),
            RecallOutcome::Audited(value) => {
                self.compare(&value, &compute()?);
                Ok(value)
            }
            RecallOutcome::Missing => {
                let value = compute()?;
                self.keep(name, value.clone());
                Ok(value)
            }
        }
    }

    /// Looks a name up and counts. A missing value is then to be computed and kept, and one under
    /// audit computed and [compared](Recall::compare).
    #[inline]
    fn seek(&mut self, name: Name<'_, K>) -> RecallOutcome<V> {
        self.seek_to_read(name, V::clone)
    }

    /// [`seek`](Recall::seek), where a value that is kept is read in place of a copy, unless it is
    /// under audit.
    #[inline]
    pub(crate) fn seek_to_read<R>(
        &mut self,
        name: Name<'_, K>,
        read: impl FnOnce(&V) -> R,
    ) -> RecallOutcome<V, R> {
        match self.store.find(name) {
            LookUp::At(at) => {
                self.statistics.hits += 1;
                self.store.touch(at);
                if self.is_audited() {
                    RecallOutcome::Audited(self.store.value(at).clone())
                } else {
                    RecallOutcome::Kept(read(self.store.value(at)))
                }
            }
            nothing => {
                self.miss_to_compute(nothing);
                RecallOutcome::Missing
            }
        }
    }

    /// Looks up names of hashes and reads their values, each with its place, if all are kept and it
    /// is certain that none is under audit. Otherwise nothing is read, and nothing counts. `at` is
    /// a buffer.
    ///
    /// # Panics
    /// When contents are compared.
    #[inline]
    pub(crate) fn read_all(
        &mut self,
        hashes: impl Iterator<Item = K>,
        at: &mut Vec<u32>,
        mut read: impl FnMut(usize, &V),
    ) -> bool {
        at.clear();
        for hash in hashes {
            match self.store.find(Name { hash, content: None }) {
                LookUp::At(found) => at.push(found),
                LookUp::Nothing { .. } => return false,
            }
        }
        let hits = at.len() as u64;
        if !self.auditor.as_mut().is_none_or(|auditor| auditor.passes(hits)) {
            return false;
        }
        self.statistics.hits += hits;
        for (place, at) in at.iter().enumerate() {
            self.store.touch(*at);
            read(place, self.store.value(*at));
        }
        true
    }

    pub(super) fn hit(&mut self, at: u32) -> V {
        self.statistics.hits += 1;
        self.store.touch(at);
        self.store.value(at).clone()
    }
}

/// The outcome of a look-up.
pub(crate) enum RecallOutcome<V, R = V> {
    /// Kept: what was read of it.
    Kept(R),
    /// Kept, and to be recomputed.
    Audited(V),
    Missing,
}

/// States if others can enter values between a look-up and what follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OtherWriters {
    None,
    Some,
}

/// The counts of a recall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Report {
    pub(crate) statistics: Statistics,
    pub(crate) entries: usize,
    pub(crate) bytes: usize,
    pub(crate) audit: Option<AuditReport>,
}

impl Report {
    pub(crate) fn of<V, K: Key>(recall: &Recall<V, K>) -> Report {
        Report {
            statistics: recall.statistics(),
            entries: recall.len(),
            bytes: recall.bytes(),
            audit: recall.audit_report(),
        }
    }
}
