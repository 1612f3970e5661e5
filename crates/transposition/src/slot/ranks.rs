//! Where a store goes, found in the vectors of x86-64.
//!
//! All entries of a bucket are ranked at once, in sixteen bits each, and the processor has an
//! instruction for the lowest of eight such numbers. What a store does with its line waits in the
//! processor's queues until the line is there, and the plain definition, which is [`Store`]'s
//! [`change`](super::Edit::change), compiles to three times as many instructions.

#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::*;
use std::hint::select_unpredictable;

use super::Change;
use crate::entry::SlotWords;
use crate::pack::low;
use crate::policy::{Policy, Worth, first_tier};
use crate::slot_layout::SlotLayout;
use crate::store::{Store, outcome};
use crate::table::Outcome;

/// The slot of a bucket that has the lowest rank, the first if several have it.
///
/// The rank of the entry with the tag is [`SAME`], that of an empty slot [`EMPTY`], and that of
/// another in the second of two tiers [`HIGHEST`]. The rank of any other entry is
/// [`Seeker::worthless`] plus its grade from bit [`Seeker::grade_at`] on, less
/// [`Seeker::generation`] for each generation that has passed, plus one when none has.
#[derive(Clone, Copy)]
pub(super) struct Lowest {
    /// Its rank and, from bit 16 on, its slot.
    found: u32,
}

const SAME: u16 = 0;
const EMPTY: u16 = 2;
const HIGHEST: u16 = u16::MAX;

impl Lowest {
    #[inline(always)]
    fn rank(self) -> u16 {
        self.found as u16
    }

    #[inline(always)]
    fn slot(self) -> usize {
        (self.found >> 16) as usize
    }

    /// Whether it is an entry of the present generation with another tag.
    #[inline(always)]
    fn is_young(self) -> bool {
        self.found & 1 != 0
    }
}

/// What the ranks of entries depend on. Used only if AVX is available.
#[derive(Clone, Copy)]
pub(super) struct Seeker {
    layout: SlotLayout,
    tag: u64,
    now: u32,
    worth: Worth,
}

impl Seeker {
    /// `None` for policies and layouts whose ranks do not fit.
    #[inline(always)]
    pub(super) fn of<P: Policy>(store: &Store<P>) -> Option<Seeker> {
        let (layout, worth) = (store.layout, P::WORTH?);
        let seeker = Seeker { layout, tag: store.tag as u64, now: store.now, worth };
        let in_one_word = layout.grade_at() / 64 == (layout.tag_at() - 1) / 64 && layout.tag <= 64;
        // A generation is worth less than all grades, and these leave the lowest bit of a rank alone.
        let is_shift = worth.ageing.is_power_of_two() && worth.ageing < 1 << layout.grade;
        // Generations and grades change a rank by 2^14 at most, so that ranks stay between those of
        // empty slots and of the second tier, and differences of generations on their side of 2^15.
        let fits =
            is_shift && layout.grade + layout.age <= 14 && layout.grade + seeker.grade_at() <= 14;
        (in_one_word && fits).then_some(seeker)
    }

    /// What a generation takes from a rank: the lowest bit of generations as they are in a slot,
    /// above the grades.
    #[inline(always)]
    fn generation(self) -> u16 {
        1 << self.layout.grade
    }

    /// The bit of a rank at which grades begin: `ageing` of them make a generation.
    #[inline(always)]
    fn grade_at(self) -> u32 {
        self.layout.grade - self.worth.ageing.trailing_zeros()
    }

    /// The rank of an entry that is worth nothing.
    #[inline(always)]
    fn worthless(self) -> u16 {
        0x8000 - self.generation()
    }

    /// What [`change`](super::Edit::change) makes of a bucket of `slots` slots, by its lowest rank.
    #[inline(always)]
    pub(super) fn change<E: SlotWords, P>(
        self,
        lowest: Lowest,
        slots: usize,
        store: &Store<P>,
    ) -> (Change<E>, Outcome) {
        let rank = lowest.rank();
        let outcome = outcome(rank == SAME, rank == EMPTY);
        let new = store.entry();
        // The number of slots is a power of two: nothing is cut off, and the compiler knows it.
        let slot = lowest.slot() & (slots - 1);
        if !self.worth.tiers {
            return (Change::one(slot, new), outcome);
        }
        let newcomer = store.newcomer();
        let second = newcomer.second_tier(slots);
        // No generation has passed for it.
        let graded = self.worthless() + ((newcomer.grade as u16) << self.grade_at()) + 1;
        let enters = select_unpredictable(newcomer.is_lucky(), HIGHEST, graded) >= rank;
        // An entry of an older generation is not worth a slot of the second tier.
        let moved = select_unpredictable(lowest.is_young(), second, slot);
        let moved = select_unpredictable(enters, moved, second);
        let slot = select_unpredictable(enters, slot, second);
        (Change { slot, moved, new }, outcome)
    }

    /// The lowest rank of four entries of two words each.
    #[inline(always)]
    pub(super) fn lowest_of_doubles(self, [a, b, c, d]: [__m128i; 4]) -> Lowest {
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            let (ab, cd) = (_mm_unpackhi_epi64(a, b), _mm_unpackhi_epi64(c, d));
            let same = self.have_tag(ab, cd);
            let known = if self.layout.grade_at() >= 64 {
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
        let (at, bits) = (self.layout.grade_at() % 64, self.layout.grade + self.layout.age);
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
        let shift = 64 - self.layout.tag;
        let (mask, want) = (u64::MAX << shift, self.tag << shift);
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            if self.layout.tag <= 32 {
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
        let (generation, grade_at) = (self.generation(), self.grade_at());
        let generations = low(self.layout.age) as u16 * generation;
        let grades = (low(self.layout.grade) as u16) << grade_at;
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
                _mm_add_epi16(passed, all(self.worthless())),
                _mm_add_epi16(passed, all(self.worthless() - generations)),
            );
            // All ones are -1.
            let aged = _mm_sub_epi16(aged, young);

            let grade = _mm_sll_epi16(known, _mm_cvtsi32_si128(grade_at as i32));
            let mut more = _mm_and_si128(grade, all(grades));
            if self.worth.tiers {
                more = _mm_or_si128(more, second_tier);
            }
            // Saturated: what is in the second tier ranks above all others.
            let rank = _mm_adds_epu16(aged, more);
            let others = _mm_or_si128(same, empty);
            let no_others = _mm_and_si128(empty, all(EMPTY));
            let ranks = _mm_or_si128(_mm_andnot_si128(others, rank), no_others);
            Lowest { found: lowest(ranks) }
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

/// The lowest of eight numbers and, from bit 16 on, where it is first.
#[inline(always)]
fn lowest(numbers: __m128i) -> u32 {
    let lowest;
    // SAFETY: A seeker is used only if AVX is available. Only registers are touched.
    unsafe {
        asm!("vphminposuw {numbers}, {numbers}", "vmovd {lowest:e}, {numbers}",
            numbers = inout(xmm_reg) numbers => _, lowest = out(reg) lowest,
            options(pure, nomem, nostack, preserves_flags));
    }
    lowest
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

#[cfg(test)]
mod tests {
    use std::marker::PhantomData;

    use zobrist::source::SplitMix64;

    use super::*;
    use crate::line::Line;
    use crate::slot::{Doubles, Pairs, Slots, has_doubles};
    use crate::{AgeAndDepth, Pack, SlotSize, Small, Subtree, TwoTier, Wide};

    /// Stores in random lines, each also by the definition, which must leave the same line behind.
    fn stores_as_defined<S: Slots, V: Pack, P: Policy + Copy, Z: SlotSize>() {
        let layout = SlotLayout::of::<u64, V, P, Z>();
        let mut random = SplitMix64::new(1);
        let mut below = |bound: u64| random.next_u64() % bound;
        let mut outcomes = [0; 3];
        // Lowest bits of tags: three slots of the second tier, and half the time the luck to come into
        // the first.
        let low_bits = |below: &mut dyn FnMut(u64) -> u64| 0x3f + (below(2) << 6) + (below(3) << 7);
        for _ in 0..20_000 {
            // Few tags, so that some come twice, and the last few generations.
            let now = 1 + below(31) as u32;
            let spread = 1 + below(31);
            let grades = 1 + below(1 << layout.grade);
            let tags = 1 + below(20);
            let store = |below: &mut dyn FnMut(u64) -> u64| Store::<P> {
                layout,
                tag: u128::from(below(tags)) << (layout.tag - 8) ^ u128::from(low_bits(below)),
                payload: u128::from(below(1 << 16)),
                age: (u64::from(now) + 30 - below(spread)) as u32 % 31 + 1,
                grade: below(grades) as u32,
                now,
                policy: PhantomData,
            };
            let lines = [Line::default(), Line::default()];
            for slot in 0..S::COUNT {
                if below(12) > 0 {
                    let new = store(&mut below).entry();
                    for line in &lines {
                        S::write(line, |_: &[S::Entry]| (Some(Change::one(slot, new)), ()));
                    }
                }
            }
            let store = store(&mut below);
            assert!(Seeker::of(&store).is_some(), "{layout:?} is not ranked");
            let outcome = S::store(&lines[0], store);
            assert_eq!(outcome, S::write(&lines[1], store), "{layout:?}, {:?}", lines[1]);
            let [ranked, defined] =
                lines.map(|line| std::array::from_fn::<u64, 8, _>(|word| line.load(word)));
            assert_eq!(ranked, defined);
            outcomes[outcome.unwrap() as usize] += 1;
        }
        assert!(outcomes.iter().all(|times| *times > 500), "{outcomes:?}");
    }

    #[test]
    fn stores_go_where_the_definition_says() {
        assert!(has_doubles(), "expected a processor with AVX, which every test machine has");
        fn with_policy<P: Policy + Copy>() {
            // With six bits of grade: tags of 37 and 21 bits; of 64, 53 and 21, the last two in one
            // word with grade and generation.
            stores_as_defined::<Pairs, u16, P, Small>();
            stores_as_defined::<Pairs, u32, P, Small>();
            stores_as_defined::<Doubles, u32, P, Wide>();
            stores_as_defined::<Doubles, u64, P, Wide>();
            stores_as_defined::<Doubles, [u8; 12], P, Wide>();
        }
        with_policy::<TwoTier>();
        with_policy::<Subtree>();
        with_policy::<AgeAndDepth>();
    }
}
