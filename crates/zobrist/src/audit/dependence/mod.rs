//! Every dependency of small weight: sets of keys that XOR to zero, none left out.
//!
//! # What is found
//! All sets of at most W different indices whose keys XOR to zero, including those that contain
//! smaller ones, such as the union of two disjoint dependencies. A zero key is a dependency of
//! weight 1, two equal keys are one of weight 2. Each is counted once; those listed are the first
//! in order of weight and indices, up to a limit, and [`Findings::is_complete`] tells whether
//! these are all.
//!
//! # How
//! Zero keys and all but one of equal keys are set aside first, and put back in at the
//! end by counting in how many ways they can stand in for each other. For weights 1 and 2
//! that is all. Among the different keys that are left, a dependency of weight w is two disjoint
//! sets, of ⌊w/2⌋ and ⌈w/2⌉ keys, with the same sum. For w from 7 to 9 a lemma says that of all
//! ways to cut a dependency in two there is one where the sum of the smaller half is zero in 3 (7
//! and 8) or 5 bits (9), so that only such sums need to be looked at; and that those sums of up
//! to four keys reveal the dependencies of lower weight too. `lemma.rs` proves it.
//!
//! All sums of two or three keys are kept, 4 bytes each, sorted into cells by some bits of the
//! sum, the *label*, and within a cell by the greatest index. The sums of four or five keys that
//! have a given label are then obtained cell by cell: for each set of some more indices the sums
//! of smaller indices that complete the label are one run in memory. The part of a sum that is
//! not label goes through a bitmap that fits the cache, and what passes is compared exactly.
//!
//! For hundreds of keys these runs would be short and far apart in memory. In that case the sums
//! of up to four keys are made in blocks of pairs (`fours.rs`), and those of five in blocks of
//! pairs and triples (`fives.rs`), by the first bits of their labels.
//!
//! A search is divided into parts that depend neither on each other nor on anything but the keys
//! and the weight. So the caller may run them on several threads, stop, and resume another day.

mod batch;
mod drawers;
mod few;
mod filter;
mod findings;
mod fives;
mod fours;
mod lemma;
mod marks;
mod nine;
mod plan;
mod repeated;
mod search;
mod stages;
mod sums;

pub use findings::{Dependency, Findings};
pub use plan::{MAX_WEIGHT, OutOfMemory, SearchError, SearchPlan, Stage, expected_dependencies};
pub use search::{DependencySearch, SearchWorker};

use alloc::vec::Vec;

use crate::Key;

/// Returns all dependencies of up to `weight` keys, by definition: every set of keys is tried.
///
/// For small sets, and to test the faster search.
///
/// ```
/// use zobrist::audit::dependencies_by_definition;
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

/// Finds all dependencies of up to `weight` keys, on this thread and in one go: what
/// [`SearchPlan`] does in parts.
///
/// ```
/// use zobrist::audit::dependencies;
///
/// let found = dependencies(&[1_u64, 2, 0, 3, 4, 7], 5)?;
/// assert_eq!(found.total(), 7);
/// assert_eq!(found.smallest(), Some(1));
/// assert_eq!(found.dependencies[1].indices(), [0, 1, 3]);
/// # Ok::<(), zobrist::audit::SearchError>(())
/// ```
///
/// # Errors
/// As [`SearchPlan::new`]. A long search is not refused: ask the plan first.
///
/// # Panics
/// When memory for the tables cannot be allocated.
pub fn dependencies<K: Key>(keys: &[K], weight: u32) -> Result<Findings, SearchError> {
    let search = SearchPlan::new(keys, weight)?.prepare().expect("memory for the tables");
    let mut worker = search.worker();
    let mut findings = Findings::new();
    (0..search.parts()).for_each(|part| findings.merge(worker.part(part)));
    Ok(findings)
}
