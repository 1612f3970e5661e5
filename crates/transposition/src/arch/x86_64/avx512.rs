//! Entries found and slots ranked by AVX-512.
//!
//! A store reads its line once, as eight lanes of a word each, and few instructions wait for it: a
//! third of those in [`avx`]. That instruction stands for eight relaxed loads of a word, and no
//! processor promises that it is a single access. It only decides which entry has to go; an entry
//! that moves is read again, as a whole.
//!
//! On a Zen 4, independent probes and stores without prefetches reach 0.857 of the memory's limit
//! with slots of 16 bytes and 0.812 with slots of 8 bytes, against 0.688 and 0.588 by AVX
//! (`bench/README.md`).

#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::__m128i;
use std::mem::offset_of;

use super::access::{load_vectors, splat};
use super::avx;
use super::ranking::{EMPTY, HIGHEST, LowestRank, Ranking};
use super::sse2::_mm_or_si128;
use crate::line::Line;
use crate::memory::LineAt;
use crate::pack::low_bits;
use crate::policy::first_tier;
use crate::slot_bits::SlotBits;
use crate::slot_layout::{Form, Size, SlotLayout};
use crate::store::Store;

/// Finds an entry with this tag among eight slots of a word, and leaves out the tag.
#[inline(always)]
pub(crate) fn find_word(line: LineAt, layout: SlotLayout, tag: u128) -> SlotBits<1> {
    let shift = layout.tag_at();
    // With ones for the bits of the tag that are right, entries with the tag have only ones there.
    // They are greater than all others, greater than an empty slot if that has the tag, and greater
    // than the least word with these ones, which stands for none.
    let ones = u64::MAX << shift;
    let greatest = greatest(load_vectors(line), (tag as u64) << shift, splat(ones));
    SlotBits([greatest & !ones])
}

/// Finds an entry with this tag among four slots of two words. If the tag is a word, only the other
/// word is returned.
#[inline(always)]
pub(crate) fn find_double(line: LineAt, layout: SlotLayout, tag: u128) -> SlotBits<2> {
    match layout.tag {
        64 => SlotBits([lower_word(load_vectors(line), tag as u64), 0]),
        _ => avx::find_double(line, layout, tag),
    }
}

/// Ranks eight slots of a word.
#[inline(always)]
pub(crate) fn lowest_word<F: Form>(ranking: Ranking, line: &Line, store: &Store<F>) -> LowestRank {
    match const { &Constants::of::<F>() } {
        Some(constants) => LowestRank::of(ranks_together(line, store, constants), 1).0,
        None => avx::lowest_word(ranking, line, store),
    }
}

/// Ranks four slots of two words.
#[inline(always)]
pub(crate) fn lowest_double<F: Form>(
    ranking: Ranking,
    line: &Line,
    store: &Store<F>,
) -> LowestRank {
    let Some(constants) = (const { &Constants::of::<F>() }) else {
        return avx::lowest_double(ranking, line, store);
    };
    if F::LAYOUT.tag == 64 {
        let (lowest, lane) = LowestRank::of(ranks_apart(line, store, constants), 2);
        // An empty slot also has the rank 0.
        return LowestRank { is_same: lowest.is_same & (lane & 1 == 1), ..lowest };
    }
    let ranks = ranks_together(line, store, constants);
    LowestRank::of(_mm_or_si128(ranks, constants.no_slots), 2).0
}

/// The greatest of `ones` and eight words, in each of which the bits in `ones` are set if they were
/// those of `want`, and cleared if not.
#[inline(always)]
fn greatest([a, b, c, d]: [__m128i; 4], want: u64, ones: __m128i) -> u64 {
    let greatest;
    // SAFETY: Only registers are touched. The processor has AVX-512: reached only at
    // `Level::Avx512`, which only `Level::detect` returns.
    unsafe {
        asm!(
            "vpbroadcastq {want}, {word}",
            // Where the last has a one: ones where the first two are equal, else the first. The
            // words of `a` are there first, so that nothing waits while it also takes part with
            // `ones`.
            "vpternlogq {a}, {want}, {ones}, 0xd2",
            "vpmaxuq {a}, {a}, {ones}",
            "vpternlogq {b}, {want}, {ones}, 0xd2",
            "vpternlogq {c}, {want}, {ones}, 0xd2",
            "vpternlogq {d}, {want}, {ones}, 0xd2",
            "vpmaxuq {a}, {a}, {b}",
            "vpmaxuq {c}, {c}, {d}",
            "vpmaxuq {a}, {a}, {c}",
            "vpshufd {b}, {a}, 0x4e",
            "vpmaxuq {a}, {a}, {b}",
            "vmovq {greatest}, {a}",
            word = in(reg) want, want = out(xmm_reg) _, ones = in(xmm_reg) ones,
            a = inout(xmm_reg) a => _, b = inout(xmm_reg) b => _, c = inout(xmm_reg) c => _,
            d = inout(xmm_reg) d => _, greatest = lateout(reg) greatest,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    greatest
}

/// The lower word of a slot whose upper word is the tag; zeros if there is none.
#[inline(always)]
fn lower_word([a, b, c, d]: [__m128i; 4], tag: u64) -> u64 {
    let found;
    // SAFETY: Only registers are touched. The processor has AVX-512: reached only at
    // `Level::Avx512`, which only `Level::detect` returns.
    unsafe {
        asm!(
            "vpbroadcastq {want}, {tag}",
            // The tags of two slots side by side.
            "vpunpckhqdq {ab}, {a}, {b}",
            "vpunpckhqdq {cd}, {c}, {d}",
            "vpcmpeqq k1, {ab}, {want}",
            "vpcmpeqq k2, {cd}, {want}",
            // The lower words of those that have the tag: the last two, and over them the first
            // two.
            "vpunpcklqdq {cd} {{k2}} {{z}}, {c}, {d}",
            "vpunpcklqdq {cd} {{k1}}, {a}, {b}",
            "vpshufd {a}, {cd}, 0x4e",
            "vpmaxuq {a}, {a}, {cd}",
            "vmovq {found}, {a}",
            tag = in(reg) tag, want = out(xmm_reg) _, a = inout(xmm_reg) a => _, b = in(xmm_reg) b,
            c = in(xmm_reg) c, d = in(xmm_reg) d, ab = out(xmm_reg) _, cd = out(xmm_reg) _,
            found = lateout(reg) found, out("k1") _, out("k2") _,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    found
}

/// Constants of the ranks of one form of table, as the instructions take them.
#[repr(C, align(64))]
struct Constants {
    /// By the current generation and that of an entry: the rank without a grade.
    ungraded: [[u16; 32]; 32],
    /// The lanes of the second of two tiers, and those whose rank is that of no slot.
    raised: [u64; 8],
    /// The ranks of lanes that are no slot.
    no_slots: __m128i,
    /// The bits of grades in a rank.
    grades: u64,
    /// The bits of generations in a lane.
    ages: u64,
    /// The least difference between the bits of a slot with another tag and those that are looked
    /// for.
    difference: u64,
}

impl Constants {
    /// `None` for policies and layouts whose ranks do not fit.
    const fn of<F: Form>() -> Option<Constants> {
        let Some(ranking) = Ranking::of::<F>() else { return None };
        let Ranking { layout, score } = ranking;
        if layout.age > 5 {
            return None;
        }
        let generations = low_bits(layout.age) as usize;
        let mut ungraded = [[EMPTY; 32]; 32];
        let mut now = 1;
        while now <= generations {
            let mut lane = 0;
            while lane < 32 {
                // Above a generation of fewer than five bits are others.
                let then = lane & generations;
                if then > 0 {
                    let passed = if now < then { now + generations - then } else { now - then };
                    ungraded[now][lane] = ranking.ungraded() - ranking.generation() * passed as u16
                        + (passed == 0) as u16;
                }
                lane += 1;
            }
            now += 1;
        }
        let lanes = match layout.size {
            Size::Small => 1,
            Size::Wide => 2,
            Size::Long => return None,
        };
        let (mut raised, mut no_slots) = ([0; 8], [0; 8]);
        let mut lane = 0;
        while lane < 8 {
            let is_slot = lane % lanes == (layout.grade_at() / 64) as usize;
            if score.two_tiers && lane / lanes >= first_tier(8 / lanes) || !is_slot {
                raised[lane] = HIGHEST as u64;
            }
            if !is_slot {
                no_slots[lane] = HIGHEST;
            }
            lane += 1;
        }
        Some(Constants {
            ungraded,
            raised,
            // SAFETY: Both are 16 bytes, and any 16 bytes are a vector.
            no_slots: unsafe { std::mem::transmute::<[u16; 8], __m128i>(no_slots) },
            grades: ranking.grades() as u64,
            ages: (low_bits(layout.age) as u64) << (layout.age_at() % 64),
            difference: low_bits(64 - layout.tag) as u64,
        })
    }
}

/// Number of bits by which a lane is rotated to the right, so that its grade is where ranks have
/// it.
const fn rotation<F: Form>() -> u32 {
    match Ranking::of::<F>() {
        Some(ranking) => (64 + F::LAYOUT.grade_at() % 64 - ranking.grade_at()) % 64,
        None => 0,
    }
}

/// For tags that have words of their own, above those of grades and generations: the rank of each
/// slot in every other of eight numbers, and after it 0 if the slot has the tag. The rank of an
/// empty slot is also 0.
#[inline(always)]
fn ranks_apart<F: Form>(line: &Line, store: &Store<F>, constants: &Constants) -> __m128i {
    let ranks;
    // SAFETY: The line has 64 bytes and is aligned to as many. The one instruction that reads it
    // could be eight relaxed loads of its atomics, as argued in `arch`: other threads may write
    // meanwhile, and any bits that are read have some rank. The constants are only read, within
    // their bounds: `now` is a generation of five bits or fewer. The processor has AVX-512: reached
    // only at `Level::Avx512`, which only `Level::detect` returns. `vzeroupper` zeroes the upper
    // parts of the registers 0 to 15, all of which are declared, since a caller may be built for
    // AVX. Without it, vector instructions from before AVX are slower, on Zen 4 in the whole
    // process, as long as the upper part of a register is not zero, also of one from 16 on, which
    // it does not reach.
    unsafe {
        asm!(
            "vmovdqa64 zmm0, zmmword ptr [{line}]",
            // The tag in every other lane, from the second on, and zeros in the others.
            "vmovq xmm1, {tag}",
            "vpslldq xmm1, xmm1, 8",
            "vshufi64x2 zmm1, zmm1, zmm1, 0",
            "vpcmpneqq k1, zmm0, zmm1",
            "vpsrlq zmm1, zmm0, {age_at}",
            "vpermw zmm1, zmm1, zmmword ptr [{constants} + {now}]",
            "vprorq zmm0, zmm0, {rotation}",
            "vpandq zmm0, zmm0, qword ptr [{constants} + {grades}] {{1to8}}",
            "vporq zmm0, zmm0, zmmword ptr [{constants} + {raised}]",
            "vpaddusw zmm0, zmm0, zmm1",
            "vpmovqw xmm2 {{k1}} {{z}}, zmm0",
            "vzeroupper",
            line = in(reg) line.0.as_ptr(), tag = in(reg) store.tag as u64,
            constants = in(reg) constants, now = in(reg) u64::from(store.now) * 64,
            age_at = const F::LAYOUT.age_at() % 64, rotation = const rotation::<F>(),
            grades = const offset_of!(Constants, grades),
            raised = const offset_of!(Constants, raised),
            out("xmm0") _, out("xmm1") _, out("xmm2") ranks, out("xmm3") _, out("xmm4") _,
            out("xmm5") _, out("xmm6") _, out("xmm7") _, out("xmm8") _, out("xmm9") _,
            out("xmm10") _, out("xmm11") _, out("xmm12") _, out("xmm13") _, out("xmm14") _,
            out("xmm15") _, out("k1") _,
            options(nostack, preserves_flags, readonly)
        );
    }
    ranks
}

/// For tags in one word with grades and generations: the rank of each lane.
#[inline(always)]
fn ranks_together<F: Form>(line: &Line, store: &Store<F>, constants: &Constants) -> __m128i {
    let tag_at = F::LAYOUT.tag_at() % 64;
    // Ones below it: an entry with the tag, whose generation is not 0, differs by less than that,
    // and an empty slot by as much, even if the tag is 0.
    let want = (store.tag as u64) << tag_at | low_bits(tag_at) as u64;
    let ranks;
    // SAFETY: As above.
    unsafe {
        asm!(
            "vmovdqa64 zmm0, zmmword ptr [{line}]",
            "vpbroadcastq zmm1, {want}",
            "vpxorq zmm1, zmm1, zmm0",
            "vpcmpnltuq k1, zmm1, qword ptr [{constants} + {difference}] {{1to8}}",
            "vptestmq k2, zmm0, qword ptr [{constants} + {ages}] {{1to8}}",
            "vpsrlq zmm1, zmm0, {age_at}",
            "vpermw zmm1, zmm1, zmmword ptr [{constants} + {now}]",
            "vprorq zmm0, zmm0, {rotation}",
            "vpandq zmm0, zmm0, qword ptr [{constants} + {grades}] {{1to8}}",
            "vporq zmm0 {{k2}}, zmm0, zmmword ptr [{constants} + {raised}]",
            "vpaddusw zmm0, zmm0, zmm1",
            "vpmovqw xmm2 {{k1}} {{z}}, zmm0",
            "vzeroupper",
            line = in(reg) line.0.as_ptr(), want = in(reg) want,
            constants = in(reg) constants, now = in(reg) u64::from(store.now) * 64,
            age_at = const F::LAYOUT.age_at() % 64,
            rotation = const rotation::<F>(),
            difference = const offset_of!(Constants, difference),
            ages = const offset_of!(Constants, ages),
            grades = const offset_of!(Constants, grades),
            raised = const offset_of!(Constants, raised),
            out("xmm0") _, out("xmm1") _, out("xmm2") ranks, out("xmm3") _, out("xmm4") _,
            out("xmm5") _, out("xmm6") _, out("xmm7") _, out("xmm8") _, out("xmm9") _,
            out("xmm10") _, out("xmm11") _, out("xmm12") _, out("xmm13") _, out("xmm14") _,
            out("xmm15") _, out("k1") _, out("k2") _,
            options(nostack, preserves_flags, readonly)
        );
    }
    ranks
}
