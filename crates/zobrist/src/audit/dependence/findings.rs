//! What a search has found so far.

use alloc::vec::Vec;
use core::fmt::{self, Display};

/// A set of keys that XOR to zero, by their indices, in ascending order.
///
/// Ordered by weight, then by indices. Displays as the indices with spaces between.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dependency(Vec<usize>);

impl Dependency {
    /// Of some indices, which are sorted. Whether their keys XOR to zero is the
    /// caller's to know.
    pub fn new(mut indices: Vec<usize>) -> Dependency {
        indices.sort_unstable();
        Dependency(indices)
    }

    /// The indices, ascending.
    pub fn indices(&self) -> &[usize] {
        &self.0
    }

    /// How many keys.
    pub fn weight(&self) -> u32 {
        self.0.len() as u32
    }
}

impl Ord for Dependency {
    fn cmp(&self, other: &Dependency) -> core::cmp::Ordering {
        (self.0.len(), &self.0).cmp(&(other.0.len(), &other.0))
    }
}

impl PartialOrd for Dependency {
    fn partial_cmp(&self, other: &Dependency) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Display for Dependency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, index) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            index.fmt(f)?;
        }
        Ok(())
    }
}

/// What has been found in one part of a search, or in several: how many dependencies of each
/// weight, exactly, and the first of them.
///
/// Findings of different parts merge in any order to the same result. The fields are plain so
/// that a caller can store them and go on later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// How many sums were made: in the end the total of the plan's stages.
    pub sums: u128,
    /// By weight: how many dependencies there are. Its length is the highest weight that
    /// was found, and one.
    pub counts: Vec<u128>,
    /// The first dependencies in their order, at most `limit`.
    pub dependencies: Vec<Dependency>,
    /// How many are listed at most.
    pub limit: usize,
}

impl Findings {
    /// How many dependencies are listed when nothing else is said.
    pub const LIMIT: usize = 10_000;

    /// Nothing yet.
    pub fn new() -> Findings {
        Findings::limited(Findings::LIMIT)
    }

    /// Nothing yet, and at most so many dependencies will be listed.
    pub fn limited(limit: usize) -> Findings {
        Findings { sums: 0, counts: Vec::new(), dependencies: Vec::new(), limit }
    }

    /// Adds what was found elsewhere.
    pub fn merge(&mut self, other: Findings) {
        self.sums += other.sums;
        for (weight, count) in other.counts.into_iter().enumerate() {
            self.count(weight, count);
        }
        self.dependencies.extend(other.dependencies);
        self.settle();
    }

    /// How many dependencies there are of a weight.
    pub fn of_weight(&self, weight: u32) -> u128 {
        self.counts.get(weight as usize).copied().unwrap_or(0)
    }

    /// How many there are in all. Counts that do not fit are told as the largest number.
    pub fn total(&self) -> u128 {
        self.counts.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// The weight of the smallest dependency.
    pub fn smallest(&self) -> Option<u32> {
        self.counts.iter().position(|count| *count > 0).map(|weight| weight as u32)
    }

    /// Whether all that were found are listed.
    pub fn is_complete(&self) -> bool {
        self.dependencies.len() as u128 == self.total()
    }

    pub(super) fn count(&mut self, weight: usize, count: u128) {
        if count > 0 && self.counts.len() <= weight {
            self.counts.resize(weight + 1, 0);
        }
        if count > 0 {
            self.counts[weight] = self.counts[weight].saturating_add(count);
        }
    }

    /// Lists one that has been counted. The order is made by [`settle`](Findings::settle).
    pub(super) fn list(&mut self, dependency: Dependency) {
        self.dependencies.push(dependency);
        if self.dependencies.len() >= self.limit.saturating_mul(2).saturating_add(1000) {
            self.settle();
        }
    }

    /// Puts the list in order and cuts it to the limit.
    pub(super) fn settle(&mut self) {
        self.dependencies.sort_unstable();
        self.dependencies.truncate(self.limit);
    }
}

impl Default for Findings {
    fn default() -> Findings {
        Findings::new()
    }
}
