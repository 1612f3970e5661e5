//! Counts collisions under several sets of keys, with statistics.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use indicatif::ProgressBar;
use zobrist::{Guarantee, Layout};
use zobrist_audit::{States, expected_pairs, expected_pairs_by_parity, reveals_parity};

use super::source::KeySource;
use crate::pipeline;

/// The sets of keys and the widths to measure.
pub struct Plan {
    pub layout: Layout,
    pub sources: Vec<KeySource>,
    /// In ascending order.
    pub bits: Vec<u32>,
    pub seed: u64,
    pub sets: u32,
}

/// Origin of the bits of a narrow hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// The high bits of 64, or of all that the keys have.
    Cut,
    /// All bits of keys that were made with that width.
    Made,
}

impl Width {
    pub fn name(self) -> &'static str {
        match self {
            Width::Cut => "cut",
            Width::Made => "made",
        }
    }
}

/// The counts of one source at one width, one for each set of keys.
pub struct Row {
    /// The name of the source.
    pub source: String,
    pub width: Width,
    pub bits: u32,
    /// The width of the keys from which a hash is cut.
    pub whole: u32,
    pub counts: Vec<u64>,
    /// n(n−1)/2^(b+1).
    pub birthday: f64,
    /// The birthday bound, adjusted if these keys reveal the parity of the number of features.
    pub expected: f64,
    /// States that differ in at most this many features never collide.
    pub guaranteed: u32,
    /// Number of features in which the closest colliding pair of all sets differs; `None` if no pair
    /// collides, or there are too many to search.
    pub closest: Option<u32>,
    /// True if there were too many pairs to search for the closest.
    pub unsearched: bool,
}

impl Row {
    pub fn sum(&self) -> u64 {
        self.counts.iter().sum()
    }

    pub fn mean(&self) -> f64 {
        self.sum() as f64 / self.counts.len() as f64
    }

    pub fn min(&self) -> u64 {
        self.counts.iter().copied().min().unwrap_or(0)
    }

    pub fn max(&self) -> u64 {
        self.counts.iter().copied().max().unwrap_or(0)
    }

    /// The standard deviation, with two sets or more.
    pub fn deviation(&self) -> Option<f64> {
        let mean = self.mean();
        let squares: f64 = self.counts.iter().map(|count| (*count as f64 - mean).powi(2)).sum();
        (self.counts.len() > 1).then(|| (squares / (self.counts.len() - 1) as f64).sqrt())
    }

    /// The measured number over the expected one, if at least one pair was expected.
    pub fn ratio_to(&self, expected: f64) -> Option<f64> {
        (expected * self.counts.len() as f64 >= 1.0).then(|| self.mean() / expected)
    }
}

/// Maximum number of pairs among which the closest is searched for: with more, that would take longer
/// than everything else.
const MAX_PAIRS: u64 = 1 << 27;

/// One set of keys.
#[derive(Clone, Copy)]
struct Set {
    /// The number of the source in the plan.
    source: usize,
    width: Width,
    /// Width of the keys.
    bits: u32,
    seed: u64,
}

/// The result of one set of keys at one width.
struct Count {
    /// The number of the source in the plan.
    source: usize,
    width: Width,
    bits: u32,
    pairs: u64,
    expected: f64,
    closest: Option<u32>,
    unsearched: bool,
}

/// Counts the colliding pairs of the states under every set of keys.
pub fn measure(
    states: &States,
    plan: &Plan,
    threads: NonZeroUsize,
    progress: &ProgressBar,
) -> Vec<Row> {
    let mut rows = rows(plan, states.len() as u64);
    let sets = sets(plan);
    let parities = states.count_by_parity();
    progress.set_length(sets.len() as u64);
    let mut sets = sets.into_iter();
    let ended: Option<()> = pipeline::in_order(
        threads,
        || sets.next(),
        |set| count(states, parities, plan, set),
        |counts| {
            for count in counts {
                let source = plan.sources[count.source].name();
                let same = |row: &&mut Row| {
                    (&row.source[..], row.width, row.bits) == (source, count.width, count.bits)
                };
                let row = rows.iter_mut().find(same).expect("each count has its row");
                row.counts.push(count.pairs);
                // A mean, though the sets of a source all have the same expectation.
                row.expected += (count.expected - row.expected) / row.counts.len() as f64;
                row.closest = row.closest.into_iter().chain(count.closest).min();
                row.unsearched |= count.unsearched;
            }
            progress.inc(1);
            ControlFlow::Continue(())
        },
    );
    debug_assert!(ended.is_none());
    progress.finish_and_clear();
    rows
}

/// All rows in order, without counts.
fn rows(plan: &Plan, states: u64) -> Vec<Row> {
    let mut rows = Vec::new();
    for source in &plan.sources {
        for width in [Width::Cut, Width::Made] {
            if width == Width::Made && !source.depends_on_width() {
                continue;
            }
            for bits in &plan.bits {
                // Cutting a key gives up its guarantee.
                let whole = width == Width::Made || *bits == source.bits();
                let guaranteed = match source.guarantee(plan.seed, plan.layout, *bits) {
                    Guarantee::Independent(keys) if whole => keys,
                    _ => 0,
                };
                rows.push(Row {
                    source: source.name().to_owned(),
                    width,
                    bits: *bits,
                    whole: source.bits(),
                    counts: Vec::new(),
                    birthday: expected_pairs(states, *bits),
                    expected: 0.0,
                    guaranteed,
                    closest: None,
                    unsearched: false,
                });
            }
        }
    }
    rows
}

fn sets(plan: &Plan) -> Vec<Set> {
    let mut sets = Vec::new();
    for (number, source) in plan.sources.iter().enumerate() {
        let sets_of_source = if source.is_seeded() { plan.sets } else { 1 };
        for seed in (0..sets_of_source).map(|set| plan.seed + u64::from(set)) {
            sets.push(Set { source: number, width: Width::Cut, bits: source.bits(), seed });
            if source.depends_on_width() {
                let made = plan.bits.iter().map(|bits| Set {
                    source: number,
                    width: Width::Made,
                    bits: *bits,
                    seed,
                });
                sets.extend(made);
            }
        }
    }
    sets
}

/// The counts of one set of keys: at all widths if hashes are cut.
fn count(states: &States, (even, odd): (u64, u64), plan: &Plan, set: Set) -> Vec<Count> {
    let Set { source, width, bits, seed } = set;
    let keys = plan.sources[source].keys(seed, plan.layout, bits);
    let hashes = states.hashes(&keys);
    let widths = if width == Width::Cut { plan.bits.clone() } else { vec![bits] };
    let at = |bits| {
        let pairs = hashes.colliding_pairs(bits);
        let unsearched = pairs > MAX_PAIRS;
        let closest = if unsearched { None } else { states.closest_collision(&hashes, bits) };
        let expected = if reveals_parity(&keys, bits) {
            expected_pairs_by_parity(even, odd, bits)
        } else {
            expected_pairs(even + odd, bits)
        };
        Count { source, width, bits, pairs, expected, closest, unsearched }
    };
    widths.into_iter().map(at).collect()
}
