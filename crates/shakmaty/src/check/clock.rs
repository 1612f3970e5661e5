//! The rules of fifty and of seventy-five moves: articles 9.3 and 9.6.2 of the Laws of Chess.

use crate::hashable::HashablePosition;
use shakmaty::variant::Variant;

/// Number of plies without a capture or a pawn move after which a player may claim a draw.
pub(super) const FIFTY_MOVES: u32 = 100;

/// Number of plies without a capture or a pawn move after which the game is drawn.
pub(super) const SEVENTY_FIVE_MOVES: u32 = 150;

/// The number of plies since the last capture or pawn move, that of the `FEN` tag included. `None` in
/// Crazyhouse, which has no such rule.
#[inline]
pub(super) fn plies_without_progress(position: &impl HashablePosition) -> Option<u32> {
    (position.variant() != Variant::Crazyhouse).then(|| position.halfmoves())
}
