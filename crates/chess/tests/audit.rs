//! Audits of the published constants.
//!
//! The long ones:
//!
//! ```sh
//! cargo test --release -p zobrist-chess --test audit -- --ignored to_weight_8   # a minute
//! cargo test --release -p zobrist-chess --test audit -- --ignored to_weight_9   # minutes
//! ```

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use zobrist::Feature;
use zobrist_audit::{Findings, SearchPlan, Spread, dependencies};
use zobrist_chess::{
    Compatibility, POLYGLOT_RANDOM64, Polyglot, STOCKFISH, STOCKFISH_2020, Scheme, Zobrist,
    is_zeroed_by_stockfish,
};

/// The smallest of Polyglot's.
const POLYGLOT_8: [usize; 8] = [62, 64, 141, 366, 370, 480, 598, 731];

/// All of Polyglot's to weight 9.
fn polyglot_9() -> Vec<Vec<usize>> {
    let lines = include_str!("vectors/polyglot-weight9.txt").lines();
    lines.map(|line| line.split(' ').map(|index| index.parse().unwrap()).collect()).collect()
}

/// Today's Stockfish as the program uses it: without the keys that it sets to zero.
fn stockfish() -> Vec<u64> {
    let used = |slot: &usize| !is_zeroed_by_stockfish(Feature::from_slot(*slot));
    (0..STOCKFISH.as_slice().len()).filter(used).map(|slot| STOCKFISH.as_slice()[slot]).collect()
}

fn lists(findings: &Findings) -> Vec<&[usize]> {
    assert!(findings.is_complete());
    findings.dependencies.iter().map(|found| found.indices()).collect()
}

/// All parts, on two threads.
fn search(keys: &[u64], weight: u32) -> Findings {
    let plan = SearchPlan::new(keys, weight).unwrap();
    let sums = plan.sums();
    let search = plan.prepare().unwrap();
    let (next, findings) = (AtomicUsize::new(0), Mutex::new(Findings::new()));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut worker = search.worker();
                loop {
                    let part = next.fetch_add(1, Ordering::Relaxed);
                    if part >= search.parts() {
                        return;
                    }
                    let found = worker.run(part);
                    findings.lock().unwrap().merge(found);
                }
            });
        }
    });
    let findings = findings.into_inner().unwrap();
    assert_eq!(findings.sums, sums);
    findings
}

#[test]
fn published_sets_have_no_dependency_of_four_keys() {
    for keys in [POLYGLOT_RANDOM64.as_slice(), STOCKFISH_2020.as_slice(), &stockfish()] {
        assert_eq!(dependencies(keys, 4).unwrap().total(), 0);
        let spread = Spread::new(keys, 64);
        assert!(spread.zeros.is_empty() && spread.duplicates.is_empty());
        assert!(spread.index_bits.iter().all(|index| index.rank == index.bits));
        assert!(spread.worst_bit().1.deviation.abs() < 4.0);
        assert!((spread.distances.unwrap().mean - 32.0).abs() < 0.2);
    }
    // With the sixteen zeros.
    let mut zeroed = STOCKFISH.as_slice().to_vec();
    (0..8).for_each(|file| (zeroed[56 + file], zeroed[384 + file]) = (0, 0));
    let found = dependencies(&zeroed, 3).unwrap();
    assert_eq!(found.counts, [0, 16, 120, 560]);
    assert_eq!(lists(&found)[..2], [&[56][..], &[57]]);
}

/// The eight, among keys that are not too many for a test that is not optimized.
#[test]
fn polyglots_eight_are_found_among_others() {
    let slots: Vec<usize> =
        (0..781).filter(|slot| slot % 9 == 0 || POLYGLOT_8.contains(slot)).collect();
    let keys: Vec<u64> = slots.iter().map(|slot| POLYGLOT_RANDOM64.as_slice()[*slot]).collect();
    let found = dependencies(&keys, 8).unwrap();
    let indices: Vec<usize> = lists(&found)[0].iter().map(|index| slots[*index]).collect();
    assert_eq!((indices, found.total()), (POLYGLOT_8.to_vec(), 1));
}

#[test]
fn the_list_of_polyglots_is_of_dependencies() {
    let list = polyglot_9();
    assert_eq!((list.len(), &list[0][..]), (16, &POLYGLOT_8[..]));
    assert!(list[1..].is_sorted() && list[1..].iter().all(|found| found.len() == 9));
    for found in list {
        assert!(found.is_sorted_by(|a, b| a < b));
        let sum = found.iter().fold(0, |sum, index| sum ^ POLYGLOT_RANDOM64.as_slice()[*index]);
        assert_eq!(sum, 0, "{found:?}");
    }
}

/// Of the sixteen, four divide. The others have a pawn on the first or last rank, or an odd number
/// of kings of a side.
#[test]
fn four_of_polyglots_divide() {
    let rules = Compatibility::of(&Polyglot);
    let divides = |found: &Vec<usize>| {
        let features: Vec<Feature> = found.iter().copied().map(Feature::from_slot).collect();
        rules.splits(&features).next().is_some()
    };
    let found: Vec<Vec<usize>> = polyglot_9().into_iter().filter(divides).collect();
    let expected = [
        [40, 88, 119, 161, 482, 487, 496, 574, 634],
        [93, 109, 248, 303, 429, 547, 627, 711, 765],
        [104, 421, 467, 534, 542, 555, 593, 710, 753],
        [110, 234, 253, 363, 405, 426, 465, 469, 505],
    ];
    assert_eq!(found, expected);
}

#[test]
#[ignore = "seconds with optimization, a minute without: see above"]
fn polyglot_to_weight_8() {
    assert_eq!(lists(&search(POLYGLOT_RANDOM64.as_slice(), 8)), [POLYGLOT_8]);
}

#[test]
#[ignore = "seconds with optimization, a minute without: see above"]
fn stockfish_of_2020_to_weight_8() {
    let found = search(STOCKFISH_2020.as_slice(), 8);
    assert_eq!(lists(&found), [[59, 145, 170, 214, 436, 442, 535, 666]]);
}

#[test]
#[ignore = "seconds with optimization, a minute without: see above"]
fn stockfish_to_weight_8() {
    assert_eq!(search(&stockfish(), 8).total(), 0);
}

/// By theorem any 13 are independent.
#[test]
#[ignore = "seconds with optimization, a minute without: see above"]
fn ours_to_weight_8() {
    assert_eq!(search(Zobrist::<u64>::new().keys(), 8).total(), 0);
}

/// Random keys would have 15.4 of weight 9.
#[test]
#[ignore = "minutes on two cores, with optimization: see above"]
fn polyglot_to_weight_9() {
    assert_eq!(lists(&search(POLYGLOT_RANDOM64.as_slice(), 9)), polyglot_9());
}
