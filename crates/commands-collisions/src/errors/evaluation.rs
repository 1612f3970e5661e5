//! The estimate of a position of chess: material, mobility, and a quiescence search of captures.

use shakmaty::{Board, Chess, Color, Move, Piece, Position, Rank, Role};
use zobrist_search::DECIDED;

/// The number of captures in a row that are looked at.
const MAX_CAPTURES: u32 = 16;

/// Worth of a move in hundredths of a pawn, by Shannon.
const MOVE: i32 = 10;

/// The worth of a piece in hundredths of a pawn, by Shannon.
pub(crate) fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// The priority of a capture among captures: the most valuable victim, then the least valuable
/// attacker.
pub(crate) fn capture_priority(m: Move) -> i32 {
    m.capture().map_or(0, |victim| 10 * piece_value(victim)) - piece_value(m.role())
}

/// The estimate for the player to move, who may stop capturing at any time; closer to 0 than
/// [`DECIDED`].
pub(crate) fn quiescence(position: &Chess) -> i32 {
    capture(position, -DECIDED, DECIDED, MAX_CAPTURES).clamp(1 - DECIDED, DECIDED - 1)
}

fn capture(position: &Chess, mut alpha: i32, beta: i32, left: u32) -> i32 {
    let mut best = estimate(position);
    if best >= beta || left == 0 {
        return best;
    }
    alpha = alpha.max(best);
    let mut captures = position.capture_moves();
    captures.sort_by_key(|m| -capture_priority(*m));
    for m in captures {
        let mut after = position.clone();
        after.play_unchecked(m);
        best = best.max(-capture(&after, -beta, -alpha, left - 1));
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    best
}

/// Material and mobility for the player to move.
fn estimate(position: &Chess) -> i32 {
    let (board, turn) = (position.board(), position.turn());
    side(board, turn) - side(board, !turn)
}

fn side(board: &Board, color: Color) -> i32 {
    let material = board
        .material_side(color)
        .zip_role()
        .map(|(role, count)| i32::from(count) * piece_value(role));
    material.into_iter().sum::<i32>() + MOVE * mobility(board, color)
}

/// The number of moves of a color, checks aside, without castling and captures en passant; a
/// promotion is one move.
fn mobility(board: &Board, color: Color) -> i32 {
    let (ours, occupied) = (board.by_color(color), board.occupied());
    let pawns = board.by_piece(Piece { color, role: Role::Pawn });
    let mut moves = 0;
    for square in ours & !pawns {
        moves += (board.attacks_from(square) & !ours).count();
    }
    for square in pawns {
        moves += (board.attacks_from(square) & board.by_color(!color)).count();
    }
    let third = if color.is_white() { Rank::Third } else { Rank::Sixth };
    let step = if color.is_white() { 8 } else { -8 };
    let once = pawns.shift(step) & !occupied;
    let twice = (once & third).shift(step) & !occupied;
    (moves + once.count() + twice.count()) as i32
}

#[cfg(test)]
mod tests {
    use zobrist_commands_input::positions::read_chess;

    use super::*;

    fn of(fen: &str) -> Chess {
        read_chess(fen).unwrap()
    }

    /// The moves of both sides are counted by the rules where neither is in check and nobody can
    /// castle, promote or capture en passant.
    #[test]
    fn mobility_is_the_number_of_moves() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w - - 0 1",
            "r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 b - - 0 1",
        ] {
            let position = of(fen);
            let other = position.clone().swap_turn().unwrap();
            let (turn, board) = (position.turn(), position.board());
            assert_eq!(mobility(board, turn), position.legal_moves().len() as i32, "{fen}");
            assert_eq!(mobility(board, !turn), other.legal_moves().len() as i32, "{fen}");
        }
    }

    #[test]
    fn material_counts_as_shannon_has_it() {
        assert_eq!(estimate(&Chess::default()), 0);
        // A queen on an empty board has 21 moves from a corner, less those behind its king.
        let position = of("7k/8/8/8/8/8/8/K6Q b - - 0 1");
        let moves =
            mobility(position.board(), Color::White) - mobility(position.board(), Color::Black);
        assert_eq!(estimate(&position), -900 - 10 * moves);
    }

    /// Every sequence of captures without windows: the definition.
    fn definition(position: &Chess, left: u32) -> i32 {
        let mut best = estimate(position);
        if left > 0 {
            for m in position.capture_moves() {
                let mut after = position.clone();
                after.play_unchecked(m);
                best = best.max(-definition(&after, left - 1));
            }
        }
        best
    }

    #[test]
    fn the_quiescence_search_has_the_value_of_the_definition() {
        let mut captured = 0;
        for fen in [
            "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
            "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
            "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
            "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1",
            "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1",
        ] {
            let position = of(fen);
            assert_eq!(quiescence(&position), definition(&position, MAX_CAPTURES), "{fen}");
            captured += u32::from(quiescence(&position) != estimate(&position));
        }
        // The control: some of these have a capture worth making, and not all.
        assert!((1..5).contains(&captured));
    }
}
