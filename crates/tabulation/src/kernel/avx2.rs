//! Characters of four bits in AVX2: a table of 16 bytes is half a register, and looking up 32
//! characters in it is one instruction.
//!
//! Keys are turned into vectors of bytes, 32 keys at a time; the two characters of each are
//! looked up, which makes vectors of hash bytes; and those are turned back.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use zobrist::Key;

use crate::planes::Planes;

/// Writes the hashes of all whole blocks of 32 keys, and returns the number of keys in them.
#[target_feature(enable = "avx2")]
pub(crate) fn hash_blocks<X: Copy + Into<u64>, V: Key, const C: usize, const B: usize>(
    planes: &Planes<16, C, B>,
    keys: &[X],
    hashes: &mut [V],
) -> usize {
    let (blocks, _) = keys.as_chunks::<32>();
    for (keys, hashes) in blocks.iter().zip(hashes.as_chunks_mut::<32>().0) {
        let words = hash_block(planes, &keys.map(Into::into));
        *hashes = words.map(|word| V::from_word(u128::from(word)));
    }
    blocks.len() * 32
}

/// The hashes of 32 keys.
#[inline]
#[target_feature(enable = "avx2")]
fn hash_block<const C: usize, const B: usize>(
    planes: &Planes<16, C, B>,
    keys: &[u64; 32],
) -> [u64; 32] {
    const { assert!(C <= 16, "a key of 64 bits has sixteen characters") };
    let (fours, _) = keys.as_chunks::<4>();
    let rows: [__m256i; 8] = std::array::from_fn(|row| load(&fours[row]));
    let characters = to_planes(rows);

    let low = _mm256_set1_epi8(15);
    let mut bytes = [_mm256_setzero_si256(); 8];
    for i in 0..C {
        let plane = characters[i / 2];
        let plane = if i % 2 == 0 { plane } else { _mm256_srli_epi16::<4>(plane) };
        let character = _mm256_and_si256(plane, low);
        for (byte, tables) in bytes.iter_mut().zip(planes.tables()) {
            let entry = _mm256_shuffle_epi8(broadcast(&tables[i]), character);
            *byte = _mm256_xor_si256(*byte, entry);
        }
    }

    let mut hashes = [0; 32];
    let (fours, _) = hashes.as_chunks_mut::<4>();
    for (four, row) in fours.iter_mut().zip(to_rows(bytes)) {
        store(four, row);
    }
    hashes
}

/// Interleaves the bytes of the rows that differ in one bit of their number: the low halves go to
/// the one, the high halves to the other. So that bit changes places with the highest bit of a
/// byte's place in its row, and the place's other bits move up by one.
#[inline]
#[target_feature(enable = "avx2")]
fn interleave(rows: &mut [__m256i; 8], bit: usize) {
    for first in (0..8).filter(|row| row & bit == 0) {
        let (a, b) = (rows[first], rows[first | bit]);
        rows[first] = _mm256_unpacklo_epi8(a, b);
        rows[first | bit] = _mm256_unpackhi_epi8(a, b);
    }
}

/// Turns eight rows of words into one row for each byte of a word, with that byte of all words.
#[inline]
#[target_feature(enable = "avx2")]
fn to_planes(mut rows: [__m256i; 8]) -> [__m256i; 8] {
    // Rows r2 r1 r0, places k b2 b1 b0: which of two words, and which byte.
    interleave(&mut rows, 1); // r2 r1 k, b2 b1 b0 r0
    interleave(&mut rows, 2); // r2 b2 k, b1 b0 r0 r1
    interleave(&mut rows, 4); // b1 b2 k, b0 r0 r1 r2
    interleave(&mut rows, 1); // b1 b2 b0, r0 r1 r2 k
    let [r0, r1, r2, r3, r4, r5, r6, r7] = rows;
    [r0, r1, r4, r5, r2, r3, r6, r7]
}

/// The inverse of [`to_planes`].
#[inline]
#[target_feature(enable = "avx2")]
fn to_rows(mut rows: [__m256i; 8]) -> [__m256i; 8] {
    // Rows b2 b1 b0, places r0 r1 r2 k.
    interleave(&mut rows, 4); // r0 b1 b0, r1 r2 k b2
    interleave(&mut rows, 2); // r0 r1 b0, r2 k b2 b1
    interleave(&mut rows, 1); // r0 r1 r2, k b2 b1 b0
    let [r0, r4, r2, r6, r1, r5, r3, r7] = rows;
    [r0, r1, r2, r3, r4, r5, r6, r7]
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(words: &[u64; 4]) -> __m256i {
    // SAFETY: The reference is to 32 bytes, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn broadcast(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: The reference is to 16 bytes, and the load needs no alignment.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(words: &mut [u64; 4], row: __m256i) {
    // SAFETY: The reference is to 32 bytes that nobody else has, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), row) }
}
