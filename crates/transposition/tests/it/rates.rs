//! Rates that the table computes, against counts: collisions, fill, statistics.

use zobrist::source::SplitMix64;
use zobrist_transposition::{
    AgeAndDepth, Always, Counted, Fit, Long, Pack, Policy, Small, Subtree, Table, TwoTier,
};

use crate::of_nodes::OfNodes;

/// 21 bits of tag: 64 − 32 − 11.
type Narrow = Table<u64, [u16; 2], TwoTier, Small, Counted>;

/// Probes a full table for keys that are not in it, and counts the entries found. The lowest 32
/// bits of a payload verify its key; `V` determines the bits of the tag.
fn collisions<V: Pack>(tag: u32, expected: f64, payload: fn(u32) -> V, check: fn(&V) -> u32) {
    type Verified<V> = Table<u64, V, TwoTier, Small, Counted>;
    assert_eq!(Verified::<V>::SLOT_LAYOUT.tag_bits(), tag);
    let table = Verified::<V>::new(1 << 16).unwrap();
    let mut random = SplitMix64::new(7);
    for _ in 0..100_000 {
        let key = random.next_u64();
        table.store(key, payload((key >> 8) as u32), 1);
    }
    assert_eq!(table.fill(u64::MAX).share(), 1.0);
    let probes = 400_000;
    let false_hits = (0..probes)
        .filter(|_| {
            let key = random.next_u64();
            let found = table.probe(key);
            let verified = table.probe_if(key, |value| check(value) == (key >> 8) as u32);
            assert!(verified.is_none());
            found.is_some()
        })
        .count();
    let (rate, n) = (table.false_positive_rate(), f64::from(probes));
    assert!((rate - expected).abs() < 1e-9, "{tag} bits: {rate}");
    // A binomial count, by five standard deviations.
    let error = 5.0 * (n * expected * (1.0 - expected)).sqrt();
    assert!(
        (false_hits as f64 - n * expected).abs() <= error,
        "{tag} bits: {false_hits} of {probes}, {expected}"
    );
    // Two entries of a bucket never have one tag, so each false hit is one refused check.
    assert_eq!(table.counters().statistics().collisions, false_hits as u64);
}

#[test]
fn collisions_come_at_the_computed_rate() {
    type Rest = (bool, bool, bool, bool);
    const REST: Rest = (false, false, false, false);
    collisions::<(u32, u8, bool, Rest)>(8, 8.0 / 256.0, |n| (n, 0, false, REST), |v| v.0);
    collisions::<(u32, u16)>(5, 8.0 / 32.0, |n| (n, 0), |v| v.0);
    collisions::<(u32, u16, bool)>(4, 8.0 / 16.0, |n| (n, 0, false), |v| v.0);
    // An entry for each tag: every key finds one.
    collisions::<(u32, u16, bool, bool)>(3, 1.0, |n| (n, 0, false, false), |v| v.0);
}

/// Counts the absent keys of a bucket that have the tag of a key that is there.
#[test]
fn the_rate_of_a_short_key_is_that_of_its_keys() {
    // 32 bits of key in 2^5 buckets of 2^27 keys, whose tags of 21 bits are those of 64 each.
    let layout = Table::<u32, u32, TwoTier, Small>::SLOT_LAYOUT;
    for entries in [1.0, 2.0, 8.0] {
        let keys = f64::from(1 << 27);
        let expected = entries * 63.0 / (keys - entries);
        let rate = layout.false_positive_rate(1 << 5, entries);
        assert!((rate / expected - 1.0).abs() < 1e-9, "{rate}, {expected}");
    }
}

/// Counts the pairs of keys of a bucket that share a tag, where a bucket has few keys per tag.
#[test]
fn the_rate_near_exactness_is_that_of_its_keys() {
    type Tagged = Table<u32, (u32, u8, bool), TwoTier, Small>;
    let layout = Tagged::SLOT_LAYOUT;
    assert_eq!(layout.tag_bits(), 12);
    let tags = 1_u64 << layout.tag_bits();
    for per_tag in [1.1, 1.5, 2.0, 2.5, 3.0, 7.9] {
        let keys = (per_tag * tags as f64) as u64;
        let buckets = (1_u64 << 32).div_ceil(keys);
        let mut of_tag = vec![0_u64; tags as usize];
        (0..keys).for_each(|key| of_tag[(key % tags) as usize] += 1);
        let pairs: u64 = of_tag.iter().map(|keys| keys * (keys - 1)).sum();
        let expected = pairs as f64 / (keys * (keys - 1)) as f64;
        let rate = layout.false_positive_rate(buckets, 1.0);
        assert!((rate / expected - 1.0).abs() < 1e-3, "{per_tag}: {rate}, {expected}");
    }

    // A table with 6,144 keys and 4,096 tags per bucket.
    let table = Tagged::new(699_051 * 64).unwrap();
    let mut random = SplitMix64::new(13);
    let mut key = || (random.next_u64() >> 32) as u32;
    for _ in 0..14_000_000 {
        let key = key();
        table.store(key, (key, 0, false), 1);
    }
    assert!(table.fill(100_000).share() > 0.99);
    let probes = 3_000_000;
    let false_hits = (0..probes)
        .filter(|_| {
            let key = key();
            table.probe(key).is_some_and(|found| found.0 != key)
        })
        .count() as f64;
    // All keys are probed, some of which are there.
    let expected = f64::from(probes) * table.false_positive_rate();
    assert!((false_hits - expected).abs() < 6.0 * expected.sqrt(), "{false_hits}, {expected}");
}

#[test]
fn a_table_is_exact_when_tag_and_index_cover_the_key() {
    // 32 bits of key, a tag of 21: the other 11 bits follow from 2^11 buckets.
    type Half = Table<u32, u32, TwoTier, Small>;
    assert_eq!(Half::SLOT_LAYOUT.tag_bits(), 21);
    assert!(!Half::SLOT_LAYOUT.is_exact(2047));
    assert!(Half::SLOT_LAYOUT.is_exact(2048));
    assert!(Half::SLOT_LAYOUT.is_exact(2049));
    assert!(Half::SLOT_LAYOUT.false_positive_rate(2047, 8.0) > 0.0);
    assert_eq!(Half::SLOT_LAYOUT.false_positive_rate(2048, 8.0), 0.0);
    let table = Half::new(2049 * 64).unwrap();
    for key in (0..=u32::MAX).step_by(77_777) {
        table.store(key, !key, 1);
    }
    for key in (0..=u32::MAX).step_by(10_007) {
        assert!(table.probe(key).is_none_or(|value| value == !key));
    }
    let mut entries = 0;
    for entry in table.entries() {
        assert_eq!(entry.key.map(|key| !key), Some(entry.value));
        entries += 1;
    }
    assert!(entries > 15_000);
    assert!(Table::<u64, u64>::new(64).unwrap().entries().next().is_none());
    assert!(Table::<u128, (), Always, Long>::new(64).unwrap().is_exact());
}

#[test]
fn a_sample_estimates_the_fill_within_its_error() {
    let table = Table::<u64, u32, TwoTier, Small>::new(1 << 20).unwrap();
    let mut random = SplitMix64::new(5);
    (0..60_000).for_each(|_| {
        table.store(random.next_u64(), 1, 1);
    });
    let (all, sample) = (table.fill(u64::MAX), table.fill(1000));
    assert_eq!((all.sampled, all.error), (table.capacity(), 0.0));
    assert_eq!(sample.sampled, 8000);
    assert!((sample.share() - all.share()).abs() < 5.0 * sample.error, "{all:?} {sample:?}");
    assert!((0.001..0.01).contains(&sample.error), "{sample:?}");
    assert_eq!(all.current, all.used);
    assert_eq!(all.current_share(), all.share());
    table.new_generation();
    assert_eq!(table.fill(u64::MAX).current, 0);
    assert_eq!(table.fill(u64::MAX).current_share(), 0.0);
    table.clear(3);
    assert_eq!(table.fill(u64::MAX).used, 0);
    for one in [0, 1] {
        assert_eq!(table.fill(one).error, f64::INFINITY);
    }
}

#[test]
fn shares_are_of_all_slots() {
    // Eight slots: four of the last generation, one of this, three empty.
    let table = Table::<u64, u32, TwoTier, Small>::new(64).unwrap();
    (1..=4_u64).for_each(|key| {
        table.store(key, 1, 1);
    });
    table.new_generation();
    table.store(5, 1, 1);
    let fill = table.fill(1);
    assert_eq!((fill.share(), fill.current_share()), (5.0 / 8.0, 1.0 / 8.0));
}

#[test]
fn events_are_counted() {
    let table = Narrow::new(64).unwrap();
    (0..9).for_each(|key| {
        table.store(key, [1, 2], 10);
    });
    table.store(8, [3, 4], 10);
    (0..20).for_each(|key| {
        table.probe(key);
    });
    let counted = table.counters().statistics();
    assert_eq!(
        (counted.new, counted.replacements, counted.updates, counted.refusals),
        (8, 1, 1, 0)
    );
    assert_eq!((counted.probes, counted.hits, counted.contentions), (20, 8, 0));
    table.counters().reset();
    assert_eq!(table.counters().statistics(), Default::default());
}

/// Hits of a walk over positions that took unequal work: a change of a policy shows here.
fn hits<P: Policy<Work: OfNodes>>(bytes: u64) -> u64 {
    let table = Table::<u64, u32, P, Fit>::new(bytes).unwrap();
    let mut random = SplitMix64::new(11);
    let mut hits = 0;
    for step in 0..200_000_u64 {
        if step % 40_000 == 0 {
            table.new_generation();
        }
        // Small numbers come often and take much work.
        let n = random.next_u64() >> (44 + random.next_u64() % 16);
        let key = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        match table.probe(key) {
            Some(_) => hits += 1,
            None => {
                table.store(key, n as u32, P::Work::of(0xf_ffff / (n + 1)));
            }
        }
    }
    hits
}

/// A line has four slots of two words, or three without an access of 16 bytes.
#[test]
fn hits_by_policy_and_size() {
    let all = [hits::<TwoTier>, hits::<Subtree>, hits::<AgeAndDepth>, hits::<Always>]
        .map(|hits| [1 << 10, 1 << 14, 100_000, 1 << 22].map(hits));
    for [small, .., large] in all {
        assert!(small < large);
    }
    let expected = match Table::<u64, u32, TwoTier, Fit>::new(64).unwrap().slots_per_bucket() {
        3 => HITS_OF_THREE_SLOTS,
        slots => {
            assert_eq!(slots, 4);
            HITS_OF_FOUR_SLOTS
        }
    };
    assert_eq!(all, expected);
}

const HITS_OF_THREE_SLOTS: [[u64; 4]; 4] = [
    [24171, 72899, 100524, 130111],
    [24575, 73805, 103427, 130133],
    [10388, 54200, 102265, 130134],
    [6535, 42263, 82187, 130069],
];

const HITS_OF_FOUR_SLOTS: [[u64; 4]; 4] = [
    [31119, 79558, 105743, 130140],
    [31699, 80496, 108984, 130141],
    [12428, 62618, 111512, 130141],
    [8894, 50469, 86635, 130137],
];
