//! The trait that receives the positions of a game.

use shakmaty::{Move, Outcome};
use zobrist::Changes;
use zobrist_chess::Scheme;

use crate::hashable::HashablePosition;
use crate::hashed::Hashed;

/// Receives the tags, positions, comments, annotations and result of a game that is replayed.
pub trait GameVisitor<S: Scheme, C: Changes> {
    /// Receives a tag pair, its value without the escapes. All tags come before the first position.
    /// The names of the standard come in its spelling, whatever their case.
    fn tag(&mut self, _name: &[u8], _value: &[u8]) {}

    /// Is told that castling rights or an en passant square that cannot be were left out of the tag
    /// `FEN`. The first position comes next.
    fn repaired_start(&mut self) {}

    /// Receives the next position and the move that led to it. Ply 0 is the position before the
    /// first move.
    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        played: Option<Move>,
        position: &Hashed<S, P, C>,
    );

    /// Receives the last position once more: that after the last move of a game that was read to
    /// its end, or that before a [bad move](crate::pgn::PgnError::is_bad_move).
    fn last_position<P: HashablePosition>(&mut self, _ply: usize, _position: &Hashed<S, P, C>) {}

    /// Receives a comment of the main line as written, without its braces. It belongs to the last
    /// position received; a comment before the first move belongs to the game.
    fn comment(&mut self, _comment: &[u8]) {}

    /// Receives an annotation of the main line: a glyph such as `!?`, the digits of `$13`, or a
    /// word such as `N` for a novelty. It belongs to the last position received.
    /// [`MoveAnnotations`](crate::pgn::MoveAnnotations) reads annotations and comments.
    fn annotation(&mut self, _annotation: &[u8]) {}

    /// Receives a result written after the moves.
    fn result(&mut self, _result: Outcome) {}
}
