//! Characters of six bits in AVX-512 VBMI: a table of 64 bytes is one register, and looking up
//! 64 characters in it is one instruction.
//!
//! A hash of eight bytes of a key of eleven characters is 88 such tables. Keys are turned into
//! vectors of characters, 64 keys at a time; these are looked up, which makes vectors of hash
//! bytes; and those are turned back.

#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::hint::black_box;

use zobrist::Key;

use crate::planes::Planes;

/// Writes the hashes of all whole blocks of 64 keys, and returns the number of keys in them.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(crate) fn hash_blocks<X: Copy + Into<u64>, V: Key, const C: usize, const B: usize>(
    planes: &Planes<64, C, B>,
    keys: &[X],
    hashes: &mut [V],
) -> usize {
    let (blocks, _) = keys.as_chunks::<64>();
    for (keys, hashes) in blocks.iter().zip(hashes.as_chunks_mut::<64>().0) {
        // Without this the compiler copies the tables to the stack before the loop, unaligned.
        let planes = black_box(planes);
        let words = hash_block(planes, &keys.map(Into::into));
        *hashes = words.map(|word| V::from_word(u128::from(word)));
    }
    blocks.len() * 64
}

/// The hashes of 64 keys.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn hash_block<const C: usize, const B: usize>(
    planes: &Planes<64, C, B>,
    keys: &[u64; 64],
) -> [u64; 64] {
    let (eights, _) = keys.as_chunks::<8>();
    let keys: [__m512i; 8] = std::array::from_fn(|row| load(&eights[row]));

    let characters = characters::<C>(keys);
    let mut bytes = [_mm512_setzero_si512(); 8];
    for (byte, tables) in bytes.iter_mut().zip(planes.tables()) {
        *byte = look_up(tables, &characters);
    }

    let mut hashes = [0; 64];
    let (eights, _) = hashes.as_chunks_mut::<8>();
    for (eight, row) in eights.iter_mut().zip(to_words(bytes)) {
        store(eight, row);
    }
    hashes
}

/// Vector i has character number i of all 64 keys; all vectors have the keys in one order.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn characters<const C: usize>(keys: [__m512i; 8]) -> [__m512i; 12] {
    const { assert!(C <= 11, "a key of 64 bits has eleven characters") };
    // Eight bits from each of these places of a key; the look-up takes the low six of them.
    let first = _mm512_set1_epi64(i64::from_le_bytes([0, 6, 12, 18, 24, 30, 36, 42]));
    let last = _mm512_set1_epi64(i64::from_le_bytes([48, 54, 60, 0, 48, 54, 60, 0]));

    // Rows r2 r1 r0 (bits of a row's number), places k b2 b1 b0 in a lane: which of its two keys,
    // and which character.
    let mut rows = keys.map(|row| _mm512_multishift_epi64_epi8(first, row));
    interleave(&mut rows, 2); // r2 k r0, b2 b1 b0 r1
    interleave(&mut rows, 4); // b2 k r0, b1 b0 r1 r2
    interleave(&mut rows, 1); // b2 k b1, b0 r1 r2 r0
    interleave(&mut rows, 2); // b2 b0 b1, r1 r2 r0 k
    let [c0, c2, c1, c3, c4, c6, c5, c7] = rows;

    // Three characters of two rows fit one vector, the odd row's in the upper halves of words.
    let mut rows = [_mm512_setzero_si512(); 4]; // r2 r1, k r0 b1 b0
    if C > 8 {
        for (pair, row) in rows.iter_mut().enumerate() {
            let even = _mm512_multishift_epi64_epi8(last, keys[2 * pair]);
            let odd = keys[2 * pair + 1];
            *row = _mm512_mask_multishift_epi64_epi8(even, 0xf0f0_f0f0_f0f0_f0f0, last, odd);
        }
        interleave(&mut rows, 1); // r2 k, r0 b1 b0 r1
        interleave(&mut rows, 2); // r0 k, b1 b0 r1 r2
        interleave(&mut rows, 2); // b1 k, b0 r1 r2 r0
        interleave(&mut rows, 1); // b1 b0, r1 r2 r0 k
    }
    let [c8, c9, c10, c11] = rows;
    [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11]
}

/// Turns one vector for each byte, as [`characters`] has them, into words in the order of the
/// keys.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn to_words(mut rows: [__m512i; 8]) -> [__m512i; 8] {
    // Rows b2 b1 b0, places r1 r2 r0 k.
    interleave(&mut rows, 4); // r1 b1 b0, r2 r0 k b2
    interleave(&mut rows, 2); // r1 r2 b0, r0 k b2 b1
    interleave(&mut rows, 1); // r1 r2 r0, k b2 b1 b0
    let [w0, w1, w4, w5, w2, w3, w6, w7] = rows;
    [w0, w1, w2, w3, w4, w5, w6, w7]
}

/// Interleaves, lane by lane, the bytes of the rows that differ in one bit of their numbers: the
/// low halves go to the one, the high halves to the other. Thereby that bit changes places with the
/// highest bit of a byte's place in its lane, and the place's other bits move up by one.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn interleave(rows: &mut [__m512i], bit: usize) {
    for first in (0..rows.len()).filter(|row| row & bit == 0) {
        let (a, b) = (rows[first], rows[first | bit]);
        rows[first] = _mm512_unpacklo_epi8(a, b);
        rows[first | bit] = _mm512_unpackhi_epi8(a, b);
    }
}

/// One byte of 64 hashes: the XOR of what the tables have for each character.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn look_up<const C: usize>(tables: &[[u8; 64]; C], characters: &[__m512i; 12]) -> __m512i {
    let entry = |i: usize| _mm512_permutexvar_epi8(characters[i], load_bytes(&tables[i]));
    let mut sum = entry(0);
    let mut i = 1;
    while i + 1 < C {
        sum = _mm512_ternarylogic_epi64::<0x96>(sum, entry(i), entry(i + 1)); // XOR of three
        i += 2;
    }
    if i < C { _mm512_xor_si512(sum, entry(i)) } else { sum }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(words: &[u64; 8]) -> __m512i {
    // SAFETY: The reference is to 64 bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_bytes(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: As above.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(words: &mut [u64; 8], row: __m512i) {
    // SAFETY: The reference is to 64 bytes that nobody else has, and the store needs no alignment.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), row) }
}
