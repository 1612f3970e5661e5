//! Counts collisions under several sets of keys, with statistics.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use indicatif::ProgressBar;
use zobrist::{Guarantee, Layout};
use zobrist_audit::{States, expected_pairs, expected_pairs_by_parity, reveals_parity};
use zobrist_game_text::in_order;

use super::half::Half;
use super::source::KeySource;

/// The sets of keys and the widths to measure.
pub(crate) struct Plan {
    pub(crate) layout: Layout,
    pub(crate) sources: Vec<KeySource>,
    /// In ascending order.
    pub(crate) bits: Vec<u32>,
    pub(crate) seed: u64,
    pub(crate) sets: u32,
    /// The half to which keys of 64 bits are cut; `bits` is 32 then.
    pub(crate) half: Option<Half>,
}

/// Origin of the bits of a narrow hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// The high bits of 64, or of all that the keys have.
    Cut,
    /// All bits of keys that were made with that width.
    Made,
    /// A half of 64 bits.
    Half(Half),
}

impl Width {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Width::Cut => "cut",
            Width::Made => "made",
            Width::Half(half) => half.name(),
        }
    }
}

/// The number of features in which the closest colliding pair differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closest {
    /// No pair collides.
    NoPair,
    Features(u32),
    /// There are too many pairs to search.
    Unsearched,
}

/// The result of one set of keys at one width.
#[derive(Clone, Copy)]
pub(crate) struct SetCount {
    /// The seed of the keys, if they have one.
    pub(crate) seed: Option<u64>,
    pub(crate) pairs: u64,
    /// The birthday bound, adjusted if these keys reveal the parity of the number of features.
    pub(crate) expected: f64,
    pub(crate) closest: Closest,
}

impl SetCount {
    /// The measured number over the expected one, if at least one pair was expected.
    pub(crate) fn ratio_to(&self, expected: f64) -> Option<f64> {
        (expected >= 1.0).then(|| self.pairs as f64 / expected)
    }
}

/// The counts of one source at one width.
pub(crate) struct Row {
    /// The name of the source.
    pub(crate) source: String,
    pub(crate) width: Width,
    pub(crate) bits: u32,
    /// The width of the keys from which a hash is cut.
    pub(crate) whole: u32,
    /// One for each set of keys, in the order of the seeds.
    pub(crate) sets: Vec<SetCount>,
    /// n(n−1)/2^(b+1).
    pub(crate) birthday: f64,
    /// States that differ in at most this many features never collide.
    pub(crate) guaranteed: u32,
}

impl Row {
    fn pairs(&self) -> impl Iterator<Item = u64> {
        self.sets.iter().map(|set| set.pairs)
    }

    pub(crate) fn sum(&self) -> u64 {
        self.pairs().sum()
    }

    /// The mean of the expected numbers, though the sets of a source all have the same.
    pub(crate) fn expected(&self) -> f64 {
        let means = self.sets.iter().zip(1..);
        means.fold(0.0, |mean, (set, count)| mean + (set.expected - mean) / f64::from(count))
    }

    /// The closest pair of all sets.
    pub(crate) fn closest(&self) -> Closest {
        self.sets.iter().fold(Closest::NoPair, |closest, set| match (closest, set.closest) {
            (Closest::Unsearched, _) | (_, Closest::Unsearched) => Closest::Unsearched,
            (Closest::Features(a), Closest::Features(b)) => Closest::Features(a.min(b)),
            (Closest::NoPair, other) | (other, Closest::NoPair) => other,
        })
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sum() as f64 / self.sets.len() as f64
    }

    pub(crate) fn min(&self) -> u64 {
        self.pairs().min().unwrap_or(0)
    }

    pub(crate) fn max(&self) -> u64 {
        self.pairs().max().unwrap_or(0)
    }

    /// The standard deviation, with two sets or more.
    pub(crate) fn deviation(&self) -> Option<f64> {
        let mean = self.mean();
        let squares: f64 = self.pairs().map(|pairs| (pairs as f64 - mean).powi(2)).sum();
        (self.sets.len() > 1).then(|| (squares / (self.sets.len() - 1) as f64).sqrt())
    }

    /// The measured number over the expected one, if at least one pair was expected.
    pub(crate) fn ratio_to(&self, expected: f64) -> Option<f64> {
        (expected * self.sets.len() as f64 >= 1.0).then(|| self.mean() / expected)
    }
}

/// Maximum number of pairs among which the closest is searched for: with more, that would take
/// longer than everything else.
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

/// The result of one set of keys, and its row.
struct Count {
    /// The number of the source in the plan.
    source: usize,
    width: Width,
    bits: u32,
    result: SetCount,
}

/// Counts the colliding pairs of the states under every set of keys.
pub(crate) fn measure(
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
    let ended: Option<()> = in_order(
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
                row.sets.push(count.result);
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
        let widths = match plan.half {
            Some(half) => vec![Width::Half(half)],
            None if source.depends_on_width() => vec![Width::Cut, Width::Made],
            None => vec![Width::Cut],
        };
        for width in widths {
            for bits in &plan.bits {
                // Cutting a key gives up its guarantee.
                let whole = match width {
                    Width::Made => true,
                    Width::Cut => *bits == source.bits(),
                    Width::Half(_) => false,
                };
                let guaranteed = match source.guarantee(plan.seed, plan.layout, *bits) {
                    Guarantee::Independent(keys) if whole => keys,
                    _ => 0,
                };
                rows.push(Row {
                    source: source.name().to_owned(),
                    width,
                    bits: *bits,
                    whole: source.bits(),
                    sets: Vec::new(),
                    birthday: expected_pairs(states, *bits),
                    guaranteed,
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
            let width = plan.half.map_or(Width::Cut, Width::Half);
            sets.push(Set { source: number, width, bits: source.bits(), seed });
            if plan.half.is_none() && source.depends_on_width() {
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

/// The counts of one set of keys: at all widths if hashes are cut, else at the width of the keys.
fn count(states: &States, (even, odd): (u64, u64), plan: &Plan, set: Set) -> Vec<Count> {
    let Set { source, width, bits, seed } = set;
    let mut keys = plan.sources[source].keys(seed, plan.layout, bits);
    if let Width::Half(half) = width {
        keys.iter_mut().for_each(|key| *key = half.of(*key));
    }
    let hashes = states.hashes(&keys);
    let widths = if width == Width::Made { vec![bits] } else { plan.bits.clone() };
    let at = |bits| {
        let pairs = hashes.colliding_pairs(bits);
        let closest = match pairs > MAX_PAIRS {
            true => Closest::Unsearched,
            false => {
                states.closest_collision(&hashes, bits).map_or(Closest::NoPair, Closest::Features)
            }
        };
        let expected = if reveals_parity(&keys, bits) {
            expected_pairs_by_parity(even, odd, bits)
        } else {
            expected_pairs(even + odd, bits)
        };
        let seed = plan.sources[source].seed(seed);
        Count { source, width, bits, result: SetCount { seed, pairs, expected, closest } }
    };
    widths.into_iter().map(at).collect()
}
