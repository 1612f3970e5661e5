//! Entries found and slots ranked by vectors of sixteen bytes, for processors with AVX.
//!
//! A probe has few instructions, and none of them is a branch. They wait for the line in the
//! processor's queues, and as many lines are in flight at a time as the queues hold probes. From a
//! loop over the slots the compiler makes more instructions, and a branch that also waits and is
//! often mispredicted.
//!
//! Figures of gains are for an AMD EPYC (Zen 3), against functions of `core::arch` for SSE2, in a
//! table of 256 KiB unless another is named: medians of several runs, both kinds in turn.

#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::__m128i;
use std::hint::select_unpredictable;

use super::access::{load_vectors, splat, to_bits, to_slot, to_vector};
use super::ranking::{EMPTY, LowestRank, Ranking};
use super::sse2::*;
use crate::arch::portable;
use crate::line::Line;
use crate::memory::LineAt;
use crate::pack::low_bits;
use crate::policy::first_tier;
use crate::slot_bits::SlotBits;
use crate::slot_layout::{Form, SlotLayout};
use crate::store::Store;

/// Finds an entry with this tag among eight slots of a word.
#[inline(always)]
pub(crate) fn find_word(line: LineAt, layout: SlotLayout, tag: u128) -> SlotBits<1> {
    let shift = layout.tag_at();
    let (want, mask) = (splat((tag as u64) << shift), splat(u64::MAX << shift));
    let halves = to_bits(first_words(load_vectors(line), want, mask));
    let (low, high) = (halves as u64, (halves >> 64) as u64);
    SlotBits([select_unpredictable(low != 0, low, high)])
}

/// Finds an entry with this tag among four slots of two words. If the tag is a word, only the other
/// word is returned.
#[inline(always)]
pub(crate) fn find_double(line: LineAt, layout: SlotLayout, tag: u128) -> SlotBits<2> {
    match layout.tag {
        65.. => {
            portable::find(layout, Some(load_vectors(line).map(|slot| to_slot(to_bits(slot)))), tag)
        }
        64 => SlotBits([lower_word(load_vectors(line), tag as u64), 0]),
        _ => find_short(load_vectors(line), layout, tag as u64),
    }
}

/// Ranks eight slots of a word.
#[inline(always)]
pub(crate) fn lowest_word<F: Form>(ranking: Ranking, line: &Line, store: &Store<F>) -> LowestRank {
    let [a, b, c, d] = load_vectors(line.into());
    let graded = |a, b| grades_and_ages(ranking.layout, a, b);
    let have_tag = |a, b| have_tag(ranking.layout, store.tag, a, b);
    let graded = _mm_packs_epi32(graded(a, b), graded(c, d));
    let same = _mm_packs_epi32(have_tag(a, b), have_tag(c, d));
    lowest(ranking, store.now, graded, same, const { in_second_tier(8) })
}

/// Ranks four slots of two words.
#[inline(always)]
pub(crate) fn lowest_double<F: Form>(
    ranking: Ranking,
    line: &Line,
    store: &Store<F>,
) -> LowestRank {
    let [a, b, c, d] = load_vectors(line.into());
    let layout = ranking.layout;
    let (ab, cd) = (_mm_unpackhi_epi64(a, b), _mm_unpackhi_epi64(c, d));
    let same = have_tag(layout, store.tag, ab, cd);
    let graded = if layout.grade_at() >= 64 {
        grades_and_ages(layout, ab, cd)
    } else {
        grades_and_ages(layout, _mm_unpacklo_epi64(a, b), _mm_unpacklo_epi64(c, d))
    };
    // Each slot appears twice, and the first is found.
    let (graded, same) = (_mm_packs_epi32(graded, graded), _mm_packs_epi32(same, same));
    lowest(ranking, store.now, graded, same, const { in_second_tier(4) })
}

/// Of four pairs of slots, the first whose bits in `mask` are those of `want`, in each half; zeros
/// in a half that has none.
///
/// By SSE2 a probe takes 1.38 to 1.48 times as long.
#[inline(always)]
fn first_words([a, b, c, d]: [__m128i; 4], want: __m128i, mask: __m128i) -> __m128i {
    let found;
    // SAFETY: Only registers are touched. The processor has AVX: reached only at `Level::Avx` and
    // above, which only `Level::detect` returns.
    unsafe {
        asm!(
            "vpand {first}, {c}, {mask}",
            "vpand {second}, {d}, {mask}",
            "vpcmpeqq {first}, {first}, {want}",
            "vpcmpeqq {second}, {second}, {want}",
            "vpand {d}, {d}, {second}",
            "vpblendvb {c}, {d}, {c}, {first}",
            "vpand {first}, {a}, {mask}",
            "vpand {second}, {b}, {mask}",
            "vpcmpeqq {first}, {first}, {want}",
            "vpcmpeqq {second}, {second}, {want}",
            "vpblendvb {a}, {b}, {a}, {first}",
            "vpor {second}, {second}, {first}",
            "vpblendvb {a}, {c}, {a}, {second}",
            want = in(xmm_reg) want, mask = in(xmm_reg) mask, a = inout(xmm_reg) a => found,
            b = in(xmm_reg) b, c = inout(xmm_reg) c => _, d = inout(xmm_reg) d => _,
            first = out(xmm_reg) _, second = out(xmm_reg) _,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    found
}

/// The lower word of the first slot whose upper word is the tag; zeros if there is none.
///
/// By SSE2 a probe takes 1.32 times as long, and in a table of 512 MiB 1.30 times.
#[inline(always)]
fn lower_word([a, b, c, d]: [__m128i; 4], tag: u64) -> u64 {
    let found;
    // SAFETY: Only registers are touched. The processor has AVX: reached only at `Level::Avx` and
    // above, which only `Level::detect` returns.
    unsafe {
        asm!(
            // The tags of two slots side by side, and their lower words.
            "vpunpckhqdq {tags}, {b}, {d}",
            "vpunpcklqdq {b}, {b}, {d}",
            "vpunpckhqdq {d}, {a}, {c}",
            "vpunpcklqdq {a}, {a}, {c}",
            "vpcmpeqq {tags}, {tags}, {want}",
            "vpcmpeqq {d}, {d}, {want}",
            // The first two slots in the lower half, the others in the upper; zeros in a half where
            // neither has the tag.
            "vpand {b}, {b}, {tags}",
            "vpor {tags}, {tags}, {d}",
            "vpblendvb {a}, {b}, {a}, {d}",
            // The lower half where one of its two had it, else the upper one.
            "vpunpckhqdq {b}, {a}, {a}",
            "vpblendvb {a}, {b}, {a}, {tags}",
            "vmovq {found}, {a}",
            want = in(xmm_reg) splat(tag), a = inout(xmm_reg) a => _, b = inout(xmm_reg) b => _,
            c = in(xmm_reg) c, d = inout(xmm_reg) d => _, tags = out(xmm_reg) _,
            found = out(reg) found,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    found
}

/// The first slot whose highest bits are this tag, of fewer than 64 bits; zeros if there is none.
#[inline(always)]
fn find_short(slots: [__m128i; 4], layout: SlotLayout, tag: u64) -> SlotBits<2> {
    let shift = 64 - layout.tag;
    let want = to_vector(u128::from(tag << shift) << 64);
    let mask = to_vector(u128::from(u64::MAX << shift) << 64);
    let found =
        slots.into_iter().rfold(to_vector(0), |found, slot| choose(slot, want, mask, found));
    to_slot(to_bits(found))
}

/// `slot` if its highest bits are the tag, else `found`.
///
/// By SSE2 a probe takes 1.55 times as long.
#[inline(always)]
fn choose(slot: __m128i, want: __m128i, mask: __m128i, mut found: __m128i) -> __m128i {
    // SAFETY: Only registers are touched. The processor has AVX: reached only at `Level::Avx` and
    // above, which only `Level::detect` returns.
    unsafe {
        asm!(
            "vpand {equal}, {slot}, {mask}",
            "vpcmpeqq {equal}, {equal}, {want}",
            "vpunpckhqdq {equal}, {equal}, {equal}",
            "vpblendvb {found}, {found}, {slot}, {equal}",
            want = in(xmm_reg) want, mask = in(xmm_reg) mask, slot = in(xmm_reg) slot,
            equal = out(xmm_reg) _, found = inout(xmm_reg) found,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    found
}

/// The grades of four words and, above them, their generations, in 32 bits each.
#[inline(always)]
fn grades_and_ages(layout: SlotLayout, ab: __m128i, cd: __m128i) -> __m128i {
    let (at, bits) = (layout.grade_at() % 64, layout.grade + layout.age);
    let graded = if at >= 32 {
        _mm_srl_epi32(upper_halves(ab, cd), _mm_cvtsi32_si128(at as i32 - 32))
    } else {
        let at = _mm_cvtsi32_si128(at as i32);
        lower_halves(_mm_srl_epi64(ab, at), _mm_srl_epi64(cd, at))
    };
    if at + bits == 64 {
        graded // nothing is above
    } else {
        _mm_and_si128(graded, _mm_set1_epi32(low_bits(bits) as i32))
    }
}

/// Ones for those of four words that have the tag in their highest bits, in 32 bits each.
#[inline(always)]
fn have_tag(layout: SlotLayout, tag: u128, ab: __m128i, cd: __m128i) -> __m128i {
    let shift = 64 - layout.tag;
    let (mask, want) = (u64::MAX << shift, (tag as u64) << shift);
    if layout.tag <= 32 {
        let tags = _mm_and_si128(upper_halves(ab, cd), _mm_set1_epi32((mask >> 32) as i32));
        return _mm_cmpeq_epi32(tags, _mm_set1_epi32((want >> 32) as i32));
    }
    let (mask, want) = (_mm_set1_epi64x(mask as i64), _mm_set1_epi64x(want as i64));
    let equal = |words| equal(_mm_and_si128(words, mask), want);
    lower_halves(equal(ab), equal(cd))
}

/// Ones for the words that are equal.
///
/// By SSE2, which compares halves of words, a store takes 1.02 to 1.05 times as long.
#[inline(always)]
fn equal(a: __m128i, b: __m128i) -> __m128i {
    let equal;
    // SAFETY: Only registers are touched. The processor has AVX: reached only at `Level::Avx` and
    // above, which only `Level::detect` returns.
    unsafe {
        asm!("vpcmpeqq {equal}, {a}, {b}", a = in(xmm_reg) a, b = in(xmm_reg) b,
            equal = lateout(xmm_reg) equal, options(pure, nomem, nostack, preserves_flags));
    }
    equal
}

/// Ranks slots by their grades and generations, by ones for those with the tag, and by ones for
/// those of the second tier; in 16 bits each.
#[inline(always)]
fn lowest(
    ranking: Ranking,
    now: u32,
    graded: __m128i,
    same: __m128i,
    second_tier: __m128i,
) -> LowestRank {
    let Ranking { layout, score } = ranking;
    let (generation, grade_at) = (ranking.generation(), ranking.grade_at());
    let (grades, ungraded) = (ranking.grades(), ranking.ungraded());
    let generations = low_bits(layout.age) as u16 * generation;
    let all = |value: u16| _mm_set1_epi16(value as i16);
    let then = _mm_and_si128(graded, all(generations));
    let now = all(now as u16 * generation);
    let empty = _mm_cmpeq_epi16(then, all(0));
    let young = _mm_cmpeq_epi16(then, now);

    // `ungraded` less the generations that have passed. If their numbers have wrapped
    // since then, it is the second: the first is then 2^15 or more, a negative number.
    let passed = _mm_sub_epi16(then, now);
    let aged = _mm_max_epi16(
        _mm_add_epi16(passed, all(ungraded)),
        _mm_add_epi16(passed, all(ungraded - generations)),
    );
    // All ones are -1.
    let aged = _mm_sub_epi16(aged, young);

    let grade = _mm_sll_epi16(graded, _mm_cvtsi32_si128(grade_at as i32));
    let mut more = _mm_and_si128(grade, all(grades));
    if score.two_tiers {
        more = _mm_or_si128(more, second_tier);
    }
    // Saturated: slots of the second tier rank above all others.
    let rank = _mm_adds_epu16(aged, more);
    let others = _mm_or_si128(same, empty);
    let no_others = _mm_and_si128(empty, all(EMPTY));
    let ranks = _mm_or_si128(_mm_andnot_si128(others, rank), no_others);
    LowestRank::of(ranks, 1).0
}

/// Ones for those of eight numbers that are of slots of the second tier, in 16 bits each. If a
/// bucket has four slots, each comes twice.
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
