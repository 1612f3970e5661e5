//! The rules of fifty and of seventy-five moves.

use shakmaty::variant::Variant;
use zobrist_shakmaty::HashablePosition;

/// Number of plies without a capture or a pawn move after which a player may claim a draw.
pub const FIFTY_MOVES: u32 = 100;

/// Number of plies without a capture or a pawn move after which the game is drawn.
pub const SEVENTY_FIVE_MOVES: u32 = 150;

/// The number of plies since the last capture or pawn move, that of the `FEN` tag included. `None` in
/// Crazyhouse, which has no such rule.
#[inline]
pub fn plies_without_progress(position: &impl HashablePosition) -> Option<u32> {
    (position.variant() != Variant::Crazyhouse).then(|| position.halfmoves())
}
