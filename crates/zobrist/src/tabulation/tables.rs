//! Keys cut into characters, and the entries of tables, and how they are drawn.

use core::sync::atomic::{Ordering, compiler_fence};

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

/// A key of `C` characters from an alphabet of `A`.
///
/// Integers are cut from the low end, into characters of 8, 6 or 4 bits; the last character may
/// have fewer. An array of bytes has one character per byte.
///
/// | key | 8 bits | 6 bits | 4 bits |
/// |---|---|---|---|
/// | `u8` | 1 | 2 | 2 |
/// | `u16` | 2 | 3 | 4 |
/// | `u32` | 4 | 6 | 8 |
/// | `u64` | 8 | 11 | 16 |
/// | `u128` | 16 | 22 | 32 |
///
/// Narrow characters have small tables: those of 11 characters of 6 bits fit in the registers and
/// the first-level cache beside other work. Each look-up costs the same, so that eight bits are
/// the fastest where nothing is vectorized.
///
/// ```
/// use zobrist::tabulation::Characters;
///
/// assert_eq!(Characters::<4, 256>::character(0x0403_0201_u32, 1), 2);
/// assert_eq!(Characters::<6, 64>::character(u32::MAX, 5), 0b11); // the last of six has two bits
/// assert_eq!(Characters::<3, 256>::character(*b"abc", 0), 97);
/// ```
pub trait Characters<const C: usize, const A: usize>: Copy {
    /// Returns the character at `position`, below `A`.
    ///
    /// # Panics
    /// When `position` is not below `C`, or the key is an array with a byte that is not below `A`.
    fn character(self, position: usize) -> usize;
}

macro_rules! integers {
    ($($integer:ty, $count:literal, $alphabet:literal;)*) => {$(
        impl Characters<$count, $alphabet> for $integer {
            #[inline(always)]
            fn character(self, position: usize) -> usize {
                const WIDTH: u32 = ($alphabet as u32).ilog2();
                // A shift by more bits than there are panics only in debug builds.
                assert!(
                    position < $count,
                    "position {position} is outside a key of {} characters",
                    $count
                );
                (self >> (WIDTH * position as u32)) as usize % $alphabet
            }
        }
    )*};
}

integers! {
    u8, 1, 256; u16, 2, 256; u32, 4, 256; u64, 8, 256; u128, 16, 256;
    u8, 2, 64; u16, 3, 64; u32, 6, 64; u64, 11, 64; u128, 22, 64;
    u8, 2, 16; u16, 4, 16; u32, 8, 16; u64, 16, 16; u128, 32, 16;
}

impl<const C: usize, const A: usize> Characters<C, A> for [u8; C] {
    #[inline(always)]
    fn character(self, position: usize) -> usize {
        let character = usize::from(self[position]);
        assert!(character < A, "character {character} is outside an alphabet of {A}");
        character
    }
}

/// Keeps the compiler from fetching the entries of several characters, or of several keys in a
/// loop, by gather instructions, which take longer than the loads that they replace. It uses them
/// in builds for processors that have them. The fence is not an instruction: it says that one load
/// comes before the other.
#[inline(always)]
pub(super) fn no_gather() {
    if cfg!(target_feature = "avx2") {
        compiler_fence(Ordering::SeqCst);
    }
}

pub(super) use fill;
