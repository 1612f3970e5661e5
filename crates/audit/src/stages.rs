//! The stages of a search: weights, conditions, and the method by which sums are made.

use alloc::vec::Vec;
use core::ops::{Range, RangeInclusive};

use crate::buckets;
use crate::count::{binomial, even_sums};
use crate::duplicate_filter;
use crate::five_sums::{self, COLOR_BITS};
use crate::lemma::Coordinates;
use crate::meet_in_the_middle;
use crate::sum_table::MAX_SIZE;

/// The approximate number of sums that a part makes.
const SUMS_PER_PART: u128 = 1 << 22;

/// One step of a search: a range of weights, and the method that finds all dependencies of these
/// weights.
///
/// It is the statement of a certificate: all sums of keys of the given sizes that have parity zero
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
    /// The bits of a label.
    pub(crate) bits: u32,
    pub(crate) labels_per_part: usize,
    pub(crate) method: Method,
}

/// The way in which the sums of a stage are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// Of one key each, sorted when the search was planned.
    EqualKeys,
    /// By [`SumTables`](crate::sum_table::SumTables).
    Table,
    /// By [`FourSums`](crate::four_sums::FourSums).
    FourSums,
    /// By [`MeetInTheMiddle`](crate::meet_in_the_middle::MeetInTheMiddle).
    MeetInTheMiddle,
}

impl Stage {
    /// The only stage of a search for zero and equal keys.
    pub(crate) fn equal_keys(weight: u32, keys: usize) -> Stage {
        Stage {
            weights: 1..=weight,
            kept: 1..=1,
            compared: None,
            conditions: Vec::new(),
            sums: keys as u128,
            parts: 0..1,
            bits: 0,
            labels_per_part: 1,
            method: Method::EqualKeys,
        }
    }

    /// The size of the largest sets whose sums are made.
    pub(crate) fn largest(&self) -> usize {
        self.compared.unwrap_or(*self.kept.end()) as usize
    }
}

/// The size of the sets in the table: three, except for small weights, and for so many keys that
/// the table would not fit the cache if two will do.
pub(crate) fn table_size(keys: usize, weight: u32) -> usize {
    let large = binomial(keys, MAX_SIZE) > 1 << 22 && weight <= 8;
    if large { 2 } else { MAX_SIZE }.min(weight.div_ceil(2) as usize)
}

/// The largest number of different keys, such that indices fit in two bytes and sums can be
/// numbered; `None` if there is no limit.
pub(crate) fn max_keys(keys: usize, weight: u32) -> Option<usize> {
    let numbered = match weight {
        ..=2 => return None,
        3..=8 => table_size(keys, weight),
        _ => MAX_SIZE,
    };
    let has_numbers = |keys: &usize| binomial(*keys, numbered) <= u128::from(u32::MAX);
    (1..=usize::from(u16::MAX)).rev().find(has_numbers)
}

/// The bits of labels, by method; `None` for methods that a search does not use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelBits {
    pub(crate) table: u32,
    four_sums: Option<u32>,
    meet_in_the_middle: Option<u32>,
    /// The size of the sets in the table.
    pub(crate) table_size: usize,
}

impl LabelBits {
    /// Chooses the methods for different keys of some rank. Small sets are left to the table.
    pub(crate) fn new(words: &[u128], weight: u32, rank: u32) -> LabelBits {
        let keys = words.len();
        let large = rank >= 48 && binomial(keys, 4) >= 1 << 27;
        let first = Coordinates::new(words, COLOR_BITS);
        // So many that about `target` sums of four keys have the same label.
        let label_of = |conditions: &[u128], target: usize| {
            let sums = even_sums(words, 4, conditions);
            let cells = (sums / target as u128 + 1).next_power_of_two().max(4);
            conditions.len() as u32 + cells.ilog2()
        };
        let four_sums =
            (weight >= 8 && large).then(|| label_of(&first.masks()[..3], buckets::TARGET_SUMS));
        let meet_in_the_middle = (weight == 9 && large && first.conditions(9) == COLOR_BITS)
            .then(|| label_of(first.masks(), meet_in_the_middle::TARGET_SUMS));
        let table_size = table_size(keys, if meet_in_the_middle.is_some() { 8 } else { weight });
        let table = table_bits(keys, weight, table_size).max(four_sums.unwrap_or(0)).min(rank);
        LabelBits { table, four_sums, meet_in_the_middle, table_size }
    }

    pub(crate) fn max(&self) -> u32 {
        self.table.max(self.meet_in_the_middle.unwrap_or(0))
    }
}

/// The bits of a label of the table: so many that the sums compared at a time fit the filter, but
/// runs are no shorter than some tens of sums.
fn table_bits(keys: usize, weight: u32, table_size: usize) -> u32 {
    let kept = binomial(keys, (weight / 2) as usize);
    let wanted = (kept / duplicate_filter::TARGET_DIGESTS as u128 + 1).next_power_of_two().ilog2();
    let max = (binomial(keys, table_size) / 32 + 1).ilog2();
    wanted.min(max).min(20).max(if weight >= 9 { 5 } else { 3 })
}

/// The stages by increasing weight; see `lemma.rs` for the conditions.
pub(crate) fn stages(
    words: &[u128],
    weight: u32,
    coordinates: &Coordinates,
    labels: LabelBits,
) -> Vec<Stage> {
    let mut stages = Vec::new();
    let mut first_part = 0;
    let mut push = |weights: RangeInclusive<u32>, kept: RangeInclusive<u32>, compared| {
        let (method, bits) = match (labels.four_sums, labels.meet_in_the_middle) {
            (Some(bits), _) if weights == (1..=8) => (Method::FourSums, bits),
            (_, Some(bits)) if weights == (9..=9) => (Method::MeetInTheMiddle, bits),
            _ => (Method::Table, labels.table),
        };
        let sufficient = |weight: u32| match (method, weight) {
            (Method::Table, ..7) => 0,
            _ => coordinates.conditions(weight),
        };
        let k = weights.clone().map(sufficient).min().unwrap_or(0);
        let conditions = coordinates.masks()[..k as usize].to_vec();
        let made = |size: u32| match (method, size) {
            (Method::MeetInTheMiddle, 5) => five_sums::sums(words, coordinates),
            _ => even_sums(words, size as usize, &conditions),
        };
        let sums: u128 = kept.clone().chain(compared).map(made).sum();
        let cells = 1_u128 << (bits - k);
        let cell = (sums / cells).max(1);
        let labels_per_part =
            (SUMS_PER_PART / cell).clamp(1, cells).next_power_of_two().min(cells) as usize;
        let parts = first_part..first_part + cells as usize / labels_per_part;
        first_part = parts.end;
        stages.push(Stage {
            weights,
            kept,
            compared,
            conditions,
            sums,
            parts,
            bits,
            labels_per_part,
            method,
        });
    };
    let r = labels.table_size as u32;
    let mut half = if labels.four_sums.is_some() {
        push(1..=8, 0..=4, None);
        5
    } else {
        push(1..=weight.min(2 * r), 1..=r, None);
        r + 1
    };
    while 2 * half <= weight {
        push(2 * half - 1..=2 * half, half - 1..=half, None);
        half += 1;
    }
    if weight > 2 * r && weight % 2 == 1 {
        push(weight..=weight, half - 1..=half - 1, Some(half));
    }
    stages
}
