//! Every fast path equals its definition, and tables made at compile time equal those made at run
//! time.

use std::hash::{BuildHasher, Hash, Hasher};

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
    simple_32: Simple<u32 | u64 | u128>, u32, (4);
    simple_64: Simple<u32 | u64 | u128>, u64, (8);
    simple_128: Simple<u32 | u64 | u128>, u128, (16);
    simple_six_32: Simple<u32 | u64 | u128>, u32, (6, 64);
    simple_six_64: Simple<u32 | u64 | u128>, u64, (11, 64);
    simple_six_128: Simple<u32 | u64 | u128>, u128, (22, 64);
    simple_four_32: Simple<u32 | u64 | u128>, u32, (8, 16);
    simple_four_64: Simple<u32 | u64 | u128>, u64, (16, 16);
    simple_bytes: Simple<u32 | u64 | u128>, [u8; 13], (13);
    twisted_32: Twisted<u32 | u64 | u128>, u32, (4);
    twisted_64: Twisted<u32 | u64 | u128>, u64, (8);
    twisted_128: Twisted<u32 | u64 | u128>, u128, (16);
    twisted_six_64: Twisted<u32 | u64 | u128>, u64, (11, 64);
    mixed_32: Mixed<u32 | u64 | u128>, u32, (4);
    mixed_64: Mixed<u32 | u64 | u128>, u64, (8);
    mixed_128: Mixed<u32 | u64 | u128>, u128, (16);
    mixed_eight: Mixed<u32 | u64 | u128>, u64, (8, 8);
    mixed_six_64: Mixed<u32 | u64 | u128>, u64, (11, 4, 64);
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

/// Compares what a hasher makes of integers, texts and bytes with the words that the function
/// hashes.
fn hashes_one_integer(function: &dyn Fn(u64) -> u64, hasher: &dyn Fn() -> Box<dyn Hasher>) {
    fn one(mut hasher: Box<dyn Hasher>, value: impl Hash) -> u64 {
        value.hash(&mut hasher);
        hasher.finish()
    }
    assert_eq!(one(hasher(), 12_u64), function(12));
    assert_eq!(one(hasher(), 12_u8), function(12));
    assert_eq!(one(hasher(), 0x1234_u16), function(0x1234));
    assert_eq!(one(hasher(), u32::MAX), function(0xffff_ffff));
    assert_eq!(one(hasher(), usize::MAX), function(usize::MAX as u64));
    assert_eq!(one(hasher(), 1_u128 << 64), function(function(0) ^ 1));
    assert_eq!(one(hasher(), -1_i64), function(u64::MAX));
    assert_eq!(one(hasher(), (1_u32, 2_u32)), function(function(1) ^ 2));
    let of = |bytes: &[u8]| {
        let mut hasher = hasher();
        hasher.write(bytes);
        hasher.finish()
    };
    // Words, the last filled with zeros, and the number of bytes.
    let words = |words: &[u64]| words.iter().fold(0, |state, word| function(state ^ word));
    assert_eq!(of(b""), words(&[0]));
    assert_eq!(of(b"01"), words(&[0x3130, 2]));
    assert_eq!(of(b"01234567"), words(&[u64::from_le_bytes(*b"01234567"), 8]));
    assert_eq!(of(b"01234567\0"), words(&[u64::from_le_bytes(*b"01234567"), 0, 9]));
    // One sequence of words, were a length a byte of the last word, or a word of its own after
    // bytes that fill no word.
    let full = ["a", "a\0\0\0\0\0\0\x01", "a\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0"];
    let hashes = full.map(|text| one(hasher(), text));
    assert!(hashes[0] != hashes[1] && hashes[0] != hashes[2] && hashes[1] != hashes[2]);
}

/// The guarantee for the keys of maps: one integer is hashed as the function hashes it.
#[test]
fn a_build_hasher_hashes_one_integer_as_the_function_does() {
    macro_rules! check {
        ($family:ident<$($width:literal),*>) => {{
            static FUNCTION: $family<u64, $($width),*> = $family::<u64, $($width),*>::seeded(7);
            assert_eq!((&FUNCTION).hash_one(12_u64), FUNCTION.hash(12_u64));
            hashes_one_integer(&|key| FUNCTION.hash(key), &|| Box::new((&FUNCTION).build_hasher()));
        }};
    }
    check!(Simple<8>);
    check!(Simple<11, 64>);
    check!(Simple<16, 16>);
    check!(Twisted<8>);
    check!(Twisted<11, 64>);
    check!(Twisted<16, 16>);
    check!(Mixed<8>);
    check!(Mixed<8, 8>);
    check!(Mixed<11, 4, 64>);
    check!(Mixed<16, 7, 16>);
    check!(Tornado<8>);
    check!(Tornado<8, 7>);
    check!(Tornado<11, 4, 64>);
    check!(Tornado<16, 1, 16>);
}

proptest! {
    /// Short texts of few values, in few pieces: were two of them one sequence of words, it would
    /// be among such.
    #[test]
    fn bytes_that_differ_are_words_that_differ(
        a in prop::collection::vec(prop::collection::vec(0..3_u8, 0..18), 0..3),
        b in prop::collection::vec(prop::collection::vec(0..3_u8, 0..18), 0..3),
        cut in 0..18_usize,
    ) {
        static SIMPLE: Simple<u64, 8> = Simple::<u64, 8>::seeded(7);
        static TORNADO: Tornado<u64, 8> = Tornado::<u64, 8>::seeded(7);
        fn of(build: impl BuildHasher, pieces: &[Vec<u8>]) -> u64 {
            let mut hasher = build.build_hasher();
            pieces.iter().for_each(|piece| hasher.write(piece));
            hasher.finish()
        }
        let mut others = vec![b];
        if let Some((first, rest)) = a.split_first() {
            // Longer by zeros; by its own length; cut shorter.
            let more = |bytes: &[u8]| [&[[first, bytes].concat()], rest].concat();
            others.extend([more(&[0]), more(&[0; 8]), more(&(first.len() as u64).to_le_bytes())]);
            let padded = vec![0; first.len().next_multiple_of(8) - first.len()];
            let length = (first.len() as u64).to_le_bytes();
            others.push(more(&[&padded[..], &length].concat()));
            others.push([&[first[..first.len().min(cut)].to_vec()], rest].concat());
        }
        for other in others.iter().filter(|other| **other != a) {
            prop_assert_ne!(of(&SIMPLE, &a), of(&SIMPLE, other));
            prop_assert_ne!(of(&TORNADO, &a), of(&TORNADO, other));
        }
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
