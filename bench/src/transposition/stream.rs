//! The keys that all contestants of a group are asked for, and what is made of the answers.

use std::hint::select_unpredictable;

/// The finalizer of SplitMix64, a bijection: spreads a number over all bits.
#[inline(always)]
pub fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The `n`th key of a universe of `2^bits`, which wraps around at its end.
#[inline(always)]
pub fn key(n: u64, bits: u32) -> u64 {
    mix(n & ((1 << bits) - 1))
}

/// All keys of a universe, in another order than that of their numbers: keys stored one after
/// another are not probed one after another.
pub fn keys(bits: u32) -> impl Iterator<Item = u64> {
    (0..1_u64 << bits).map(move |n| key(n.wrapping_mul(0x9e37_79b9_7f4a_7c15), bits))
}

/// The payload that belongs to a key.
#[inline(always)]
pub fn payload(key: u64) -> u32 {
    (key >> 7) as u32
}

/// Returns the value that was found as a number, to be added up.
///
/// Without a branch: a mispredicted one waits for the memory, and a correctly predicted one goes on
/// without it.
#[inline(always)]
pub fn word(found: Option<u32>) -> u64 {
    u64::from(select_unpredictable(found.is_some(), found.unwrap_or(0), 0))
}

/// The results for some keys.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    pub keys: u64,
    pub hits: u64,
    /// Payloads that were not those of their keys.
    pub wrong: u64,
}

/// Asks for a million keys from all over a universe, and looks at each answer. Of a million that
/// follow each other, or that were stored one after another, more or fewer are there.
pub fn found(bits: u32, probe: impl Fn(u64) -> Option<u32>) -> Found {
    let mut found = Found { keys: 1_000_000, ..Found::default() };
    let step = (1 << bits) / found.keys;
    for key in (0..found.keys).map(|n| key(n * step, bits)) {
        if let Some(value) = probe(key) {
            found.hits += 1;
            found.wrong += u64::from(value != payload(key));
        }
    }
    found
}
