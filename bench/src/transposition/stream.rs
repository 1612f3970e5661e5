//! The keys that all contestants of a group are asked for.

use std::hint::{black_box, select_unpredictable};

/// The finaliser of SplitMix64: spreads a number over all bits, and back.
#[inline(always)]
pub fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The `n`th key of a universe of `2^bits`.
#[inline(always)]
pub fn key(n: u64, bits: u32) -> u64 {
    mix(n >> (64 - bits))
}

/// The payload that belongs to a key.
#[inline(always)]
pub fn payload(key: u64) -> u32 {
    (key >> 7) as u32
}

/// What a run found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    pub hits: u64,
    /// Payloads that were not those of their keys.
    pub wrong: u64,
}

impl Found {
    /// Returns what was found as a number.
    ///
    /// Without branches, and opaque, so that the compiler makes none: one that is foreseen wrong
    /// waits for the memory, and one that is foreseen right goes on without it.
    #[inline(always)]
    pub fn probed(&mut self, key: u64, found: Option<u32>) -> u64 {
        let value = 1 << 32 | u64::from(found.unwrap_or(0));
        let word = black_box(select_unpredictable(found.is_some(), value, 0));
        let hit = word >> 32;
        let difference = select_unpredictable(hit == 1, word as u32 ^ payload(key), 0);
        self.hits += hit;
        self.wrong += u64::from(difference != 0);
        word
    }

    pub fn plus(self, other: Found) -> Found {
        Found { hits: self.hits + other.hits, wrong: self.wrong + other.wrong }
    }
}
