//! Look-ups in the map of the standard library with several hash functions.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::hint::black_box;

use zobrist::source::SplitMix64;
use zobrist::tabulation::{Simple, Tornado};

use crate::paired::{Contestant, compare, contestant};

const ENTRIES: u64 = 1 << 14;

fn looking_up<'a, S: BuildHasher + 'a>(
    name: &'a str,
    keys: &'a [u64],
    hasher: S,
) -> Contestant<'a, u64> {
    let mut map = HashMap::with_hasher(hasher);
    map.extend(keys.iter().map(|key| (*key, *key >> 1)));
    contestant(name, move || black_box(keys).iter().fold(0, |sum: u64, key| sum ^ map[key]))
}

pub(crate) fn run() {
    let mut random = SplitMix64::new(1);
    let keys: Vec<u64> = (0..ENTRIES).map(|_| random.next_u64()).collect();
    let (simple, tornado) = (Simple::<u64, 8>::seeded(1), Tornado::<u64, 8>::seeded(1));
    let expected = keys.iter().fold(0, |sum, key| sum ^ key >> 1);
    compare(
        "tabulation: a look-up in a HashMap<u64, u64> of 16,384 entries",
        ENTRIES,
        100,
        &mut [
            looking_up("foldhash", &keys, foldhash::fast::RandomState::default()),
            looking_up("ahash", &keys, ahash::RandomState::new()),
            looking_up("rapidhash", &keys, rapidhash::fast::RandomState::default()),
            looking_up("SipHash 1-3 (std)", &keys, RandomState::new()),
            looking_up("Simple", &keys, &simple),
            looking_up("Tornado", &keys, &tornado),
        ],
        |_, sum| assert_eq!(*sum, expected),
    );
}
