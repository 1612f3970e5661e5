//! Dependencies by definition, and a search on one thread.

use alloc::vec::Vec;

use zobrist::Key;

use crate::findings::{Dependency, Findings};
use crate::plan::{SearchError, SearchPlan};

/// Returns all dependencies of up to `weight` keys, by definition: every set of keys is tried.
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

/// Finds all dependencies of up to `weight` keys, on this thread and in one go: what
/// [`SearchPlan`] does in parts.
///
/// ```
/// use zobrist_audit::dependencies;
///
/// let found = dependencies(&[1_u64, 2, 0, 3, 4, 7], 5)?;
/// assert_eq!(found.total(), 7);
/// assert_eq!(found.smallest(), Some(1));
/// assert_eq!(found.dependencies[1].indices(), [0, 1, 3]);
/// # Ok::<(), zobrist_audit::SearchError>(())
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
