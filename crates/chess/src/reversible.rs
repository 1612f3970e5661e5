//! The moves of chess that can be taken back.

use zobrist::{Hasher, ReversibleMoves, ReversibleMovesError};

use crate::scheme::Scheme;
use crate::vocabulary::{Color, Role};

/// A move that can be taken back, or the move back: a piece that is no pawn goes from one square to
/// another without a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ReversibleMove {
    /// The player whose piece it is.
    pub color: Color,
    /// The piece.
    pub role: Role,
    /// The two squares, a1 = 0 to h8 = 63. Where hashes combine by XOR, the lower one comes first
    /// and the piece is on either; otherwise it goes from the first to the second.
    pub squares: [u8; 2],
}

/// Returns the moves that can be taken back, with the difference that each makes to the hash of a
/// scheme: 3,668 where hashes combine by XOR, and as many more for the moves back where they do not.
///
/// The difference has the keys of the piece on both squares, of the turn, and of the empty squares
/// if the scheme has some.
///
/// With them [`History::upcoming`](zobrist::History::upcoming) tells if the side to move can repeat
/// a position. Give the history a hash without the clock; captures, moves of pawns and moves that
/// lose a castling right are irreversible. `upcoming` is then exact if its caller allows the moves of
/// the side to move between whose squares nothing stands.
///
/// # Errors
/// If two moves make the same difference or one makes none, which no built-in scheme has.
pub fn reversible_moves<S: Scheme>(
    scheme: &S,
) -> Result<ReversibleMoves<S::Key, ReversibleMove>, ReversibleMovesError<ReversibleMove>> {
    let (layout, both_ways) = (scheme.chess_layout(), !scheme.is_linear());
    let pieces = [Color::White, Color::Black]
        .into_iter()
        .flat_map(|color| Role::ALL[1..].iter().map(move |role| (color, *role)));
    let moves = pieces.flat_map(|(color, role)| {
        let pairs = (0..64).flat_map(|from| (0..64).map(move |to| [from, to]));
        let pairs = pairs.filter(move |[from, to]| {
            (both_ways || from < to) && goes(role, i32::from(*from), i32::from(*to))
        });
        pairs.map(move |squares| ReversibleMove { color, role, squares })
    });
    ReversibleMoves::new(moves.map(|only| {
        let [from, to] = only.squares.map(|at| layout.piece(only.color, only.role, at.into()));
        let mut hasher = Hasher::new(scheme);
        hasher.replace(from, to);
        let [from, to] = only.squares.map(|at| layout.empty(at.into()));
        hasher.update(to, from);
        let [mover, next] = match only.color {
            Color::White => [Color::White, Color::Black],
            Color::Black => [Color::Black, Color::White],
        };
        hasher.update(layout.turn(mover), layout.turn(next));
        (hasher.hash(), only)
    }))
}

/// True if a piece goes from one square to another of an empty board.
fn goes(role: Role, from: i32, to: i32) -> bool {
    let (files, ranks) = ((from % 8 - to % 8).abs(), (from / 8 - to / 8).abs());
    let (straight, diagonal) = ((files == 0) != (ranks == 0), files == ranks && files > 0);
    match role {
        Role::Pawn => false,
        Role::Knight => files * ranks == 2,
        Role::Bishop => diagonal,
        Role::Rook => straight,
        Role::Queen => straight || diagonal,
        Role::King => files.max(ranks) == 1,
    }
}
