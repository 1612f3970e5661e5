//! Compares the key sets of several seeds.

use anyhow::Result;
use zobrist::gf2::rank;
use zobrist_audit::dependencies;

/// Maximum number of sums, each of half the keys of a dependency, that are compared for a set: a
/// few hundredths of a second.
const MAX_HALF_SUMS: u64 = 1 << 20;

/// Quality of a set of keys; less is better. The missing rank is compared first, then the number of
/// dependencies of weight 1, 2, 3 and so on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Quality {
    pub missing_rank: u32,
    /// The number of dependencies of each weight from 1 to the largest that is counted quickly.
    pub dependencies: Vec<u128>,
}

impl Quality {
    pub(crate) fn of(keys: &[u128], bits: u32) -> Result<Quality> {
        let full = bits.min(u32::try_from(keys.len()).unwrap_or(u32::MAX));
        let weight = max_quick_weight(keys.len());
        let dependencies = if weight == 0 {
            Vec::new()
        } else {
            let found = dependencies(keys, weight)?;
            (1..=weight).map(|weight| found.of_weight(weight)).collect()
        };
        Ok(Quality { missing_rank: full - rank(keys), dependencies })
    }

    /// The dependencies in words, and the properties in which equal sets agree.
    pub(crate) fn words(&self) -> (String, String) {
        let weight = self.dependencies.len();
        if weight == 0 {
            return ("dependencies not counted among so many keys".into(), "rank".into());
        }
        let counts: Vec<String> = self.dependencies.iter().map(u128::to_string).collect();
        (
            format!("dependencies of weight 1 to {weight}: {}", counts.join(" ")),
            format!("rank and in dependencies up to weight {weight}"),
        )
    }
}

/// Largest weight up to which all dependencies of `keys` keys are counted quickly: 0, 2, 4 or 6.
fn max_quick_weight(keys: usize) -> u32 {
    let n = keys as u64;
    let pairs = n * n.saturating_sub(1) / 2;
    let triples = pairs.saturating_mul(n.saturating_sub(2)) / 3;
    2 * [n, pairs, triples].iter().filter(|sums| **sums <= MAX_HALF_SUMS).count() as u32
}

#[cfg(test)]
mod tests {
    use zobrist_audit::dependencies_by_definition;

    use super::*;

    #[test]
    fn counts_match_the_definition() {
        // Five bits and fourteen keys, zeros and duplicates among them: all weights occur.
        let mut random = zobrist::source::SplitMix64::new(1);
        let mut found = [0; 6];
        for _ in 0..50 {
            let keys: Vec<u128> = (0..14).map(|_| u128::from(random.next_u64() >> 59)).collect();
            let all = dependencies_by_definition(&keys, 6);
            let of_weight = |weight| all.iter().filter(|set| set.indices().len() == weight).count();
            let counts: Vec<u128> = (1..=6).map(|weight| of_weight(weight) as u128).collect();
            assert_eq!(Quality::of(&keys, 5).unwrap().dependencies, counts);
            (0..6).for_each(|weight| found[weight] += counts[weight]);
        }
        assert!(found.iter().all(|count| *count > 10), "{found:?}");
    }

    #[test]
    fn missing_rank_is_compared_first() {
        let quality = |keys: &[u128]| Quality::of(keys, 3).unwrap();
        let (full, flat) = (quality(&[1, 2, 4, 7]), quality(&[1, 2, 3, 3]));
        assert_eq!((full.missing_rank, flat.missing_rank), (0, 1));
        assert_eq!(full.dependencies, [0, 0, 0, 1, 0, 0]);
        assert!(full < flat);
        assert!(quality(&[1, 2, 4]) < full);
    }

    #[test]
    fn words_name_only_counted_weights() {
        let words = |dependencies| Quality { missing_rank: 0, dependencies }.words();
        let (counts, equal) = words(vec![0, 3]);
        assert_eq!(counts, "dependencies of weight 1 to 2: 0 3");
        assert_eq!(equal, "rank and in dependencies up to weight 2");
        let (counts, equal) = words(Vec::new());
        assert_eq!(counts, "dependencies not counted among so many keys");
        assert_eq!(equal, "rank");
    }

    #[test]
    fn quick_weights_by_number_of_keys() {
        let weights = [100, 781, 1084, 1 << 20, 1 << 21].map(max_quick_weight);
        assert_eq!(weights, [6, 4, 4, 2, 0]);
    }
}
