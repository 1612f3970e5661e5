//! Linear probing on structured keys, where multiplicative hashing breaks down.

use zobrist::source::SplitMix64;
use zobrist::tabulation::{HashFunction, Mixed, Simple, Tornado, Twisted};

const SLOT_BITS: u32 = 12;
const SLOTS: usize = 1 << SLOT_BITS;

/// The mean number of slots probed when keys are inserted into an empty table by the highest
/// bits of their hashes.
fn mean_probes(keys: &[u64], hash: impl Fn(u64) -> u64) -> f64 {
    let mut taken = vec![false; SLOTS];
    let mut probes = 0;
    for key in keys {
        let mut slot = (hash(*key) >> (64 - SLOT_BITS)) as usize;
        probes += 1;
        while taken[slot] {
            slot = (slot + 1) % SLOTS;
            probes += 1;
        }
        taken[slot] = true;
    }
    f64::from(probes) / keys.len() as f64
}

/// The worst mean of 200 functions.
fn worst<F: Fn(u64) -> u64>(keys: &[u64], function: impl Fn(u64) -> F) -> f64 {
    (0..200).map(|seed| mean_probes(keys, function(seed))).fold(0.0, f64::max)
}

fn worst_of<F: HashFunction<u64, Hash = u64>>(keys: &[u64], seeded: fn(u64) -> F) -> f64 {
    worst(keys, |seed| {
        let function = seeded(seed);
        move |key| function.hash(key)
    })
}

/// Multiply-shift: the high bits of the product with a random odd number.
fn worst_multiply_shift(keys: &[u64]) -> f64 {
    worst(keys, |seed| {
        let factor = SplitMix64::new(seed).next_u64() | 1;
        move |key: u64| key.wrapping_mul(factor)
    })
}

/// Nine tenths full: 5.5 slots a key by a random function (Knuth, vol. 3, section 6.4, of a
/// table in which each key is looked up that it holds).
const KEYS: u64 = SLOTS as u64 * 9 / 10;

#[test]
fn a_dense_interval() {
    let keys: Vec<u64> = (0..KEYS).collect();
    let tabulation = [
        worst_of(&keys, Simple::<u64, 8>::seeded),
        worst_of(&keys, Simple::<u64, 11, 64>::seeded),
        worst_of(&keys, Twisted::<u64, 8>::seeded),
        worst_of(&keys, Mixed::<u64, 8>::seeded),
        worst_of(&keys, Tornado::<u64, 8>::seeded),
    ];
    assert!(tabulation.iter().all(|worst| *worst < 16.0), "{tabulation:?}");
    let multiply_shift = worst_multiply_shift(&keys);
    assert!(multiply_shift > 50.0, "{multiply_shift}");
}

/// Two or four values of each character: simple tabulation is linear where there are two, and no
/// better than a multiplication. That is why the others exist.
#[test]
fn a_dense_cube() {
    let spread = |key: u64| (0..12).fold(0, |all, bit| all | (key >> bit & 1) << (5 * bit));
    let keys: Vec<u64> = (0..KEYS).map(spread).collect();
    let others = [
        worst_of(&keys, Twisted::<u64, 8>::seeded),
        worst_of(&keys, Mixed::<u64, 8>::seeded),
        worst_of(&keys, Tornado::<u64, 8>::seeded),
    ];
    assert!(others.iter().all(|worst| *worst < 16.0), "{others:?}");
    let simple = worst_of(&keys, Simple::<u64, 8>::seeded);
    let multiply_shift = worst_multiply_shift(&keys);
    assert!(simple > 50.0 && multiply_shift > 50.0, "{simple} {multiply_shift}");

    // Two of each, with characters of four bits.
    let spread = |key: u64| (0..12).fold(0, |all, bit| all | (key >> bit & 1) << (4 * bit));
    let keys: Vec<u64> = (0..KEYS).map(spread).collect();
    let simple = worst_of(&keys, Simple::<u64, 16, 16>::seeded);
    let multiply_shift = worst_multiply_shift(&keys);
    assert!(simple > 50.0 && multiply_shift > 50.0, "{simple} {multiply_shift}");
    let tornado = worst_of(&keys, Tornado::<u64, 8>::seeded);
    assert!(tornado < 16.0, "{tornado}");
}
