//! The best of several seeds.

use anyhow::Result;
use zobrist::gf2::rank;
use zobrist_audit::dependencies;

/// How many sums, each of half a dependency's keys, are compared at most: some hundredths of a
/// second for a set.
const HALF_SUMS: u64 = 1 << 20;

/// How good a set of keys is: less is better. What counts is first the missing rank, then the
/// number of dependencies of weight 1, 2, 3 and so on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quality {
    pub missing_rank: u32,
    /// The number of dependencies of each weight from 1 up to what is within reach.
    pub dependencies: Vec<u128>,
}

impl Quality {
    /// # Errors
    /// When the dependencies cannot be searched for.
    pub fn of(keys: &[u128], bits: u32) -> Result<Quality> {
        let full = bits.min(u32::try_from(keys.len()).unwrap_or(u32::MAX));
        let weight = weight_within_reach(keys.len());
        let dependencies = if weight == 0 {
            Vec::new()
        } else {
            let found = dependencies(keys, weight)?;
            (1..=weight).map(|weight| found.of_weight(weight)).collect()
        };
        Ok(Quality { missing_rank: full - rank(keys), dependencies })
    }

    /// The dependencies in words, and what sets that are equal are equal in.
    pub fn words(&self) -> (String, String) {
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

/// Up to which weight all dependencies of `keys` keys are counted quickly: 0, 2, 4 or 6.
fn weight_within_reach(keys: usize) -> u32 {
    let n = keys as u64;
    let pairs = n * n.saturating_sub(1) / 2;
    let triples = pairs.saturating_mul(n.saturating_sub(2)) / 3;
    2 * [n, pairs, triples].iter().filter(|sums| **sums <= HALF_SUMS).count() as u32
}

#[cfg(test)]
mod tests {
    use zobrist_audit::dependencies_by_definition;

    use super::*;

    #[test]
    fn dependencies_are_those_of_the_definition() {
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
    fn what_is_missing_of_the_rank_counts_first() {
        let quality = |keys: &[u128]| Quality::of(keys, 3).unwrap();
        let (full, flat) = (quality(&[1, 2, 4, 7]), quality(&[1, 2, 3, 3]));
        assert_eq!((full.missing_rank, flat.missing_rank), (0, 1));
        assert_eq!(full.dependencies, [0, 0, 0, 1, 0, 0]);
        assert!(full < flat);
        assert!(quality(&[1, 2, 4]) < full);
    }

    #[test]
    fn words_name_only_what_was_counted() {
        let words = |dependencies| Quality { missing_rank: 0, dependencies }.words();
        let (counts, equal) = words(vec![0, 3]);
        assert_eq!(counts, "dependencies of weight 1 to 2: 0 3");
        assert_eq!(equal, "rank and in dependencies up to weight 2");
        let (counts, equal) = words(Vec::new());
        assert_eq!(counts, "dependencies not counted among so many keys");
        assert_eq!(equal, "rank");
    }

    #[test]
    fn what_is_within_reach() {
        let within_reach = [100, 781, 1084, 1 << 20, 1 << 21].map(weight_within_reach);
        assert_eq!(within_reach, [6, 4, 4, 2, 0]);
    }
}
