//! Ranks of slots: a store finds the slot that it takes as the lowest of some numbers.
//!
//! A rank has sixteen bits, because x86-64 has an instruction for the lowest of eight such numbers.
//! The instructions of a store wait in the processor's queues until the line is there, and the
//! definition, [`Store::change`], compiles to three times as many. The ranks of a line are computed
//! in [`avx`](super::avx) and [`avx512`](super::avx512).

#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::__m128i;
use std::hint::assert_unchecked;

use crate::policy::{Policy, RANDOM_ADMISSION, Score, ScoreOf};
use crate::slot_layout::{Form, SlotLayout};
use crate::store::{Change, Outcome, Store};

/// The rank of the entry with the tag.
const SAME: u16 = 0;
/// The rank of an empty slot.
pub(super) const EMPTY: u16 = 2;
/// The rank of any other entry in the second of two tiers.
pub(super) const HIGHEST: u16 = u16::MAX;

/// The slot of a bucket that has the lowest rank, the first if several have it.
#[derive(Clone, Copy)]
pub(crate) struct LowestRank {
    pub(super) rank: u16,
    pub(super) slot: usize,
    /// True if it has the tag, and so the rank [`SAME`].
    pub(super) is_same: bool,
}

impl LowestRank {
    /// The lowest of eight ranks, `lanes` of them for each slot, and where it is among them.
    ///
    /// By the minimum of SSE2 a store takes 1.08 to 1.12 times as long (Zen 3).
    #[inline(always)]
    pub(super) fn of(ranks: __m128i, lanes: u32) -> (LowestRank, u32) {
        let found: u32;
        // SAFETY: Only registers are touched. The processor has AVX: reached only at `Level::Avx`
        // and above, which only `Level::detect` returns.
        unsafe {
            asm!("vphminposuw {ranks}, {ranks}", "vmovd {found:e}, {ranks}",
                ranks = inout(xmm_reg) ranks => _, found = out(reg) found,
                options(pure, nomem, nostack, preserves_flags));
        }
        // The first that is lowest, from bit 16 on, above the rank itself.
        let (rank, lane) = (found as u16, found >> 16);
        (LowestRank { rank, slot: (lane / lanes) as usize, is_same: rank == SAME }, lane)
    }

    #[inline(always)]
    fn outcome(self) -> Outcome {
        Outcome::stored(self.is_same, self.rank <= EMPTY)
    }
}

/// The definition of ranks for one form of table.
///
/// The rank of an entry of the first or only tier that does not have the tag is
/// [`ungraded`](Ranking::ungraded) plus its grade from bit [`grade_at`](Ranking::grade_at) on, less
/// [`generation`](Ranking::generation) for each generation that has passed, plus one when none has.
#[derive(Clone, Copy)]
pub(crate) struct Ranking {
    pub(super) layout: SlotLayout,
    pub(super) score: Score,
}

impl Ranking {
    /// `None` for policies and layouts whose ranks do not fit.
    pub(crate) const fn of<F: Form>() -> Option<Ranking> {
        let layout = F::LAYOUT;
        let Some(ScoreOf { 0: score, .. }) = F::Policy::SCORE else { return None };
        let ranking = Ranking { layout, score };
        let in_one_word = layout.grade_at() / 64 == (layout.tag_at() - 1) / 64 && layout.tag <= 64;
        // A generation weighs less than all grades, and these leave the lowest bit of a rank alone.
        let is_shift = score.age_weight.is_power_of_two() && score.age_weight < 1 << layout.grade;
        // Generations and grades change a rank by 2^14 at most, so that ranks stay between those of
        // empty slots and of the second tier, and differences of generations on their side of 2^15.
        let fits =
            is_shift && layout.grade + layout.age <= 14 && layout.grade + ranking.grade_at() <= 14;
        if in_one_word && fits { Some(ranking) } else { None }
    }

    /// The amount that a generation takes from a rank: the lowest bit of generations as they are in
    /// a slot, above the grades.
    pub(super) const fn generation(self) -> u16 {
        1 << self.layout.grade
    }

    /// The bit of a rank at which grades begin: `age_weight` of them make a generation.
    pub(super) const fn grade_at(self) -> u32 {
        self.layout.grade - self.score.age_weight.trailing_zeros()
    }

    /// The bits of grades in a rank.
    pub(super) const fn grades(self) -> u16 {
        ((1 << self.layout.grade) - 1) << self.grade_at()
    }

    /// The rank of an entry of grade 0, without a generation.
    pub(super) const fn ungraded(self) -> u16 {
        0x8000 - self.generation()
    }

    /// [`Store::change`] of a bucket of `slots` slots, by its lowest rank. The store is never
    /// refused.
    #[inline(always)]
    pub(crate) fn change<const W: usize, F: Form>(
        self,
        lowest: LowestRank,
        slots: usize,
        store: &Store<F>,
    ) -> (Change<W>, Outcome) {
        let outcome = lowest.outcome();
        let new = store.slot_bits();
        // The number of slots is a power of two: nothing is cut off, and the compiler knows it.
        let slot = lowest.slot & (slots - 1);
        if !self.score.two_tiers {
            return (Change::replace(slot, new), outcome);
        }
        let candidate = store.candidate();
        // One more, since no generation has passed.
        let graded = self.ungraded() + ((candidate.grade as u16) << self.grade_at()) + 1;
        // In words of the line, of which the instructions that move entries make addresses.
        let second = candidate.second_tier(slots) * W;
        let first_word = LowestRank { slot: slot * W, ..lowest };
        let (at, moved) = in_tiers(first_word, graded, candidate.random, second);
        let is_slot = |word: usize| word.is_multiple_of(W) && word / W < slots;
        // SAFETY: `in_tiers` returns `slot * W` or `second`. Both are the first word of a slot
        // below `slots`: the one by the mask above, the other by `second_tier`.
        unsafe { assert_unchecked(is_slot(at) && is_slot(moved)) };
        (Change { slot: at / W, moved: moved / W, new }, outcome)
    }
}

/// Returns the slot that a candidate of this rank takes, and the slot to which the entry there
/// moves.
///
/// That is the slot of the lowest rank, if that is no higher or the candidate is admitted at
/// random; the entry there moves to the slot `second` of the second tier, unless it is of an older
/// generation. Else it is the slot `second`.
///
/// By conditional moves in assembly, so that choices by the contents of a line never become
/// branches, which wait for the memory and are often mispredicted. The compiler makes branches of
/// plain choices, and `select_unpredictable` is a hint that it may ignore. The gain alone would not
/// be worth the assembly: with `select_unpredictable`, nine probes and a store take 1.02 times as
/// long (Zen 3, median of twelve runs).
#[inline(always)]
fn in_tiers(lowest: LowestRank, rank: u16, random: u32, second: usize) -> (usize, usize) {
    let (slot, moved);
    // SAFETY: Only registers are touched.
    unsafe {
        asm!(
            "test {lowest:e}, 1",
            "cmovnz {moved:e}, {second:e}",
            // Admitted at random if the lowest bits are all ones. Then the number of the slot,
            // which is below all ranks, takes the place of the lowest rank.
            "lea {next:e}, [{random:r} + 1]",
            "test {next:e}, {random_bits}",
            "cmovz {lowest:e}, {slot:e}",
            "cmp {lowest:x}, {rank:x}",
            "cmova {slot:e}, {second:e}",
            "cmova {moved:e}, {second:e}",
            lowest = inout(reg) lowest.rank => _, rank = in(reg) rank, random = in(reg) random,
            next = out(reg) _, random_bits = const RANDOM_ADMISSION - 1, second = in(reg) second,
            slot = inout(reg) lowest.slot => slot, moved = inout(reg) lowest.slot => moved,
            options(pure, nomem, nostack)
        );
    }
    (slot, moved)
}
