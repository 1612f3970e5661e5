//! Layouts by value: the same as chains of kinds, and what they refuse.

use std::panic::catch_unwind;

use proptest::prelude::*;
use zobrist::{Feature, Kind, Layout, MAX_KINDS};

const NAMES: [&str; MAX_KINDS + 1] = [
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s",
    "t", "u", "v", "w", "x", "y",
];

#[test]
fn a_list_is_the_chain() {
    const PIECE: Kind = Kind::first("piece", 768);
    const CASTLING: Kind = PIECE.then("castling", 4);
    const TURN: Kind = CASTLING.then("turn", 1);
    let listed = Layout::of(&[("piece", 768), ("castling", 4), ("turn", 1)]);
    assert_eq!(listed, TURN.layout());
    for (kind, chained) in listed.kinds().zip([PIECE, CASTLING, TURN]) {
        assert_eq!(
            (kind.name(), kind.start(), kind.end()),
            (chained.name(), chained.start(), chained.end())
        );
        assert_eq!(
            listed.kind_named(chained.name()).map(|kind| kind.start()),
            Some(chained.start())
        );
    }
    assert!(listed.kind_named("pawn").is_none());
}

proptest! {
    /// Every feature is found in the kind whose slots hold it.
    #[test]
    fn slots_follow_the_sizes(sizes in prop::collection::vec(0..50_usize, 1..=MAX_KINDS)) {
        let kinds: Vec<(&'static str, usize)> = NAMES.into_iter().zip(sizes.iter().copied()).collect();
        let layout = Layout::of(&kinds);
        prop_assert_eq!(layout.len(), sizes.iter().sum::<usize>());
        prop_assert_eq!(layout.kind_count(), sizes.len());
        let mut slot = 0;
        for (position, size) in sizes.iter().enumerate() {
            for index in 0..*size {
                let (kind, found) = layout.find(Feature::from_slot(slot)).unwrap();
                prop_assert_eq!((kind.name(), found), (NAMES[position], index));
                prop_assert_eq!(layout.kind(position).at(index), Feature::from_slot(slot));
                slot += 1;
            }
        }
        prop_assert!(layout.find(Feature::from_slot(slot)).is_none());
    }
}

#[test]
fn what_is_no_layout_is_refused() {
    let too_many: Vec<(&'static str, usize)> = NAMES.into_iter().map(|name| (name, 1)).collect();
    for kinds in [&[][..], &[("a", 1), ("a", 2)], &[("", 1)], &[("a\0", 1)], &too_many] {
        assert!(catch_unwind(|| Layout::of(kinds)).is_err(), "{kinds:?}");
    }
    assert!(catch_unwind(|| Layout::of(&[("a", u32::MAX as usize), ("b", 1)])).is_err());
    // A kind that a layout gives has lost the chain before it.
    let taken: &'static Kind = Box::leak(Box::new(Layout::of(&[("a", 1), ("b", 1)]).kind(1)));
    assert!(catch_unwind(|| taken.then("c", 1)).is_err());
    assert!(catch_unwind(|| taken.layout()).is_err());
}
