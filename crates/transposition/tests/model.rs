//! The table equals its slow definition: a list of entries for each bucket, and the policy.

use std::cmp::Ordering;
use std::num::NonZeroUsize;

use proptest::prelude::*;
use zobrist::{Group, Key};
use zobrist_transposition::{
    AgeAndDepth, Always, Candidate, Counted, Entry, Fit, Long, Outcome, Pack, Placement, Policy,
    Size, SlotLayout, SlotSize, Small, Statistics, Subtree, Table, TwoTier, Wide, payload,
};

/// Keys of any number of bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Bits<const B: u32>(u128);

impl<const B: u32> Group for Bits<B> {
    const ZERO: Self = Bits(0);
    fn plus(self, other: Self) -> Self {
        Bits(self.0 ^ other.0)
    }
    fn minus(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl<const B: u32> Key for Bits<B> {
    const BITS: u32 = B;
    const LINEAR: bool = true;
    fn from_word(word: u128) -> Self {
        Bits(word & u128::MAX >> (128 - B))
    }
    fn to_word(self) -> u128 {
        self.0
    }
}

payload! {
    #[derive(PartialEq, Debug)]
    struct Node {
        score: i16 = 11,
        depth: u8 = 5,
        exact: bool,
    }
}

payload! {
    /// All the bits that a tag of 64 bits leaves in a wide slot.
    #[derive(PartialEq, Debug)]
    struct Full {
        one: u32 = 32,
        other: u32 = 21,
    }
}

payload! {
    #[derive(PartialEq, Debug)]
    struct Narrow {
        none: i8 = 0,
        sign: i16 = 1,
        nothing: i128 = 0,
        rest: u64 = 2,
        all: i32 = 32,
    }
}

#[test]
fn fields_have_any_width_from_none_to_that_of_their_type() {
    assert_eq!(Narrow::BITS, 35);
    for (sign, rest) in [(0, 0), (-1, 0), (0, 3), (-1, 2)] {
        for all in [i32::MIN, -1, 0, i32::MAX] {
            let value = Narrow { none: 0, sign, nothing: 0, rest, all };
            assert_eq!(Narrow::unpack(value.pack()), value);
        }
    }
}

/// The grade and generation of two tiers take 11 bits.
#[test]
fn slots_that_fit_are_the_smallest_with_32_bits_of_tag_or_the_whole_key() {
    fn of<K: Key, V: Pack>() -> (Size, u32) {
        let layout = SlotLayout::of::<K, V, TwoTier, Fit>();
        (layout.size(), layout.tag_bits())
    }
    assert_eq!(of::<u64, [bool; 21]>(), (Size::Small, 32));
    assert_eq!(of::<u64, [bool; 22]>(), (Size::Wide, 64));
    assert_eq!(of::<u64, [bool; 85]>(), (Size::Wide, 32));
    assert_eq!(of::<u64, [bool; 86]>(), (Size::Long, 64));
    assert_eq!(of::<Bits<8>, [bool; 45]>(), (Size::Small, 8));
    assert_eq!(of::<Bits<8>, [bool; 46]>(), (Size::Wide, 8));
}

/// Refuses a candidate of a lower grade than all entries; an entry of the same grade moves, any other is
/// lost.
struct Choosy;

impl Policy for Choosy {
    const NAME: &'static str = "choosy";
    const GRADE_BITS: u32 = 5;
    const AGE_BITS: u32 = 3;
    fn grade(work: u64) -> u32 {
        (work % 32) as u32
    }
    fn place(bucket: &[Entry], candidate: Candidate) -> Placement {
        let worth = |slot: &usize| bucket[*slot].grade.saturating_sub(2 * bucket[*slot].age);
        let Some(least) = (0..bucket.len()).min_by_key(worth) else { return Placement::REFUSE };
        match candidate.grade.cmp(&worth(&least)) {
            Ordering::Less => Placement::REFUSE,
            Ordering::Equal => Placement::displace(least, candidate.random as usize % bucket.len()),
            Ordering::Greater => Placement::replace(least),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Store(u64, u32, u64),
    Probe(u64),
    /// With a check that even payloads pass, or odd ones.
    ProbeIf(u64, u128),
    Update(u64, u32),
    NewGeneration,
    Clear,
    Resize(u64),
}

/// Few keys, spread over the whole range, so that they come again; one in eight is small, so that tags
/// are 0.
fn key() -> impl Strategy<Value = u64> {
    let spread = (0..400_u64).prop_map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    prop_oneof![7 => spread, 1 => 0..8_u64, 1 => (0..8_u64).prop_map(|n| n << 61)]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        40 => (key(), any::<u32>(), 0..100_000_u64).prop_map(|(k, v, w)| Step::Store(k, v, w)),
        4 => key().prop_map(|k| Step::Store(k, 0, 0)),
        40 => key().prop_map(Step::Probe),
        4 => (key(), 0..2_u128).prop_map(|(k, parity)| Step::ProbeIf(k, parity)),
        5 => (key(), any::<u32>()).prop_map(|(k, v)| Step::Update(k, v)),
        1 => Just(Step::NewGeneration),
        1 => Just(Step::Clear),
        1 => (64..1500_u64).prop_map(Step::Resize),
    ]
}

/// The definition of a table: the slots of each bucket.
struct Model {
    layout: SlotLayout,
    buckets: Vec<Vec<Option<Slot>>>,
    generation: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u128,
    tag: u128,
    value: u128,
    grade: u32,
    generation: u32,
}

impl Model {
    fn bucket(&self, key: u128) -> usize {
        // key · buckets / 2^bits, of the highest 64 bits.
        let (key, bits) = match self.layout.key_bits() {
            65.. => (key >> (self.layout.key_bits() - 64), 64),
            bits => (key, bits),
        };
        ((key * self.buckets.len() as u128) >> bits) as usize
    }

    fn tag(&self, key: u128) -> u128 {
        if self.layout.tag_bits() == 128 { key } else { key % (1 << self.layout.tag_bits()) }
    }

    fn slot(&mut self, key: u128) -> Option<&mut Slot> {
        let (bucket, tag) = (self.bucket(key), self.tag(key));
        self.buckets[bucket].iter_mut().flatten().find(|slot| slot.tag == tag)
    }

    fn store<P: Policy>(&mut self, key: u128, value: u128, work: u64) -> Outcome {
        let (tag, generation, grade) = (self.tag(key), self.generation, P::grade(work));
        self.put::<P>(Slot { key, tag, value, grade, generation })
    }

    fn put<P: Policy>(&mut self, new: Slot) -> Outcome {
        let Slot { key, tag, grade, .. } = new;
        let generation = self.generation;
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
        let generations = (1 << self.layout.age_bits()) - 1;
        let residents: Vec<Entry> = bucket
            .iter()
            .flatten()
            .map(|slot| Entry {
                grade: slot.grade,
                age: (generation - slot.generation) % generations,
            })
            .collect();
        let place = P::place(&residents, Candidate { grade, random: tag as u32 });
        let Some(slot) = place.slot() else { return Outcome::Refused };
        if let Some(moved) = place.moved() {
            bucket[moved] = bucket[slot];
        }
        bucket[slot] = Some(new);
        Outcome::Replaced
    }

    /// Puts all entries into the new buckets, in order, if their keys are known.
    fn resize<P: Policy>(&mut self, buckets: Vec<Vec<Option<Slot>>>, is_exact: bool) {
        let old = std::mem::replace(&mut self.buckets, buckets);
        for slot in old.into_iter().flatten().flatten().filter(|_| is_exact) {
            self.put::<P>(slot);
        }
    }

    /// The number of entries, and of those of the current generation.
    fn fill(&self) -> (u64, u64) {
        let generations = (1 << self.layout.age_bits()) - 1;
        let slots = || self.buckets.iter().flatten().flatten();
        let is_current =
            |slot: &&Slot| (self.generation - slot.generation).is_multiple_of(generations);
        (slots().count() as u64, slots().filter(is_current).count() as u64)
    }
}

/// Adds an outcome to the expected statistics.
fn count(statistics: &mut Statistics, outcome: Outcome) {
    match outcome {
        Outcome::New => statistics.new += 1,
        Outcome::Updated => statistics.updates += 1,
        Outcome::Replaced => statistics.replacements += 1,
        Outcome::Refused => statistics.refusals += 1,
        _ => statistics.contentions += 1,
    }
}

/// Narrow keys are the high bits of the wide ones, so that they come again more often.
fn key_of<K: Key>(key: u64) -> K {
    let widest = u128::from(key) << 64 | u128::from(key.rotate_left(17));
    K::from_word(widest >> (128 - K::BITS))
}

fn agree<K: Key, V: Pack, P: Policy, S: SlotSize>(
    bytes: u64,
    steps: &[Step],
) -> Result<(), TestCaseError> {
    let mut table = Table::<K, V, P, S, Counted>::new(bytes).unwrap();
    let layout = Table::<K, V, P, S>::SLOT_LAYOUT;
    let empty = |table: &Table<K, V, P, S, Counted>| {
        vec![vec![None; table.slots_per_bucket()]; table.buckets() as usize]
    };
    let mut model = Model { layout, buckets: empty(&table), generation: 0 };
    let mut counted = Statistics::default();
    for step in steps {
        match *step {
            Step::Store(key, value, work) => {
                let (key, value) =
                    (key_of::<K>(key), V::unpack(u128::from(value) % (1 << V::BITS.min(32))));
                let expected = model.store::<P>(key.to_word(), value.pack(), work);
                prop_assert_eq!(table.store(key, value, work), expected);
                count(&mut counted, expected);
            }
            Step::Probe(key) => {
                let key = key_of::<K>(key);
                let expected = model.slot(key.to_word()).map(|slot| slot.value);
                prop_assert_eq!(table.probe(key).map(V::pack), expected);
                prop_assert_eq!(table.probe_if(key, |_| true).map(V::pack), expected);
                counted.probes += 2;
                counted.hits += 2 * u64::from(expected.is_some());
            }
            Step::ProbeIf(key, parity) => {
                let key = key_of::<K>(key);
                let held = model.slot(key.to_word()).map(|slot| slot.value);
                let expected = held.filter(|value| value % 2 == parity);
                let found = table.probe_if(key, |value| value.pack() % 2 == parity);
                prop_assert_eq!(found.map(V::pack), expected);
                counted.probes += 1;
                counted.hits += u64::from(expected.is_some());
                counted.collisions += u64::from(held != expected);
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
                model.buckets = empty(&table);
            }
            Step::Resize(bytes) => {
                let is_exact = table.is_exact();
                table.resize(bytes, NonZeroUsize::new(1 + bytes as usize % 3).unwrap()).unwrap();
                prop_assert_eq!(table.buckets(), bytes / 64);
                model.resize::<P>(empty(&table), is_exact);
            }
        }
    }
    prop_assert_eq!(table.counters().statistics(), counted);
    let fill = table.fill(u64::MAX);
    prop_assert_eq!((fill.sampled, fill.error), (table.capacity(), 0.0));
    prop_assert_eq!((fill.used, fill.current), model.fill());
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
    // A file costs more than all other steps.
    if steps.len().is_multiple_of(8) && !cfg!(miri) {
        comes_back_from_a_file(&table)?;
    }
    // Of the whole key, the grade and the generation, too.
    let is_exact = table.is_exact();
    let generations = (1 << layout.age_bits()) - 1;
    let stored = table
        .entries()
        .map(|entry| (entry.key.map(K::to_word), entry.value.pack(), entry.grade, entry.age));
    let expected = model.buckets.iter().flatten().flatten().map(|slot| {
        let age = (model.generation - slot.generation) % generations;
        (is_exact.then_some(slot.key), slot.value, slot.grade, age)
    });
    prop_assert_eq!(stored.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    Ok(())
}

/// A saved table is equal when it is loaded, and when it is shared.
fn comes_back_from_a_file<K: Key, V: Pack, P: Policy, S: SlotSize>(
    table: &Table<K, V, P, S, Counted>,
) -> Result<(), TestCaseError> {
    let entries = |table: &Table<K, V, P, S>| {
        let all =
            table.entries().map(|entry| (entry.key, entry.value.pack(), entry.grade, entry.age));
        all.collect::<Vec<_>>()
    };
    let all = table.entries().map(|entry| (entry.key, entry.value.pack(), entry.grade, entry.age));
    let saved = all.collect::<Vec<_>>();
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("table");
    table.save(&path, 5)?;
    let again = Table::<K, V, P, S>::load(&path, 5)?;
    prop_assert_eq!(again.buckets(), table.buckets());
    prop_assert_eq!(entries(&again), saved.clone());
    #[cfg(all(feature = "native", unix))]
    {
        let [one, other] = [(); 2].map(|()| Table::<K, V, P, S>::open_shared(&path, 5));
        let (one, other) = (one?, other?);
        prop_assert_eq!(entries(&one), saved);
        one.new_generation();
        one.store(K::ZERO, V::unpack(0), 1);
        let stored = one.probe(K::ZERO).map(V::pack);
        prop_assert_eq!(other.probe(K::ZERO).map(V::pack), stored);
        prop_assert_eq!(entries(&other), entries(&one));
    }
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
    bytes_to_a_bit: Bits<8>, bool, TwoTier, Fit;
    bytes_wide: Bits<8>, u64, Choosy, Wide;
    bytes_long: Bits<8>, i128, AgeAndDepth, Long;
    short_keys_with_shorter_tags: Bits<20>, [u8; 5], TwoTier, Small;
    keys_of_65_bits_to_nothing: Bits<65>, (), Subtree, Small;
    keys_of_65_bits_wide: Bits<65>, u32, TwoTier, Wide;
    keys_of_100_bits: Bits<100>, u8, Choosy, Wide;
    keys_of_127_bits: Bits<127>, u128, TwoTier, Long;
}
