//! The rolling hash: all windows against the definition, and its independence by ranks.

use proptest::prelude::*;
use zobrist::gf2::Basis;
use zobrist::tabulation::Rolling;

proptest! {
    #[test]
    fn all_windows(
        bytes in prop::collection::vec(any::<u8>(), 0..500),
        window in 1_usize..200,
        mask in prop_oneof![Just(0), Just(u64::MAX), any::<u64>().prop_map(|mask| mask & mask >> 7 & 0x8421_0842_1084_2108)],
    ) {
        let rolling = Rolling::seeded(3, window);
        let expected: Vec<u64> = bytes.windows(window).map(|bytes| rolling.hash(bytes)).collect();
        let hashes: Vec<u64> = rolling.hashes(&bytes).collect();
        prop_assert_eq!(&hashes, &expected);
        let first = expected.iter().position(|hash| hash & mask == 0);
        prop_assert_eq!(rolling.find(&bytes, mask), first.map(|first| first + window));
    }
}

/// The bits of a table of two letters that each bit of a hash is the XOR of, as a word of 128
/// bits.
fn bits_of(window: &[u8], bit: usize) -> u128 {
    window.iter().rev().enumerate().fold(0, |bits, (age, letter)| {
        bits ^ 1 << (usize::from(*letter) * 64 + (64 + bit - age % 64) % 64)
    })
}

/// True if the lowest `count` bits of the hashes of any two different windows are independent,
/// that is, if their ranks add up.
fn pairwise_independent(window: usize, count: usize) -> bool {
    let windows: Vec<Vec<u8>> = (0..1_u32 << window)
        .map(|letters| (0..window).map(|place| (letters >> place & 1) as u8).collect())
        .collect();
    windows.iter().enumerate().all(|(number, first)| {
        windows[..number].iter().all(|second| {
            let mut basis = Basis::new();
            let mut bits = (0..count).flat_map(|bit| [bits_of(first, bit), bits_of(second, bit)]);
            bits.all(|bits| basis.insert(bits))
        })
    })
}

#[test]
fn all_but_some_bits_are_pairwise_independent() {
    for window in 1..=6 {
        assert!(pairwise_independent(window, 65 - window), "{window}");
    }
}

/// The control: with one bit more they are not.
#[test]
fn one_bit_more_is_not_pairwise_independent() {
    for window in 2..=6 {
        assert!(!pairwise_independent(window, 66 - window), "{window}");
    }
}

/// The words of [`bits_of`] are those of the hash.
#[test]
fn bits_are_those_of_the_hash() {
    let mut table = [0; 256];
    (table[0], table[1]) = (0x0123_4567_89ab_cdef, 0xfeed_beef_dead_c0de);
    let (words, window) = (u128::from(table[1]) << 64 | u128::from(table[0]), [0, 1, 1, 0, 1, 0]);
    let hash = Rolling::from_table(table, window.len()).hash(&window);
    for bit in 0..64 {
        let parity = (bits_of(&window, bit) & words).count_ones() & 1;
        assert_eq!(u64::from(parity), hash >> bit & 1);
    }
}

#[test]
#[should_panic = "a window has at least one byte"]
fn an_empty_window_panics() {
    let _ = Rolling::seeded(1, 0);
}
