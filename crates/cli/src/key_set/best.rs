//! The best of several seeds.

use zobrist::audit::Basis;

/// How many half sums are compared at most: some tens of milliseconds for a set.
const HALF_SUMS: u64 = 1 << 20;

/// How good a set of keys is: less is better. What counts is, in this order, rank that is
/// missing, then the number of dependencies of weight 1, 2, 3 and so on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quality {
    pub missing_rank: u32,
    /// The number of dependencies of each weight from 1 on.
    pub dependencies: Vec<u64>,
}

impl Quality {
    pub fn of(keys: &[u128], bits: u32) -> Quality {
        let mut basis = Basis::new();
        for key in keys {
            basis.insert(*key);
        }
        let full = bits.min(u32::try_from(keys.len()).unwrap_or(u32::MAX));
        Quality {
            missing_rank: full - basis.rank(),
            dependencies: small_dependencies(keys, weight_within_reach(keys.len())),
        }
    }
}

/// Up to which weight all dependencies of so many keys are counted quickly: 0, 2, 4 or 6.
pub fn weight_within_reach(keys: usize) -> u32 {
    let n = keys as u64;
    let pairs = n * n.saturating_sub(1) / 2;
    let triples = pairs.saturating_mul(n.saturating_sub(2)) / 3;
    2 * [n, pairs, triples].iter().filter(|sums| **sums <= HALF_SUMS).count() as u32
}

/// The number of sets of keys that XOR to zero, by their weight: 1 is a key that is zero, 2
/// two equal keys. Exact up to `weight`, which is even: two halves that have the same sum
/// and no key in common.
pub fn small_dependencies(keys: &[u128], weight: u32) -> Vec<u64> {
    let mut halves = halves(keys, weight as usize / 2);
    halves.sort_unstable_by_key(|half| half.sum);
    let mut pairs = vec![0_u64; weight as usize];
    for same in halves.chunk_by(|a, b| a.sum == b.sum) {
        for (i, a) in same.iter().enumerate() {
            for b in &same[..i] {
                if a.size.abs_diff(b.size) <= 1 && a.is_apart(b) {
                    pairs[a.size + b.size - 1] += 1;
                }
            }
        }
    }
    // A dependency of weight w falls into halves of its own in C(w, ⌊w/2⌋) ways, and when
    // they are of one size, each pair has been met once and not twice.
    let ways = [1, 1, 3, 3, 10, 10];
    pairs.iter().zip(ways).map(|(pairs, ways)| pairs / ways).collect()
}

/// Up to three keys, and what they XOR to.
struct Half {
    sum: u128,
    size: usize,
    /// In descending order; those from `size` on mean nothing.
    slots: [u32; 3],
}

impl Half {
    fn is_apart(&self, other: &Half) -> bool {
        self.slots[..self.size].iter().all(|slot| !other.slots[..other.size].contains(slot))
    }
}

/// All sets of up to `size` keys.
fn halves(keys: &[u128], size: usize) -> Vec<Half> {
    let mut halves = vec![Half { sum: 0, size: 0, slots: [0; 3] }];
    let mut begin = 0;
    for size in 1..=size {
        let end = halves.len();
        for i in begin..end {
            let smaller = &halves[i];
            let (sum, slots) = (smaller.sum, smaller.slots);
            let below = if size == 1 { keys.len() } else { slots[size - 2] as usize };
            halves.extend(keys[..below].iter().zip(0..).map(|(key, slot)| {
                let mut slots = slots;
                slots[size - 1] = slot;
                Half { sum: sum ^ key, size, slots }
            }));
        }
        begin = end;
    }
    halves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition: all sets of keys, one by one.
    fn by_definition(keys: &[u128], weight: u32) -> Vec<u64> {
        let mut counts = vec![0; weight as usize];
        for set in 1_u32..1 << keys.len() {
            let members = || keys.iter().enumerate().filter(|(slot, _)| set >> slot & 1 == 1);
            let sum = members().fold(0, |sum, (_, key)| sum ^ key);
            if sum == 0 && set.count_ones() <= weight {
                counts[set.count_ones() as usize - 1] += 1;
            }
        }
        counts
    }

    #[test]
    fn dependencies_are_those_of_the_definition() {
        // Five bits and fourteen keys, zeros and duplicates among them: all weights occur.
        let mut random = zobrist::source::SplitMix64::new(1);
        for _ in 0..50 {
            let keys: Vec<u128> = (0..14).map(|_| u128::from(random.next_u64() >> 59)).collect();
            for weight in [2, 4, 6] {
                assert_eq!(small_dependencies(&keys, weight), by_definition(&keys, weight));
            }
        }
    }

    #[test]
    fn what_is_missing_of_the_rank_counts_first() {
        let full = Quality::of(&[1, 2, 4, 7], 3);
        let flat = Quality::of(&[1, 2, 3, 3], 3);
        assert_eq!((full.missing_rank, flat.missing_rank), (0, 1));
        assert_eq!(full.dependencies, [0, 0, 0, 1, 0, 0]);
        assert!(full < flat);
        assert!(Quality::of(&[1, 2, 4], 3) < full);
    }

    #[test]
    fn what_is_within_reach() {
        let within_reach = [100, 781, 1084, 1 << 20, 1 << 21].map(weight_within_reach);
        assert_eq!(within_reach, [6, 4, 4, 2, 0]);
    }
}
