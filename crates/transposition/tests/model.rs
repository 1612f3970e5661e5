//! The table equals its slow definition: a list of entries for each bucket, and the policy.

use std::cmp::Ordering;
use std::num::NonZeroUsize;

use proptest::prelude::*;
use zobrist::Key;
use zobrist_transposition::{
    AgeAndDepth, Always, Fit, Long, Newcomer, Outcome, Pack, Placement, Policy, Resident,
    SlotLayout, SlotSize, Small, Subtree, Table, TwoTier, Wide, payload,
};

payload! {
    #[derive(PartialEq, Debug)]
    struct Node {
        score: i16 = 11,
        depth: u8 = 5,
        exact: bool,
    }
}

payload! {
    /// All that a tag of 64 bits leaves beside it in a wide slot.
    #[derive(PartialEq, Debug)]
    struct Full {
        one: u32 = 32,
        other: u32 = 21,
    }
}

/// Refuses a newcomer that is worth less than all residents, moves one that is worth the same, and
/// forgets any other.
struct Choosy;

impl Policy for Choosy {
    const NAME: &'static str = "choosy";
    const GRADE_BITS: u32 = 5;
    const AGE_BITS: u32 = 3;
    fn grade(work: u64) -> u32 {
        (work % 32) as u32
    }
    fn place(bucket: &[Resident], newcomer: Newcomer) -> Placement {
        let worth = |slot: &usize| bucket[*slot].grade.saturating_sub(2 * bucket[*slot].age);
        let Some(least) = (0..bucket.len()).min_by_key(worth) else { return Placement::REFUSE };
        match newcomer.grade.cmp(&worth(&least)) {
            Ordering::Less => Placement::REFUSE,
            Ordering::Equal => Placement::displace(least, newcomer.random as usize % bucket.len()),
            Ordering::Greater => Placement::replace(least),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Store(u64, u32, u64),
    Probe(u64),
    Update(u64, u32),
    NewGeneration,
    Clear,
}

/// Few keys that are spread over the whole range, so that they meet again; one in eight is small,
/// so that tags are 0.
fn key() -> impl Strategy<Value = u64> {
    let spread = (0..400_u64).prop_map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    prop_oneof![7 => spread, 1 => 0..8_u64, 1 => (0..8_u64).prop_map(|n| n << 61)]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        40 => (key(), any::<u32>(), 0..100_000_u64).prop_map(|(k, v, w)| Step::Store(k, v, w)),
        4 => key().prop_map(|k| Step::Store(k, 0, 0)),
        40 => key().prop_map(Step::Probe),
        5 => (key(), any::<u32>()).prop_map(|(k, v)| Step::Update(k, v)),
        1 => Just(Step::NewGeneration),
        1 => Just(Step::Clear),
    ]
}

/// What the table is: for each bucket its slots.
struct Model {
    layout: SlotLayout,
    buckets: Vec<Vec<Option<Slot>>>,
    generation: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    tag: u128,
    value: u128,
    grade: u32,
    generation: u32,
}

impl Model {
    fn bucket(&self, key: u128) -> usize {
        // key · buckets / 2^bits, of the highest 64 bits.
        let (key, bits) = match self.layout.key {
            65.. => (key >> (self.layout.key - 64), 64),
            bits => (key, bits),
        };
        ((key * self.buckets.len() as u128) >> bits) as usize
    }

    fn tag(&self, key: u128) -> u128 {
        if self.layout.tag == 128 { key } else { key % (1 << self.layout.tag) }
    }

    fn slot(&mut self, key: u128) -> Option<&mut Slot> {
        let (bucket, tag) = (self.bucket(key), self.tag(key));
        self.buckets[bucket].iter_mut().flatten().find(|slot| slot.tag == tag)
    }

    fn store<P: Policy>(&mut self, key: u128, value: u128, work: u64) -> Outcome {
        let (tag, generation, grade) = (self.tag(key), self.generation, P::grade(work));
        let new = Slot { tag, value, grade, generation };
        if let Some(slot) = self.slot(key) {
            *slot = new;
            return Outcome::Updated;
        }
        let bucket = self.bucket(key);
        let bucket = &mut self.buckets[bucket];
        if let Some(empty) = bucket.iter_mut().find(|slot| slot.is_none()) {
            *empty = Some(new);
            return Outcome::New;
        }
        let generations = (1 << self.layout.age) - 1;
        let residents: Vec<Resident> = bucket
            .iter()
            .flatten()
            .map(|slot| Resident {
                grade: slot.grade,
                age: (generation - slot.generation) % generations,
            })
            .collect();
        let place = P::place(&residents, Newcomer { grade, random: tag as u32 });
        let Some(slot) = place.slot() else { return Outcome::Refused };
        if let Some(moved) = place.moved() {
            bucket[moved] = bucket[slot];
        }
        bucket[slot] = Some(new);
        Outcome::Replaced
    }
}

/// Narrow keys keep the high bits of the wide ones, so that they meet more often.
fn key_of<K: Key>(key: u64) -> K {
    if K::BITS <= 64 {
        K::from_word(u128::from(key >> (64 - K::BITS)))
    } else {
        K::from_word(u128::from(key) << 64 | u128::from(key.rotate_left(17)))
    }
}

fn agree<K: Key, V: Pack, P: Policy, S: SlotSize>(
    bytes: u64,
    steps: &[Step],
) -> Result<(), TestCaseError> {
    let table = Table::<K, V, P, S>::new(bytes).unwrap();
    let layout = Table::<K, V, P, S>::SLOT_LAYOUT;
    let empty = vec![vec![None; table.slots_per_bucket()]; table.buckets() as usize];
    let mut model = Model { layout, buckets: empty.clone(), generation: 0 };
    for step in steps {
        match *step {
            Step::Store(key, value, work) => {
                let (key, value) =
                    (key_of::<K>(key), V::unpack(u128::from(value) % (1 << V::BITS.min(32))));
                let expected = model.store::<P>(key.to_word(), value.pack(), work);
                prop_assert_eq!(table.store(key, value, work), expected);
            }
            Step::Probe(key) => {
                let key = key_of::<K>(key);
                let expected = model.slot(key.to_word()).map(|slot| slot.value);
                prop_assert_eq!(table.probe(key).map(V::pack), expected);
                prop_assert_eq!(table.probe_if(key, |_| true).map(V::pack), expected);
            }
            Step::Update(key, value) => {
                let (key, value) =
                    (key_of::<K>(key), V::unpack(u128::from(value) % (1 << V::BITS.min(32))));
                let generation = model.generation;
                let expected = model.slot(key.to_word()).map(|slot| {
                    slot.value = value.pack();
                    slot.generation = generation;
                    value.pack()
                });
                prop_assert_eq!(table.update(key, |_| value).map(V::pack), expected);
            }
            Step::NewGeneration => {
                table.new_generation();
                model.generation += 1;
            }
            Step::Clear => {
                table.clear(NonZeroUsize::new(2).unwrap());
                model.buckets = empty.clone();
            }
        }
    }
    let mut keys: Vec<K> = steps
        .iter()
        .filter_map(|step| if let Step::Probe(key) = step { Some(key_of(*key)) } else { None })
        .collect();
    keys.reverse();
    let mut found = vec![None; keys.len()];
    table.probe_many(&keys, &mut found);
    for (key, found) in keys.iter().zip(found) {
        prop_assert_eq!(found.map(V::pack), model.slot(key.to_word()).map(|slot| slot.value));
    }
    let stored: Vec<u128> = table.entries().map(|entry| entry.value.pack()).collect();
    let expected: Vec<u128> =
        model.buckets.iter().flatten().flatten().map(|slot| slot.value).collect();
    prop_assert_eq!(stored, expected);
    Ok(())
}

macro_rules! laws {
    ($($name:ident: $key:ty, $value:ty, $policy:ty, $size:ty;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 64 }))]
            $(
                #[test]
                fn $name(bytes in 64..1500_u64, steps in prop::collection::vec(step(), 1..600)) {
                    agree::<$key, $value, $policy, $size>(bytes, &steps)?;
                }
            )*
        }
    };
}

laws! {
    two_tier_fit: u64, Node, TwoTier, Fit;
    two_tier_small: u64, u32, TwoTier, Small;
    two_tier_wide: u64, u32, TwoTier, Wide;
    two_tier_wide_with_a_tag_of_two_words: u128, u16, TwoTier, Wide;
    two_tier_wide_with_a_generation_in_two_words: u128, [u8; 7], TwoTier, Wide;
    two_tier_wide_without_a_gap: u128, Full, TwoTier, Wide;
    two_tier_long: u64, u64, TwoTier, Long;
    two_tier_long_with_a_generation_in_two_words: u128, [u8; 15], TwoTier, Long;
    age_and_depth_small: u64, u16, AgeAndDepth, Small;
    age_and_depth_wide: u32, Node, AgeAndDepth, Wide;
    subtree_wide: u128, i64, Subtree, Wide;
    subtree_long: u128, u128, Subtree, Long;
    always_small: u32, (u8, i16), Always, Small;
    always_wide: zobrist::Pair, Option<u32>, Always, Wide;
    always_set: zobrist::Sum48, (), Always, Fit;
    choosy_small: u64, u16, Choosy, Small;
    choosy_wide: u64, u32, Choosy, Wide;
    choosy_wide_with_a_short_tag: u64, u64, Choosy, Wide;
    choosy_long: u128, u128, Choosy, Long;
}
