//! Which slot a store takes, found in the vectors of x86-64.
//!
//! The queues of the other instructions are too short for what a store does when its line is
//! there; from the plain definition the compiler makes three times as many.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::wide::to_vector;
use crate::entry::Rank;
use crate::form::Form;
use crate::pack::low;
use crate::policy::Worth;

/// The lowest of the ranks of a bucket's entries, two words each; `None` for forms that it does
/// not know.
#[inline(always)]
pub(crate) fn lowest_of_doubles(
    bucket: &[u128; 4],
    form: Form,
    tag: u128,
    now: u32,
    worth: Worth,
) -> Option<Rank> {
    let in_one_word = form.grade_at() >= 64 || form.tag_at() == 64;
    if !in_one_word || form.tag > 64 {
        return None;
    }
    let seeker = Seeker::new(form, tag as u64, now, worth)?;
    // SAFETY: SSE2 is part of x86-64.
    Some(unsafe { seeker.lowest_of_doubles(bucket.map(to_vector)) })
}

/// The same of entries of a word each.
#[inline(always)]
pub(crate) fn lowest_of_words(
    bucket: &[u64; 8],
    form: Form,
    tag: u128,
    now: u32,
    worth: Worth,
) -> Option<Rank> {
    let seeker = Seeker::new(form, tag as u64, now, worth)?;
    let pair = |slot| to_vector(u128::from(bucket[slot + 1]) << 64 | u128::from(bucket[slot]));
    // SAFETY: SSE2 is part of x86-64.
    Some(unsafe { seeker.lowest_of_words([0, 2, 4, 6].map(pair)) })
}

/// What decides the ranks of entries.
#[derive(Clone, Copy)]
struct Seeker {
    form: Form,
    tag: u64,
    now: u32,
    worth: Worth,
}

impl Seeker {
    /// `None` when ranks would not fit their bits.
    #[inline(always)]
    fn new(form: Form, tag: u64, now: u32, worth: Worth) -> Option<Seeker> {
        let in_range = form.grade <= 8 && worth.ageing << form.age <= 256;
        in_range.then_some(Seeker { form, tag, now, worth })
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn lowest_of_doubles(self, [a, b, c, d]: [__m128i; 4]) -> Rank {
        let tags = [_mm_unpackhi_epi64(a, b), _mm_unpackhi_epi64(c, d)];
        let known = if self.form.grade_at() >= 64 {
            tags
        } else {
            [_mm_unpacklo_epi64(a, b), _mm_unpacklo_epi64(c, d)]
        };
        lowest(self.four(known, tags, 0, self.worth.tiers))
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn lowest_of_words(self, [a, b, c, d]: [__m128i; 4]) -> Rank {
        let first = self.four([a, b], [a, b], 0, false);
        let second = self.four([c, d], [c, d], 4, self.worth.tiers);
        lowest(_mm_min_epi16(first, second))
    }

    /// The ranks of four entries, each in 32 bits: of the words that hold their grades, and
    /// those that hold their tags. With `last`, the last of them is that of the second tier.
    #[target_feature(enable = "sse2")]
    #[inline]
    fn four(self, known: [__m128i; 2], tags: [__m128i; 2], slot: i16, last: bool) -> __m128i {
        let Seeker { form, tag, now, worth } = self;
        let all = |value: u32| _mm_set1_epi32(value as i32);
        let each = |at: i16| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|more| i32::from(at + 2 * (slot + more)));
            _mm_setr_epi32(a, b, c, d)
        };

        // What the policy wants to know.
        let at = _mm_cvtsi32_si128((form.grade_at() % 64) as i32);
        let [first, second] = known.map(|pair| _mm_srl_epi64(pair, at));
        let known = lower(first, second);
        let grade = _mm_and_si128(known, all(low(form.grade) as u32));
        let then = _mm_srl_epi32(known, _mm_cvtsi32_si128(form.grade as i32));
        let then = _mm_and_si128(then, all(low(form.age) as u32));
        let empty = _mm_cmpeq_epi32(then, all(0));
        let passed = _mm_sub_epi32(all(now), then);
        let around = _mm_and_si128(_mm_srai_epi32::<31>(passed), all(low(form.age) as u32));
        let passed = _mm_add_epi32(passed, around);
        let old = _mm_cmpgt_epi32(passed, all(0));
        let value = _mm_sub_epi32(grade, _mm_mullo_epi16(passed, all(worth.ageing)));
        let rank = _mm_sub_epi32(_mm_slli_epi32::<{ Rank::WORTH_AT }>(value), old);
        let mut rank = _mm_add_epi32(rank, each(Rank::WORTH));
        if last {
            // Above all others.
            rank = _mm_and_si128(rank, _mm_setr_epi32(-1, -1, -1, 0));
        }

        // Which slot has the key: both halves of the tag.
        let shift = 64 - form.tag;
        let mask = _mm_set1_epi64x((u64::MAX << shift) as i64);
        let want = _mm_set1_epi64x((tag << shift) as i64);
        let [a, b] = tags.map(|pair| _mm_cmpeq_epi32(_mm_and_si128(pair, mask), want));
        let same = _mm_andnot_si128(empty, _mm_and_si128(lower(a, b), upper(a, b)));

        // Ranks are negative, so that the zeros of masks change nothing.
        let rank = _mm_min_epi16(rank, _mm_and_si128(same, each(Rank::SAME)));
        _mm_min_epi16(rank, _mm_and_si128(empty, each(Rank::FREE)))
    }
}

/// The lowest of four ranks.
#[target_feature(enable = "sse2")]
#[inline]
fn lowest(ranks: __m128i) -> Rank {
    let ranks = _mm_min_epi16(ranks, _mm_shuffle_epi32::<0b01_00_11_10>(ranks));
    let ranks = _mm_min_epi16(ranks, _mm_shuffle_epi32::<0b10_11_00_01>(ranks));
    Rank(_mm_cvtsi128_si32(ranks) as i16)
}

/// The lower halves of four words.
#[target_feature(enable = "sse2")]
#[inline]
fn lower(a: __m128i, b: __m128i) -> __m128i {
    let [a, b] = [a, b].map(|vector| _mm_castsi128_ps(vector));
    _mm_castps_si128(_mm_shuffle_ps::<0b10_00_10_00>(a, b))
}

/// The upper halves of four words.
#[target_feature(enable = "sse2")]
#[inline]
fn upper(a: __m128i, b: __m128i) -> __m128i {
    let [a, b] = [a, b].map(|vector| _mm_castsi128_ps(vector));
    _mm_castps_si128(_mm_shuffle_ps::<0b11_01_11_01>(a, b))
}
