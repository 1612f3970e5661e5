//! How the entries of a bucket are ranked, so that a store finds the one that has to go as the
//! lowest of some numbers.
//!
//! A rank has sixteen bits, because x86-64 has an instruction for the lowest of eight such numbers.
//! What a store does with its line waits in the processor's queues until the line is there, and the
//! plain definition, which is [`Store`]'s [`change`](super::Edit::change), compiles to three times as
//! many instructions. The ranks of a line are computed in [`ranks`](super::ranks) and
//! [`lanes`](super::lanes).

#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::__m128i;
use std::hint::assert_unchecked;

use super::Change;
use crate::entry::SlotWords;
use crate::policy::{LUCKY, Policy, Worth, WorthOf};
use crate::slot_layout::{Form, SlotLayout};
use crate::store::Store;
use crate::table::Outcome;

/// The rank of the entry with the tag.
const SAME: u16 = 0;
/// The rank of an empty slot.
pub(super) const EMPTY: u16 = 2;
/// The rank of any other entry in the second of two tiers.
pub(super) const HIGHEST: u16 = u16::MAX;

/// The slot of a bucket that has the lowest rank, the first if several have it.
#[derive(Clone, Copy)]
pub(super) struct Lowest {
    pub(super) rank: u16,
    pub(super) slot: usize,
    /// Whether it has the tag, and so the rank [`SAME`].
    pub(super) is_same: bool,
}

impl Lowest {
    /// The lowest of eight ranks, `lanes` of them for each slot, and where it is among them.
    #[inline(always)]
    pub(super) fn of(ranks: __m128i, lanes: u32) -> (Lowest, u32) {
        let found: u32;
        // SAFETY: Ranks are used only if AVX is available. Only registers are touched.
        unsafe {
            asm!("vphminposuw {ranks}, {ranks}", "vmovd {found:e}, {ranks}",
                ranks = inout(xmm_reg) ranks => _, found = out(reg) found,
                options(pure, nomem, nostack, preserves_flags));
        }
        // The first that is lowest, from bit 16 on, above the rank itself.
        let (rank, lane) = (found as u16, found >> 16);
        (Lowest { rank, slot: (lane / lanes) as usize, is_same: rank == SAME }, lane)
    }

    /// What becomes of the store, which is never refused.
    ///
    /// By the number of the outcome: of a choice the compiler makes a branch.
    #[inline(always)]
    fn outcome(self) -> Outcome {
        use Outcome::{New, Replaced, Updated};
        const { assert!(New as u8 == 0 && Updated as u8 == 1 && Replaced as u8 == 2) };
        let number = u8::from(self.is_same) | u8::from(self.rank > EMPTY) << 1;
        // SAFETY: The entry that is the same has the rank `SAME`, which is below that of an empty slot.
        // Hence this is 0, 1 or 2, and each is the number of an outcome.
        unsafe { std::mem::transmute::<u8, Outcome>(number) }
    }
}

/// What the ranks of entries depend on, beside the tag and the present generation.
///
/// The rank of an entry of the first or only tier that does not have the tag is
/// [`worthless`](Ranking::worthless) plus its grade from bit [`grade_at`](Ranking::grade_at) on, less
/// [`generation`](Ranking::generation) for each generation that has passed, plus one when none has.
#[derive(Clone, Copy)]
pub(super) struct Ranking {
    pub(super) layout: SlotLayout,
    pub(super) worth: Worth,
}

impl Ranking {
    /// `None` for policies and layouts whose ranks do not fit.
    pub(super) const fn of<F: Form>() -> Option<Ranking> {
        let layout = F::LAYOUT;
        let Some(WorthOf { 0: worth, .. }) = F::Policy::WORTH else { return None };
        let ranking = Ranking { layout, worth };
        let in_one_word = layout.grade_at() / 64 == (layout.tag_at() - 1) / 64 && layout.tag <= 64;
        // A generation is worth less than all grades, and these leave the lowest bit of a rank alone.
        let is_shift = worth.ageing.is_power_of_two() && worth.ageing < 1 << layout.grade;
        // Generations and grades change a rank by 2^14 at most, so that ranks stay between those of
        // empty slots and of the second tier, and differences of generations on their side of 2^15.
        let fits =
            is_shift && layout.grade + layout.age <= 14 && layout.grade + ranking.grade_at() <= 14;
        if in_one_word && fits { Some(ranking) } else { None }
    }

    /// What a generation takes from a rank: the lowest bit of generations as they are in a slot,
    /// above the grades.
    pub(super) const fn generation(self) -> u16 {
        1 << self.layout.grade
    }

    /// The bit of a rank at which grades begin: `ageing` of them make a generation.
    pub(super) const fn grade_at(self) -> u32 {
        self.layout.grade - self.worth.ageing.trailing_zeros()
    }

    /// All grades, as they are in a rank.
    pub(super) const fn grades(self) -> u16 {
        ((1 << self.layout.grade) - 1) << self.grade_at()
    }

    /// The rank of an entry that is worth nothing.
    pub(super) const fn worthless(self) -> u16 {
        0x8000 - self.generation()
    }

    /// What [`change`](super::Edit::change) makes of a bucket of `slots` slots, by its lowest rank.
    #[inline(always)]
    pub(super) fn change<E: SlotWords, F: Form>(
        self,
        lowest: Lowest,
        slots: usize,
        store: &Store<F>,
    ) -> (Change<E>, Outcome) {
        let outcome = lowest.outcome();
        let new = store.entry();
        // The number of slots is a power of two: nothing is cut off, and the compiler knows it.
        let slot = lowest.slot & (slots - 1);
        if !self.worth.tiers {
            return (Change::one(slot, new), outcome);
        }
        let newcomer = store.newcomer();
        // No generation has passed for it.
        let graded = self.worthless() + ((newcomer.grade as u16) << self.grade_at()) + 1;
        // In words of the line, of which the instructions that move entries make addresses.
        let second = newcomer.second_tier(slots) * E::WORDS;
        let least = Lowest { slot: slot * E::WORDS, ..lowest };
        let (at, moved) = in_tiers(least, graded, newcomer.random, second);
        let is_slot = |word: usize| word.is_multiple_of(E::WORDS) && word / E::WORDS < slots;
        // SAFETY: Each is one of these two, both of which are the first word of a slot.
        unsafe { assert_unchecked(is_slot(at) && is_slot(moved)) };
        (Change { slot: at / E::WORDS, moved: moved / E::WORDS, new }, outcome)
    }
}

/// Where a newcomer of this rank goes, and where the entry goes that was there.
///
/// The slot of the lowest rank, if that is no higher or the newcomer is lucky; the entry there moves to
/// the slot `second` of the second tier, unless it is of an older generation. Else the slot `second`. By
/// conditional moves, which the compiler would make branches of: they would wait for the memory and often
/// be mispredicted.
#[inline(always)]
fn in_tiers(lowest: Lowest, rank: u16, random: u32, second: usize) -> (usize, usize) {
    let (slot, moved);
    // SAFETY: Only registers are touched.
    unsafe {
        asm!(
            "test {lowest:e}, 1",
            "cmovnz {moved:e}, {second:e}",
            // Lucky if the lowest bits are all ones. Then the lowest rank counts as a number of a slot,
            // which is below all ranks.
            "lea {next:e}, [{random:r} + 1]",
            "test {next:e}, {lucky}",
            "cmovz {lowest:e}, {slot:e}",
            "cmp {lowest:x}, {rank:x}",
            "cmova {slot:e}, {second:e}",
            "cmova {moved:e}, {second:e}",
            lowest = inout(reg) lowest.rank => _, rank = in(reg) rank, random = in(reg) random,
            next = out(reg) _, lucky = const LUCKY - 1, second = in(reg) second,
            slot = inout(reg) lowest.slot => slot, moved = inout(reg) lowest.slot => moved,
            options(pure, nomem, nostack)
        );
    }
    (slot, moved)
}

#[cfg(test)]
mod tests {
    use std::marker::PhantomData;

    use zobrist::source::SplitMix64;

    use super::*;
    use crate::entry;
    use crate::line::Line;
    use crate::slot::{Access, Doubles, Lanes, Pairs, Slots};
    use crate::{AgeAndDepth, Pack, SlotSize, Small, Subtree, Table, TwoTier, Wide};

    /// Stores in random lines, each also by the definition, which must leave the same line behind.
    fn stores_as_defined<S: Slots, V: Pack, P: Policy, Z: SlotSize>() {
        type Of<V, P, Z> = Table<u64, V, P, Z>;
        let layout = Of::<V, P, Z>::LAYOUT;
        assert!(Ranking::of::<Of<V, P, Z>>().is_some(), "{layout:?} is not ranked");
        let mut random = SplitMix64::new(1);
        let mut below = |bound: u64| random.next_u64() % bound;
        let mut outcomes = [0; 3];
        // Lowest bits of tags: three slots of the second tier, and half the time the luck to come into
        // the first.
        let low_bits = |below: &mut dyn FnMut(u64) -> u64| 0x3f + (below(2) << 6) + (below(3) << 7);
        for _ in 0..20_000 {
            // Few tags, so that some come twice, one of them zero, and the last few generations.
            let now = 1 + below(31) as u32;
            let spread = 1 + below(31);
            let grades = 1 + below(1 << layout.grade);
            let tags = 1 + below(20);
            let store = |below: &mut dyn FnMut(u64) -> u64| Store::<Of<V, P, Z>> {
                tag: match below(tags) {
                    3 => 0,
                    tag => u128::from(tag << (layout.tag - 8) ^ low_bits(below)),
                },
                payload: u128::from(below(1 << 16)),
                age: (u64::from(now) + 30 - below(spread)) as u32 % 31 + 1,
                grade: below(grades) as u32,
                now,
                form: PhantomData,
            };
            let lines = [Line::default(), Line::default()];
            // Full ones, those with some entries in front, and those with empty slots anywhere.
            let (entries, gaps) = (below(3 * S::COUNT as u64), below(4) == 0);
            for slot in 0..S::COUNT {
                if (slot as u64) < entries && !(gaps && below(4) == 0) {
                    let new = store(&mut below).entry();
                    for line in &lines {
                        S::write(line, |_: &[S::Entry]| (Some(Change::one(slot, new)), ()));
                    }
                }
            }
            let store = store(&mut below);
            let bucket = S::read(&lines[0]).expect("no writer has the line");
            let mut behind =
                bucket.as_ref().iter().skip_while(|entry| entry::age(layout, **entry) != 0);
            if behind.any(|entry| entry::holds(layout, *entry, store.tag)) {
                // Behind an empty slot the tag may be seen or not.
                continue;
            }
            let outcome = S::store(&lines[0], store);
            assert_eq!(outcome, S::write(&lines[1], store), "{layout:?}, {:?}", lines[1]);
            let [ranked, defined] =
                lines.map(|line| std::array::from_fn::<u64, 8, _>(|word| line.load(word)));
            assert_eq!(ranked, defined);
            outcomes[outcome.unwrap() as usize] += 1;
        }
        assert!(outcomes.iter().all(|times| *times > 500), "{outcomes:?}");
    }

    fn in_all_forms<Words: Slots, Doubles: Slots>() {
        fn with_policy<Words: Slots, Doubles: Slots, P: Policy>() {
            // With six bits of grade: tags of 37, 52 and 21 bits; of 64, 53 and 21, the last two in
            // one word with grade and generation.
            stores_as_defined::<Words, u16, P, Small>();
            stores_as_defined::<Words, bool, P, Small>();
            stores_as_defined::<Words, u32, P, Small>();
            stores_as_defined::<Doubles, u32, P, Wide>();
            stores_as_defined::<Doubles, u64, P, Wide>();
            stores_as_defined::<Doubles, [u8; 12], P, Wide>();
        }
        with_policy::<Words, Doubles, TwoTier>();
        with_policy::<Words, Doubles, Subtree>();
        with_policy::<Words, Doubles, AgeAndDepth>();
    }

    #[test]
    fn stores_go_where_the_definition_says() {
        if Access::here() >= Access::Doubles {
            in_all_forms::<Pairs, Doubles>();
        } else {
            eprintln!("not tested: stores by AVX, which this processor does not have");
        }
    }

    #[test]
    fn stores_by_avx_512_go_where_the_definition_says() {
        if Access::here() == Access::Lanes {
            in_all_forms::<Lanes<Pairs>, Lanes<Doubles>>();
        } else {
            eprintln!("not tested: stores by AVX-512, which this processor does not have");
        }
    }
}
