//! Dependencies: those that a search finds, those by the definition, and a basis of all.

use alloc::vec::Vec;
use core::fmt::{self, Display};

use zobrist::Key;
use zobrist::gf2::Elimination;

/// A set of keys that XOR to zero, by their indices, in ascending order.
///
/// Ordered by weight, then by indices. Displays as the indices with spaces between.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<usize>"))]
pub struct Dependency(Vec<usize>);

/// As [`Dependency::new`].
impl From<Vec<usize>> for Dependency {
    fn from(indices: Vec<usize>) -> Dependency {
        Dependency::new(indices)
    }
}

impl Dependency {
    /// Creates a dependency of these indices, and sorts them. That their keys XOR to zero is not
    /// checked.
    #[must_use]
    pub fn new(mut indices: Vec<usize>) -> Dependency {
        indices.sort_unstable();
        Dependency(indices)
    }

    /// Returns the indices in ascending order.
    #[must_use]
    pub fn indices(&self) -> &[usize] {
        &self.0
    }

    /// Returns the number of keys.
    #[must_use]
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
/// that a caller can store them and resume later: with the feature `serde` in any format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
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
    #[must_use]
    pub fn new() -> Findings {
        Findings::with_limit(Findings::DEFAULT_LIMIT)
    }

    /// Creates empty findings that will list at most `limit` dependencies.
    #[must_use]
    pub fn with_limit(limit: usize) -> Findings {
        Findings { sums: 0, counts: Vec::new(), dependencies: Vec::new(), limit }
    }

    /// Adds the findings of other parts. The smaller of both limits holds from then on, since the
    /// rest of a list that was cut is not known.
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
    #[must_use]
    pub fn of_weight(&self, weight: u32) -> u128 {
        self.counts.get(weight as usize).copied().unwrap_or(0)
    }

    /// Returns the number of all dependencies, or the largest `u128` if it does not fit.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.counts.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Returns the weight of the smallest dependency.
    #[must_use]
    pub fn smallest(&self) -> Option<u32> {
        self.counts.iter().position(|count| *count > 0).map(|weight| weight as u32)
    }

    /// Returns true if all dependencies that were found are listed.
    #[must_use]
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

/// Returns all dependencies of up to `weight` keys by trying every set of keys.
///
/// For small sets, and to test the faster search.
///
/// ```
/// use zobrist_audit::dependencies_by_definition;
///
/// let found = dependencies_by_definition(&[1_u64, 2, 0, 3, 4, 7], 3);
/// let indices: Vec<&[usize]> = found.iter().map(|found| found.indices()).collect();
/// assert_eq!(indices, [&[2][..], &[0, 1, 3], &[3, 4, 5]]);
/// ```
pub fn dependencies_by_definition<K: Key>(keys: &[K], weight: u32) -> Vec<Dependency> {
    fn extend(
        words: &[u128],
        left: u32,
        sum: u128,
        set: &mut Vec<usize>,
        all: &mut Vec<Dependency>,
    ) {
        if sum == 0 && !set.is_empty() {
            all.push(Dependency::new(set.clone()));
        }
        if left > 0 {
            for next in set.last().map_or(0, |last| last + 1)..words.len() {
                set.push(next);
                extend(words, left - 1, sum ^ words[next], set, all);
                set.pop();
            }
        }
    }
    let words: Vec<u128> = keys.iter().map(|key| key.to_word()).collect();
    let mut all = Vec::new();
    extend(&words, weight, 0, &mut Vec::new(), &mut all);
    all.sort_unstable();
    all
}

/// Returns a basis of all dependencies of a set of keys: every set of keys that XORs to zero is
/// the symmetric difference of some of these, in one way.
///
/// Their number is that of the keys minus the [`rank`](zobrist::gf2::rank). Each consists of a
/// key that depends on those before, named last, and the independent ones that sum to it; a zero
/// key stands alone. They are not the smallest: [`SearchPlan`](crate::SearchPlan) finds those.
///
/// ```
/// use zobrist_audit::kernel;
///
/// assert_eq!(kernel(&[1_u64, 2, 0, 3, 4, 7]), [vec![2], vec![0, 1, 3], vec![0, 1, 4, 5]]);
/// ```
pub fn kernel<K: Key>(keys: &[K]) -> Vec<Vec<usize>> {
    let mut elimination = Elimination::new();
    let mut basis = Vec::new();
    for (number, key) in keys.iter().enumerate() {
        if let Some(mut dependency) = elimination.insert(key.to_word()) {
            dependency.push(number);
            basis.push(dependency);
        }
    }
    basis
}
