//! Slots of two words: an atomic access of 16 bytes each.
//!
//! x86-64: Intel and AMD both promise that aligned 16-byte loads and stores by `movdqa` and its
//! kin are single accesses on every processor with AVX. Arm: `ldp` and `stp` of two registers are
//! single accesses on aligned addresses with FEAT_LSE2. Neither has a name in Rust that would not
//! make other threads' stores a data race, so the instructions stand here themselves.

#![allow(unsafe_code)]

use std::arch::asm;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::__m128i;

use super::{Edit, Slots};
use crate::entry::{self, Rank};
use crate::form::Form;
use crate::line::Line;
use crate::pack::low;
use crate::policy::Worth;

/// Four entries of 128 bits. Only where [`has_doubles`] says so.
pub(crate) struct Doubles;

/// Whether this machine has atomic accesses of 16 bytes.
pub(crate) fn has_doubles() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx");
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    return std::arch::is_aarch64_feature_detected!("lse2");
    #[allow(unreachable_code)]
    false
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn to_bits(vector: __m128i) -> u128 {
    // SAFETY: Both are sixteen bytes without padding, and any bits are a value of both.
    unsafe { std::mem::transmute::<__m128i, u128>(vector) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn to_vector(bits: u128) -> __m128i {
    // SAFETY: As above.
    unsafe { std::mem::transmute::<u128, __m128i>(bits) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn load(line: &Line, slot: usize) -> u128 {
    let address = line.0.as_chunks::<2>().0[slot].as_ptr();
    let value: __m128i;
    // SAFETY: The address is that of two words of a line, at a multiple of 16 from its start, which
    // is a multiple of 64: aligned and within the line. The instruction only reads them. Doubles are
    // used only where AVX is there (`has_doubles`). Other threads write them by `store` only, a single access of the
    // machine too, so that the value is one that was stored.
    unsafe {
        asm!("vmovdqa {value}, xmmword ptr [{address}]", address = in(reg) address,
            value = out(xmm_reg) value, options(nostack, preserves_flags, readonly));
    }
    to_bits(value)
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn store(line: &Line, slot: usize, value: u128) {
    let address = line.0.as_chunks::<2>().0[slot].as_ptr();
    let value = to_vector(value);
    // SAFETY: As for `load`: aligned, within the line, AVX is there. The words are atomics, so that
    // they may be written through a shared reference.
    unsafe {
        asm!("vmovdqa xmmword ptr [{address}], {value}", address = in(reg) address,
            value = in(xmm_reg) value, options(nostack, preserves_flags));
    }
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn load(line: &Line, slot: usize) -> u128 {
    let address = line.0.as_chunks::<2>().0[slot].as_ptr();
    let (low, high): (u64, u64);
    // SAFETY: The address is that of two words of a line, at a multiple of 16 from its start, which
    // is a multiple of 64: aligned and within the line. The instruction only reads them. Doubles are
    // used only where LSE2 is there (`has_doubles`), which makes the pair a single access.
    unsafe {
        asm!("ldp {low}, {high}, [{address}]", address = in(reg) address, low = out(reg) low,
            high = out(reg) high, options(nostack, preserves_flags, readonly));
    }
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn store(line: &Line, slot: usize, value: u128) {
    let address = line.0.as_chunks::<2>().0[slot].as_ptr();
    // SAFETY: As for `load`: aligned, within the line, LSE2 is there. The words are atomics, so that
    // they may be written through a shared reference.
    unsafe {
        asm!("stp {low}, {high}, [{address}]", address = in(reg) address, low = in(reg) value as u64,
            high = in(reg) (value >> 64) as u64, options(nostack, preserves_flags));
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn load(_: &Line, _: usize) -> u128 {
    unreachable!("this machine has no doubles")
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn store(_: &Line, _: usize, _: u128) {
    unreachable!("this machine has no doubles")
}

/// The entry at `AT` bytes of the line where its upper word is that of `want`, else `found`. With
/// `MASKED` only the bits in `mask` count.
///
/// Four instructions, none of them a branch. They wait for the line in the processor's queues, and as
/// many lines are on their way at a time as the queues hold probes. From a loop over the slots the
/// compiler makes more instructions, and a branch that waits too and is often wrong.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn choose<const AT: usize, const MASKED: bool>(
    line: &Line,
    want: __m128i,
    mask: __m128i,
    mut found: __m128i,
) -> __m128i {
    const { assert!(AT < 64 && AT.is_multiple_of(16)) };
    let line = line.0.as_ptr();
    // SAFETY: As for `load`: aligned, within the line, AVX is there; one access for the entry, which is
    // then looked at in a register. Nothing is written.
    unsafe {
        if MASKED {
            asm!(
                "vmovdqa {entry}, xmmword ptr [{line} + {at}]",
                "vpand {equal}, {entry}, {mask}",
                "vpcmpeqq {equal}, {equal}, {want}",
                "vpunpckhqdq {equal}, {equal}, {equal}",
                "vpblendvb {found}, {found}, {entry}, {equal}",
                line = in(reg) line, at = const AT, want = in(xmm_reg) want, mask = in(xmm_reg) mask,
                entry = out(xmm_reg) _, equal = out(xmm_reg) _, found = inout(xmm_reg) found,
                options(nostack, preserves_flags, readonly)
            );
        } else {
            asm!(
                "vmovdqa {entry}, xmmword ptr [{line} + {at}]",
                "vpcmpeqq {equal}, {entry}, {want}",
                "vpunpckhqdq {equal}, {equal}, {equal}",
                "vpblendvb {found}, {found}, {entry}, {equal}",
                line = in(reg) line, at = const AT, want = in(xmm_reg) want,
                entry = out(xmm_reg) _, equal = out(xmm_reg) _, found = inout(xmm_reg) found,
                options(nostack, preserves_flags, readonly)
            );
        }
    }
    found
}

/// The last entry whose highest bits are this tag, of at most 64 bits; zeros when there is none.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn find_upper<const MASKED: bool>(line: &Line, form: Form, tag: u64) -> u128 {
    let shift = 64 - form.tag;
    let want = to_vector(u128::from(tag << shift) << 64);
    let mask = to_vector(u128::from(u64::MAX << shift) << 64);
    let found = choose::<0, MASKED>(line, want, mask, to_vector(0));
    let found = choose::<16, MASKED>(line, want, mask, found);
    let found = choose::<32, MASKED>(line, want, mask, found);
    to_bits(choose::<48, MASKED>(line, want, mask, found))
}

/// The lowest of the ranks of the slots; `None` for forms that it does not know.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn lowest_rank(
    bucket: &[u128; 4],
    form: Form,
    tag: u128,
    now: u32,
    worth: Worth,
) -> Option<Rank> {
    let in_one_word = form.grade_at() >= 64 || form.tag_at() == 64;
    let in_range = form.grade <= 8 && worth.ageing << form.age <= 256;
    if !in_one_word || !in_range || form.tag > 64 {
        return None;
    }
    // SAFETY: SSE2 is part of x86-64.
    Some(unsafe { lowest_rank_in_vectors(bucket.map(to_vector), form, tag as u64, now, worth) })
}

/// In vectors, because the queues of the other instructions are too short for what a store does
/// when its line is there; from the plain definition the compiler makes three times as many.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse2")]
#[inline]
fn lowest_rank_in_vectors(
    bucket: [__m128i; 4],
    form: Form,
    tag: u64,
    now: u32,
    worth: Worth,
) -> Rank {
    use std::arch::x86_64::*;
    let all = |value: u32| _mm_set1_epi32(value as i32);
    let each = |at: i16| {
        let [a, b, c, d] = [0, 2, 4, 6].map(|slot| i32::from(at + slot));
        _mm_setr_epi32(a, b, c, d)
    };
    let lower = |a, b| {
        let [a, b] = [a, b].map(|vector| _mm_castsi128_ps(vector));
        _mm_castps_si128(_mm_shuffle_ps::<0b10_00_10_00>(a, b))
    };
    let upper = |a, b| {
        let [a, b] = [a, b].map(|vector| _mm_castsi128_ps(vector));
        _mm_castps_si128(_mm_shuffle_ps::<0b11_01_11_01>(a, b))
    };
    let [a, b, c, d] = bucket;
    let tags = [_mm_unpackhi_epi64(a, b), _mm_unpackhi_epi64(c, d)];

    // What the policy wants to know, 32 bits a slot.
    let word = if form.grade_at() >= 64 {
        tags
    } else {
        [_mm_unpacklo_epi64(a, b), _mm_unpacklo_epi64(c, d)]
    };
    let at = _mm_cvtsi32_si128((form.grade_at() % 64) as i32);
    let [first, second] = word.map(|pair| _mm_srl_epi64(pair, at));
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
    let rank = _mm_sub_epi32(_mm_slli_epi32::<3>(value), old);
    let mut rank = _mm_add_epi32(rank, each(Rank::WORTH));
    if worth.tiers {
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
    let rank = _mm_min_epi16(rank, _mm_and_si128(empty, each(Rank::FREE)));
    let rank = _mm_min_epi16(rank, _mm_shuffle_epi32::<0b01_00_11_10>(rank));
    let rank = _mm_min_epi16(rank, _mm_shuffle_epi32::<0b10_11_00_01>(rank));
    Rank(_mm_cvtsi128_si32(rank) as i16)
}

impl Slots for Doubles {
    type Entry = u128;
    type Bucket = [u128; 4];
    const COUNT: usize = 4;

    #[inline(always)]
    fn read(line: &Line) -> Option<[u128; 4]> {
        Some(std::array::from_fn(|slot| load(line, slot)))
    }

    #[inline(always)]
    fn write<T: Edit<u128>>(line: &Line, edit: T) -> Option<T::Told> {
        let (change, told) = edit.change(&Self::read(line)?);
        if let Some(change) = change {
            store(line, change.moved, load(line, change.slot));
            store(line, change.slot, change.new);
        }
        Some(told)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn find(line: &Line, form: Form, tag: u128) -> (u128, bool) {
        let found = match form.tag {
            _ if tag == 0 => return super::find_zero::<Self>(line, form),
            65.. => return super::find(form, Self::read(line), tag),
            64 => find_upper::<false>(line, form, tag as u64),
            _ => find_upper::<true>(line, form, tag as u64),
        };
        (found, entry::age(form, found) != 0)
    }

    fn clear(line: &Line) -> bool {
        (0..4).for_each(|slot| store(line, slot, 0));
        true
    }
}

#[cfg(target_arch = "x86_64")]
impl Line {
    /// Asks for the line, without waiting for it.
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: SSE is part of x86-64, and a prefetch changes nothing but the caches.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(self.0.as_ptr().cast()) }
    }
}
