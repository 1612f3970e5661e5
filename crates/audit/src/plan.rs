//! What a search will do and need, before it starts.

use alloc::vec;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Display};
use core::ops::{Range, RangeInclusive};

use crate::findings::Findings;
use crate::lemma::Coordinates;
use crate::repeated::{Repeated, Sorted};
use crate::search::DependencySearch;
use crate::stages::{Way, Ways, label_bits, stages, tabled};
use crate::sums::{Image, MOST, Subset, collected};
use crate::{batch, drawers, filter, fours, nine};
use zobrist::Fnv1a;
use zobrist::Key;
use zobrist::gf2::rank;

/// The highest weight that can be searched for.
pub const MAX_WEIGHT: u32 = 12;

/// The plan of a search for all dependencies up to a weight: what it will enumerate, and how much
/// memory it takes. Nothing has been done yet.
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
///     findings.merge(worker.part(part)); // in any order, on any thread, on another day
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
    pub(crate) repeated: Repeated,
    pub(crate) rank: u32,
    /// The different keys that are not zero; none if only equal keys are looked for.
    pub(crate) words: Vec<u128>,
    pub(crate) images: Vec<Image>,
    pub(crate) coordinates: Coordinates,
    /// The bits of a label.
    pub(crate) bits: u32,
    /// How many keys make up the sums of the table.
    pub(crate) tabled: usize,
    pub(crate) limit: usize,
    stages: Vec<Stage>,
    fingerprint: u64,
}

/// One step of a search: some weights, and how all dependencies that have them are found.
///
/// It is what a certificate states: all sums of keys of the given sizes that have parity zero
/// under the masks were made and compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stage {
    /// The weights of which this stage finds all dependencies.
    pub weights: RangeInclusive<u32>,
    /// The numbers of keys in the sums that are kept and compared with each other.
    pub kept: RangeInclusive<u32>,
    /// The number of keys in the sums that are compared with those kept, and not with each
    /// other.
    pub compared: Option<u32>,
    /// The conditions: only sums that have an even number of ones under each of these masks are
    /// made.
    pub conditions: Vec<u128>,
    /// The exact number of sums that are made: each that is asked for is made at least once, and
    /// for large sets one in some tens of those of five keys more than once.
    pub sums: u128,
    /// The parts of the search that make up this stage.
    pub parts: Range<usize>,
    /// The bits of a label in this stage.
    pub(crate) bits: u32,
    /// How many labels make up a part.
    pub(crate) labels_per_part: usize,
    pub(crate) way: Way,
}

/// The reason why a search cannot be planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// The weight is zero or above [`MAX_WEIGHT`].
    Weight {
        /// The weight that was asked for.
        weight: u32,
    },
    /// Keys of this type do not combine by XOR.
    NotLinear,
    /// There are more than 65,535 different keys for a weight from 3 to 8, or for a higher weight
    /// more than 2,954, whose sums of three can be numbered.
    TooManyKeys {
        /// The number of different keys.
        keys: usize,
        /// The largest number for this weight.
        most: usize,
    },
    /// The keys cannot be sorted: memory for that could not be allocated.
    OutOfMemory(OutOfMemory),
}

impl Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::Weight { weight } => {
                write!(f, "expected a weight from 1 to {MAX_WEIGHT}, got {weight}")
            }
            SearchError::NotLinear => f.write_str(
                "expected keys that combine by XOR; independence says nothing about keys that add",
            ),
            SearchError::TooManyKeys { keys, most } => write!(
                f,
                "expected at most {most} different keys for this weight, got {keys}; \
                 take a smaller weight or fewer keys"
            ),
            SearchError::OutOfMemory(source) => source.fmt(f),
        }
    }
}

impl Error for SearchError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SearchError::OutOfMemory(source) => Some(source),
            _ => None,
        }
    }
}

impl From<OutOfMemory> for SearchError {
    fn from(source: OutOfMemory) -> SearchError {
        SearchError::OutOfMemory(source)
    }
}

/// The error that memory for the tables of a search could not be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// How many bytes were asked for at once.
    pub bytes: u128,
}

impl Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a table of {} bytes does not fit in memory; take a smaller weight or fewer keys",
            self.bytes
        )
    }
}

impl Error for OutOfMemory {}

impl SearchPlan {
    /// Plans to find all dependencies of up to `weight` keys. Costs little: the keys are sorted,
    /// which takes seconds for millions of them.
    ///
    /// # Errors
    /// When the weight is zero or above [`MAX_WEIGHT`], the keys do not combine by XOR, memory to
    /// sort them cannot be allocated, or there are too many to number their sums: of different keys
    /// that are not zero, more than 65,535 for weights from 3 to 8, and more than 2,954 above. Zero
    /// and equal keys, all that weights 1 and 2 ask for, are found among any number. A search that is
    /// merely long or large is still planned: see [`sums`](SearchPlan::sums) and
    /// [`bytes`](SearchPlan::bytes).
    pub fn new<K: Key>(keys: &[K], weight: u32) -> Result<SearchPlan, SearchError> {
        if weight == 0 || weight > MAX_WEIGHT {
            return Err(SearchError::Weight { weight });
        }
        if !K::LINEAR {
            return Err(SearchError::NotLinear);
        }
        let all = collected(keys.iter().map(|key| key.to_word()), keys.len())?;
        let sorted = Sorted::new(&all)?;
        let n = sorted.different();
        if let Some(most) = most_keys(n, weight).filter(|most| n > *most) {
            return Err(SearchError::TooManyKeys { keys: n, most });
        }
        let repeated = Repeated::new(&sorted)?;
        drop(sorted);
        let only_equal = weight <= 2;
        let words: Vec<u128> = match only_equal {
            true => Vec::new(),
            false => repeated.firsts().map(|index| all[index]).collect(),
        };
        let rank = rank(&words);
        let ways = Ways::new(&words, weight, rank);
        let tabled = tabled(n, if ways.nine.is_some() { 8 } else { weight });
        let bits = label_bits(n, weight, tabled).max(ways.fours.unwrap_or(0)).min(rank);
        let coordinates = Coordinates::new(&words, bits.max(ways.nine.unwrap_or(0)));
        let stages = match only_equal {
            true => vec![Stage::of_equal(weight, n)],
            false => stages(&words, weight, (tabled, bits), &coordinates, ways),
        };
        let mut fingerprint = Fnv1a::new().bytes(&[3]).bytes(&weight.to_le_bytes());
        for word in &all {
            fingerprint = fingerprint.bytes(&word.to_le_bytes());
        }
        let images = words.iter().map(|key| Image::of(&coordinates, bits, *key)).collect();
        Ok(SearchPlan {
            weight,
            repeated,
            rank,
            words,
            images,
            coordinates,
            bits,
            tabled,
            limit: Findings::LIMIT,
            stages,
            fingerprint: fingerprint.finish(),
        })
    }

    /// Returns the plan with another limit on the dependencies that are listed; all are counted.
    /// [`Findings::LIMIT`] is the default.
    #[must_use]
    pub fn limit(self, limit: usize) -> SearchPlan {
        SearchPlan { limit, ..self }
    }

    /// Returns the largest weight that is searched.
    pub fn weight(&self) -> u32 {
        self.weight
    }

    /// Returns the largest number of dependencies that are listed.
    pub fn findings_limit(&self) -> usize {
        self.limit
    }

    /// Returns the stages in order, by increasing weight.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Returns the number of parts. They are the same for the same keys and weight, in the same
    /// version of this crate.
    pub fn parts(&self) -> usize {
        self.stages.last().map_or(0, |stage| stage.parts.end)
    }

    /// Returns how many sums will be made, exactly. On the machine of `bench/` one takes about two
    /// to three nanoseconds of one core when there are billions of them.
    pub fn sums(&self) -> u128 {
        self.stages.iter().map(|stage| stage.sums).sum()
    }

    /// Returns about how much memory the search takes with `workers` workers, in bytes: what all
    /// share and what each has of its own. Findings come on top, as do up to 100 bytes per key
    /// while it is planned.
    pub fn bytes(&self, workers: usize) -> u128 {
        let n = self.words.len();
        let batches = self.stages.iter().filter(|stage| stage.way == Way::Table);
        let batches = batches.map(|stage| batch::bytes(self, stage));
        let only_equal = self.stages.iter().all(|stage| stage.way == Way::Equal);
        let mut worker = batches.max().unwrap_or(0) + if only_equal { 0 } else { filter::BYTES };
        let mut shared = self.repeated.bytes();
        if self.bits_for(Way::Table).is_some() {
            let list = |size| choose(n, size) * size_of::<Subset>() as u128 + (4 << self.bits);
            shared += choose(n, self.tabled) * 4 + ((n as u128 + 1) << self.bits) * 4;
            shared += self.listed().map(list).sum::<u128>();
        }
        if let Some(bits) = self.bits_for(Way::Fours) {
            worker += drawers::BYTES;
            shared += fours::bytes(n, bits);
        }
        if let Some(bits) = self.bits_for(Way::Nine) {
            worker += nine::WORKER_BYTES;
            shared += nine::shared_bytes(n, bits);
        }
        shared + worker * workers as u128
    }

    /// Returns how many dependencies up to the weight random keys of this number and rank would
    /// have, not counting those that come with zero and equal keys. A search that finds many takes
    /// longer than its sums suggest.
    pub fn expected(&self) -> f64 {
        // From 0 on: the sum of no floats is −0.
        (3..=self.weight)
            .map(|weight| expected_dependencies(self.words.len(), weight, self.rank))
            .fold(0.0, |sum, expected| sum + expected)
    }

    /// Returns a number that tells apart searches whose parts must not be mixed: it follows from
    /// the keys and the weight.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Makes the tables that all parts share: for 781 keys and weight 8 this takes next to no
    /// time, for weight 9 some seconds.
    ///
    /// # Errors
    /// When the memory for them cannot be allocated.
    pub fn prepare(self) -> Result<DependencySearch, OutOfMemory> {
        DependencySearch::new(self)
    }

    /// The bits of a label in the stage that is done in this way.
    pub(crate) fn bits_for(&self, way: Way) -> Option<u32> {
        self.stages.iter().find(|stage| stage.way == way).map(|stage| stage.bits)
    }

    /// The sizes of sets that are kept with their indices: those that complete the table's
    /// sums to what the stages need, and those that the table is made of.
    pub(crate) fn listed(&self) -> impl Iterator<Item = usize> + use<> {
        let stages = self.stages.iter().filter(|stage| stage.way == Way::Table);
        let largest = stages.map(|stage| stage.largest()).max().unwrap_or(0);
        0..self.tabled.max((largest + 1).saturating_sub(self.tabled))
    }
}

impl Stage {
    /// The size of the largest sets whose sums are made.
    pub(crate) fn largest(&self) -> usize {
        self.compared.unwrap_or(*self.kept.end()) as usize
    }
}

/// How many different keys there may be, so that indices fit in two bytes and sums can be
/// numbered.
fn most_keys(keys: usize, weight: u32) -> Option<usize> {
    let numbered = match weight {
        ..=2 => return None,
        3..=8 => tabled(keys, weight),
        _ => MOST,
    };
    let has_numbers = |keys: &usize| choose(*keys, numbered) <= u128::from(u32::MAX);
    (1..=usize::from(u16::MAX)).rev().find(has_numbers)
}

/// Returns the expected number of dependencies of weight `weight` among `keys` random keys of
/// `bits` bits: C(keys, weight) / 2^bits.
///
/// ```
/// use zobrist_audit::expected_dependencies;
///
/// assert_eq!((expected_dependencies(781, 9, 64) * 10.0).round(), 154.0);
/// ```
pub fn expected_dependencies(keys: usize, weight: u32, bits: u32) -> f64 {
    let sets = (0..weight)
        .fold(1.0, |sets, i| sets * (keys as f64 - f64::from(i)).max(0.0) / (f64::from(i) + 1.0));
    (0..bits).fold(sets, |rest, _| rest / 2.0)
}

/// The binomial coefficient for small `k`; if it overflows, a number beyond all limits.
pub(crate) fn choose(n: usize, k: usize) -> u128 {
    (0..k).fold(1_u128, |c, i| c.saturating_mul(n.saturating_sub(i) as u128) / (i as u128 + 1))
}
