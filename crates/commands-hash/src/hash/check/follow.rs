//! Logs of every move: the move by which the position of a line follows from that of the line
//! before.

use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

/// Returns the legal move that leads from one position to another. Clocks and en passant squares
/// are not compared: programs write them by different rules.
pub(crate) fn move_between(before: &VariantPosition, after: &VariantPosition) -> Option<Move> {
    if before.turn() == after.turn() {
        return None;
    }
    before.legal_moves().into_iter().find(|m| {
        let mut played = before.clone();
        played.play_unchecked(*m);
        is_same(&played, after)
    })
}

fn is_same(a: &VariantPosition, b: &VariantPosition) -> bool {
    a.board() == b.board()
        && a.castles().castling_rights() == b.castles().castling_rights()
        && a.promoted() == b.promoted()
        && a.pockets() == b.pockets()
        && a.remaining_checks() == b.remaining_checks()
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::variant::Variant;
    use zobrist_shakmaty::{Strictness, read_variant_position_with};

    use super::*;

    fn read(fen: &str) -> VariantPosition {
        read_variant_position_with(fen.as_bytes(), Variant::Chess, None, Strictness::Strict)
            .unwrap()
    }

    fn between(before: &str, after: &str) -> Option<String> {
        let m = move_between(&read(before), &read(after))?;
        Some(m.to_uci(CastlingMode::Standard).to_string())
    }

    #[test]
    fn the_move_is_found_whatever_the_clocks_and_the_en_passant_square() {
        let before = "r3k2r/8/8/8/4p3/8/3P4/R3K2R w KQkq - 0 1";
        for (after, m) in [
            ("r3k2r/8/8/8/3Pp3/8/8/R3K2R b KQkq d3 0 1", Some("d2d4")),
            ("r3k2r/8/8/8/3Pp3/8/8/R3K2R b KQkq - 7 9", Some("d2d4")),
            ("r3k2r/8/8/8/4p3/8/3P4/R4RK1 b kq - 1 1", Some("e1g1")),
            ("r3k2R/8/8/8/4p3/8/3P4/R3K3 b Qq - 0 1", Some("h1h8")),
            // A right is lost without cause, the side does not change, and two pieces move.
            ("r3k2r/8/8/8/4p3/3P4/8/R3K2R b Qkq - 0 1", None),
            ("r3k2r/8/8/8/3Pp3/8/8/R3K2R w KQkq - 0 1", None),
            ("r3k2r/8/8/8/4p3/3P4/8/R4RK1 b kq - 1 1", None),
        ] {
            assert_eq!(between(before, after).as_deref(), m, "{after}");
        }
    }
}
