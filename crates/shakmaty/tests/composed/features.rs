//! Positions that are made of their features.

use shakmaty::{Chess, Position};
use zobrist::Feature;
use zobrist_chess::{EnPassantKeys, Scheme};
use zobrist_shakmaty::{en_passant_file, position_from_features};

use crate::features;
use crate::positions::positions;
use crate::schemes::schemes;

/// Asserts that two positions are the same in all that the layout has features for.
fn assert_same(scheme: &impl Scheme, a: &Chess, b: &Chess) {
    let layout = scheme.chess_layout();
    assert_eq!(a.board(), b.board());
    if layout.turn_keys().is_some() {
        assert_eq!(a.turn(), b.turn());
    }
    if layout.castling_keys().is_some() {
        assert_eq!(a.castles().castling_rights(), b.castles().castling_rights());
    }
    // A pawn may capture on either side.
    if !matches!(layout.en_passant_keys(), None | Some(EnPassantKeys::CapturingPawn)) {
        let file = |position| en_passant_file(position, scheme.en_passant());
        assert_eq!(file(a), file(b));
    }
    if let Some(clock) = layout.clock() {
        assert_eq!(clock.index(a.halfmoves()), clock.index(b.halfmoves()));
    }
}

#[test]
fn positions_round_trip_through_their_features() {
    let positions = positions();
    for scheme in schemes() {
        for position in &positions {
            let all: Vec<Feature> = features(&scheme, position).into_iter().collect();
            let other = position_from_features(&scheme, &all)
                .unwrap_or_else(|| panic!("{}: {position:?}", scheme.name()));
            assert_same(&scheme, position, &other);
            assert!(features(&scheme, &other).into_iter().eq(all));
        }
    }
}

/// Every feature counts: without one of them, or with another one, the position is another or none.
#[test]
fn other_features_are_other_positions() {
    for scheme in schemes() {
        for position in positions().iter().step_by(40) {
            let all = features(&scheme, position);
            for feature in scheme.chess_layout().layout().features() {
                let changed: Vec<Feature> = (&all ^ &[feature].into()).into_iter().collect();
                if let Some(other) = position_from_features(&scheme, &changed) {
                    assert!(features(&scheme, &other).into_iter().eq(changed));
                }
            }
            let twice: Vec<Feature> = all.iter().chain(all.first()).copied().collect();
            assert_eq!(position_from_features(&scheme, &twice), None);
        }
    }
}
