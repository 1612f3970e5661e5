//! Functions of `core::arch` for SSE2, which are safe to call: SSE2 is part of x86-64.

#![allow(unsafe_code)]

use std::arch::x86_64::{self, __m128i};

macro_rules! functions {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {$(
        #[inline(always)]
        pub(super) fn $name($($argument: $type),*) -> __m128i {
            // SAFETY: SSE2 is part of x86-64.
            unsafe { x86_64::$name($($argument),*) }
        }
    )*};
}

functions! {
    _mm_add_epi16(a: __m128i, b: __m128i);
    _mm_adds_epu16(a: __m128i, b: __m128i);
    _mm_and_si128(a: __m128i, b: __m128i);
    _mm_andnot_si128(a: __m128i, b: __m128i);
    _mm_cmpeq_epi16(a: __m128i, b: __m128i);
    _mm_cmpeq_epi32(a: __m128i, b: __m128i);
    _mm_cvtsi32_si128(a: i32);
    _mm_max_epi16(a: __m128i, b: __m128i);
    _mm_or_si128(a: __m128i, b: __m128i);
    _mm_packs_epi32(a: __m128i, b: __m128i);
    _mm_set1_epi16(a: i16);
    _mm_set1_epi32(a: i32);
    _mm_set1_epi64x(a: i64);
    _mm_sll_epi16(a: __m128i, count: __m128i);
    _mm_srl_epi32(a: __m128i, count: __m128i);
    _mm_srl_epi64(a: __m128i, count: __m128i);
    _mm_sub_epi16(a: __m128i, b: __m128i);
    _mm_unpackhi_epi64(a: __m128i, b: __m128i);
    _mm_unpacklo_epi64(a: __m128i, b: __m128i);
}

/// The lower halves of four words.
#[inline(always)]
pub(super) fn lower_halves(a: __m128i, b: __m128i) -> __m128i {
    shuffle::<0b10_00_10_00>(a, b)
}

/// The upper halves of four words.
#[inline(always)]
pub(super) fn upper_halves(a: __m128i, b: __m128i) -> __m128i {
    shuffle::<0b11_01_11_01>(a, b)
}

#[inline(always)]
fn shuffle<const MASK: i32>(a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: SSE2 is part of x86-64.
    let a = unsafe { x86_64::_mm_castsi128_ps(a) };
    // SAFETY: As above.
    let b = unsafe { x86_64::_mm_castsi128_ps(b) };
    // SAFETY: As above.
    let shuffled = unsafe { x86_64::_mm_shuffle_ps::<MASK>(a, b) };
    // SAFETY: As above.
    unsafe { x86_64::_mm_castps_si128(shuffled) }
}
