//! Colliding pairs: against the slow definition, the birthday bound, and the guarantee of a code.

use std::collections::BTreeSet;

use proptest::prelude::*;
use zobrist::gf2::rank;
use zobrist::source::SplitMix64;
use zobrist::{Feature, Key, Kind, Layout, Source};
use zobrist_audit::{States, expected_pairs, expected_pairs_by_parity, reveals_parity};

const LAYOUT: Layout = Kind::first("fact", 60).layout();

/// States as sets of slots.
type Sets = BTreeSet<BTreeSet<usize>>;

fn states(sets: &Sets) -> States {
    let mut states = States::new(LAYOUT);
    sets.iter().for_each(|set| states.push(set.iter().map(|slot| Feature::from_slot(*slot))));
    states
}

/// The definition, over all pairs: the number that collide, and the smallest difference among
/// them.
fn slow<K: Key>(sets: &Sets, keys: &[K], bits: u32) -> (u64, Option<u32>) {
    let hash = |set: &BTreeSet<usize>| {
        set.iter().fold(K::ZERO, |hash, slot| hash.plus(keys[*slot])).to_word() >> (K::BITS - bits)
    };
    let (mut pairs, mut closest) = (0, None);
    for a in sets {
        for b in sets.iter().take_while(|b| *b != a) {
            if hash(a) == hash(b) {
                let apart = a.symmetric_difference(b).count() as u32;
                pairs += 1;
                closest = Some(closest.map_or(apart, |closest: u32| closest.min(apart)));
            }
        }
    }
    (pairs, closest)
}

fn sets() -> impl Strategy<Value = Sets> {
    let set = proptest::collection::btree_set(0..60_usize, 0..12);
    proptest::collection::btree_set(set, 0..80)
}

/// `count` different states of `features` features at random, give or take one.
fn random_sets(count: usize, features: usize, seed: u64) -> Sets {
    let mut random = SplitMix64::new(seed);
    let mut sets = Sets::new();
    while sets.len() < count {
        let size = features + random.next_u64() as usize % 2;
        sets.insert((0..size).map(|_| random.next_u64() as usize % 60).collect());
    }
    sets
}

proptest! {
    #[test]
    fn counts_agree_with_the_definition(sets in sets(), seed: u64, bits in 1..=8_u32) {
        let states = states(&sets);
        let keys = Source::splitmix64(seed).keys::<u64>(LAYOUT);
        for bits in [bits, 32, 64] {
            let hashes = states.hashes(keys.as_slice());
            let counted = (hashes.colliding_pairs(bits), states.closest_collision(&hashes, bits));
            prop_assert_eq!(counted, slow(&sets, keys.as_slice(), bits));
        }
        let odd = sets.iter().filter(|set| set.len() % 2 == 1).count() as u64;
        prop_assert_eq!(states.count_by_parity(), (sets.len() as u64 - odd, odd));
    }

    #[test]
    fn other_keys_are_cut_from_their_high_end(sets in sets(), seed: u64, bits in 1..=8_u32) {
        let states = states(&sets);
        let narrow = Source::splitmix64(seed).keys::<u32>(LAYOUT);
        let hashes = states.hashes(narrow.as_slice());
        prop_assert_eq!(hashes.colliding_pairs(bits), slow(&sets, narrow.as_slice(), bits).0);
        let sums = Source::splitmix64(seed).keys::<zobrist::Sum48>(LAYOUT);
        let hashes = states.hashes(sums.as_slice());
        prop_assert_eq!(hashes.colliding_pairs(bits), slow(&sets, sums.as_slice(), bits).0);
        let wide = Source::splitmix64(seed).keys::<u128>(LAYOUT);
        let hashes = states.hashes(wide.as_slice());
        prop_assert_eq!(hashes.colliding_pairs(bits), slow(&sets, wide.as_slice(), bits).0);
    }

    #[test]
    fn words_are_the_keys_of_their_width(seed: u64) {
        for source in [Source::bch(seed, 60), Source::jsf64(seed), Source::mt19937_64(seed)] {
            let words = |bits| source.words(LAYOUT, bits);
            let bits_of = |keys: &[u32]| keys.iter().map(|key| key.to_word()).collect::<Vec<_>>();
            prop_assert_eq!(words(32), bits_of(source.keys::<u32>(LAYOUT).as_slice()));
            let keys = source.keys::<u128>(LAYOUT);
            prop_assert_eq!(words(128), keys.as_slice());
            prop_assert_eq!(rank(&words(24)), 24);
        }
    }
}

#[test]
fn states_beyond_a_block_keep_their_numbers() {
    const BITS: Kind = Kind::first("bit", 17);
    let mut states = States::new(BITS.layout());
    let bits =
        |number: usize| (0..17).filter(move |bit| number >> bit & 1 == 1).map(Feature::from_slot);
    (0..1 << 17).for_each(|number| states.push(bits(number)));
    assert_eq!((states.len(), states.count_by_parity()), (1 << 17, (1 << 16, 1 << 16)));
    for (a, b) in [(0, 0), (0, 131071), (65535, 65536), (65536, 131071)] {
        assert_eq!(states.distance(a, b), (a ^ b).count_ones());
    }
    // The slots in binary: each state is its own number, from the highest bit on.
    let keys: Vec<u32> = (0..17).map(|bit| 1 << (bit + 15)).collect();
    let hashes = states.hashes(&keys);
    assert_eq!((hashes.colliding_pairs(17), states.closest_collision(&hashes, 17)), (0, None));
    // Without the lowest, pairs that differ in it.
    assert_eq!(
        (hashes.colliding_pairs(16), states.closest_collision(&hashes, 16)),
        (1 << 16, Some(1))
    );
}

#[test]
fn fewer_than_two_states_do_not_collide() {
    let mut states = States::new(LAYOUT);
    let keys = Source::splitmix64(1).keys::<u64>(LAYOUT);
    assert!(states.is_empty());
    for pairs in [0, 0, 1] {
        let hashes = states.hashes(keys.as_slice());
        assert_eq!((states.len() as u64).saturating_sub(1), pairs);
        assert_eq!(hashes.colliding_pairs(0), pairs);
        states.push([Feature::from_slot(states.len())]);
    }
    assert_eq!((expected_pairs(0, 16), expected_pairs(1, 16)), (0.0, 0.0));
}

#[test]
#[should_panic(expected = "no 33 bits")]
fn hashes_are_not_compared_beyond_their_bits() {
    let keys = Source::splitmix64(1).keys::<u32>(LAYOUT);
    let _ = States::new(LAYOUT).hashes(keys.as_slice()).colliding_pairs(33);
}

/// In release too, where arithmetic is not checked.
#[test]
fn expectations_at_the_widest() {
    assert_eq!(expected_pairs(2, 127), 0.5_f64.powi(127));
    assert_eq!(expected_pairs(2, 128), 0.5_f64.powi(128));
    assert_eq!(expected_pairs(u64::MAX, 128), 0.5);
    assert_eq!(expected_pairs(5, 0), 10.0);
    assert_eq!(expected_pairs_by_parity(2, 2, 128), 0.5_f64.powi(126));
}

#[test]
#[should_panic(expected = "at most 128 bits, got 200")]
fn more_bits_than_a_hash_has_panic() {
    let _ = expected_pairs(2, 200);
}

#[test]
#[should_panic(expected = "at most 128 bits, got 129")]
fn more_bits_than_a_hash_with_parity_has_panic() {
    let _ = expected_pairs_by_parity(10, 10, 129);
}

#[test]
#[should_panic(expected = "at most 127 bits")]
fn the_parity_of_128_bits_panics() {
    reveals_parity(&[1_u128, 2, 4], 128);
}

#[test]
fn no_bits_reveal_no_parity() {
    assert!(!reveals_parity(&[1_u32, 2, 4], 0));
    assert!(!reveals_parity(&[1_u64, 2, 4], 0));
    assert!(!reveals_parity(&[1_u128, 2, 4], 0));
    assert!(reveals_parity(&[1_u64, 2, 4], 64));
}

/// The deviation of the mean count of 64 sets of keys from its expectation, in standard errors.
fn off(states: &States, bits: u32, keys: impl Fn(u64) -> Vec<u64>) -> f64 {
    let counts: Vec<f64> =
        (1..=64).map(|seed| states.hashes(&keys(seed)).colliding_pairs(bits) as f64).collect();
    let mean = counts.iter().sum::<f64>() / 64.0;
    let squares: f64 = counts.iter().map(|count| (count - mean).powi(2)).sum();
    let error = (squares / 63.0 / 64.0).sqrt();
    (mean - expected_pairs(states.len() as u64, bits)) / error
}

#[test]
fn good_keys_collide_at_the_birthday_bound_and_bad_ones_do_not() {
    let states = states(&random_sets(4000, 20, 5));
    let random = |seed| Source::splitmix64(seed).keys::<u64>(LAYOUT).as_slice().to_vec();
    let code = |seed| Source::bch(seed, 60).keys::<u64>(LAYOUT).as_slice().to_vec();
    for bits in [12, 16, 20] {
        assert!(off(&states, bits, random).abs() < 4.0, "{}", off(&states, bits, random));
        assert!(off(&states, bits, code).abs() < 4.0, "{}", off(&states, bits, code));
    }
    // The controls: six features share a key, and one bit is always zero.
    let shared = |seed| (0..60).map(|slot| random(seed)[slot / 6]).collect::<Vec<_>>();
    assert!(off(&states, 20, shared) > 10.0, "{}", off(&states, 20, shared));
    let dull = |seed| random(seed).iter().map(|key| key & !(1 << 60)).collect::<Vec<_>>();
    assert!(off(&states, 16, dull) > 10.0, "{}", off(&states, 16, dull));
}

#[test]
fn close_states_do_not_collide_under_a_code() {
    // 16-bit keys: any five are independent, and a state of one or two features is at
    // most four away from another.
    let mut states = States::new(LAYOUT);
    for a in 0..60 {
        states.push([Feature::from_slot(a)]);
        for b in 0..a {
            states.push([a, b].map(Feature::from_slot));
            for c in 0..b {
                states.push([a, b, c].map(Feature::from_slot));
            }
        }
    }
    let closest = |keys: &[u64]| {
        let hashes = states.hashes(keys);
        (hashes.colliding_pairs(16), states.closest_collision(&hashes, 16))
    };
    let made = |source: Source| -> Vec<u64> {
        source.words(LAYOUT, 16).iter().map(|word| (word << 48) as u64).collect()
    };
    for seed in 1..=8 {
        assert!(Source::bch(seed, 60).guarantee(16).covers(5));
        let (pairs, apart) = closest(&made(Source::bch(seed, 60)));
        assert!(pairs > 0 && apart == Some(6), "{pairs} {apart:?}");
        // The controls: the same code cut from 64 bits, and random keys.
        let (_, apart) = closest(Source::bch(seed, 60).keys::<u64>(LAYOUT).as_slice());
        assert!(apart.unwrap() <= 5, "{apart:?}");
        let (_, apart) = closest(&made(Source::splitmix64(seed)));
        assert!(apart.unwrap() <= 5, "{apart:?}");
    }
}

#[test]
fn a_parity_bit_doubles_the_collisions_of_states_of_one_parity() {
    let sets = random_sets(6000, 20, 9);
    let (even, odd): (Sets, Sets) = sets.into_iter().partition(|set| set.len() % 2 == 0);
    let made = |seed: u64, bits: u32| -> Vec<u64> {
        let words = Source::bch(seed, 60).words(LAYOUT, bits);
        words.iter().map(|word| (word << (64 - bits)) as u64).collect()
    };
    let mean = |sets: &Sets, bits| {
        let states = states(sets);
        let counts = (1..=32).map(|seed| states.hashes(&made(seed, bits)).colliding_pairs(bits));
        counts.sum::<u64>() as f64 / 32.0
    };
    for bits in [14, 16, 18] {
        for seed in 1..=8 {
            assert!(reveals_parity(&made(seed, bits), bits));
            // A part of the bits does not reveal it; random keys have none.
            let wide = Source::bch(seed, 60).keys::<u64>(LAYOUT);
            assert!(reveals_parity(wide.as_slice(), 64));
            assert!(!reveals_parity(wide.as_slice(), bits));
            let random = Source::splitmix64(seed).keys::<u64>(LAYOUT);
            assert!(!reveals_parity(random.as_slice(), bits));
        }
        let twice = expected_pairs_by_parity(even.len() as u64, 0, bits);
        let ratio = mean(&even, bits) / twice;
        assert!((0.8..1.2).contains(&ratio), "{ratio} at {bits}");
        // With states of both parities, as many pairs as the birthday bound.
        let (n, m) = (even.len() as u64, odd.len() as u64);
        let all: Sets = even.union(&odd).cloned().collect();
        let ratio = mean(&all, bits) / expected_pairs_by_parity(n, m, bits);
        assert!((0.8..1.2).contains(&ratio), "{ratio} at {bits}");
        let birthday = expected_pairs(n + m, bits);
        let share = expected_pairs_by_parity(n, m, bits) / birthday;
        assert!((0.99..1.1).contains(&share), "{share}");
    }
}

#[test]
fn seeds_of_one_code_share_their_collisions() {
    // A column of three powers in GF(2^6) has 19 bits. The seed mixes them, which makes
    // nothing equal or different, and has no bit of its own to add.
    let states = states(&random_sets(4000, 20, 5));
    let counts = |source: fn(u64) -> Source<'static>| -> BTreeSet<(u64, Option<u32>)> {
        let count = |seed| {
            let words = source(seed).words(LAYOUT, 19);
            let keys: Vec<u64> = words.iter().map(|word| (word << 45) as u64).collect();
            let hashes = states.hashes(&keys);
            (hashes.colliding_pairs(19), states.closest_collision(&hashes, 19))
        };
        (1..=16).map(count).collect()
    };
    assert_eq!(counts(|seed| Source::bch(seed, 60)).len(), 1);
    // The control.
    assert!(counts(Source::splitmix64).len() > 8);
}

/// Sets of keys that sum to zero: a basis of all of them, by elimination.
fn dependencies(keys: &[u64]) -> Vec<BTreeSet<usize>> {
    let mut pivots: Vec<(u64, BTreeSet<usize>)> = Vec::new();
    let mut found = Vec::new();
    for (slot, key) in keys.iter().enumerate() {
        let (mut sum, mut set) = (*key, BTreeSet::from([slot]));
        for (pivot, of) in &pivots {
            if sum >> (63 - pivot.leading_zeros()) & 1 == 1 {
                sum ^= pivot;
                set = &set ^ of;
            }
        }
        if sum == 0 {
            found.push(set);
        } else {
            pivots.push((sum, set));
        }
    }
    found
}

/// The warning of docs/collisions.md: the code without the seed suffices to find collisions.
#[test]
fn a_secret_seed_does_not_hide_the_collisions_of_a_code() {
    const CHESS: Kind = Kind::first("feature", 781);
    let keys = |source: Source| source.keys::<u64>(CHESS.layout());
    let known = dependencies(keys(Source::bch(1, 1024)).as_slice());
    assert_eq!(known.len(), 781 - 64);
    let shared = |source: fn(u64) -> Source<'static>| {
        let mut shared = 0;
        for seed in 2..=9 {
            let keys = keys(source(seed));
            let is_zero = |set: &&BTreeSet<usize>| {
                set.iter().fold(0, |sum, slot| sum ^ keys.as_slice()[*slot]) == 0
            };
            shared += known.iter().filter(is_zero).count();
        }
        shared as f64 / (8 * known.len()) as f64
    };
    // Of 64 bits 61 are the code's, and three are filled by the seed.
    let share = shared(|seed| Source::bch(seed, 1024));
    assert!((share - 0.125).abs() < 0.02, "{share}");
    // The control: a generator's collisions are those of its seed.
    assert_eq!(shared(Source::splitmix64), 0.0);
}
