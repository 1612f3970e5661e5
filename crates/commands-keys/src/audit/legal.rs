//! The dependencies by which two legal positions of chess can differ, and how they divide.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::bail;
use serde::{Serialize, Serializer};
use zobrist::Feature;
use zobrist::source::SplitMix64;
use zobrist_audit::{Dependency, Findings};
use zobrist_chess::{AnyScheme, Compatibility, ComposedScheme, KeysFrom, SchemeDescription};
use zobrist_console::progress::bar_of;
use zobrist_console::stop::Stop;
use zobrist_game_text::in_order;
use zobrist_input::counted;
use zobrist_key_sets::KeySet;
use zobrist_shakmaty::{for_each_feature, forge_pair};

use super::super::forge::DEFAULT_SEED;
use super::search::TooLarge;

/// Maximum number of dependencies that are divided; they are held in memory.
pub(crate) const MAX_FILTERED: usize = 1 << 22;

/// Seconds for one way to divide a dependency, on one core of a slow machine of today.
const SECONDS_PER_WAY: f64 = 1e-6;

/// Seconds for a pair of positions that differ in a dependency that is listed.
const SECONDS_PER_PAIR: f64 = 2e-3;

/// Seconds for all ways to divide a dependency of `weight` keys between two positions.
pub(crate) fn seconds_to_divide(weight: u32) -> f64 {
    SECONDS_PER_WAY * 2_f64.powi(weight as i32 - 1)
}

/// Limits of the time for the legal dependencies.
pub(crate) struct Limits {
    pub(crate) minutes: u64,
    /// Maximum number of dependencies that are listed.
    pub(crate) list: usize,
}

/// A dependency divided between two legal positions, by the indices of the keys, in ascending
/// order. In JSON, two lists.
#[derive(PartialEq)]
pub(crate) struct Division {
    pub(crate) first: Vec<usize>,
    pub(crate) second: Vec<usize>,
}

impl Serialize for Division {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.first, &self.second).serialize(serializer)
    }
}

/// The rules of the chess of a set of keys.
pub(crate) struct Legality {
    rules: Compatibility,
    scheme: ComposedScheme,
}

impl Legality {
    /// # Errors
    /// When the set has no layout of chess.
    pub(crate) fn of(set: &KeySet) -> anyhow::Result<Legality> {
        let Some(scheme) = set.scheme() else {
            let advice = set.advice_on_scheme_file();
            let advice = advice.as_deref().unwrap_or("name it with --layout chess");
            bail!("--legal needs a layout of chess: {advice}");
        };
        Ok(Legality { rules: Compatibility::of(&scheme), scheme })
    }

    /// True if two legal positions can differ in the feature of this key.
    pub(crate) fn can_differ(&self, index: usize) -> bool {
        self.rules.can_differ(Feature::from_slot(index))
    }

    /// True if one position can have both features: with equal keys, its hash is that of a position
    /// with neither.
    pub(crate) fn can_cancel(&self, pair: [usize; 2]) -> bool {
        self.rules.can_stand_together(&pair.map(Feature::from_slot))
    }

    /// Removes the dependencies by which no two legal positions differ, and counts the others. The
    /// indices in `findings` are positions in `chosen`.
    ///
    /// # Errors
    /// When there are too many, or it would take too long, or the user stops it.
    pub(crate) fn keep(
        &self,
        findings: &mut Findings,
        chosen: &[usize],
        jobs: NonZeroUsize,
        Limits { minutes, list }: Limits,
        stop: Option<&Stop>,
    ) -> anyhow::Result<()> {
        if !findings.is_complete() {
            let error = format!(
                "there are {} dependencies, too many to check which are legal: expected at most \
                 {MAX_FILTERED}; take a smaller --weight, or leave keys out with --without",
                findings.total()
            );
            return Err(TooLarge(error).into());
        }
        let ways = findings.dependencies.iter().map(|found| seconds_to_divide(found.weight()));
        let listed = findings.dependencies.len().min(list);
        let seconds = ways.sum::<f64>() + listed as f64 * SECONDS_PER_PAIR;
        let needed = (seconds / jobs.get() as f64 / 60.0).ceil();
        if needed > minutes as f64 {
            let error = format!(
                "there are {} dependencies: it takes up to {} on {} to check which are legal, and \
                 may take {minutes}; take a smaller --weight, or allow more with --minutes {needed}",
                findings.total(),
                counted(needed, "minute", "minutes"),
                counted(jobs, "thread", "threads"),
            );
            return Err(TooLarge(error).into());
        }
        let was_stopped = || stop.is_some_and(Stop::was_asked);
        let progress = bar_of(findings.dependencies.len() as u64, "dependencies");
        let mut kept: Vec<Dependency> = Vec::new();
        let mut dependencies = findings.dependencies.drain(..);
        let stopped = in_order(
            jobs,
            || dependencies.next(),
            |dependency| {
                let features = features(dependency.indices().iter().map(|index| chosen[*index]));
                (self.rules.splits(&features).next().is_some(), dependency)
            },
            |(is_legal, dependency)| {
                progress.inc(1);
                kept.extend(is_legal.then_some(dependency));
                if was_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        progress.finish_and_clear();
        if stopped.is_some() {
            bail!("stopped while the legal dependencies were selected; --resume continues");
        }
        drop(dependencies);
        findings.dependencies = kept;
        findings.counts = Vec::new();
        for dependency in &findings.dependencies {
            let weight = dependency.indices().len();
            if findings.counts.len() <= weight {
                findings.counts.resize(weight + 1, 0);
            }
            findings.counts[weight] += 1;
        }
        Ok(())
    }

    /// Divides dependencies that were kept as the pairs that `keys forge` makes of them in this
    /// order; `None` where it finds no pair.
    pub(crate) fn divide(
        &self,
        dependencies: &[Vec<usize>],
        jobs: NonZeroUsize,
    ) -> Vec<Option<Division>> {
        let mut seeds = SplitMix64::new(DEFAULT_SEED);
        let mut dependencies = dependencies.iter();
        let mut divisions = Vec::new();
        in_order::<_, _, ()>(
            jobs,
            || dependencies.next().map(|dependency| (dependency, seeds.next_u64())),
            |(dependency, seed)| self.division(dependency, seed),
            |division| {
                divisions.push(division);
                ControlFlow::Continue(())
            },
        );
        divisions
    }

    fn division(&self, dependency: &[usize], seed: u64) -> Option<Division> {
        let features = features(dependency.iter().copied());
        let [_, second] = forge_pair(&self.scheme, &features, seed).ok()?;
        let mut mask = 0;
        for_each_feature(&self.scheme, &second, |feature| {
            let index = features.iter().position(|other| *other == feature);
            mask |= index.map_or(0, |index| 1 << index);
        });
        let part = |second: u64| {
            let of = dependency.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == second);
            of.map(|(_, index)| *index).collect()
        };
        Some(Division { first: part(0), second: part(1) })
    }

    /// The file of a scheme with the audited keys, which are in a file of this name.
    pub(crate) fn scheme_file(&self, keys: &Path) -> String {
        let mut description = SchemeDescription::of(&AnyScheme::from(self.scheme.clone()));
        description.keys = KeysFrom::File { path: keys.display().to_string(), skip: 0 };
        description.to_string()
    }
}

fn features(slots: impl Iterator<Item = usize>) -> Vec<Feature> {
    slots.map(Feature::from_slot).collect()
}
