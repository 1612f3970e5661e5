//! Tables from the operating system: their bits, their sharing, and maps that have them.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use zobrist::tabulation::{HashFunction, Mixed, Rolling, Simple, Tornado, Twisted};
use zobrist_tabulation::{Random, RandomState, random_words};

/// Differences of hashes of all bytes at each position, all of which are new in a table of random
/// numbers: two of 64 bits agree with probability 2^-40.
fn all_differ<F: HashFunction<u64, Hash = u64>>(functions: [F; 2]) {
    let mut seen = HashSet::new();
    for function in &functions {
        for key in (0..8).flat_map(|place| (1..256).map(move |byte| byte << (8 * place))) {
            assert!(seen.insert(function.hash(key) ^ function.hash(0)));
        }
    }
    // Half of the bits are ones: 261,120, give or take 256 by a standard deviation.
    let ones: u32 = seen.iter().map(|word| word.count_ones()).sum();
    let expected = seen.len() as u32 * 32;
    assert!(ones.abs_diff(expected) < 16 * 256, "{ones} ones, not about {expected}");
}

#[test]
fn tables_are_filled_and_differ() {
    all_differ([Simple::<u64, 8>::random(), Simple::random()]);
    all_differ([Twisted::<u64, 8>::random(), Twisted::random()]);
    all_differ([Mixed::<u64, 8, 8>::random(), Mixed::random()]);
    all_differ([Tornado::<u64, 8>::random(), Tornado::random()]);
    let words = random_words::<2048>().unwrap();
    assert_eq!(HashSet::from(words).len(), 2048);
    assert_ne!(words, random_words().unwrap());
    let table = random_words().unwrap();
    assert_eq!(Rolling::from_table(table, 1).hash(b"a"), table[97]);
}

#[test]
fn random_states() {
    type State = RandomState<Tornado<u64, 8>>;
    let mut map: HashMap<u64, u64, State> = (0..1000).map(|key| (key, key * key)).collect();
    assert!((0..1000).all(|key| map.remove(&key) == Some(key * key)) && map.is_empty());

    let state = map.hasher();
    assert_eq!(state.hash_one(12_u64), state.function().hash(12_u64));
    let hashed = |mut hasher: <State as BuildHasher>::Hasher| {
        (3_u8, "text").hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!(hashed(state.build_hasher()), state.hash_one((3_u8, "text")));
    assert!(Arc::ptr_eq(state.function(), state.clone().function()));
    assert_ne!(State::default().hash_one(12_u64), State::new().hash_one(12_u64));
}
