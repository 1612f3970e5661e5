//! Sets of keys and their definition, for unit tests.

use alloc::vec;
use alloc::vec::Vec;

use zobrist::source::SplitMix64;

/// Random keys of `bits` bits, at most 64.
pub(crate) fn random_keys(count: usize, bits: u32, seed: u64) -> Vec<u128> {
    let mut random = SplitMix64::new(seed);
    (0..count).map(|_| u128::from(random.next_u64() >> (64 - bits))).collect()
}

/// All sets of `size` indices below `n`, each in ascending order.
pub(crate) fn sets(n: usize, size: usize) -> Vec<Vec<u16>> {
    (0..size).fold(vec![Vec::new()], |smaller, _| {
        let extend = |set: &Vec<u16>| {
            let set = set.clone();
            let next = set.last().map_or(0, |last| last + 1)..n as u16;
            next.map(move |index| [&set[..], &[index]].concat())
        };
        smaller.iter().flat_map(extend).collect()
    })
}

/// All sets of up to `size` indices below `n`.
pub(crate) fn sets_up_to(n: usize, size: usize) -> Vec<Vec<u16>> {
    (0..=size).flat_map(|size| sets(n, size)).collect()
}

/// The sum of the words with these indices.
pub(crate) fn sum(words: &[u128], set: &[u16]) -> u128 {
    set.iter().fold(0, |sum, index| sum ^ words[usize::from(*index)])
}
