//! Characters of six bits in AVX-512 VBMI: a table of 64 bytes is one register, and looking up
//! 64 characters in it is one instruction.
//!
//! A hash of eight bytes of a key of eleven characters is 88 such tables. Keys are turned into
//! vectors of characters, 64 keys at a time; these are looked up, which makes vectors of hash
//! bytes; and those are turned back.

use std::arch::x86_64::*;

use zobrist::Key;

use crate::planes::Planes;

/// The hashes of as many blocks of 64 keys as there are, and how many keys that is.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub fn hash_blocks<X: Copy + Into<u64>, V: Key, const C: usize, const B: usize>(
    planes: &Planes<64, C, B>,
    keys: &[X],
    hashes: &mut [V],
) -> usize {
    let (blocks, _) = keys.as_chunks::<64>();
    for (keys, hashes) in blocks.iter().zip(hashes.as_chunks_mut::<64>().0) {
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

    let characters = characters::<C>(&keys);
    let mut rows = [_mm512_setzero_si512(); 8];
    for (tables, row) in planes.tables().iter().zip(ROW_OF_BYTE) {
        rows[row] = look_up(tables, &characters);
    }
    transpose(&mut rows);

    let mut hashes = [0; 64];
    let (eights, _) = hashes.as_chunks_mut::<8>();
    for (eight, row) in eights.iter_mut().zip(rows) {
        store(eight, row);
    }
    hashes
}

/// Vector i has character number i of all 64 keys.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn characters<const C: usize>(keys: &[__m512i; 8]) -> [__m512i; 12] {
    const { assert!(C <= 11, "a key of 64 bits has eleven characters") };
    // Eight bits from each of these places; the look-up takes the low six of them.
    let first = _mm512_set1_epi64(i64::from_le_bytes([0, 6, 12, 18, 24, 30, 36, 42]));
    let last = _mm512_set1_epi64(i64::from_le_bytes([48, 54, 60, 0, 48, 54, 60, 0]));

    let mut low = keys.map(|row| _mm512_multishift_epi64_epi8(first, row));
    transpose(&mut low);
    let mut all = [_mm512_setzero_si512(); 12];
    for (character, row) in all.iter_mut().zip(ROW_OF_BYTE) {
        *character = low[row];
    }
    if C > 8 {
        // Three characters of two rows fit one vector: the odd row's in the upper half.
        let mut high: [__m512i; 4] = std::array::from_fn(|pair| {
            let even = _mm512_multishift_epi64_epi8(last, keys[2 * pair]);
            let upper = 0xf0f0_f0f0_f0f0_f0f0;
            _mm512_mask_multishift_epi64_epi8(even, upper, last, keys[2 * pair + 1])
        });
        swap_bytes(&mut high, 0, 1);
        swap_bytes(&mut high, 2, 3);
        swap_words(&mut high, 0, 2);
        swap_words(&mut high, 1, 3);
        all[8..12].copy_from_slice(&high);
    }
    all
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

/// Where [`transpose`] puts the bytes 0 to 7 of words.
const ROW_OF_BYTE: [usize; 8] = [0, 2, 4, 6, 1, 3, 5, 7];

/// Turns eight rows of words of eight bytes into eight rows of equal bytes of all words, and back:
/// the bits of a row's number change places with those of a byte's number in its word. Which with
/// which is such that characters above the eighth, of which two rows share a vector, come in the
/// same order.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn transpose(rows: &mut [__m512i; 8]) {
    for row in [0, 2, 4, 6] {
        swap_double_words(rows, row, row + 1);
    }
    for row in [0, 1, 4, 5] {
        swap_bytes(rows, row, row + 2);
    }
    for row in 0..4 {
        swap_words(rows, row, row + 4);
    }
}

/// The upper halves of the words of one row change places with the lower halves of the other.
macro_rules! swap {
    ($name:ident, $upper:literal, $down:expr, $up:expr) => {
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
        fn $name(rows: &mut [__m512i], first: usize, second: usize) {
            let (a, b) = (rows[first], rows[second]);
            let lane = |bytes: [u8; 16]| {
                _mm512_broadcast_i32x4(_mm_set_epi64x(
                    (u128::from_le_bytes(bytes) >> 64) as i64,
                    u128::from_le_bytes(bytes) as i64,
                ))
            };
            rows[first] = _mm512_mask_shuffle_epi8(a, $upper, b, lane($up));
            rows[second] = _mm512_mask_shuffle_epi8(b, !$upper, a, lane($down));
        }
    };
}

swap!(
    swap_bytes,
    0xaaaa_aaaa_aaaa_aaaa_u64,
    [1, 0, 3, 0, 5, 0, 7, 0, 9, 0, 11, 0, 13, 0, 15, 0],
    [0, 0, 0, 2, 0, 4, 0, 6, 0, 8, 0, 10, 0, 12, 0, 14]
);
swap!(
    swap_words,
    0xcccc_cccc_cccc_cccc_u64,
    [2, 3, 0, 0, 6, 7, 0, 0, 10, 11, 0, 0, 14, 15, 0, 0],
    [0, 0, 0, 1, 0, 0, 4, 5, 0, 0, 8, 9, 0, 0, 12, 13]
);
swap!(
    swap_double_words,
    0xf0f0_f0f0_f0f0_f0f0_u64,
    [4, 5, 6, 7, 0, 0, 0, 0, 12, 13, 14, 15, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 8, 9, 10, 11]
);

#[inline]
#[target_feature(enable = "avx512f")]
fn load(words: &[u64; 8]) -> __m512i {
    // SAFETY: the reference is to 64 bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_bytes(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: as above.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(words: &mut [u64; 8], row: __m512i) {
    // SAFETY: the reference is to 64 bytes that nobody else has, and the store needs no alignment.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), row) }
}
