//! Stores: which slot of a bucket a new entry takes.
//!
//! A store does not ask whether the slot has changed since it looked: a table may lose an entry, so
//! it needs no lock and no loop. The policy is asked before its answer is known to be needed, since
//! a branch on the contents of a slot waits for memory and is mispredicted half of the time.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use crate::counters::Event;
use crate::line::Line;
use crate::policy::{Candidate, Entry, Placement, Policy as _};
use crate::slot_bits::SlotBits;
use crate::slot_layout::Form;

/// A change of a bucket: the entry at `slot` is copied to `moved`, then `new` takes its place. If
/// no entry moves, both are the same slot, so that no branch has to wait for the memory.
#[derive(Clone, Copy)]
pub(crate) struct Change<const W: usize> {
    pub(crate) slot: usize,
    pub(crate) moved: usize,
    pub(crate) new: SlotBits<W>,
}

impl<const W: usize> Change<W> {
    /// The change that only replaces the entry at `slot`.
    pub(crate) fn replace(slot: usize, new: SlotBits<W>) -> Change<W> {
        Change { slot, moved: slot, new }
    }
}

/// An entry that is to be stored in a table of form `F`.
pub(crate) struct Store<F> {
    pub(crate) tag: u128,
    pub(crate) payload: u128,
    pub(crate) age: u32,
    pub(crate) grade: u32,
    /// The current generation.
    pub(crate) now: u32,
    pub(crate) form: PhantomData<fn(F)>,
}

impl<F> Clone for Store<F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for Store<F> {}

impl<F: Form> Store<F> {
    /// A store of an entry that another table or a file has in `slot`, with its age and grade, under
    /// the tag that its key has here.
    pub(crate) fn again<const W: usize>(slot: SlotBits<W>, tag: u128, now: u32) -> Store<F> {
        Store {
            tag,
            payload: slot.payload(F::LAYOUT),
            age: slot.age(F::LAYOUT),
            grade: slot.entry(F::LAYOUT, now).grade,
            now,
            form: PhantomData,
        }
    }

    #[inline(always)]
    pub(crate) fn slot_bits<const W: usize>(&self) -> SlotBits<W> {
        SlotBits::pack(F::LAYOUT, self.tag, self.age, self.grade, self.payload)
    }

    /// The entry as policies see it.
    #[inline(always)]
    pub(crate) fn candidate(&self) -> Candidate {
        Candidate { grade: self.grade, random: self.tag as u32 }
    }

    /// The definition of a store. It has no branches, which would wait for the memory and then
    /// often be mispredicted.
    #[inline(always)]
    pub(crate) fn change<const W: usize>(
        self,
        bucket: &[SlotBits<W>],
    ) -> (Option<Change<W>>, Outcome) {
        const NONE: usize = 255;
        let (layout, Store { tag, now, .. }) = (F::LAYOUT, self);
        let (mut same, mut free) = (NONE, NONE);
        let mut entries = [Entry::default(); Line::WORDS];
        for (number, slot) in bucket.iter().enumerate().rev() {
            let empty = slot.age(layout) == 0;
            let equal = slot.tag(layout) == tag;
            same = select_unpredictable(equal & !empty, number, same);
            free = select_unpredictable(empty, number, free);
            entries[number] = slot.entry(layout, now);
        }
        let place = F::Policy::place(&entries[..bucket.len()], self.candidate());
        let (has_free, has_same) = (free != NONE, same != NONE);
        let place = Placement::select(has_free, Placement::replace(free), place);
        let place = Placement::select(has_same, Placement::replace(same), place);
        if place.is_refusal() {
            return (None, Outcome::Refused);
        }
        let (slot, moved) = place.to_slots();
        let change = Change { slot, moved, new: self.slot_bits() };
        (Some(change), Outcome::stored(has_same, has_free))
    }
}

/// The outcome of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The entry took an empty slot.
    New,
    /// The entry took the place of one for the same key, or for another key with the same tag.
    Updated,
    /// The entry took the place of one for another key.
    Replaced,
    /// The policy refused the entry, or [`store_with`](crate::Table::store_with) was given none, and
    /// nothing was stored.
    Refused,
    /// Another writer held the bucket, and nothing was stored. Never happens if a slot is one
    /// atomic access.
    Contended,
}

impl Outcome {
    /// The outcome of a store that was not refused, in a bucket that has an entry of the key, or an
    /// empty slot, or neither.
    ///
    /// From a table: of a choice the compiler makes a branch, which is mispredicted so often that
    /// stores in the first caches take 1.10 to 1.29 times as long (Zen 3, slots of 8 bytes).
    #[inline(always)]
    pub(crate) fn stored(has_key: bool, has_empty: bool) -> Outcome {
        const OUTCOMES: [Outcome; 4] =
            [Outcome::Replaced, Outcome::New, Outcome::Updated, Outcome::Updated];
        OUTCOMES[usize::from(has_key) << 1 | usize::from(has_empty)]
    }

    #[inline(always)]
    pub(crate) fn event(self) -> Event {
        match self {
            Outcome::New => Event::New,
            Outcome::Updated => Event::Update,
            Outcome::Replaced => Event::Replacement,
            Outcome::Refused => Event::Refusal,
            Outcome::Contended => Event::Contention,
        }
    }
}
