//! The table equals its slow definition: a list of entries for each bucket, and the policy.
//!
//! The comparison is compiled once: it sees tables of any type through [`AnyTable`].

mod any_table;
mod definition;
#[path = "../support/of_nodes.rs"]
mod of_nodes;

use std::cmp::Ordering;

use proptest::prelude::*;
use zobrist::{Group, Key};
use zobrist_transposition::{
    AgeAndDepth, Always, Candidate, Counted, Entry, Fit, Long, Outcome, Pack, Placement, Policy,
    Size, SlotLayout, SlotSize, Small, Statistics, Subtree, Table, TwoTier, Wide, payload,
};

use any_table::AnyTable;
use definition::Model;
use of_nodes::OfNodes;

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

/// Refuses a candidate of a lower grade than all entries; an entry of the same grade moves, any
/// other is lost.
struct Choosy;

impl Policy for Choosy {
    const NAME: &'static str = "choosy";
    const GRADE_BITS: u32 = 5;
    const AGE_BITS: u32 = 3;
    type Work = u64;
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
    /// Unless there is an entry with an even payload, or none and no work.
    StoreWith(u64, u32, u64),
    Probe(u64),
    /// With a check that even payloads pass, or odd ones.
    ProbeIf(u64, u128),
    Update(u64, u32),
    NewGeneration,
    Clear,
    Resize(u64),
}

/// Few keys, spread over the whole range, so that they come again; one in eight is small, so that
/// tags are 0.
fn key() -> impl Strategy<Value = u64> {
    let spread = (0..400_u64).prop_map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    prop_oneof![7 => spread, 1 => 0..8_u64, 1 => (0..8_u64).prop_map(|n| n << 61)]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        40 => (key(), any::<u32>(), 0..100_000_u64).prop_map(|(k, v, w)| Step::Store(k, v, w)),
        4 => key().prop_map(|k| Step::Store(k, 0, 0)),
        10 => (key(), any::<u32>(), 0..9_u64).prop_map(|(k, v, w)| Step::StoreWith(k, v, w)),
        40 => key().prop_map(Step::Probe),
        4 => (key(), 0..2_u128).prop_map(|(k, parity)| Step::ProbeIf(k, parity)),
        5 => (key(), any::<u32>()).prop_map(|(k, v)| Step::Update(k, v)),
        1 => Just(Step::NewGeneration),
        1 => Just(Step::Clear),
        1 => (64..1500_u64).prop_map(Step::Resize),
    ]
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

/// Runs the same random steps on a table and on its definition.
fn agree(table: &mut dyn AnyTable, model: &mut Model, steps: &[Step]) -> Result<(), TestCaseError> {
    let empty =
        |table: &dyn AnyTable| vec![vec![None; table.slots_per_bucket()]; table.buckets() as usize];
    model.buckets = empty(table);
    let mut counted = Statistics::default();
    for step in steps {
        match *step {
            Step::Store(key, value, work) => {
                let expected = model.store(table.key(key), table.payload(value), work);
                prop_assert_eq!(table.store(key, value, work), expected);
                count(&mut counted, expected);
            }
            Step::StoreWith(key, value, work) => {
                let generation = model.generation;
                let expected = match model.slot(table.key(key)) {
                    Some(slot) if slot.value.is_multiple_of(2) => {
                        slot.generation = generation;
                        Outcome::Updated
                    }
                    None if work == 0 => Outcome::Refused,
                    _ => model.store(table.key(key), table.payload(value), work),
                };
                prop_assert_eq!(table.store_with(key, value, work), expected);
                count(&mut counted, expected);
            }
            Step::Probe(key) => {
                let expected = model.slot(table.key(key)).map(|slot| slot.value);
                prop_assert_eq!(table.probe(key), expected);
                prop_assert_eq!(table.probe_if(key, &|_| true), expected);
                counted.probes += 2;
                counted.hits += 2 * u64::from(expected.is_some());
            }
            Step::ProbeIf(key, parity) => {
                let held = model.slot(table.key(key)).map(|slot| slot.value);
                let expected = held.filter(|value| value % 2 == parity);
                prop_assert_eq!(table.probe_if(key, &|value| value % 2 == parity), expected);
                counted.probes += 1;
                counted.hits += u64::from(expected.is_some());
                counted.collisions += u64::from(held != expected);
            }
            Step::Update(key, value) => {
                let (generation, payload) = (model.generation, table.payload(value));
                let expected = model.slot(table.key(key)).map(|slot| {
                    slot.value = payload;
                    slot.generation = generation;
                    payload
                });
                prop_assert_eq!(table.update(key, value), expected);
            }
            Step::NewGeneration => {
                table.new_generation();
                model.generation += 1;
            }
            Step::Clear => {
                table.clear(2);
                model.buckets = empty(table);
            }
            Step::Resize(bytes) => {
                let is_exact = table.is_exact();
                table.resize(bytes, 1 + bytes as usize % 3).unwrap();
                prop_assert_eq!(table.buckets(), bytes / 64);
                model.resize(empty(table), is_exact);
            }
        }
    }
    prop_assert_eq!(table.statistics(), counted);
    let fill = table.fill();
    prop_assert_eq!((fill.sampled, fill.error), (table.capacity(), 0.0));
    prop_assert_eq!((fill.used, fill.current), model.fill());
    let mut keys: Vec<u64> = steps
        .iter()
        .filter_map(|step| if let Step::Probe(key) = step { Some(*key) } else { None })
        .collect();
    keys.reverse();
    for (key, found) in keys.iter().zip(table.probe_many(&keys)) {
        prop_assert_eq!(found, model.slot(table.key(*key)).map(|slot| slot.value));
    }
    // A file costs more than all other steps.
    if steps.len().is_multiple_of(8) && !cfg!(miri) {
        #[cfg(feature = "files")]
        comes_back_from_a_file(table)?;
    }
    // Of the whole key, the grade and the generation, too.
    let is_exact = table.is_exact();
    let generations = (1 << model.layout.age_bits()) - 1;
    let expected = model.buckets.iter().flatten().flatten().map(|slot| {
        let age = (model.generation - slot.generation) % generations;
        (is_exact.then_some(slot.key), slot.value, slot.grade, age)
    });
    prop_assert_eq!(table.entries(), expected.collect::<Vec<_>>());
    Ok(())
}

/// A saved table is equal when it is loaded, and when it is shared.
#[cfg(feature = "files")]
fn comes_back_from_a_file(table: &dyn AnyTable) -> Result<(), TestCaseError> {
    let saved = table.entries();
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("table");
    table.save(&path)?;
    let again = table.load(&path)?;
    prop_assert_eq!(again.buckets(), table.buckets());
    prop_assert_eq!(again.entries(), saved.clone());
    #[cfg(all(feature = "native", unix))]
    {
        let [one, other] = [(); 2].map(|()| table.open_shared(&path));
        let (one, other) = (one?, other?);
        prop_assert_eq!(one.entries(), saved);
        one.new_generation();
        one.store_zero();
        prop_assert_eq!(other.probe_zero(), one.probe_zero());
        prop_assert_eq!(other.entries(), one.entries());
    }
    Ok(())
}

/// A new table of some bytes, and the empty definition of its type.
type Make = fn(u64) -> (Box<dyn AnyTable>, Model);

fn make<K, V, P, S>(bytes: u64) -> (Box<dyn AnyTable>, Model)
where
    K: Key + 'static,
    V: Pack + 'static,
    P: Policy<Work: OfNodes> + 'static,
    S: SlotSize + 'static,
{
    let table = Table::<K, V, P, S, Counted>::new(bytes).unwrap();
    let layout = Table::<K, V, P, S>::SLOT_LAYOUT;
    let grade = |nodes| P::grade(P::Work::of(nodes));
    (Box::new(table), Model { layout, grade, place: P::place, buckets: Vec::new(), generation: 0 })
}

/// Compares a type of tables with its definition on random steps.
fn law(make: Make) {
    let config = ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 64 });
    proptest!(config, |(bytes in 64..1500_u64, steps in prop::collection::vec(step(), 1..600))| {
        let (mut table, mut model) = make(bytes);
        agree(&mut *table, &mut model, &steps)?;
    });
}

macro_rules! laws {
    ($($name:ident: $key:ty, $value:ty, $policy:ty, $size:ty;)*) => {$(
        #[test]
        fn $name() {
            law(make::<$key, $value, $policy, $size>);
        }
    )*};
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
