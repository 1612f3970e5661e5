//! The bits of one slot, as a word, a double word or three words.

use std::hint::select_unpredictable;

use crate::pack::low;
use crate::policy::Resident;
use crate::slot_layout::SlotLayout;

/// The content of a slot; all zeros when it is empty.
pub(crate) trait SlotWords: Copy + Eq + Default {
    /// How many words it is.
    const WORDS: usize;
    /// One of its words, from the lowest.
    fn word(self, word: usize) -> u64;
    /// The `width` bits from bit `at` on, at most 128.
    fn bits(self, at: u32, width: u32) -> u128;
    /// The same content with `value` in the bits from `at` on, which were zeros.
    fn with(self, at: u32, value: u128) -> Self;
}

impl SlotWords for u64 {
    const WORDS: usize = 1;
    #[inline(always)]
    fn word(self, _: usize) -> u64 {
        self
    }
    #[inline(always)]
    fn bits(self, at: u32, width: u32) -> u128 {
        if width == 0 { 0 } else { u128::from(self >> at) & low(width) }
    }
    #[inline(always)]
    fn with(self, at: u32, value: u128) -> u64 {
        self | (value as u64).checked_shl(at).unwrap_or(0)
    }
}

impl SlotWords for u128 {
    const WORDS: usize = 2;
    #[inline(always)]
    fn word(self, word: usize) -> u64 {
        (self >> (64 * word)) as u64
    }
    #[inline(always)]
    fn bits(self, at: u32, width: u32) -> u128 {
        if width == 0 { 0 } else { self >> at & low(width) }
    }
    #[inline(always)]
    fn with(self, at: u32, value: u128) -> u128 {
        self | value.checked_shl(at).unwrap_or(0)
    }
}

/// Words from the lowest.
impl SlotWords for [u64; 3] {
    const WORDS: usize = 3;
    #[inline(always)]
    fn word(self, word: usize) -> u64 {
        self[word]
    }
    #[inline(always)]
    fn bits(self, at: u32, width: u32) -> u128 {
        let lower = u128::from(self[1]) << 64 | u128::from(self[0]);
        let upper = u128::from(self[2]);
        let bits = match at {
            0 => lower,
            1..64 => lower >> at | upper << (128 - at),
            64..128 => lower >> at | upper << (128 - at),
            _ => upper >> (at - 128),
        };
        if width == 0 { 0 } else { bits & low(width) }
    }
    #[inline(always)]
    fn with(self, at: u32, value: u128) -> [u64; 3] {
        let (lower, upper) = match at {
            0 => (value, 0),
            1..128 => (value << at, value >> (128 - at)),
            _ => (0, value << (at - 128)),
        };
        [self[0] | lower as u64, self[1] | (lower >> 64) as u64, self[2] | upper as u64]
    }
}

/// The entry made of these parts.
#[inline(always)]
pub(crate) fn entry<E: SlotWords>(
    layout: SlotLayout,
    tag: u128,
    age: u32,
    grade: u32,
    payload: u128,
) -> E {
    let graded = u64::from(age << layout.grade | grade & low(layout.grade) as u32);
    let at = layout.grade_at();
    let known = if at / 64 == (layout.tag_at() - 1) / 64 {
        // Within one word. In a double word the compiler does not see that nothing is shifted out.
        E::default().with(at / 64 * 64, u128::from(graded << (at % 64)))
    } else {
        E::default().with(at, u128::from(graded))
    };
    known.with(0, payload).with(layout.tag_at(), tag)
}

/// The tag of an entry.
#[inline(always)]
pub(crate) fn tag<E: SlotWords>(layout: SlotLayout, entry: E) -> u128 {
    entry.bits(layout.tag_at(), layout.tag)
}

/// The generation of an entry; 0 for an empty slot.
#[inline(always)]
pub(crate) fn age<E: SlotWords>(layout: SlotLayout, entry: E) -> u32 {
    entry.bits(layout.age_at(), layout.age) as u32
}

/// Whether this is an entry, whose generation is never 0, and not the zeros that mean none.
///
/// Tests all of the word that holds the generation: the compiler then knows that a payload in
/// the same word is zero if there is no entry, and need not ensure it.
#[inline(always)]
pub(crate) fn is_found<E: SlotWords>(layout: SlotLayout, found: E) -> bool {
    let word = |bit: u32| found.word(bit as usize / 64);
    word(layout.age_at()) | word(layout.age_at() + layout.age - 1) != 0
}

/// Whether the slot holds an entry with this tag.
#[inline(always)]
pub(crate) fn holds<E: SlotWords>(layout: SlotLayout, slot: E, tag: u128) -> bool {
    (self::tag(layout, slot) == tag) & (age(layout, slot) != 0)
}

/// The payload's bits.
#[inline(always)]
pub(crate) fn payload<E: SlotWords>(layout: SlotLayout, entry: E) -> u128 {
    entry.bits(0, layout.payload)
}

/// What a policy sees of an entry, in the generation `now`.
#[inline(always)]
pub(crate) fn resident<E: SlotWords>(layout: SlotLayout, entry: E, now: u32) -> Resident {
    let generations = low(layout.age) as u32;
    let then = age(layout, entry);
    let passed = now.wrapping_sub(then);
    let passed = select_unpredictable(now < then, passed.wrapping_add(generations), passed);
    Resident { grade: entry.bits(layout.grade_at(), layout.grade) as u32, age: passed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Policy, TwoTier};
    use crate::{Long, Pack, SlotSize, Small, Wide};

    /// An entry with nothing but a generation is one, wherever the generation is.
    fn any_generation_is_found<E: SlotWords, V: Pack, S: SlotSize>(first: u32) {
        let layout = SlotLayout::of::<u128, V, TwoTier, S>();
        assert_eq!((layout.age_at(), layout.size.bits()), (first, 64 * E::WORDS as u32));
        assert!(!is_found(layout, E::default()));
        for generation in 1..1 << TwoTier::AGE_BITS {
            let entry: E = entry(layout, 0, generation, 0, 0);
            assert!(is_found(layout, entry), "{layout:?}: {generation}");
        }
    }

    #[test]
    fn entries_of_any_generation_are_found() {
        any_generation_is_found::<u64, u32, Small>(38);
        any_generation_is_found::<u128, u32, Wide>(38);
        any_generation_is_found::<u128, [u8; 7], Wide>(62);
        any_generation_is_found::<[u64; 3], [u8; 15], Long>(126);
    }
}
