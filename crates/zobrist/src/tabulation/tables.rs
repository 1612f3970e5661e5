//! The entries of tables, and how they are drawn.

use crate::key::{Group, Key};
use crate::source::SplitMix64;

/// A hash of 32, 64 or 128 bits, for the families that derive characters.
pub trait HashWord: Key + Send + Sync {
    /// The entry of a table if several characters are derived.
    #[doc(hidden)]
    type Entry: Entry<Self>;
    /// The entry of a table if one character is derived.
    #[doc(hidden)]
    type Pair: Entry<Self>;
}

impl HashWord for u32 {
    type Entry = u128;
    type Pair = u64;
}

impl HashWord for u64 {
    type Entry = u128;
    type Pair = u128;
}

impl HashWord for u128 {
    type Entry = [u128; 2];
    type Pair = [u128; 2];
}

/// A part of a hash and of the derived characters, each of which has eight bits of a word, from
/// the low end. They are XORed as one number, which the compiler puts into one register.
pub trait Entry<V>: Group + Send + Sync {
    fn new(hash: V, derived: u64) -> Self;
    fn hash(self) -> V;
    fn derived(self) -> u64;
}

macro_rules! entry {
    ($entry:ty, $hash:ty: $pack:path, $hash_of:expr, $derived_of:expr) => {
        impl Entry<$hash> for $entry {
            #[inline(always)]
            fn new(hash: $hash, derived: u64) -> $entry {
                $pack(hash, derived)
            }
            #[inline(always)]
            fn hash(self) -> $hash {
                $hash_of(self)
            }
            #[inline(always)]
            fn derived(self) -> u64 {
                $derived_of(self)
            }
        }
    };
}

entry!(u64, u32: pair::u32, |it| (it >> 32) as u32, |it| u64::from(it as u32));
entry!(u128, u32: entry::u32, |it| (it >> 64) as u32, |it| it as u64);
entry!(u128, u64: entry::u64, |it| (it >> 64) as u64, |it| it as u64);
entry!([u128; 2], u128: entry::u128, |it: [u128; 2]| it[0], |it: [u128; 2]| it[1] as u64);

/// Makes entries where the trait cannot be called: in constants.
pub(super) mod entry {
    pub(crate) const fn u32(hash: u32, derived: u64) -> u128 {
        u64(hash as u64, derived)
    }

    pub(crate) const fn u64(hash: u64, derived: u64) -> u128 {
        (hash as u128) << 64 | derived as u128
    }

    pub(crate) const fn u128(hash: u128, derived: u64) -> [u128; 2] {
        [hash, derived as u128]
    }
}

/// Makes pairs in constants.
pub(super) mod pair {
    pub(crate) use super::entry::{u64, u128};

    pub(crate) const fn u32(hash: u32, derived: u64) -> u64 {
        (hash as u64) << 32 | derived
    }
}

/// The numbers of tables, drawn by functions that a `const fn` can call.
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

/// The derived characters of a number that are used.
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
