//! Where an entry goes in its bucket.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use crate::entry::{self, Entry};
use crate::form::Form;
use crate::line::Line;
use crate::policy::{Newcomer, Placement, Policy, Resident};
use crate::slot::{Change, Edit};
use crate::table::Outcome;

/// An entry that is to be stored.
#[derive(Clone, Copy)]
pub(crate) struct Store<P> {
    pub(crate) form: Form,
    pub(crate) tag: u128,
    pub(crate) payload: u128,
    pub(crate) age: u32,
    pub(crate) grade: u32,
    /// The present generation.
    pub(crate) now: u32,
    pub(crate) policy: PhantomData<fn(P)>,
}

impl<P> Store<P> {
    /// The entry itself.
    #[inline(always)]
    pub(crate) fn entry<E: Entry>(&self) -> E {
        entry::entry(self.form, self.tag, self.age, self.grade, self.payload)
    }

    /// What a policy is told of it.
    #[inline(always)]
    pub(crate) fn newcomer(&self) -> Newcomer {
        Newcomer { grade: self.grade, random: self.tag as u32 }
    }
}

impl<E: Entry, P: Policy> Edit<E> for Store<P> {
    type Told = Outcome;

    /// Without branches, which would wait for the memory and then often be wrong.
    #[inline(always)]
    fn change(self, bucket: &[E]) -> (Option<Change<E>>, Outcome) {
        let Store { form, tag, now, .. } = self;
        const NONE: usize = 255;
        let (mut same, mut free) = (NONE, NONE);
        let mut residents = [Resident::default(); Line::WORDS];
        for (slot, entry) in bucket.iter().enumerate().rev() {
            let empty = entry::age(form, *entry) == 0;
            let equal = entry::tag(form, *entry) == tag;
            same = select_unpredictable(equal & !empty, slot, same);
            free = select_unpredictable(empty, slot, free);
            residents[slot] = entry::resident(form, *entry, now);
        }
        let place = P::place(&residents[..bucket.len()], self.newcomer());
        let (is_free, is_same) = (free != NONE, same != NONE);
        let place = Placement::select(is_free, Placement::replace(free), place);
        let place = Placement::select(is_same, Placement::replace(same), place);
        if place.is_refusal() {
            return (None, Outcome::Refused);
        }
        let (slot, moved) = place.to_slots();
        (Some(Change { slot, moved, new: self.entry() }), outcome(is_same, is_free))
    }
}

/// What became of a store that was not refused.
#[inline(always)]
pub(crate) fn outcome(is_same: bool, is_free: bool) -> Outcome {
    let outcome = select_unpredictable(is_free, Outcome::New, Outcome::Replaced);
    select_unpredictable(is_same, Outcome::Updated, outcome)
}
