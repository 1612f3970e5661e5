//! Cutting a key into characters.

use core::sync::atomic::{Ordering, compiler_fence};

/// A key of `C` characters from an alphabet of `A`.
///
/// Integers are cut from the low end, into characters of 8, 6 or 4 bits; the last character may
/// have fewer. An array of bytes has one character per byte.
///
/// | key | 8 bits | 6 bits | 4 bits |
/// |---|---|---|---|
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
    u32, 4, 256; u64, 8, 256; u128, 16, 256;
    u32, 6, 64; u64, 11, 64; u128, 22, 64;
    u32, 8, 16; u64, 16, 16; u128, 32, 16;
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
