//! Where a store goes, found in one vector of 64 bytes.
//!
//! The line is read once, as eight lanes of a word each, and few instructions wait for it: a third
//! of those in [`ranks`](super::ranks). That instruction stands for eight relaxed loads of a word
//! ([`slot`](super)), and no processor promises that it is a single access. It only decides which entry
//! has to go; an entry that moves is read again, as a whole.

#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::{__m128i, _mm_or_si128};
use std::marker::PhantomData;
use std::mem::offset_of;

use super::ranking::{EMPTY, HIGHEST, Lowest, Ranking};
use super::{Edit, Slots, Whole};
use crate::line::Line;
use crate::memory::LineAt;
use crate::pack::low;
use crate::policy::first_tier;
use crate::slot_layout::{Form, Size, SlotLayout};
use crate::store::Store;
use crate::table::Outcome;

/// Whether this machine has the instructions that are used here and in what [`Whole`] has for AVX-512.
/// None needs VBMI2, but processors from Intel that lack it lower their clock for vectors of 64 bytes.
pub(super) fn has_lanes() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi2")
}

/// What ranks depend on, for one form of table, as the instructions want it.
#[repr(C, align(64))]
struct Constants {
    /// By the present generation and that of an entry: the rank without a grade.
    ungraded: [[u16; 32]; 32],
    /// The lanes of the second of two tiers, and those whose rank is that of no slot.
    raised: [u64; 8],
    /// The ranks of lanes that are no slot.
    no_slots: __m128i,
    /// The bits of grades in a rank.
    grades: u64,
    /// The bits of generations in a lane.
    ages: u64,
    /// What a tag that is not the tag differs by, at least.
    difference: u64,
}

/// Whether tags have words of their own.
const fn is_apart(layout: SlotLayout) -> bool {
    matches!(layout.size, Size::Wide) && layout.tag == 64
}

impl Constants {
    /// `None` for policies and layouts whose ranks do not fit.
    const fn of<F: Form>() -> Option<Constants> {
        let Some(ranking) = Ranking::of::<F>() else { return None };
        let Ranking { layout, worth } = ranking;
        if layout.age > 5 {
            return None;
        }
        let generations = low(layout.age) as usize;
        let mut ungraded = [[EMPTY; 32]; 32];
        let mut now = 1;
        while now <= generations {
            let mut lane = 0;
            while lane < 32 {
                // Above a generation of fewer than five bits are others.
                let then = lane & generations;
                if then > 0 {
                    let passed = if now < then { now + generations - then } else { now - then };
                    ungraded[now][lane] = ranking.worthless()
                        - ranking.generation() * passed as u16
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
            if worth.tiers && lane / lanes >= first_tier(8 / lanes) || !is_slot {
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
            ages: (low(layout.age) as u64) << (layout.age_at() % 64),
            difference: low(64 - layout.tag) as u64,
        })
    }
}

/// By how many bits a lane is turned to the right, so that its grade is where ranks have it.
const fn turn<F: Form>() -> u32 {
    match Ranking::of::<F>() {
        Some(ranking) => (64 + F::LAYOUT.grade_at() % 64 - ranking.grade_at()) % 64,
        None => 0,
    }
}

/// For tags that have words of their own, above those of grades and generations: the rank of each
/// slot in every other of eight numbers, and behind it 0 if the slot has the tag. The rank of an
/// empty slot is also 0.
#[inline(always)]
fn ranks_apart<F: Form>(line: &Line, store: &Store<F>, constants: &Constants) -> __m128i {
    let ranks;
    // SAFETY: The line has 64 bytes and is aligned to as many. The one instruction that reads it could be
    // eight relaxed loads of its atomics, as argued in `slot`: other threads may write meanwhile, and
    // any bits that are read have some rank. The constants are only
    // read, within their bounds: `now` is a generation of five bits or fewer. Lanes are used only if
    // the processor has these instructions (`has_lanes`). The last one zeroes the upper parts of the
    // registers 0 to 15, all of which the compiler is told about: a caller may be built for AVX.
    // Vector instructions from before AVX are slower, on Zen 4 in the whole process, as long as the
    // upper part of a register is not zero, also of one from 16 on, which it does not reach.
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
            "vprorq zmm0, zmm0, {turn}",
            "vpandq zmm0, zmm0, qword ptr [{constants} + {grades}] {{1to8}}",
            "vporq zmm0, zmm0, zmmword ptr [{constants} + {raised}]",
            "vpaddusw zmm0, zmm0, zmm1",
            "vpmovqw xmm2 {{k1}} {{z}}, zmm0",
            "vzeroupper",
            line = in(reg) line.0.as_ptr(), tag = in(reg) store.tag as u64,
            constants = in(reg) constants, now = in(reg) u64::from(store.now) * 64,
            age_at = const F::LAYOUT.age_at() % 64, turn = const turn::<F>(),
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
    // Ones below it: an entry with the tag, whose generation is not 0, differs by less than that, and
    // an empty slot by as much, even if the tag is 0.
    let want = (store.tag as u64) << tag_at | low(tag_at) as u64;
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
            "vprorq zmm0, zmm0, {turn}",
            "vpandq zmm0, zmm0, qword ptr [{constants} + {grades}] {{1to8}}",
            "vporq zmm0 {{k2}}, zmm0, zmmword ptr [{constants} + {raised}]",
            "vpaddusw zmm0, zmm0, zmm1",
            "vpmovqw xmm2 {{k1}} {{z}}, zmm0",
            "vzeroupper",
            line = in(reg) line.0.as_ptr(), want = in(reg) want,
            constants = in(reg) constants, now = in(reg) u64::from(store.now) * 64,
            age_at = const F::LAYOUT.age_at() % 64,
            turn = const turn::<F>(),
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

/// The slot with the lowest rank. `None` for policies and layouts whose ranks do not fit.
#[inline(always)]
fn lowest<F: Form>(line: &Line, store: &Store<F>) -> Option<Lowest> {
    let constants = const { &Constants::of::<F>() }.as_ref()?;
    if is_apart(F::LAYOUT) {
        let (lowest, lane) = Lowest::of(ranks_apart(line, store, constants), 2);
        // An empty slot also has the rank 0.
        return Some(Lowest { is_same: lowest.is_same & (lane & 1 == 1), ..lowest });
    }
    let lanes = F::LAYOUT.size.bits() / 64;
    let mut ranks = ranks_together(line, store, constants);
    if lanes > 1 {
        // SAFETY: SSE2 is part of x86-64.
        ranks = unsafe { _mm_or_si128(ranks, constants.no_slots) };
    }
    Some(Lowest::of(ranks, lanes).0)
}

/// The slots `S`, for machines with AVX-512: for [`Access::Lanes`](super::Access).
pub(crate) struct Lanes<S>(PhantomData<S>);

impl<S: Whole> Slots for Lanes<S> {
    type Entry = S::Entry;
    type Bucket = S::Bucket;
    const COUNT: usize = S::COUNT;

    #[inline(always)]
    fn read(line: &Line) -> Option<S::Bucket> {
        S::read(line)
    }

    #[inline(always)]
    fn write<T: Edit<S::Entry>>(line: &Line, edit: T) -> Option<T::Told> {
        S::write(line, edit)
    }

    #[inline(always)]
    fn store<F: Form>(line: &Line, store: Store<F>) -> Option<Outcome> {
        let (Some(ranking), Some(lowest)) = (Ranking::of::<F>(), lowest(line, &store)) else {
            return S::store(line, store);
        };
        let (change, outcome) = ranking.change(lowest, Self::COUNT, &store);
        S::apply(line, change);
        Some(outcome)
    }

    #[inline(always)]
    fn find(line: LineAt, layout: SlotLayout, tag: u128) -> S::Entry {
        S::find_in_lanes(line, layout, tag)
    }

    fn clear(line: &Line) -> bool {
        S::clear(line)
    }
}
