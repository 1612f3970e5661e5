//! Types beyond the limits of a layout are refused, and every policy decides itself. Doc tests of
//! the crate check that layouts are made in no other way.

use std::panic::catch_unwind;

use zobrist::{Group, Key};
use zobrist_transposition::{
    Candidate, Entry, Fit, Outcome, Pack, Placement, Policy, SlotLayout, SlotSize, Small, Table,
    TwoTier, Wide,
};

/// A key of `B` bits whose `to_word` may have more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Says<const B: u32>(u128);

impl<const B: u32> Group for Says<B> {
    const ZERO: Self = Says(0);
    fn plus(self, other: Self) -> Self {
        Says(self.0 ^ other.0)
    }
    fn minus(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl<const B: u32> Key for Says<B> {
    const BITS: u32 = B;
    const LINEAR: bool = true;
    fn from_word(word: u128) -> Self {
        Says(word)
    }
    fn to_word(self) -> u128 {
        self.0
    }
}

/// A policy with `G` bits of grade and `A` of generation, whose grades have more bits.
struct Graded<const G: u32, const A: u32>;

impl<const G: u32, const A: u32> Policy for Graded<G, A> {
    const NAME: &'static str = "graded";
    const GRADE_BITS: u32 = G;
    const AGE_BITS: u32 = A;
    type Work = u64;
    fn grade(_: u64) -> u32 {
        u32::MAX
    }
    fn place(bucket: &[Entry], candidate: Candidate) -> Placement {
        assert_eq!(candidate.grade, u32::MAX);
        Placement::replace(bucket.len() - 1)
    }
}

fn refused<K: Key, V: Pack, P: Policy>(why: &str) {
    fn is_refused<K: Key, V: Pack, P: Policy, S: SlotSize>(why: &str) {
        let said = catch_unwind(SlotLayout::of::<K, V, P, S>).expect_err(why);
        assert_eq!(said.downcast_ref(), Some(&why));
    }
    is_refused::<K, V, P, Fit>(why);
    is_refused::<K, V, P, Wide>(why);
}

#[test]
fn layouts_beyond_the_limits_are_refused() {
    let why = "a key has 8 to 128 bits";
    refused::<Says<300>, u32, TwoTier>(why);
    refused::<Says<129>, u32, TwoTier>(why);
    refused::<Says<7>, u32, TwoTier>(why);
    refused::<u64, (u128, bool), TwoTier>("a payload has at most 128 bits");
    refused::<u64, u32, Graded<17, 5>>("a grade has at most 16 bits");
    refused::<u64, u32, Graded<6, 9>>("a generation has 1 to 8 bits");
    refused::<u64, u32, Graded<6, 0>>("a generation has 1 to 8 bits");
}

/// Bits of a key or a grade above its width do not get into another field.
#[test]
fn keys_and_grades_are_no_wider_than_they_say() {
    fn holds<const B: u32, S: SlotSize>() {
        let table = Table::<Says<B>, u32, Graded<3, 2>, S>::new(64 * 3).unwrap();
        for key in [5, u128::MAX >> (128 - B), 1 << (B - 1)] {
            let beyond = if B < 128 { u128::MAX << B } else { 0 };
            assert_eq!(table.store(Says(key | beyond), 9, 1), Outcome::New);
            assert_eq!(table.probe(Says(key)), Some(9));
        }
        assert!(table.entries().all(|entry| (entry.value, entry.grade, entry.age) == (9, 7, 0)));
        assert_eq!(table.entries().count(), 3);
    }
    holds::<8, Small>();
    holds::<20, Small>();
    holds::<64, Wide>();
    holds::<65, Small>();
    holds::<128, Wide>();
}

/// A policy with the constants of [`TwoTier`] still decides itself.
#[test]
fn a_policy_with_the_name_of_another_is_asked() {
    struct Last;
    impl Policy for Last {
        const NAME: &'static str = TwoTier::NAME;
        const GRADE_BITS: u32 = TwoTier::GRADE_BITS;
        const AGE_BITS: u32 = TwoTier::AGE_BITS;
        type Work = u64;
        fn grade(work: u64) -> u32 {
            TwoTier::grade(work)
        }
        fn place(bucket: &[Entry], _: Candidate) -> Placement {
            Placement::replace(bucket.len() - 1)
        }
    }
    fn asks<S: SlotSize>() {
        let table = Table::<u64, u32, Last, S>::new(64).unwrap();
        let slots = table.capacity() as u32;
        for n in 0..slots {
            assert_eq!(table.store(u64::from(n), n, u64::from(n)), Outcome::New);
        }
        assert_eq!(table.store(100, 100, u64::MAX), Outcome::Replaced);
        let values: Vec<u32> = table.entries().map(|entry| entry.value).collect();
        assert!(values.into_iter().eq((0..slots - 1).chain([100])));
    }
    asks::<Small>();
    asks::<Wide>();
}
