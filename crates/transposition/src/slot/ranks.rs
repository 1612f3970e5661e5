//! The ranks of the entries of a line by vectors of sixteen bytes.

#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::*;

use super::ranking::{EMPTY, Lowest, Ranking};
use crate::pack::low;
use crate::policy::first_tier;
use crate::slot_layout::{Form, SlotLayout};
use crate::store::Store;

/// What the ranks of entries depend on. Used only if AVX is available.
#[derive(Clone, Copy)]
pub(super) struct Seeker {
    ranking: Ranking,
    tag: u64,
    now: u32,
}

impl Seeker {
    #[inline(always)]
    pub(super) fn new<F: Form>(ranking: Ranking, store: &Store<F>) -> Seeker {
        Seeker { ranking, tag: store.tag as u64, now: store.now }
    }

    /// The lowest rank of four entries of two words each.
    #[inline(always)]
    pub(super) fn lowest_of_doubles(self, [a, b, c, d]: [__m128i; 4]) -> Lowest {
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            let (ab, cd) = (_mm_unpackhi_epi64(a, b), _mm_unpackhi_epi64(c, d));
            let same = self.have_tag(ab, cd);
            let known = if self.ranking.layout.grade_at() >= 64 {
                self.known(ab, cd)
            } else {
                self.known(_mm_unpacklo_epi64(a, b), _mm_unpacklo_epi64(c, d))
            };
            // Each slot appears twice, and the first is found.
            let second_tier = const { in_second_tier(4) };
            self.lowest(_mm_packs_epi32(known, known), _mm_packs_epi32(same, same), second_tier)
        }
    }

    /// The lowest rank of eight entries of a word each.
    #[inline(always)]
    pub(super) fn lowest_of_words(self, [a, b, c, d]: [__m128i; 4]) -> Lowest {
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            let known = _mm_packs_epi32(self.known(a, b), self.known(c, d));
            let same = _mm_packs_epi32(self.have_tag(a, b), self.have_tag(c, d));
            self.lowest(known, same, const { in_second_tier(8) })
        }
    }

    /// The grades of four words and, above them, their generations, in 32 bits each.
    #[inline(always)]
    fn known(self, ab: __m128i, cd: __m128i) -> __m128i {
        let SlotLayout { grade, age, .. } = self.ranking.layout;
        let (at, bits) = (self.ranking.layout.grade_at() % 64, grade + age);
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            let known = if at >= 32 {
                _mm_srl_epi32(upper(ab, cd), _mm_cvtsi32_si128(at as i32 - 32))
            } else {
                let at = _mm_cvtsi32_si128(at as i32);
                lower(_mm_srl_epi64(ab, at), _mm_srl_epi64(cd, at))
            };
            let nothing_above = at + bits == 64;
            if nothing_above {
                known
            } else {
                _mm_and_si128(known, _mm_set1_epi32(low(bits) as i32))
            }
        }
    }

    /// Which of four words have the tag in their highest bits, in 32 bits each.
    #[inline(always)]
    fn have_tag(self, ab: __m128i, cd: __m128i) -> __m128i {
        let shift = 64 - self.ranking.layout.tag;
        let (mask, want) = (u64::MAX << shift, self.tag << shift);
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            if self.ranking.layout.tag <= 32 {
                let tags = _mm_and_si128(upper(ab, cd), _mm_set1_epi32((mask >> 32) as i32));
                return _mm_cmpeq_epi32(tags, _mm_set1_epi32((want >> 32) as i32));
            }
            let (mask, want) = (_mm_set1_epi64x(mask as i64), _mm_set1_epi64x(want as i64));
            let ab = equal(_mm_and_si128(ab, mask), want);
            lower(ab, equal(_mm_and_si128(cd, mask), want))
        }
    }

    /// The lowest rank, by grades and generations, which entries have the tag, and which are in the
    /// second tier; in 16 bits each.
    #[inline(always)]
    fn lowest(self, known: __m128i, same: __m128i, second_tier: __m128i) -> Lowest {
        let Ranking { layout, worth } = self.ranking;
        let (generation, grade_at) = (self.ranking.generation(), self.ranking.grade_at());
        let (grades, worthless) = (self.ranking.grades(), self.ranking.worthless());
        let generations = low(layout.age) as u16 * generation;
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            let all = |value: u16| _mm_set1_epi16(value as i16);
            let then = _mm_and_si128(known, all(generations));
            let now = all(self.now as u16 * generation);
            let empty = _mm_cmpeq_epi16(then, all(0));
            let young = _mm_cmpeq_epi16(then, now);

            // `worthless` less the generations that have passed. If their numbers have wrapped
            // since then, it is the second: the first is then 2^15 or more, a negative number.
            let passed = _mm_sub_epi16(then, now);
            let aged = _mm_max_epi16(
                _mm_add_epi16(passed, all(worthless)),
                _mm_add_epi16(passed, all(worthless - generations)),
            );
            // All ones are -1.
            let aged = _mm_sub_epi16(aged, young);

            let grade = _mm_sll_epi16(known, _mm_cvtsi32_si128(grade_at as i32));
            let mut more = _mm_and_si128(grade, all(grades));
            if worth.tiers {
                more = _mm_or_si128(more, second_tier);
            }
            // Saturated: what is in the second tier ranks above all others.
            let rank = _mm_adds_epu16(aged, more);
            let others = _mm_or_si128(same, empty);
            let no_others = _mm_and_si128(empty, all(EMPTY));
            let ranks = _mm_or_si128(_mm_andnot_si128(others, rank), no_others);
            Lowest::of(ranks, 1).0
        }
    }
}

/// Which of eight numbers are those of slots of the second tier, in 16 bits each. If a bucket has
/// only four slots, each comes twice.
const fn in_second_tier(slots: usize) -> __m128i {
    let mut are = [0_u16; 8];
    let mut number = 0;
    while number < are.len() {
        if number % slots >= first_tier(slots) {
            are[number] = u16::MAX;
        }
        number += 1;
    }
    // SAFETY: Both are 16 bytes, and any 16 bytes are a vector.
    unsafe { std::mem::transmute::<[u16; 8], __m128i>(are) }
}

/// Which words are equal.
#[inline(always)]
fn equal(a: __m128i, b: __m128i) -> __m128i {
    let equal;
    // SAFETY: As above.
    unsafe {
        asm!("vpcmpeqq {equal}, {a}, {b}", a = in(xmm_reg) a, b = in(xmm_reg) b,
            equal = lateout(xmm_reg) equal, options(pure, nomem, nostack, preserves_flags));
    }
    equal
}

/// The lower halves of four words.
#[inline(always)]
fn lower(a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        let [a, b] = [_mm_castsi128_ps(a), _mm_castsi128_ps(b)];
        _mm_castps_si128(_mm_shuffle_ps::<0b10_00_10_00>(a, b))
    }
}

/// The upper halves of four words.
#[inline(always)]
fn upper(a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        let [a, b] = [_mm_castsi128_ps(a), _mm_castsi128_ps(b)];
        _mm_castps_si128(_mm_shuffle_ps::<0b11_01_11_01>(a, b))
    }
}
