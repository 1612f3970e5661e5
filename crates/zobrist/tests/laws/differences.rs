//! Explanations of the difference of two hashes.

use std::sync::OnceLock;

use proptest::prelude::*;
use zobrist::{Differences, Feature, Group, Hasher, Key, KeyTable, Keys, Pair, Source, Sum48};

use super::{LAYOUT, N};

macro_rules! explained {
    ($($name:ident: $key:ty, $table:ident;)*) => {$(
        mod $name {
            use super::*;

            static KEYS: KeyTable<$key, N> = Source::bch(4, 128).$table(LAYOUT);

            fn differences() -> &'static Differences<$key> {
                static ONCE: OnceLock<Differences<$key>> = OnceLock::new();
                ONCE.get_or_init(|| Differences::new(KEYS.as_slice()))
            }

            proptest! {
                /// What differs by one or two features is explained by them, and
                /// what differs by three by three that make the same difference.
                #[test]
                fn explained(set in prop::collection::btree_set(0..N, 1..=3), base in 0..N) {
                    let features: Vec<Feature> =
                        set.into_iter().map(Feature::from_slot).collect();
                    let other = Hasher::of(&KEYS, [Feature::from_slot(base)]).hash();
                    let wrong = features.iter().fold(other, |hash, f| hash.plus(KEYS.key(*f)));
                    let found = differences().explain(wrong, other).unwrap();
                    if <$key>::LINEAR {
                        // Any seven keys are independent: nothing else adds up.
                        prop_assert_eq!(found, features);
                    } else {
                        prop_assert!(found.len() <= features.len());
                    }
                }
            }
        }
    )*};
}

explained! {
    u32_xor: u32, table_u32;
    u64_xor: u64, table_u64;
    u128_xor: u128, table_u128;
    pair_xor: Pair, table_pair;
    sum48: Sum48, table_sum48;
}
