//! Every fast path equals its definition, and tables made at compile time equal those made at run
//! time.

use proptest::prelude::*;
use zobrist::source::SplitMix64;
use zobrist::tabulation::{Characters, HashFunction, Mixed, Simple, Tornado, Twisted};

/// Compares hashes of random keys: by definition, all at once and one by one. The comparison is
/// compiled once for each type of keys, not for each function.
fn law<X: Arbitrary>(hashes: fn(&[X]) -> [Vec<u128>; 3]) {
    proptest!(|(keys: Vec<X>)| {
        let [expected, all, ones] = hashes(&keys);
        prop_assert_eq!(&all, &expected);
        prop_assert_eq!(ones, expected);
    });
}

macro_rules! equal {
    ($($name:ident: $family:ident<$($hash:ident)|*>, $key:ty, $parameters:tt;)*) => {$(
        mod $name {
            use super::*;
            $(equal!(@hash $hash $family, $key, $parameters);)*
        }
    )*};
    (@hash $hash:ident $family:ident, $key:ty, ($($count:literal),*)) => {
        mod $hash {
            use super::*;

            static FUNCTION: $family<$hash, $($count),*> =
                $family::<$hash, $($count),*>::seeded(7);

            #[test]
            fn at_run_time() {
                let mut numbers = SplitMix64::new(7);
                let same = $family::from_words(|| numbers.next_u64());
                assert!(FUNCTION == same);
                assert!(FUNCTION != $family::<$hash, $($count),*>::seeded(8));
            }

            #[test]
            fn definition() {
                fn widened(hashes: Vec<$hash>) -> Vec<u128> {
                    hashes.into_iter().map(u128::from).collect()
                }
                law(|keys: &[$key]| {
                    let expected = keys.iter().map(|key| FUNCTION.hash_by_definition(*key));
                    let mut all = vec![0; keys.len()];
                    FUNCTION.hash_all(keys, &mut all);
                    let ones = keys.iter().map(|key| FUNCTION.hash(*key));
                    [expected.collect(), all, ones.collect()].map(widened)
                });
            }
        }
    };
}

equal! {
    simple_8: Simple<u32 | u64 | u128>, u8, (1);
    simple_16: Simple<u32 | u64 | u128>, u16, (2);
    simple_32: Simple<u32 | u64 | u128>, u32, (4);
    simple_64: Simple<u32 | u64 | u128>, u64, (8);
    simple_128: Simple<u32 | u64 | u128>, u128, (16);
    simple_six_8: Simple<u32 | u64 | u128>, u8, (2, 64);
    simple_six_16: Simple<u32 | u64 | u128>, u16, (3, 64);
    simple_six_32: Simple<u32 | u64 | u128>, u32, (6, 64);
    simple_six_64: Simple<u32 | u64 | u128>, u64, (11, 64);
    simple_six_128: Simple<u32 | u64 | u128>, u128, (22, 64);
    simple_four_8: Simple<u32 | u64 | u128>, u8, (2, 16);
    simple_four_16: Simple<u32 | u64 | u128>, u16, (4, 16);
    simple_four_32: Simple<u32 | u64 | u128>, u32, (8, 16);
    simple_four_64: Simple<u32 | u64 | u128>, u64, (16, 16);
    simple_bytes: Simple<u32 | u64 | u128>, [u8; 13], (13);
    twisted_8: Twisted<u32 | u64 | u128>, u8, (1);
    twisted_16: Twisted<u32 | u64 | u128>, u16, (2);
    twisted_six_8: Twisted<u32 | u64 | u128>, u8, (2, 64);
    twisted_six_16: Twisted<u32 | u64 | u128>, u16, (3, 64);
    twisted_four_16: Twisted<u32 | u64 | u128>, u16, (4, 16);
    twisted_32: Twisted<u32 | u64 | u128>, u32, (4);
    twisted_64: Twisted<u32 | u64 | u128>, u64, (8);
    twisted_128: Twisted<u32 | u64 | u128>, u128, (16);
    twisted_six_64: Twisted<u32 | u64 | u128>, u64, (11, 64);
    mixed_8: Mixed<u32 | u64 | u128>, u8, (1);
    mixed_16: Mixed<u32 | u64 | u128>, u16, (2);
    mixed_six_8: Mixed<u32 | u64 | u128>, u8, (2, 4, 64);
    mixed_six_16: Mixed<u32 | u64 | u128>, u16, (3, 4, 64);
    mixed_four_16: Mixed<u32 | u64 | u128>, u16, (4, 4, 16);
    mixed_32: Mixed<u32 | u64 | u128>, u32, (4);
    mixed_64: Mixed<u32 | u64 | u128>, u64, (8);
    mixed_128: Mixed<u32 | u64 | u128>, u128, (16);
    mixed_eight: Mixed<u32 | u64 | u128>, u64, (8, 8);
    mixed_six_64: Mixed<u32 | u64 | u128>, u64, (11, 4, 64);
    tornado_8: Tornado<u32 | u64 | u128>, u8, (1);
    tornado_16: Tornado<u32 | u64 | u128>, u16, (2);
    tornado_six_8: Tornado<u32 | u64 | u128>, u8, (2, 4, 64);
    tornado_six_16: Tornado<u32 | u64 | u128>, u16, (3, 4, 64);
    tornado_four_16: Tornado<u32 | u64 | u128>, u16, (4, 4, 16);
    tornado_32: Tornado<u32 | u64 | u128>, u32, (4);
    tornado_64: Tornado<u32 | u64 | u128>, u64, (8);
    tornado_128: Tornado<u32 | u64 | u128>, u128, (16);
    tornado_seven: Tornado<u32 | u64 | u128>, u64, (8, 7);
    tornado_six_64: Tornado<u32 | u64 | u128>, u64, (11, 4, 64);
}

/// Position and derived characters are as many as the types allow, not 64.
#[test]
fn a_tornado_of_many_characters() {
    static FOUR: Tornado<u64, 60, 7, 16> = Tornado::<u64, 60, 7, 16>::seeded(7);
    static EIGHT: Tornado<u32, 100, 1> = Tornado::<u32, 100, 1>::seeded(7);
    let mut numbers = SplitMix64::new(1);
    for _ in 0..100 {
        let bytes: [u8; 100] = std::array::from_fn(|_| numbers.next_u64() as u8);
        assert_eq!(EIGHT.hash(bytes), EIGHT.hash_by_definition(bytes));
        let fours: [u8; 60] = std::array::from_fn(|place| bytes[place] % 16);
        assert_eq!(FOUR.hash(fours), FOUR.hash_by_definition(fours));
    }
}

/// A key of 8 or 16 bits has the characters that it has as a longer one.
#[test]
fn characters_of_short_keys() {
    fn same<const C: usize, const LONG: usize, const A: usize>(
        short: impl Characters<C, A>,
        long: impl Characters<LONG, A>,
    ) {
        let at = |place| if place < C { short.character(place) } else { 0 };
        assert!((0..LONG).all(|place| at(place) == long.character(place)));
    }
    for key in 0..=u16::MAX {
        same::<2, 4, 256>(key, u32::from(key));
        same::<3, 6, 64>(key, u32::from(key));
        same::<4, 8, 16>(key, u32::from(key));
    }
    for key in 0..=u8::MAX {
        same::<1, 4, 256>(key, u32::from(key));
        same::<2, 6, 64>(key, u32::from(key));
        same::<2, 8, 16>(key, u32::from(key));
    }
}

#[test]
#[should_panic = "one hash per key"]
fn a_batch_needs_a_place_for_each_hash() {
    Simple::<u64, 8>::seeded(1).hash_all(&[1_u64, 2], &mut [0]);
}

#[test]
#[should_panic = "character 4 is outside an alphabet of 4"]
fn an_array_beyond_the_alphabet_panics() {
    Simple::<u64, 2, 4>::seeded(1).hash([3, 4]);
}

/// In release too, where a shift by too many bits does not panic.
#[test]
#[should_panic = "position 4 is outside a key of 4 characters"]
fn a_character_beyond_the_key_panics() {
    Characters::<4, 256>::character(7_u32, 4);
}
