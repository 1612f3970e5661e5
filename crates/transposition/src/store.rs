//! Where an entry goes in its bucket.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use crate::entry::{self, SlotWords};
use crate::line::Line;
use crate::policy::{Newcomer, Placement, Policy, Resident};
use crate::slot::{Change, Edit};
use crate::slot_layout::SlotLayout;
use crate::table::Outcome;

/// An entry that is to be stored.
#[derive(Clone, Copy)]
pub(crate) struct Store<P> {
    pub(crate) layout: SlotLayout,
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
    pub(crate) fn entry<E: SlotWords>(&self) -> E {
        entry::entry(self.layout, self.tag, self.age, self.grade, self.payload)
    }

    /// What a policy is told about it.
    #[inline(always)]
    pub(crate) fn newcomer(&self) -> Newcomer {
        Newcomer { grade: self.grade, random: self.tag as u32 }
    }
}

impl<E: SlotWords, P: Policy> Edit<E> for Store<P> {
    type Told = Outcome;

    /// Without branches, which would wait for the memory and then often be mispredicted.
    #[inline(always)]
    fn change(self, bucket: &[E]) -> (Option<Change<E>>, Outcome) {
        let Store { layout, tag, now, .. } = self;
        const NONE: usize = 255;
        let (mut same, mut free) = (NONE, NONE);
        let mut residents = [Resident::default(); Line::WORDS];
        for (slot, entry) in bucket.iter().enumerate().rev() {
            let empty = entry::age(layout, *entry) == 0;
            let equal = entry::tag(layout, *entry) == tag;
            same = select_unpredictable(equal & !empty, slot, same);
            free = select_unpredictable(empty, slot, free);
            residents[slot] = entry::resident(layout, *entry, now);
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

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::slot::{Sequenced, Slots, Words};
    use crate::{Long, SlotSize, Small, Wide};

    struct Refusing;

    impl Policy for Refusing {
        const NAME: &'static str = "refusing";
        const GRADE_BITS: u32 = 4;
        const AGE_BITS: u32 = 4;
        fn grade(_: u64) -> u32 {
            0
        }
        fn place(_: &[Resident], _: Newcomer) -> Placement {
            Placement::REFUSE
        }
    }

    /// A refused store leaves a full bucket bit for bit as it was, and releases its line.
    fn writes_nothing<S: Slots, Z: SlotSize>() {
        let layout = SlotLayout::of::<u64, u32, Refusing, Z>();
        let line = Line::default();
        let store = |tag: u128, payload: u128| {
            let (age, grade, now) = (3, 2, 3);
            let policy = PhantomData;
            S::store(&line, Store::<Refusing> { layout, tag, payload, age, grade, now, policy })
        };
        for tag in 1..=S::COUNT as u128 {
            assert_eq!(store(tag, tag), Some(Outcome::New));
        }
        let all = || S::read(&line).map(|bucket| bucket.as_ref().to_vec());
        let full = all().expect("no writer has the line");
        assert_eq!(full.len(), S::COUNT);
        for _ in 0..3 {
            assert_eq!(store(0x99, 0), Some(Outcome::Refused));
            assert!(all().as_ref() == Some(&full));
        }
        assert_eq!(store(1, 42), Some(Outcome::Updated));
        assert_eq!(entry::payload(layout, S::find(&line, layout, 1)), 42);
    }

    #[test]
    fn a_refusal_writes_nothing() {
        writes_nothing::<Words, Small>();
        writes_nothing::<Sequenced<u128, 3>, Wide>();
        writes_nothing::<Sequenced<[u64; 3], 2>, Long>();
    }

    #[test]
    #[cfg(all(feature = "native", not(loom), not(miri)))]
    fn a_refusal_writes_nothing_by_native_accesses() {
        use crate::slot::{Doubles, has_doubles};
        if !has_doubles() {
            return;
        }
        writes_nothing::<Doubles, Wide>();
        #[cfg(target_arch = "x86_64")]
        writes_nothing::<crate::slot::Pairs, Small>();
    }
}
