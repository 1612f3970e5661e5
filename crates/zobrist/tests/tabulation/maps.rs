//! Builders of hashers for the maps of the standard library.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher};
#[cfg(feature = "alloc")]
use std::sync::Arc;

use proptest::prelude::*;
use zobrist::tabulation::{BuildKeyHasher, HashFunction, Mixed, Simple, Tornado, Twisted};

fn hashed(mut hasher: impl Hasher, value: impl Hash) -> u64 {
    value.hash(&mut hasher);
    hasher.finish()
}

/// Compares what a hasher makes of integers, texts and bytes with the words that the function
/// hashes.
fn hashes_one_integer(function: &dyn Fn(u64) -> u64, hasher: &dyn Fn() -> Box<dyn Hasher>) {
    assert_eq!(hashed(hasher(), 12_u64), function(12));
    assert_eq!(hashed(hasher(), 12_u8), function(12));
    assert_eq!(hashed(hasher(), 0x1234_u16), function(0x1234));
    assert_eq!(hashed(hasher(), u32::MAX), function(0xffff_ffff));
    assert_eq!(hashed(hasher(), usize::MAX), function(usize::MAX as u64));
    assert_eq!(hashed(hasher(), 1_u128 << 64), function(function(0) ^ 1));
    assert_eq!(hashed(hasher(), -1_i64), function(u64::MAX));
    assert_eq!(hashed(hasher(), (1_u32, 2_u32)), function(function(1) ^ 2));
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
    let hashes = full.map(|text| hashed(hasher(), text));
    assert!(hashes[0] != hashes[1] && hashes[0] != hashes[2] && hashes[1] != hashes[2]);
}

/// Checks a builder's hashers, and that `hash_one`, which builds none, agrees with them.
fn every_way<S: BuildHasher<Hasher: 'static>>(build: S, function: impl Fn(u64) -> u64) {
    hashes_one_integer(&function, &|| Box::new(build.build_hasher()));
    fn both<S: BuildHasher>(build: &S, value: impl Hash) {
        assert_eq!(build.hash_one(&value), hashed(build.build_hasher(), value));
    }
    both(&build, 12_u64);
    both(&build, (7_u8, "text", [1_u16, 2], 1_i128));
}

/// The guarantee for the keys of maps: one integer is hashed as the function hashes it.
#[test]
fn a_build_hasher_hashes_one_integer_as_the_function_does() {
    macro_rules! check {
        ($family:ident<$($width:literal),*>) => {{
            static FUNCTION: $family<u64, $($width),*> = $family::<u64, $($width),*>::seeded(7);
            // Tables of up to 60 KiB each: in one frame, all of them might overflow the stack.
            #[inline(never)]
            fn check() {
                let hash = |key| FUNCTION.hash(key);
                every_way(&FUNCTION, hash);
                every_way(FUNCTION.clone(), hash);
                every_way(BuildKeyHasher::new(&FUNCTION), hash);
                every_way(BuildKeyHasher::new(FUNCTION.clone()), hash);
                #[cfg(feature = "alloc")]
                every_way(BuildKeyHasher::new(Arc::new(FUNCTION.clone())), hash);
            }
            check();
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

/// A function that counts its clones: maps must not copy tables, nor count references, to look a
/// key up.
#[test]
fn maps_do_not_clone_the_function() {
    use std::cell::Cell;

    struct Counted<'a>(Simple<u64, 8>, &'a Cell<u32>);
    impl Clone for Counted<'_> {
        fn clone(&self) -> Self {
            self.1.set(self.1.get() + 1);
            Counted(self.0.clone(), self.1)
        }
    }
    impl HashFunction<u64> for Counted<'_> {
        type Hash = u64;
        fn hash(&self, key: u64) -> u64 {
            self.0.hash(key)
        }
    }

    let clones = Cell::new(0);
    let build = BuildKeyHasher::new(Counted(Simple::default(), &clones));
    let mut map = HashMap::with_hasher(build);
    map.extend((0..1000_u64).map(|key| (key, key * key)));
    assert!((0..1000).all(|key| map[&key] == key * key));
    assert!((0..500).all(|key| map.remove(&key).is_some() && !map.contains_key(&key)));
    assert_eq!((map.len(), clones.get()), (500, 0));
    // The control.
    map.hasher().build_hasher();
    assert_eq!(clones.get(), 1);
}

/// In a struct without lifetimes, made by `Default`; clones of a builder share their tables.
#[cfg(feature = "alloc")]
#[test]
fn maps_that_own_their_function() {
    use std::collections::HashSet;
    use std::rc::Rc;

    #[derive(Default)]
    struct Seen {
        owned: HashSet<u64, Tornado<u64, 8>>,
        shared: HashMap<u64, u64, BuildKeyHasher<Arc<Mixed<u64, 8, 8>>>>,
        local: HashMap<u64, u64, BuildKeyHasher<Rc<Simple<u64, 16, 16>>>>,
        boxed: HashMap<u64, u64, BuildKeyHasher<Box<Twisted<u64, 11, 64>>>>,
    }
    let mut seen = Seen::default();
    for key in 0..1000 {
        seen.owned.insert(key);
        seen.shared.insert(key, key + 1);
        seen.local.insert(key, key + 2);
        seen.boxed.insert(key, key + 3);
    }
    assert!((0..2000).all(|key| seen.owned.contains(&key) == (key < 1000)));
    assert!((0..1000).all(|key| seen.shared[&key] == key + 1));
    assert!((0..1000).all(|key| seen.local[&key] == key + 2));
    assert!((0..1000).all(|key| seen.boxed[&key] == key + 3));

    let build = seen.shared.hasher();
    assert!(Arc::ptr_eq(build.function(), build.clone().function()));
    assert!(**build.function() == Mixed::<u64, 8, 8>::seeded(0));
    assert!(*seen.owned.hasher() == Tornado::<u64, 8>::seeded(0));
    let a_pointer = size_of::<HashMap<u64, u64, &Simple<u64, 8>>>();
    assert_eq!(size_of::<HashMap<u64, u64, BuildKeyHasher<Arc<Simple<u64, 8>>>>>(), a_pointer);
}
