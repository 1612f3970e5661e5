//! Policies that refuse: the candidate is not stored, the bucket stays as it was, and the refusal
//! is counted.

use zobrist_transposition::{
    Candidate, Counted, Entry, Long, Outcome, Pack, Placement, Policy, SlotLayout, SlotSize, Small,
    Table, Wide,
};

/// Keeps the entries that took most work: a candidate that took less than all of them is refused.
struct MostWork;

impl Policy for MostWork {
    const NAME: &'static str = "most-work";
    const GRADE_BITS: u32 = 8;
    const AGE_BITS: u32 = 5;
    type Work = u64;
    fn grade(work: u64) -> u32 {
        work.min(255) as u32
    }
    fn place(bucket: &[Entry], candidate: Candidate) -> Placement {
        let least = (0..bucket.len()).min_by_key(|slot| bucket[*slot].grade);
        let worse = least.filter(|slot| bucket[*slot].grade <= candidate.grade);
        worse.map_or(Placement::REFUSE, Placement::replace)
    }
}

/// Refuses every candidate once a bucket is full.
struct Closed;

impl Policy for Closed {
    const NAME: &'static str = "closed";
    const GRADE_BITS: u32 = 0;
    const AGE_BITS: u32 = 1;
    type Work = u64;
    fn grade(_: u64) -> u32 {
        0
    }
    fn place(_: &[Entry], _: Candidate) -> Placement {
        Placement::REFUSE
    }
}

/// The keys of a table of one bucket differ in their tags alone.
fn one_bucket<V: Pack, P: Policy, S: SlotSize>() -> Table<u64, V, P, S, Counted> {
    let table = Table::<u64, V, P, S, Counted>::new(64).unwrap();
    assert_eq!(table.buckets(), 1);
    table
}

fn the_least_worthy_are_refused<V: Pack + PartialEq + std::fmt::Debug, S: SlotSize>() {
    let table = one_bucket::<V, MostWork, S>();
    let slots = table.capacity();
    let value = |n: u64| V::unpack(u128::from(n));
    for key in 1..=slots {
        assert_eq!(table.store(key, value(key), 100 + key), Outcome::New);
    }
    let all = || table.entries().collect::<Vec<_>>();
    let full = all();

    // Refused, and no entry has moved; at an equal grade it would be taken.
    assert_eq!(table.store(77, value(77), 100), Outcome::Refused);
    assert_eq!(table.probe(77), None);
    assert_eq!(all(), full);

    // The policy is not asked about a key that is there.
    assert_eq!(table.store(slots, value(9), 0), Outcome::Updated);
    assert_eq!(table.probe(slots), Some(value(9)));
    assert_eq!(table.update(slots, |_| value(10)), Some(value(10)));

    // After a refusal the bucket takes a better candidate: it was not left locked.
    assert_eq!(table.store(78, value(78), 100), Outcome::Replaced);
    assert_eq!((table.probe(78), table.probe(slots)), (Some(value(78)), None));
    assert_eq!(table.store(slots, value(9), 99), Outcome::Refused);

    let counted = table.counters().statistics();
    assert_eq!((counted.new, counted.updates, counted.replacements), (slots, 1, 1));
    assert_eq!((counted.refusals, counted.contentions), (2, 0));
}

#[test]
fn small_slots() {
    the_least_worthy_are_refused::<u32, Small>();
}

#[test]
fn wide_slots() {
    the_least_worthy_are_refused::<u32, Wide>();
}

#[test]
fn wide_slots_with_a_short_tag() {
    the_least_worthy_are_refused::<u64, Wide>();
}

#[test]
fn long_slots() {
    the_least_worthy_are_refused::<u128, Long>();
}

#[test]
fn a_policy_that_refuses_all_still_fills_empty_slots() {
    fn fills<S: SlotSize>() {
        let table = one_bucket::<u16, Closed, S>();
        let slots = table.capacity();
        for key in 1..=slots + 5 {
            let expected = if key <= slots { Outcome::New } else { Outcome::Refused };
            assert_eq!(table.store(key, key as u16, 1), expected);
        }
        let kept: Vec<u16> = table.entries().map(|entry| entry.value).collect();
        assert!(kept.into_iter().eq(1..=slots as u16));
        assert_eq!(table.counters().statistics().refusals, 5);
    }
    fills::<Small>();
    fills::<Wide>();
    fills::<Long>();
}

/// Names that differ only after 16 bytes would be one name in a file.
#[test]
#[should_panic = "the name of a policy is at most 16 bytes of ASCII"]
fn names_longer_than_a_file_has_room_for_are_refused() {
    struct Lengthy;
    impl Policy for Lengthy {
        const NAME: &'static str = "replace-oldest-17";
        const GRADE_BITS: u32 = 0;
        const AGE_BITS: u32 = 1;
        type Work = u64;
        fn grade(_: u64) -> u32 {
            0
        }
        fn place(_: &[Entry], _: Candidate) -> Placement {
            Placement::REFUSE
        }
    }
    let _ = SlotLayout::of::<u64, u32, Lengthy, Small>();
}

#[test]
fn placements_have_slots() {
    assert_eq!((Placement::REFUSE.slot(), Placement::REFUSE.moved()), (None, None));
    for slot in [0, 1, 7, 255] {
        let place = Placement::replace(slot);
        assert_eq!((place.slot(), place.moved()), (Some(slot), None));
        assert_ne!(place, Placement::REFUSE);
    }
    let place = Placement::displace(2, 255);
    assert_eq!((place.slot(), place.moved()), (Some(2), Some(255)));
    // The largest placement is not taken for a refusal.
    assert_eq!(Placement::displace(255, 254).slot(), Some(255));
}

#[test]
#[should_panic = "a bucket has no such slot"]
fn a_placement_beyond_all_buckets_panics() {
    let _ = Placement::replace(256);
}
