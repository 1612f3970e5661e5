//! Where an entry goes in its bucket.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use crate::entry::{self, SlotWords};
use crate::line::Line;
use crate::policy::{Newcomer, Placement, Policy as _, Resident};
use crate::slot::{Change, Edit};
use crate::slot_layout::Form;
use crate::table::Outcome;

/// An entry that is to be stored in a table of form `F`.
pub(crate) struct Store<F> {
    pub(crate) tag: u128,
    pub(crate) payload: u128,
    pub(crate) age: u32,
    pub(crate) grade: u32,
    /// The present generation.
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
    /// The entry itself.
    #[inline(always)]
    pub(crate) fn entry<E: SlotWords>(&self) -> E {
        entry::entry(F::LAYOUT, self.tag, self.age, self.grade, self.payload)
    }

    /// What a policy is told about it.
    #[inline(always)]
    pub(crate) fn newcomer(&self) -> Newcomer {
        Newcomer { grade: self.grade, random: self.tag as u32 }
    }
}

impl<E: SlotWords, F: Form> Edit<E> for Store<F> {
    type Told = Outcome;

    /// Without branches, which would wait for the memory and then often be mispredicted.
    #[inline(always)]
    fn change(self, bucket: &[E]) -> (Option<Change<E>>, Outcome) {
        let (layout, Store { tag, now, .. }) = (F::LAYOUT, self);
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
        let place = F::Policy::place(&residents[..bucket.len()], self.newcomer());
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
fn outcome(is_same: bool, is_free: bool) -> Outcome {
    let outcome = select_unpredictable(is_free, Outcome::New, Outcome::Replaced);
    select_unpredictable(is_same, Outcome::Updated, outcome)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::policy::Policy;
    use crate::slot::{Sequenced, Slots, Words};
    use crate::{Long, SlotSize, Small, Table, Wide};

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
        type Refuses<Z> = Table<u64, u32, Refusing, Z>;
        let layout = Refuses::<Z>::LAYOUT;
        let line = Line::default();
        let store = |tag: u128, payload: u128| {
            let (age, grade, now) = (3, 2, 3);
            let form = PhantomData;
            S::store(&line, Store::<Refuses<Z>> { tag, payload, age, grade, now, form })
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
        assert_eq!(entry::payload(layout, S::find((&line).into(), layout, 1)), 42);
    }

    #[test]
    fn a_refusal_writes_nothing() {
        writes_nothing::<Words, Small>();
        writes_nothing::<Sequenced<u128, 3>, Wide>();
        writes_nothing::<Sequenced<[u64; 3], 2>, Long>();
    }

    #[test]
    #[cfg(double_words)]
    fn a_refusal_writes_nothing_by_native_accesses() {
        use crate::slot::{Access, Doubles};
        if Access::here() < Access::Doubles {
            eprintln!(
                "not tested: slots of 16 bytes in one access, which this processor does not have"
            );
            return;
        }
        writes_nothing::<Doubles, Wide>();
        #[cfg(target_arch = "x86_64")]
        {
            use crate::slot::{Lanes, Pairs};
            writes_nothing::<Pairs, Small>();
            if Access::here() == Access::Lanes {
                writes_nothing::<Lanes<Doubles>, Wide>();
                writes_nothing::<Lanes<Pairs>, Small>();
            } else {
                eprintln!("not tested: stores by AVX-512, which this processor does not have");
            }
        }
    }
}
