//! What tables hold, and how they are drawn.

use crate::key::{Group, Key};
use crate::source::SplitMix64;

/// A hash of 32, 64 or 128 bits, for the families that derive characters.
pub trait HashWord: Key {
    /// What the table of a character holds: its part of the hash, and of the derived characters,
    /// which have eight bits each from the low end of a word. XORed as one number: the
    /// compiler puts it into one register.
    #[doc(hidden)]
    type Entry: Group;

    #[doc(hidden)]
    fn entry(self, derived: u64) -> Self::Entry;

    #[doc(hidden)]
    fn hash_of(entry: Self::Entry) -> Self;

    #[doc(hidden)]
    fn derived_of(entry: Self::Entry) -> u64;
}

macro_rules! hash_in_the_high_half {
    ($($integer:ident)*) => {$(
        impl HashWord for $integer {
            type Entry = u128;
            #[inline(always)]
            fn entry(self, derived: u64) -> u128 {
                entry::$integer(self, derived)
            }
            #[inline(always)]
            fn hash_of(entry: u128) -> $integer {
                (entry >> 64) as $integer
            }
            #[inline(always)]
            fn derived_of(entry: u128) -> u64 {
                entry as u64
            }
        }
    )*};
}

hash_in_the_high_half!(u32 u64);

impl HashWord for u128 {
    type Entry = [u128; 2];
    #[inline(always)]
    fn entry(self, derived: u64) -> [u128; 2] {
        entry::u128(self, derived)
    }
    #[inline(always)]
    fn hash_of([hash, _]: [u128; 2]) -> u128 {
        hash
    }
    #[inline(always)]
    fn derived_of([_, derived]: [u128; 2]) -> u64 {
        derived as u64
    }
}

/// [`HashWord::entry`] for those that cannot call it.
pub(super) mod entry {
    pub const fn u32(hash: u32, derived: u64) -> u128 {
        u64(hash as u64, derived)
    }

    pub const fn u64(hash: u64, derived: u64) -> u128 {
        (hash as u128) << 64 | derived as u128
    }

    pub const fn u128(hash: u128, derived: u64) -> [u128; 2] {
        [hash, derived as u128]
    }
}

/// Where the numbers of tables come from: all that a `const fn` can call.
pub(super) struct Draws(SplitMix64);

impl Draws {
    pub(super) const fn new(seed: u64) -> Draws {
        Draws(SplitMix64::new(seed))
    }

    pub(super) const fn u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// The high half of a number, as a source cuts it.
    pub(super) const fn u32(&mut self) -> u32 {
        (self.u64() >> 32) as u32
    }

    /// Two numbers, the high half first.
    pub(super) const fn u128(&mut self) -> u128 {
        let high = self.u64();
        (high as u128) << 64 | self.u64() as u128
    }
}

/// A part of a hash, cut as [`Draws`] cuts it.
pub(super) fn cut<V: Key>(next: &mut impl FnMut() -> u64) -> V {
    let first = next();
    if V::BITS <= 64 {
        V::from_word(u128::from(first >> (64 - V::BITS)))
    } else {
        V::from_word((u128::from(first) << 64 | u128::from(next())) >> (128 - V::BITS))
    }
}

/// The derived characters that are used, of a number.
pub(super) const fn characters(word: u64, count: usize, alphabet: usize) -> u64 {
    let mut mask = 0;
    let mut position = 0;
    while position < count {
        mask |= (alphabet as u64 - 1) << (8 * position);
        position += 1;
    }
    word & mask
}

/// Fills tables from the first character of the first position to the last of the last. A
/// `const fn` can neither call a closure nor iterate.
macro_rules! fill {
    ([[$zero:expr; $alphabet:expr]; $count:expr], $value:expr) => {{
        let mut tables = [[$zero; $alphabet]; $count];
        let mut position = 0;
        while position < $count {
            let mut character = 0;
            while character < $alphabet {
                tables[position][character] = $value;
                character += 1;
            }
            position += 1;
        }
        tables
    }};
}
pub(super) use fill;
