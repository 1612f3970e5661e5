//! The plan of a search: its stages, the number of its sums and its memory, before it starts.

use alloc::vec;
use alloc::vec::Vec;

use zobrist::gf2::rank;
use zobrist::{Fnv1a, Key};

use crate::arrays::try_collect;
use crate::count::{binomial, expected_dependencies};
use crate::equal_keys::{KeyClasses, SortedKeys};
use crate::error::{MAX_WEIGHT, SearchError};
use crate::findings::Findings;
use crate::lemma::Coordinates;
use crate::stages::{LabelBits, Method, Stage, max_keys, stages};
use crate::{
    buckets, duplicate_filter, four_sums, meet_in_the_middle, membership_filter, sum_table,
};

/// The plan of a search for all dependencies up to a weight: the sums that it will enumerate, and
/// the memory that it takes. Nothing has been searched yet.
///
/// ```
/// use zobrist_audit::{Findings, SearchPlan};
///
/// let keys: Vec<u64> = (1..40_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40).collect();
/// let plan = SearchPlan::new(&keys, 7)?;
/// assert!(plan.sums() < 200_000 && plan.bytes(1) < 50_000_000);
///
/// let search = plan.prepare()?;
/// let mut worker = search.worker();
/// let mut findings = Findings::new();
/// for part in 0..search.parts() {
///     findings.merge(worker.run(part)); // in any order, on any thread, on another day
/// }
/// assert_eq!(findings.sums, search.plan().sums());
/// assert!(findings.dependencies.iter().all(|found| {
///     found.indices().iter().fold(0, |sum, index| sum ^ keys[*index]) == 0
/// }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearchPlan {
    pub(crate) weight: u32,
    pub(crate) classes: KeyClasses,
    rank: u32,
    /// The different keys other than zero; none if only equal keys are looked for.
    pub(crate) words: Vec<u128>,
    /// The labels of these keys.
    pub(crate) labels: Vec<u32>,
    pub(crate) coordinates: Coordinates,
    /// The size of the sets in the table.
    pub(crate) table_size: usize,
    pub(crate) limit: usize,
    stages: Vec<Stage>,
    fingerprint: u64,
}

impl SearchPlan {
    /// Plans to find all dependencies of up to `weight` keys. Costs little: the keys are sorted,
    /// which takes seconds for millions of them.
    ///
    /// # Errors
    /// When the weight is zero or above [`MAX_WEIGHT`], the keys do not combine by XOR, memory to
    /// sort them cannot be allocated, or there are too many to number their sums: of different keys
    /// other than zero, more than 65,535 for weights from 3 to 8, and more than 2,954 above. Zero
    /// and equal keys, the only dependencies of weights 1 and 2, are found among any number. A
    /// search that is merely long or large is still planned: see [`sums`](SearchPlan::sums) and
    /// [`bytes`](SearchPlan::bytes).
    pub fn new<K: Key>(keys: &[K], weight: u32) -> Result<SearchPlan, SearchError> {
        if weight == 0 || weight > MAX_WEIGHT {
            return Err(SearchError::Weight { weight });
        }
        if !K::LINEAR {
            return Err(SearchError::NotLinear);
        }
        let all = try_collect(keys.iter().map(|key| key.to_word()), keys.len())?;
        let sorted = SortedKeys::new(&all)?;
        let n = sorted.different();
        if let Some(max) = max_keys(n, weight).filter(|max| n > *max) {
            return Err(SearchError::TooManyKeys { keys: n, max });
        }
        let classes = KeyClasses::new(&sorted)?;
        drop(sorted);
        let only_equal = weight <= 2;
        let words: Vec<u128> = match only_equal {
            true => Vec::new(),
            false => classes.firsts().map(|index| all[index]).collect(),
        };
        let rank = rank(&words);
        let labels = LabelBits::new(&words, weight, rank);
        let coordinates = Coordinates::new(&words, labels.max());
        let stages = match only_equal {
            true => vec![Stage::equal_keys(weight, n)],
            false => stages(&words, weight, &coordinates, labels),
        };
        let mut fingerprint = Fnv1a::new().bytes(&[3]).bytes(&weight.to_le_bytes());
        for word in &all {
            fingerprint = fingerprint.bytes(&word.to_le_bytes());
        }
        Ok(SearchPlan {
            weight,
            classes,
            rank,
            labels: words.iter().map(|word| coordinates.label(*word)).collect(),
            words,
            coordinates,
            table_size: labels.table_size,
            limit: Findings::DEFAULT_LIMIT,
            stages,
            fingerprint: fingerprint.finish(),
        })
    }

    /// Returns the plan with another limit on the dependencies that are listed; all are counted.
    /// [`Findings::DEFAULT_LIMIT`] is the default.
    #[must_use]
    pub fn with_limit(self, limit: usize) -> SearchPlan {
        SearchPlan { limit, ..self }
    }

    /// Returns the largest weight that is searched.
    #[must_use]
    pub fn weight(&self) -> u32 {
        self.weight
    }

    /// Returns the largest number of dependencies that are listed.
    #[must_use]
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Returns the stages in order, by increasing weight.
    #[must_use]
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Returns the number of parts. They are the same for the same keys and weight, in the same
    /// version of this crate.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.stages.last().map_or(0, |stage| stage.parts.end)
    }

    /// Returns the exact number of sums that will be made. On the machine of `bench/` one takes
    /// about two to three nanoseconds of one core when there are billions of them.
    #[must_use]
    pub fn sums(&self) -> u128 {
        self.stages.iter().map(|stage| stage.sums).sum()
    }

    /// Returns the approximate memory of the search with `workers` workers, in bytes: tables that
    /// all share, and buffers of each. Findings come on top, as do up to 100 bytes per key while
    /// the search is planned.
    #[must_use]
    pub fn bytes(&self, workers: usize) -> u128 {
        let keys = self.words.len();
        let (mut worker, mut shared) = (0, self.classes.bytes());
        if self.stages.iter().any(|stage| stage.method != Method::EqualKeys) {
            worker += duplicate_filter::BYTES + membership_filter::BYTES;
        }
        if let Some(bits) = self.label_bits(Method::Table) {
            let batch = |stage: &Stage| {
                let kept = *stage.kept.end() as usize;
                let added = kept.saturating_sub(self.table_size);
                let sums = binomial(keys, kept) >> bits;
                sum_table::batch_bytes(keys, sums, added, stage.compared.is_some())
            };
            worker += self.tabled_stages().map(batch).max().unwrap_or(0);
            shared += sum_table::table_bytes(keys, self.table_size, self.largest_tabled(), bits);
        }
        if let Some(bits) = self.label_bits(Method::FourSums) {
            worker += buckets::BYTES;
            shared += four_sums::bytes(keys, bits);
        }
        if let Some(bits) = self.label_bits(Method::MeetInTheMiddle) {
            worker += meet_in_the_middle::WORKER_BYTES;
            shared += meet_in_the_middle::shared_bytes(keys, bits);
        }
        shared + worker * workers as u128
    }

    /// Returns the expected number of dependencies up to the weight if the keys were random ones of
    /// this number and rank, not counting those that come with zero and equal keys. A search that
    /// finds many takes longer than its sums suggest.
    #[must_use]
    pub fn expected_dependencies(&self) -> f64 {
        // From 0 on: the sum of no floats is −0.
        (3..=self.weight)
            .map(|weight| expected_dependencies(self.words.len(), weight, self.rank))
            .fold(0.0, |sum, expected| sum + expected)
    }

    /// Returns the number of dependencies up to the weight that are made of zero keys and of pairs
    /// of equal keys alone. They grow with the power of the weight: of 64 zero keys, 74,974,368
    /// sets have six. Saturates at the largest `u128`.
    ///
    /// ```
    /// use zobrist_audit::SearchPlan;
    ///
    /// // The zero key, the pair of equal keys, and both together.
    /// assert_eq!(SearchPlan::new(&[5_u64, 0, 5, 9], 3)?.of_zero_and_equal_keys(), 3);
    /// # Ok::<(), zobrist_audit::SearchError>(())
    /// ```
    #[must_use]
    pub fn of_zero_and_equal_keys(&self) -> u128 {
        self.classes.of_no_pattern(self.weight as usize)
    }

    /// Returns a hash of the keys and the weight. Parts of searches with different fingerprints
    /// must not be merged.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The bits of a label in the stages that use a method.
    pub(crate) fn label_bits(&self, method: Method) -> Option<u32> {
        self.stages.iter().find(|stage| stage.method == method).map(|stage| stage.bits)
    }

    /// The size of the largest sums that the table makes.
    pub(crate) fn largest_tabled(&self) -> usize {
        self.tabled_stages().map(Stage::largest).max().unwrap_or(0)
    }

    fn tabled_stages(&self) -> impl Iterator<Item = &Stage> {
        self.stages.iter().filter(|stage| stage.method == Method::Table)
    }
}
