//! Hash functions for the maps of the standard library.

use core::hash::{BuildHasher, Hasher};

use super::{HashFunction, Mixed, Simple, Tornado, Twisted};

/// A [`core::hash::Hasher`] that uses a function of 64-bit keys.
///
/// A reference to a function is its builder if the function makes 64 bits from a `u64`, in
/// characters of 8, 6 or 4 bits. References to others are not: a map takes bits from both ends of
/// 64, and a function of a `u32` has no room for what was hashed before. A single integer of up to
/// 64 bits is hashed as the function hashes it, so that its guarantee holds for maps whose keys are
/// integers. Whatever follows is XORed into the hash so far and hashed again; nothing is claimed
/// about that.
///
/// Bytes are hashed as words of eight, little-endian, the last padded with zeros, followed by their
/// number as a word. So texts that differ become words that differ, whatever the tables; without
/// the number, there would be a text of whole words for every sequence of words, and no sequence
/// left for other texts.
///
/// ```
/// use std::collections::HashMap;
/// use zobrist::tabulation::Simple;
///
/// static HASH: Simple<u64, 8> = Simple::<u64, 8>::seeded(2026);
///
/// let mut squares = HashMap::with_hasher(&HASH);
/// squares.insert(12_u64, 144_u64);
/// assert_eq!(squares[&12], 144);
/// ```
#[derive(Clone, Debug)]
pub struct KeyHasher<'t, F> {
    function: &'t F,
    state: u64,
}

impl<F: HashFunction<u64, Hash = u64>> Hasher for KeyHasher<'_, F> {
    #[inline]
    fn finish(&self) -> u64 {
        self.state
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(word));
        }
        self.write_usize(bytes.len());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.state = self.function.hash(self.state ^ word);
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

macro_rules! build_hasher {
    ($($family:ident<$count:literal $($derived:ident)?, $alphabet:literal>)*) => {$(
        impl<'t $(, const $derived: usize)?> BuildHasher
            for &'t $family<u64, $count, $($derived,)? $alphabet>
        {
            type Hasher = KeyHasher<'t, $family<u64, $count, $($derived,)? $alphabet>>;
            #[inline]
            fn build_hasher(&self) -> Self::Hasher {
                KeyHasher { function: self, state: 0 }
            }
        }
    )*};
}

// A `u64` in characters of 8, 6 and 4 bits.
build_hasher! {
    Simple<8, 256> Twisted<8, 256> Mixed<8 D, 256> Tornado<8 D, 256>
    Simple<11, 64> Twisted<11, 64> Mixed<11 D, 64> Tornado<11 D, 64>
    Simple<16, 16> Twisted<16, 16> Mixed<16 D, 16> Tornado<16 D, 16>
}
