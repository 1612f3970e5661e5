//! Computed keys against those of a table, and against their formula.

use proptest::prelude::*;
use zobrist::source::SplitMix64;
use zobrist::{Computed, Feature, Hasher, Key, Keys, Kind, Layout, Pair, Source, Sum48};

use super::{LAYOUT, N, defined};

macro_rules! a_table_has_the_same_keys {
    ($($name:ident: $key:ty, $table:ident;)*) => {$(
        proptest! {
            #[test]
            fn $name(seed in prop_oneof![any::<u64>(), Just(0), Just(u64::MAX)], present: [bool; N]) {
                let table = Source::splitmix64(seed).sequential().$table::<N>(LAYOUT);
                let computed = Computed::<$key>::new(seed, LAYOUT);
                prop_assert_eq!((computed.seed(), computed.layout()), (seed, LAYOUT));
                for slot in 0..N {
                    let feature = Feature::from_slot(slot);
                    prop_assert_eq!(computed.key(feature), table.key(feature));
                }
                let features = (0..N).filter(|slot| present[*slot]).map(Feature::from_slot);
                let hash = Hasher::of(computed, features).hash();
                prop_assert_eq!(hash, defined(&table, &present));
            }
        }
    )*};
}

a_table_has_the_same_keys! {
    u32_keys: u32, table_u32;
    u64_keys: u64, table_u64;
    u128_keys: u128, table_u128;
    pair_keys: Pair, table_pair;
    sum48_keys: Sum48, table_sum48;
}

/// A layout of all slots that there can be, of which no table is made here.
const HUGE: Kind = Kind::first("huge", u32::MAX as usize);

#[test]
fn keys_of_a_huge_layout_are_those_of_the_stream_at_their_place() {
    for (seed, slot) in [(7, 0), (7, 1 << 31), (u64::MAX, HUGE.size() - 1)] {
        // The state of the generator moves by a constant.
        let at = |draw: u64| {
            let state = draw.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(seed);
            SplitMix64::new(state).next_u64()
        };
        let slot_draw = slot as u64;
        let feature = HUGE.at(slot);
        assert_eq!(Computed::<u64>::new(seed, HUGE.layout()).key(feature), at(slot_draw));
        let wide = u128::from(at(2 * slot_draw)) << 64 | u128::from(at(2 * slot_draw + 1));
        assert_eq!(Computed::<u128>::new(seed, HUGE.layout()).key(feature), wide);
    }
}

#[test]
fn a_computed_key_can_be_copied_and_compared() {
    fn is_shared<T: Send + Sync + Copy + 'static>(_: T) {}
    let keys = Computed::<Sum48>::new(1, LAYOUT);
    is_shared(keys);
    assert_eq!(keys, Computed::new(1, LAYOUT));
    assert_ne!(keys, Computed::new(2, LAYOUT));
    assert_ne!(keys, Computed::new(1, HUGE.layout()));
    assert_eq!(format!("{keys:?}"), format!("Computed {{ seed: 1, layout: {LAYOUT:?} }}"));
}

#[test]
#[should_panic(expected = "a feature is of the layout of its keys")]
fn a_slot_outside_of_the_layout_is_refused() {
    let layout: Layout = LAYOUT;
    let key = Computed::<u64>::new(1, layout).key(Feature::from_slot(N));
    unreachable!("{:x}", key.to_word());
}
