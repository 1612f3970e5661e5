//! Hashes of sets, and their forgery.

use std::hash::{BuildHasher, RandomState};
#[cfg(feature = "alloc")]
use std::sync::Arc;

use proptest::prelude::*;
#[cfg(feature = "alloc")]
use zobrist::gf2::Elimination;
use zobrist::tabulation::{HashFunction, Mixed, Multiset, Set, SetHash, Simple, Tornado, Twisted};

static MIXED: Mixed<u64, 8> = Mixed::<u64, 8>::seeded(5);

proptest! {
    /// After any changes the hash is that of the elements that are present.
    #[test]
    fn of_what_is_there(mut elements: Vec<u64>, gone: Vec<u64>) {
        let hash = |element: &u64| MIXED.hash_by_definition(*element);
        let mut multiset = Multiset::new(&MIXED);
        multiset.insert_all(gone.iter().chain(&elements).copied());
        gone.iter().for_each(|element| multiset.remove(*element));
        let sum = elements.iter().map(hash).fold(0, u64::wrapping_add);
        prop_assert_eq!(multiset.hash(), sum);

        elements.sort_unstable();
        elements.dedup();
        let mut set = Set::new(&MIXED);
        set.insert_all(elements.iter().copied());
        let is_new = |element: &&u64| elements.binary_search(element).is_err();
        set.insert_all(gone.iter().filter(is_new).copied());
        gone.iter().filter(is_new).for_each(|element| set.remove(*element));
        prop_assert_eq!(set.hash(), elements.iter().map(hash).fold(0, |all, hash| all ^ hash));
    }
}

proptest! {
    /// A hash that is stored and continued, or merged from two parts, equals the hash of the whole.
    #[test]
    fn resumed_and_merged_are_the_whole(elements: Vec<u64>, cut: prop::sample::Index) {
        let (first, rest) = elements.split_at(cut.index(elements.len() + 1));
        macro_rules! check {
            ($set:ident) => {
                let of = |elements: &[u64]| {
                    let mut set = $set::new(&MIXED);
                    set.insert_all(elements.iter().copied());
                    set
                };
                let mut resumed = $set::from_hash(&MIXED, of(first).hash());
                resumed.insert_all(rest.iter().copied());
                prop_assert_eq!(resumed.hash(), of(&elements).hash());
                let mut merged = of(first);
                merged.merge(&of(rest));
                prop_assert_eq!(merged.hash(), of(&elements).hash());
                rest.iter().for_each(|element| merged.remove(*element));
                prop_assert_eq!(merged, of(first));
            };
        }
        check!(Set);
        check!(Multiset);
    }
}

/// An element of two sets is in neither after a merge, and occurs twice after one of multisets.
#[test]
fn merges_of_elements_in_both() {
    let (mut set, mut multiset) = (Set::new(&MIXED), Multiset::new(&MIXED));
    set.insert_all([3_u64, 5]);
    multiset.insert_all([3_u64, 5]);
    set.merge(&set.clone());
    multiset.merge(&multiset.clone());
    assert_eq!(set.hash(), 0);
    assert_eq!(
        multiset.hash(),
        2_u64.wrapping_mul(MIXED.hash(3_u64).wrapping_add(MIXED.hash(5_u64)))
    );
}

/// Sets are compared by their hashes; the function may be stored anywhere.
#[test]
fn equal_sets_have_equal_hashes() {
    let copy = MIXED.clone();
    macro_rules! check {
        ($set:ident) => {
            let of = |elements: [u64; 2]| {
                let mut set = $set::new(&copy);
                set.insert_all(elements);
                set
            };
            assert_eq!(of([3, 5]), of([5, 3]));
            assert_ne!(of([3, 5]), of([3, 6]));
            let mut same = $set::new(&MIXED);
            same.insert_all([3, 5]);
            assert_eq!(of([3, 5]).hash(), same.hash());
            // Without an element the type of a hash is not known.
            assert_eq!($set::<_, u64>::new(&MIXED).hash(), 0);
        };
    }
    check!(Set);
    check!(Multiset);
}

/// So are sets that own their function.
#[cfg(feature = "alloc")]
#[test]
fn equal_sets_that_own_their_function_have_equal_hashes() {
    let own = Arc::new(MIXED.clone());
    macro_rules! check {
        ($set:ident) => {
            let of = |elements: [u64; 2]| {
                let mut set = $set::new(own.clone());
                set.insert_all(elements);
                set
            };
            assert_eq!(of([3, 5]), of([5, 3]));
            assert_ne!(of([3, 5]), of([3, 6]));
            let mut same = $set::new(&MIXED);
            same.insert_all([3, 5]);
            assert_eq!(of([3, 5]).hash(), same.hash());
            let mut same = $set::new(Box::new(MIXED.clone()));
            same.insert_all([3, 5]);
            assert_eq!(of([3, 5]).hash(), same.hash());
        };
    }
    check!(Set);
    check!(Multiset);
}

/// A set of elements, none of them among those below `above`, whose hashes XOR to `target`.
#[cfg(feature = "alloc")]
fn forge<F>(function: &F, target: u64, above: u64) -> Vec<u64>
where
    F: HashFunction<u64, Hash = u64>,
{
    let mut elimination = Elimination::new();
    (above..).take(200).for_each(|element| {
        elimination.insert(u128::from(function.hash(element)));
    });
    let numbers = elimination.express(u128::from(target)).expect("200 hashes span 64 bits");
    numbers.iter().map(|number| above + *number as u64).collect()
}

fn hash_of<F: HashFunction<u64, Hash = u64>>(function: F, elements: &[u64]) -> u64 {
    let mut set = Set::new(function);
    set.insert_all(elements.iter().copied());
    set.hash()
}

/// A forged set has the hash of another, but not under another seed, nor as a sum.
#[cfg(feature = "alloc")]
#[test]
fn public_keys_are_forged_and_secret_ones_are_not() {
    let honest: Vec<u64> = (1..=40).collect();
    let target = hash_of(&MIXED, &honest);
    let forged = forge(&MIXED, target, 1000);
    assert_eq!(hash_of(&MIXED, &forged), target);

    for seed in 1000..1200 {
        let mixed = Mixed::<u64, 8>::seeded(seed);
        assert_ne!(hash_of(&mixed, &honest), hash_of(&mixed, &forged));
        let tornado = Tornado::<u64, 8>::seeded(seed);
        assert_ne!(hash_of(&tornado, &honest), hash_of(&tornado, &forged));
    }
    let secret = RandomState::new();
    let mut number = 0_u64;
    let mixed = Mixed::<u64, 8>::from_words(|| {
        number += 1;
        secret.hash_one(number)
    });
    assert_ne!(hash_of(&mixed, &honest), hash_of(&mixed, &forged));

    let sum = |elements: &[u64]| {
        let mut multiset = Multiset::new(&MIXED);
        multiset.insert_all(elements.iter().copied());
        multiset.hash()
    };
    assert_ne!(sum(&honest), sum(&forged));
}

/// The control: four elements of simple tabulation vanish for all tables, and of twisted
/// tabulation for one seed in a hundred.
#[test]
fn a_secret_seed_does_not_save_simple_tabulation() {
    let four = [0x0103, 0x0104, 0x0203, 0x0204];
    assert!((0..500).all(|seed| hash_of(Simple::<u64, 8>::seeded(seed), &four) == 0));
    // The characters of the head must differ, too: it is the highest.
    let four = [1 << 56 | 3, 1 << 56 | 4, 2 << 56 | 3, 2 << 56 | 4];
    let twisted = |seed| hash_of(Twisted::<u64, 8>::seeded(seed), &four) == 0;
    assert!((0..2000).any(twisted) && !(0..2000).all(twisted));
}

/// All choices of two bytes at the lowest `places` positions.
fn cube(places: u32) -> impl Iterator<Item = u128> {
    let choose = move |choice: u32| {
        (0..places).fold(0, |key, place| key | u128::from(choice >> place & 1) << (8 * place))
    };
    (0..1 << places).map(choose)
}

fn xor<X, F: HashFunction<X, Hash = u64>>(function: F, keys: impl Iterator<Item = X>) -> u64 {
    let mut set = Set::new(function);
    set.insert_all(keys);
    set.hash()
}

/// A derived character is an affine map of the choices. Of nine it has every value an even number
/// of times; of eight, unless the map has an inverse, which 0.29 of all have.
#[test]
fn a_secret_seed_does_not_save_mixed_tabulation() {
    let nine = |seed| xor(Mixed::<u64, 16>::seeded(seed), cube(9));
    assert!((0..100).all(|seed| nine(seed) == 0));
    // 0.71 for each of four derived characters: 0.254 of 1,000 seeds, give or take 14.
    let eight = |seed| xor(Mixed::<u64, 8>::seeded(seed), cube(8).map(|key| key as u64));
    let vanished = (0..1000).filter(|seed| eight(*seed) == 0).count();
    assert!((200..310).contains(&vanished), "{vanished}");

    // The controls: as many keys that are no cube; tornado tabulation; and the function that is
    // advised.
    let others = (0..512).map(|number: u128| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    assert!((0..100).all(|seed| xor(Mixed::<u64, 16>::seeded(seed), others.clone()) != 0));
    assert!((0..100).all(|seed| xor(Tornado::<u64, 16>::seeded(seed), cube(9)) != 0));
    struct Keyed(RandomState);
    impl HashFunction<u128> for Keyed {
        type Hash = u64;
        fn hash(&self, key: u128) -> u64 {
            self.0.hash_one(key)
        }
    }
    assert_ne!(xor(Keyed(RandomState::new()), cube(9)), 0);
}
