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
                /// A difference of up to four features is explained by them, where keys combine by
                /// XOR.
                #[test]
                fn explained(set in prop::collection::btree_set(0..N, 1..=4), base in 0..N) {
                    let features: Vec<Feature> =
                        set.into_iter().map(Feature::from_slot).collect();
                    let other = Hasher::of(&KEYS, [Feature::from_slot(base)]).hash();
                    let wrong = features.iter().fold(other, |hash, f| hash.plus(KEYS.key(*f)));
                    let found = differences().explain(wrong, other, 4).unwrap();
                    if <$key>::LINEAR {
                        // Any nine keys are independent: nothing else adds up.
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

/// The size of the smallest set of up to `max` features that makes a difference, by trying all.
fn least<K: Group>(keys: &[K], wanted: K, max: usize) -> Option<usize> {
    if wanted == K::ZERO || max == 0 {
        return (wanted == K::ZERO).then_some(0);
    }
    let later = |first: usize, left| Some(1 + least(&keys[first + 1..], left, max - 1)?);
    let sizes = keys.iter().enumerate().flat_map(|(first, key)| {
        [wanted.minus(*key), wanted.plus(*key)].map(|left| later(first, left))
    });
    sizes.flatten().min()
}

/// So few values that many sets have one sum, and some sums need a feature twice.
fn is_explained<K: Key>(keys: &[K]) -> Result<(), TestCaseError> {
    let differences = Differences::new(keys);
    for wanted in (0..40).map(K::from_word) {
        let three = differences.explain(wanted, K::ZERO, 3);
        prop_assert_eq!(three.map(|found| found.len()), least(keys, wanted, 3), "{:?}", wanted);
        let found = differences.explain(wanted, K::ZERO, 4);
        prop_assert_eq!(found.as_ref().map(Vec::len), least(keys, wanted, 4), "{:?}", wanted);
        let Some(found) = found else { continue };
        prop_assert!(found.is_sorted_by(|a, b| a < b), "{:?}", found);
        let own: Vec<K> = found.iter().map(|feature| keys[feature.slot()]).collect();
        prop_assert_eq!(least(&own, wanted, 4), Some(own.len()));
    }
    Ok(())
}

/// The sets of exactly `size` features from `first` on that make a difference, by trying all.
fn sets<K: Group>(keys: &[K], first: usize, wanted: K, size: usize) -> Vec<Vec<Feature>> {
    if size == 0 {
        return if wanted == K::ZERO { vec![Vec::new()] } else { Vec::new() };
    }
    let mut found = Vec::new();
    for slot in first..keys.len() {
        for left in [wanted.minus(keys[slot]), wanted.plus(keys[slot])] {
            for mut set in sets(keys, slot + 1, left, size - 1) {
                set.insert(0, Feature::from_slot(slot));
                found.push(set);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn all_are_found<K: Key>(keys: &[K]) -> Result<(), TestCaseError> {
    let differences = Differences::new(keys);
    for wanted in (0..40).map(K::from_word) {
        for size in 1..=4 {
            let found = differences.explain_all(wanted, K::ZERO, size, usize::MAX);
            prop_assert_eq!(found, sets(keys, 0, wanted, size), "{:?}, {}", wanted, size);
        }
        prop_assert_eq!(differences.explain_all(wanted, K::ZERO, 0, 9), [[]; 0]);
        prop_assert_eq!(differences.explain_all(wanted, K::ZERO, 5, 9), [[]; 0]);
    }
    Ok(())
}

proptest! {
    /// Zero and equal keys, and sums of others, are among so few values.
    #[test]
    fn all_sets_of_a_size_are_found(words in prop::collection::vec(0..40_u128, 0..8)) {
        let keys = words.iter().map(|word| Sum48::from_word(*word)).collect::<Vec<_>>();
        all_are_found(&keys)?;
        let keys = words.iter().map(|word| u32::from_word(*word)).collect::<Vec<_>>();
        all_are_found(&keys)?;
    }

    #[test]
    fn the_smallest_set_is_found(words in prop::collection::vec(0..40_u128, 0..8)) {
        let keys = words.iter().map(|word| Sum48::from_word(*word)).collect::<Vec<_>>();
        is_explained(&keys)?;
        let keys = words.iter().map(|word| u32::from_word(*word)).collect::<Vec<_>>();
        is_explained(&keys)?;
    }
}
