//! The definition of dependencies, to test the search against.

use alloc::vec::Vec;

use zobrist::Key;

use crate::findings::Dependency;

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
