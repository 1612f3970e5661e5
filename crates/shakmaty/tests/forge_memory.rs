//! Memory of forging a pair that differs in many features. The test is alone in its process, whose
//! peak memory it reads.

#![cfg(target_os = "linux")]

use zobrist::Feature;
use zobrist_chess::Polyglot;
use zobrist_shakmaty::{forge_pair, hash};

/// A dependency of Polyglot's keys with every piece on a square of its own, so that most of the
/// 2^18 splits between two positions are possible.
const EIGHTEEN: [usize; 18] =
    [24, 40, 46, 82, 129, 205, 228, 235, 252, 264, 331, 348, 368, 403, 452, 454, 568, 625];

/// Peak memory of this process, in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn splits_of_a_dependency_take_eight_bytes_each() {
    let before = peak();
    let [a, b] = forge_pair(&Polyglot, &EIGHTEEN.map(Feature::from_slot), 1).unwrap();
    assert_ne!(a, b);
    assert_eq!(hash(&Polyglot, &a), hash(&Polyglot, &b));
    let more = peak() - before;
    assert!(more < 16 << 10, "{more} KiB");
}
