//! The laws of groups and of hashers, over every key type.

mod any_key;
#[cfg(feature = "alloc")]
mod checked;
#[cfg(feature = "alloc")]
mod differences;
mod layout;
#[cfg(feature = "alloc")]
mod owned;

mod computed;

use proptest::prelude::*;
use zobrist::{
    Changes, Feature, Fingerprint, Group, Hasher, Key, KeyTable, Keys, Kind, Layout, Only, Pair,
    ParseFingerprintError, Source, Sum48, Tally,
};

const STONE: Kind = Kind::first("stone", 40);
const COUNT: Kind = STONE.then("count", 4 * 10);
const LAYOUT: Layout = COUNT.layout();
const N: usize = LAYOUT.len();

/// The definition: the sum of the keys of the features that are present.
fn defined<T: Keys>(keys: T, present: &[bool]) -> T::Key {
    present
        .iter()
        .enumerate()
        .filter(|(_, here)| **here)
        .fold(T::Key::ZERO, |sum, (slot, _)| sum.plus(keys.key(Feature::from_slot(slot))))
}

macro_rules! laws {
    ($($name:ident: $key:ty, $table:ident, $strategy:expr;)*) => {$(
        mod $name {
            use super::*;

            static KEYS: KeyTable<$key, N> = Source::bch(4, 128).$table(LAYOUT);

            proptest! {
                #[test]
                fn group(a in $strategy, b in $strategy, c in $strategy) {
                    let zero = <$key>::ZERO;
                    prop_assert_eq!(a.plus(b).plus(c), a.plus(b.plus(c)));
                    prop_assert_eq!(a.plus(b), b.plus(a));
                    prop_assert_eq!(a.plus(zero), a);
                    prop_assert_eq!(a.plus(b).minus(b), a);
                    prop_assert_eq!(a.minus(a), zero);
                }

                #[test]
                fn word(a in $strategy) {
                    prop_assert_eq!(<$key>::from_word(a.to_word()), a);
                    prop_assert_eq!(a.to_word().checked_shr(<$key>::BITS).unwrap_or(0), 0);
                }

                /// After any changes in any order the hash is that of the features that are
                /// present; a delta predicts it, and undo restores the one before.
                #[test]
                fn hasher(slots in prop::collection::vec(0..N, 0..200)) {
                    let mut present = [false; N];
                    let mut hasher = Hasher::new(&KEYS);
                    for slot in slots {
                        let feature = Feature::from_slot(slot);
                        let before = hasher;
                        let change = if present[slot] {
                            hasher.remove(feature);
                            before.delta().without(feature)
                        } else {
                            hasher.insert(feature);
                            before.delta().with(feature)
                        };
                        present[slot] = !present[slot];
                        prop_assert_eq!(hasher.hash(), defined(&KEYS, &present));
                        prop_assert_eq!(before.after(&change), hasher.hash());
                        let mut other = before;
                        other.apply(&change);
                        prop_assert_eq!(other.hash(), hasher.hash());
                        other.undo(&change);
                        prop_assert_eq!(other.hash(), before.hash());
                    }
                    let all = (0..N).filter(|slot| present[*slot]).map(Feature::from_slot);
                    prop_assert_eq!(Hasher::of(&KEYS, all).hash(), hasher.hash());
                }

                /// A replacement is a removal and an insertion, made or described.
                #[test]
                fn replace(from in 0..N, to in 0..N) {
                    let (from, to) = (Feature::from_slot(from), Feature::from_slot(to));
                    let mut hasher = Hasher::of(&KEYS, [from]);
                    let returned = hasher.delta().replacing(from, to);
                    let mut in_place = hasher.delta();
                    in_place.replace(from, to);
                    prop_assert_eq!(hasher.after(&returned), Hasher::of(&KEYS, [to]).hash());
                    prop_assert_eq!(in_place.sum(), returned.sum());
                    hasher.replace(from, to);
                    prop_assert_eq!(hasher.hash(), Hasher::of(&KEYS, [to]).hash());
                }

                /// A change that is described in place is the change that is returned.
                #[test]
                fn described(come in 0..N, leave in 0..N) {
                    let (come, leave) = (Feature::from_slot(come), Feature::from_slot(leave));
                    let hasher = Hasher::new(&KEYS);
                    let mut in_place = hasher.delta();
                    in_place.insert(come);
                    prop_assert_eq!(in_place.sum(), KEYS.key(come));
                    in_place.remove(leave);
                    prop_assert_eq!(in_place.sum(), hasher.delta().with(come).without(leave).sum());
                }
            }
        }
    )*};
}

laws! {
    u32_xor: u32, table_u32, any::<u32>();
    u64_xor: u64, table_u64, any::<u64>();
    u128_xor: u128, table_u128, any::<u128>();
    pair_xor: Pair, table_pair, any::<(u32, u32)>().prop_map(|(high, low)| Pair { high, low });
    sum48: Sum48, table_sum48, any::<u64>().prop_map(Sum48::new);
}

proptest! {
    #[test]
    fn sums_are_exact_in_a_double(values in prop::collection::vec(any::<u64>(), 0..50)) {
        let modulus = 2_f64.powi(48);
        let mut double = 0.0;
        let mut sum = Sum48::ZERO;
        for value in values {
            let key = Sum48::new(value);
            sum = sum.plus(key);
            double = (double + key.to_f64()) % modulus;
            prop_assert_eq!(sum.to_f64(), double);
            sum = sum.minus(Sum48::new(7));
            double = (double - 7.0 + modulus) % modulus;
            prop_assert_eq!(sum.to_f64(), double);
        }
    }

    #[test]
    fn lanes_are_hashes_of_their_own(slots in prop::collection::vec(0..N, 0..50)) {
        struct Eight;
        static KEYS: KeyTable<u64, N> = Source::bch(4, 128).table_u64(LAYOUT);
        impl Keys for Eight {
            type Key = [u64; 8];
            fn key(&self, feature: Feature) -> [u64; 8] {
                std::array::from_fn(|lane| KEYS[feature].rotate_left(lane as u32))
            }
            fn layout(&self) -> Layout {
                LAYOUT
            }
        }
        let mut hasher = Hasher::new(Eight);
        let mut single = Hasher::new(&KEYS);
        for slot in slots {
            hasher.insert(Feature::from_slot(slot));
            single.insert(Feature::from_slot(slot));
        }
        for lane in 0..8 {
            prop_assert_eq!(hasher.hash()[lane], single.hash().rotate_left(lane as u32));
        }
    }

    /// One stream, three hashes: all, some, and how many.
    #[test]
    fn several_hashes_from_one_stream(slots in prop::collection::vec(0..40_usize, 0..100)) {
        static KEYS: KeyTable<u64, N> = Source::bch(4, 128).table_u64(LAYOUT);
        let low = |feature: Feature| feature.slot() < 10;
        let class = |feature| STONE.index_of(feature).map(|index| index / 10);
        let mut stream = (
            Hasher::new(&KEYS),
            Only::new(Hasher::new(&KEYS), low),
            Tally::<_, _, 4>::new(Hasher::new(&KEYS), COUNT, class),
        );
        let mut present = [false; N];
        for slot in slots {
            let feature = STONE.at(slot);
            if present[slot] { stream.remove(feature) } else { stream.insert(feature) }
            present[slot] = !present[slot];
        }
        let mut some = present;
        some[10..].fill(false);
        let mut counts = [false; N];
        for class in 0..4 {
            let members = present[class * 10..][..10].iter().filter(|here| **here).count();
            prop_assert_eq!(stream.2.counts()[class], members as u32);
            counts[40 + class * 10..][..members].fill(true);
        }
        prop_assert_eq!(stream.0.hash(), defined(&KEYS, &present));
        prop_assert_eq!(stream.1.get().hash(), defined(&KEYS, &some));
        prop_assert_eq!(stream.2.get().hash(), defined(&KEYS, &counts));
    }
}

/// Hashers are compared by their hashes; the keys may be stored anywhere.
#[test]
fn equal_hashers_have_equal_hashes() {
    static KEYS: KeyTable<u64, N> = Source::bch(4, 128).table_u64(LAYOUT);
    let copy = KEYS.clone();
    let one = Hasher::of(&KEYS, [STONE.at(1), STONE.at(2)]);
    assert_eq!(one, Hasher::of(&copy, [STONE.at(2), STONE.at(1)]));
    assert_ne!(one, Hasher::of(&KEYS, [STONE.at(1)]));
}

/// Some of the parts are closures, which have no `Debug`.
#[test]
fn parts_of_a_state_can_be_printed() {
    static KEYS: KeyTable<u64, N> = Source::bch(4, 128).table_u64(LAYOUT);
    #[derive(Clone, Copy, Debug)]
    struct Stones;
    impl Changes for Stones {
        fn insert(&mut self, _: Feature) {}
        fn remove(&mut self, _: Feature) {}
    }
    let only = Only::new(Stones, |feature| KEYS[feature] > 0);
    assert_eq!(format!("{only:?}"), "Only { inner: Stones, .. }");
    let class = |feature| STONE.index_of(feature).map(|index| index / 10);
    let mut tally = Tally::<_, _, 4>::new(Stones, COUNT, class);
    tally.insert(STONE.at(11));
    let text = format!("{tally:?}");
    assert!(text.starts_with("Tally { inner: Stones, kind: "), "{text}");
    assert!(text.ends_with(", counts: [0, 1, 0, 0], .. }"), "{text}");
}

#[test]
fn a_fingerprint_is_parsed_as_it_is_displayed() {
    static KEYS: KeyTable<u64, N> = Source::bch(4, 128).table_u64(LAYOUT);
    for name in ["mine", "yours", ""] {
        let fingerprint = KEYS.fingerprint(name);
        assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
        assert_eq!(fingerprint.to_string().to_uppercase().parse(), Ok(fingerprint));
    }
    let zeros: Fingerprint = "0000000000000000".parse().unwrap();
    assert_eq!(zeros.to_u64(), 0);
    let error = |text: &str| text.parse::<Fingerprint>().unwrap_err();
    assert_eq!(error(""), ParseFingerprintError::Length { got: 0 });
    assert_eq!(error("0123456789abcde"), ParseFingerprintError::Length { got: 15 });
    assert_eq!(error("0123456789abcdef0"), ParseFingerprintError::Length { got: 17 });
    assert_eq!(error("+123456789abcdef"), ParseFingerprintError::NoDigit { offset: 0, got: '+' });
    assert_eq!(
        error("0123é6789abcdef").to_string(),
        "byte 4 of a fingerprint: expected a hex digit, got 'é'; a fingerprint is 16 of them, \
         without a prefix"
    );
}

#[test]
#[should_panic = "index out of bounds"]
fn a_class_beyond_the_last_panics() {
    static KEYS: KeyTable<u64, N> = Source::bch(4, 128).table_u64(LAYOUT);
    Tally::<_, _, 4>::new(Hasher::new(&KEYS), COUNT, |_| Some(4)).insert(STONE.at(0));
}

/// A key is looked up by its slot: a feature of another layout is detected in debug builds alone,
/// and outside the layout in all.
#[test]
fn a_table_looks_features_up_by_slot_alone() {
    const OTHER: Kind = Kind::first("other", 2 * N);
    static KEYS: KeyTable<u64, N> = Source::bch(4, 128).table_u64(LAYOUT);
    assert_eq!(KEYS.key(Feature::from_slot(3)), KEYS.key(STONE.at(3)));
    if cfg!(debug_assertions) {
        assert!(std::panic::catch_unwind(|| KEYS.key(OTHER.at(3))).is_err());
    } else {
        assert_eq!(KEYS.key(OTHER.at(3)), KEYS.key(STONE.at(3)));
    }
    assert!(std::panic::catch_unwind(|| KEYS.key(OTHER.at(N))).is_err());
}

/// The sum of sizes would wrap.
#[test]
#[should_panic = "a layout has fewer than 2^32 slots"]
fn a_kind_beyond_all_numbers_panics() {
    _ = STONE.then("huge", usize::MAX);
}
