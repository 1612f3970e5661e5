//! The checked hasher beside the plain one.

use proptest::prelude::*;
use zobrist::{Changes, Checked, Feature, Hasher, KeyTable, Source, Sum48};

use super::{COUNT, LAYOUT, N, STONE};

proptest! {
    /// The checked hasher agrees with the plain one, accepts the true state, and names
    /// exactly the features by which a wrong one differs from it.
    #[test]
    fn checked_names_the_difference(
        truth in prop::collection::btree_set(0..N, 0..20),
        inserted in prop::collection::btree_set(0..N, 0..20),
    ) {
        static KEYS: KeyTable<u64, N> = Source::bch(4, 128).table_u64(LAYOUT);
        let features = |set: &std::collections::BTreeSet<usize>| -> Vec<Feature> {
            set.iter().copied().map(Feature::from_slot).collect()
        };
        let mut checked = Checked::new(&KEYS);
        features(&inserted).into_iter().for_each(|feature| checked.insert(feature));
        prop_assert_eq!(checked.hash(), Hasher::of(&KEYS, features(&inserted)).hash());
        prop_assert_eq!(checked == Checked::of(&KEYS, features(&truth)), truth == inserted);
        match checked.verify(features(&truth)) {
            Ok(()) => prop_assert_eq!(truth, inserted),
            Err(mismatch) => {
                prop_assert_eq!(mismatch.surplus, features(&(&inserted - &truth)));
                prop_assert_eq!(mismatch.missing, features(&(&truth - &inserted)));
            }
        }
    }
}

proptest! {
    /// A checked hasher takes the changes that the plain one takes, and knows the features that
    /// result.
    #[test]
    fn checked_changes_are_those_of_a_hasher(
        first in prop::collection::btree_set(0..N, 0..20),
        second in prop::collection::btree_set(0..N, 0..20),
    ) {
        static KEYS: KeyTable<Sum48, N> = Source::bch(4, 128).table_sum48(LAYOUT);
        macro_rules! go {
            ($hasher:ident) => {{
                let of = |set: &std::collections::BTreeSet<usize>| {
                    set.clone().into_iter().map(Feature::from_slot).collect::<Vec<_>>()
                };
                let mut hasher = $hasher::of(&KEYS, of(&first));
                let mut change = hasher.delta();
                change.insert_all(of(&second));
                let change = of(&first).into_iter().fold(change, |change, f| change.without(f));
                let (before, after) = (hasher.hash(), hasher.after(&change));
                hasher.apply(&change);
                let applied = hasher.clone();
                hasher.undo(&change);
                (before, change.sum(), after, applied, hasher)
            }};
        }
        let plain = go!(Hasher);
        let checked = go!(Checked);
        prop_assert_eq!((plain.0, plain.1, plain.2), (checked.0, checked.1, checked.2));
        prop_assert_eq!(plain.3.hash(), checked.3.hash());
        prop_assert_eq!(plain.4.hash(), checked.4.hash());
        prop_assert!(checked.3.verify(second.into_iter().map(Feature::from_slot)).is_ok());
        prop_assert!(checked.4.verify(first.into_iter().map(Feature::from_slot)).is_ok());
    }
}

#[test]
fn a_mismatch_names_its_features() {
    static KEYS: KeyTable<u32, N> = Source::bch(4, 128).table_u32(LAYOUT);
    let mut checked = Checked::new(&KEYS);
    checked.insert(STONE.at(1));
    checked.insert(STONE.at(2));
    let message = checked.verify([STONE.at(1), COUNT.at(0), COUNT.at(3)]).unwrap_err().to_string();
    assert!(
        message.ends_with(
            "; not removed (or inserted in excess): stone[2]\
             ; not inserted (or removed in excess): count[0], count[3]"
        ),
        "{message}"
    );
}

#[test]
fn a_double_insertion_is_found_though_it_cancels() {
    static KEYS: KeyTable<u32, N> = Source::bch(4, 128).table_u32(LAYOUT);
    let mut checked = Checked::new(&KEYS);
    checked.insert(STONE.at(1));
    checked.insert(STONE.at(1));
    assert_eq!(checked.hash(), 0);
    assert_eq!(checked.verify([]).unwrap_err().surplus, [STONE.at(1); 2]);
}

/// A change described in place is the change that is returned, and its features are known.
#[test]
fn a_checked_change_is_described_in_either_way() {
    static KEYS: KeyTable<u64, N> = Source::bch(4, 128).table_u64(LAYOUT);
    let mut checked = Checked::of(&KEYS, [STONE.at(1)]);
    let mut in_place = checked.delta();
    in_place.replace(STONE.at(1), STONE.at(2));
    let returned = checked.delta().replacing(STONE.at(1), STONE.at(2));
    assert_eq!(in_place.sum(), KEYS[STONE.at(1)] ^ KEYS[STONE.at(2)]);
    assert_eq!(in_place.sum(), returned.sum());
    checked.apply(&in_place);
    assert_eq!(checked.verify([STONE.at(2)]), Ok(()));
    checked.undo(&returned);
    assert_eq!(checked.verify([STONE.at(1)]), Ok(()));
}
