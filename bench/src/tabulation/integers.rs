//! Hashes a slice of integers into a slice of hashes, both in the L1 cache.

use std::hash::{BuildHasher, RandomState};
use std::hint::black_box;

use tab_hash::{Tab32Mixed, Tab32Simple, Tab32Twisted, Tab64Mixed, Tab64Simple, Tab64Twisted};
use xxhash_rust::xxh3::xxh3_64_with_seed;
use zobrist::source::SplitMix64;
use zobrist::tabulation::{HashFunction, Mixed, Simple, Tornado, Twisted};
use zobrist_tabulation::{Batch, Function};

use crate::paired::{Contestant, compare, contestant};

const KEYS: usize = 1024;
const PASSES: usize = 64;

/// Creates a contestant that hashes all keys repeatedly. Its hashes are compared with `expected`
/// once; a run returns a check of the last hash alone, as reading all would take as long as
/// hashing.
fn hashing<'a, X: Copy, V: Copy + Default + PartialEq + Into<u64> + 'a>(
    name: &'a str,
    keys: &'a [X],
    expected: impl Fn(X) -> V,
    hash_all: impl Fn(&[X], &mut [V]) + 'a,
) -> Contestant<'a, u64> {
    let mut hashes = vec![V::default(); keys.len()];
    hash_all(keys, &mut hashes);
    assert!(keys.iter().zip(&hashes).all(|(key, hash)| *hash == expected(*key)), "{name}");
    let last = hashes[keys.len() - 1];
    contestant(name, move || {
        for _ in 0..PASSES {
            hash_all(black_box(keys), black_box(&mut hashes));
        }
        // Zero for any function that still gives the same hash.
        last.into() ^ hashes[keys.len() - 1].into()
    })
}

/// A function of this project, against its definition.
macro_rules! ours {
    ($name:literal, $function:expr, $keys:expr) => {
        hashing(
            $name,
            $keys,
            |key| $function.hash_by_definition(key),
            |keys, hashes| $function.hash_all(keys, hashes),
        )
    };
}

/// tab-hash with the table of a function of this project, whose hashes it must give.
macro_rules! same {
    ($name:literal, $peer:expr, $function:expr, $keys:expr) => {
        hashing(
            $name,
            $keys,
            |key| $function.hash(key),
            |keys, hashes| {
                for (place, key) in hashes.iter_mut().zip(keys) {
                    *place = $peer.hash(*key);
                }
            },
        )
    };
}

/// A peer, key by key. Its hashes must be the same each time.
fn peer<'a, X: Copy, V: Copy + Default + PartialEq + Into<u64> + 'a>(
    name: &'a str,
    keys: &'a [X],
    hash: impl Fn(X) -> V + Copy + 'a,
) -> Contestant<'a, u64> {
    hashing(name, keys, hash, move |keys, hashes| {
        for (place, key) in hashes.iter_mut().zip(keys) {
            *place = hash(*key);
        }
    })
}

fn batch<'a, F: Function>(name: &'a str, function: &'a F, keys: &'a [F::Key]) -> Contestant<'a, u64>
where
    F::Hash: Default + Into<u64> + 'a,
{
    let batch = Batch::new(function);
    println!("  {name}: {}", batch.kernel());
    let expected = |key| function.hash(key);
    hashing(name, keys, expected, move |keys, hashes| batch.hash_all(keys, hashes))
}

pub(crate) fn run() {
    let mut random = SplitMix64::new(1);
    println!("\ntabulation: the code of the batches");
    words(&(0..KEYS).map(|_| random.next_u64()).collect::<Vec<u64>>());
    half_words(&(0..KEYS).map(|_| random.next_u64() as u32).collect::<Vec<u32>>());
}

fn words(keys: &[u64]) {
    let simple = Simple::<u64, 8>::seeded(1);
    let twisted = Twisted::<u64, 8>::seeded(1);
    let mixed = Mixed::<u64, 8>::seeded(1);
    let mixed_eight = Mixed::<u64, 8, 8>::seeded(1);
    let tornado = Tornado::<u64, 8>::seeded(1);
    let six = Simple::<u64, 11, 64>::seeded(1);
    let four = Simple::<u64, 16, 16>::seeded(1);
    let peer_simple = Tab64Simple::with_table(*simple.tables());
    let (peer_twisted, peer_mixed) = (Tab64Twisted::new(), Tab64Mixed::new());
    let (a_hash, fold_hash) = (ahash::RandomState::new(), foldhash::fast::RandomState::default());
    let (rapid_hash, sip_hash) = (rapidhash::fast::RandomState::default(), RandomState::new());
    compare(
        "tabulation: u64 to 64 bits (targets: 1.4 ns one by one, 0.35 ns in batch with AVX-512 VBMI)",
        (KEYS * PASSES) as u64,
        100,
        &mut [
            ours!("Simple, 8 bits a character", simple, keys),
            batch("Simple, 6 bits, Batch", &six, keys),
            batch("Simple, 4 bits, Batch", &four, keys),
            ours!("Twisted", twisted, keys),
            ours!("Mixed, 4 derived", mixed, keys),
            ours!("Mixed, 8 derived", mixed_eight, keys),
            ours!("Tornado, 4 derived", tornado, keys),
            same!("tab-hash, simple", peer_simple, simple, keys),
            peer("tab-hash, twisted", keys, |key| peer_twisted.hash(key)),
            peer("tab-hash, mixed, 8 derived", keys, |key| peer_mixed.hash(key)),
            peer("ahash", keys, |key| a_hash.hash_one(key)),
            peer("foldhash", keys, |key| fold_hash.hash_one(key)),
            peer("rapidhash", keys, |key| rapid_hash.hash_one(key)),
            peer("xxh3", keys, |key: u64| xxh3_64_with_seed(&key.to_le_bytes(), 1)),
            peer("SipHash 1-3 (std)", keys, |key| sip_hash.hash_one(key)),
        ],
        |_, difference| assert_eq!(*difference, 0),
    );
}

fn half_words(keys: &[u32]) {
    let simple = Simple::<u32, 4>::seeded(1);
    let twisted = Twisted::<u32, 4>::seeded(1);
    let mixed = Mixed::<u32, 4>::seeded(1);
    let tornado = Tornado::<u32, 4>::seeded(1);
    let six = Simple::<u32, 6, 64>::seeded(1);
    let peer_simple = Tab32Simple::with_table(*simple.tables());
    let (peer_twisted, peer_mixed) = (Tab32Twisted::new(), Tab32Mixed::new());
    compare(
        "tabulation: u32 to 32 bits",
        (KEYS * PASSES) as u64,
        100,
        &mut [
            ours!("Simple, 8 bits a character", simple, keys),
            batch("Simple, 6 bits, Batch", &six, keys),
            ours!("Twisted", twisted, keys),
            ours!("Mixed, 4 derived", mixed, keys),
            ours!("Tornado, 4 derived", tornado, keys),
            same!("tab-hash, simple", peer_simple, simple, keys),
            peer("tab-hash, twisted", keys, |key| peer_twisted.hash(key)),
            peer("tab-hash, mixed, 4 derived", keys, |key| peer_mixed.hash(key)),
        ],
        |_, difference| assert_eq!(*difference, 0),
    );
}
