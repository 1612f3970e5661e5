//! The bits of one slot: one, two or three words.

use std::array::from_fn;
use std::hint::select_unpredictable;

use crate::line::Line;
use crate::pack::low_bits;
use crate::policy::Entry;
use crate::slot_layout::SlotLayout;

/// The content of a slot of `W` words, from the lowest. All zeros if the slot is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlotBits<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> SlotBits<W> {
    pub(crate) const EMPTY: Self = SlotBits([0; W]);

    /// Packs an entry.
    #[inline(always)]
    pub(crate) fn pack(layout: SlotLayout, tag: u128, age: u32, grade: u32, payload: u128) -> Self {
        let graded = u64::from(age << layout.grade | grade & low_bits(layout.grade) as u32);
        let at = layout.grade_at();
        let mut slot = SlotBits::EMPTY;
        if at / 64 == (layout.tag_at() - 1) / 64 {
            // Within one word: the compiler does not see that no bit crosses into the next.
            slot.0[at as usize / 64] = graded << (at % 64);
        } else {
            slot = slot.with(at, u128::from(graded));
        }
        slot.with(0, payload).with(layout.tag_at(), tag)
    }

    /// Loads a slot from the words of a line from `at` on, each by an access of its own.
    #[inline(always)]
    pub(crate) fn load(line: &Line, at: usize) -> Self {
        SlotBits(from_fn(|word| line.load(at + word)))
    }

    /// Stores the slot in the words of a line from `at` on, each by an access of its own.
    #[inline(always)]
    pub(crate) fn store(self, line: &Line, at: usize) {
        (0..W).for_each(|word| line.store(at + word, self.0[word]));
    }

    #[inline(always)]
    fn word(self, word: usize) -> u64 {
        if word < W { self.0[word] } else { 0 }
    }

    /// The `width` bits from bit `at` on, at most 128.
    #[inline(always)]
    fn bits(self, at: u32, width: u32) -> u128 {
        let (first, shift) = (at as usize / 64, at % 64);
        let lower = u128::from(self.word(first + 1)) << 64 | u128::from(self.word(first));
        let upper = u128::from(self.word(first + 2));
        let bits = if shift == 0 { lower } else { lower >> shift | upper << (128 - shift) };
        bits & low_bits(width)
    }

    /// The slot with `value` in the bits from `at` on, which were zeros.
    #[inline(always)]
    fn with(self, at: u32, value: u128) -> Self {
        SlotBits(from_fn(|word| {
            let first = 64 * word as u32;
            let part = if at >= first + 64 || first >= at + 128 {
                0
            } else if at >= first {
                (value as u64) << (at - first)
            } else {
                (value >> (first - at)) as u64
            };
            self.0[word] | part
        }))
    }

    /// The tag.
    #[inline(always)]
    pub(crate) fn tag(self, layout: SlotLayout) -> u128 {
        self.bits(layout.tag_at(), layout.tag)
    }

    /// The number of the generation; 0 for an empty slot.
    #[inline(always)]
    pub(crate) fn age(self, layout: SlotLayout) -> u32 {
        self.bits(layout.age_at(), layout.age) as u32
    }

    /// The payload's bits.
    #[inline(always)]
    pub(crate) fn payload(self, layout: SlotLayout) -> u128 {
        self.bits(0, layout.payload)
    }

    /// True for the result of a find that found an entry, false for zeros. (Its tag may be left
    /// out.)
    ///
    /// Tests all of the words that hold the generation, which is never 0: the compiler then knows
    /// that a payload in the same word is zero if there is no entry, and need not ensure it.
    #[inline(always)]
    pub(crate) fn is_found(self, layout: SlotLayout) -> bool {
        let word = |bit: u32| self.word(bit as usize / 64);
        word(layout.age_at()) | word(layout.age_at() + layout.age - 1) != 0
    }

    /// True if the slot holds an entry with this tag.
    #[inline(always)]
    pub(crate) fn holds(self, layout: SlotLayout, tag: u128) -> bool {
        (self.tag(layout) == tag) & (self.age(layout) != 0)
    }

    /// The entry as policies see it in the generation `now`.
    #[inline(always)]
    pub(crate) fn entry(self, layout: SlotLayout, now: u32) -> Entry {
        let generations = low_bits(layout.age) as u32;
        let then = self.age(layout);
        let passed = now.wrapping_sub(then);
        let passed = select_unpredictable(now < then, passed.wrapping_add(generations), passed);
        Entry { grade: self.bits(layout.grade_at(), layout.grade) as u32, age: passed }
    }

    /// `yes` or `no`, without a branch.
    #[inline(always)]
    pub(crate) fn select(condition: bool, yes: Self, no: Self) -> Self {
        SlotBits(from_fn(|word| select_unpredictable(condition, yes.0[word], no.0[word])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::Pack;
    use crate::policy::{Policy, TwoTier};
    use crate::slot_layout::{Long, SlotSize, Small, Wide};

    /// An entry with nothing but a generation is one, wherever the generation is.
    fn any_generation_is_found<const W: usize, V: Pack, S: SlotSize>(first: u32) {
        let layout = SlotLayout::of::<u128, V, TwoTier, S>();
        assert_eq!((layout.age_at(), layout.size.bits()), (first, 64 * W as u32));
        assert!(!SlotBits::<W>::EMPTY.is_found(layout));
        for generation in 1..1 << TwoTier::AGE_BITS {
            let slot = SlotBits::<W>::pack(layout, 0, generation, 0, 0);
            assert!(slot.is_found(layout), "{layout:?}: {generation}");
        }
    }

    #[test]
    fn entries_of_any_generation_are_found() {
        any_generation_is_found::<1, u32, Small>(38);
        any_generation_is_found::<2, u32, Wide>(38);
        any_generation_is_found::<2, [u8; 7], Wide>(62);
        any_generation_is_found::<3, [u8; 15], Long>(126);
    }

    /// Every part of an entry comes back, wherever its bits cross words.
    #[test]
    fn entries_are_unpacked() {
        fn unpacks<const W: usize, V: Pack, S: SlotSize>() {
            let layout = SlotLayout::of::<u128, V, TwoTier, S>();
            let (tag, payload) = (low_bits(layout.tag) / 3, low_bits(layout.payload) / 5 * 4);
            for (age, grade) in [(1, 0), (31, 63), (21, 42), (10, 21)] {
                let slot = SlotBits::<W>::pack(layout, tag, age, grade, payload);
                assert_eq!((slot.tag(layout), slot.age(layout)), (tag, age), "{layout:?}");
                assert_eq!(slot.payload(layout), payload, "{layout:?}");
                assert_eq!(slot.entry(layout, age), Entry { grade, age: 0 }, "{layout:?}");
                assert!(slot.holds(layout, tag) && !slot.holds(layout, tag ^ 1));
            }
        }
        unpacks::<1, u32, Small>();
        unpacks::<1, (), Small>();
        unpacks::<2, u32, Wide>();
        unpacks::<2, [u8; 7], Wide>();
        unpacks::<2, [u8; 12], Wide>();
        unpacks::<3, u16, Long>();
        unpacks::<3, [u8; 9], Long>();
        unpacks::<3, u128, Long>();
    }
}
