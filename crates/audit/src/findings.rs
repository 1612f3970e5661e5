//! Dependencies, and the findings of a search.

use alloc::vec::Vec;
use core::fmt::{self, Display};

/// A set of keys that XOR to zero, by their indices, in ascending order.
///
/// Ordered by weight, then by indices. Displays as the indices with spaces between.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dependency(Vec<usize>);

impl Dependency {
    /// Creates a dependency of these indices, and sorts them. That their keys XOR to zero is not
    /// checked.
    pub fn new(mut indices: Vec<usize>) -> Dependency {
        indices.sort_unstable();
        Dependency(indices)
    }

    /// Returns the indices in ascending order.
    pub fn indices(&self) -> &[usize] {
        &self.0
    }

    /// Returns the number of keys.
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

/// The results of one part of a search, or of several: the exact number of dependencies of each
/// weight, and the first of them.
///
/// Findings of different parts merge in any order to the same result. The fields are plain so
/// that a caller can store them and resume later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// The number of sums that were made. After all parts it is the total of the plan's stages.
    pub sums: u128,
    /// The number of dependencies by weight, up to the highest weight that was found.
    pub counts: Vec<u128>,
    /// The first dependencies in order, at most `limit`.
    pub dependencies: Vec<Dependency>,
    /// The largest number of dependencies that are listed.
    pub limit: usize,
}

impl Findings {
    /// The default of [`limit`](Findings::limit).
    pub const DEFAULT_LIMIT: usize = 10_000;

    /// Creates empty findings.
    pub fn new() -> Findings {
        Findings::with_limit(Findings::DEFAULT_LIMIT)
    }

    /// Creates empty findings that will list at most `limit` dependencies.
    pub fn with_limit(limit: usize) -> Findings {
        Findings { sums: 0, counts: Vec::new(), dependencies: Vec::new(), limit }
    }

    /// Adds the findings of other parts. The smaller of both limits holds from then on, since the rest
    /// of a list that was cut is not known.
    pub fn merge(&mut self, other: Findings) {
        self.limit = self.limit.min(other.limit);
        self.sums += other.sums;
        for (weight, count) in other.counts.into_iter().enumerate() {
            self.add_count(weight, count);
        }
        self.dependencies.extend(other.dependencies);
        self.trim();
    }

    /// Returns the number of dependencies of a weight.
    pub fn of_weight(&self, weight: u32) -> u128 {
        self.counts.get(weight as usize).copied().unwrap_or(0)
    }

    /// Returns the number of all dependencies, or the largest `u128` if it does not fit.
    pub fn total(&self) -> u128 {
        self.counts.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Returns the weight of the smallest dependency.
    pub fn smallest(&self) -> Option<u32> {
        self.counts.iter().position(|count| *count > 0).map(|weight| weight as u32)
    }

    /// Returns true if all dependencies that were found are listed.
    pub fn is_complete(&self) -> bool {
        self.dependencies.len() as u128 == self.total()
    }

    pub(crate) fn add_count(&mut self, weight: usize, count: u128) {
        if count > 0 && self.counts.len() <= weight {
            self.counts.resize(weight + 1, 0);
        }
        if count > 0 {
            self.counts[weight] = self.counts[weight].saturating_add(count);
        }
    }

    /// Lists a dependency that has been counted; [`trim`](Findings::trim) sorts the list.
    pub(crate) fn list(&mut self, dependency: Dependency) {
        self.dependencies.push(dependency);
        if self.dependencies.len() >= self.limit.saturating_mul(2).saturating_add(1000) {
            self.trim();
        }
    }

    /// Sorts the list and cuts it to the limit.
    pub(crate) fn trim(&mut self) {
        self.dependencies.sort_unstable();
        self.dependencies.truncate(self.limit);
    }
}

impl Default for Findings {
    fn default() -> Findings {
        Findings::new()
    }
}
