//! Where the positions of a game go.

use shakmaty::{Move, Outcome};
use zobrist::Changes;
use zobrist_chess::Scheme;

use crate::hashed::Hashed;
use crate::rules::HashablePosition;

/// Receives the tags, positions and result of a game that is replayed.
pub trait Positions<S: Scheme, C: Changes> {
    /// Receives a tag pair, its value without the escapes. All come before the first position.
    fn tag(&mut self, _name: &[u8], _value: &[u8]) {}

    /// Receives the next position, and the move that led to it; ply 0 is the position before the
    /// first move.
    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        played: Option<Move>,
        position: &Hashed<S, P, C>,
    );

    /// Receives a comment of the main line, without its braces, as it is written. It belongs to the
    /// last position that was handed over; one before the first move, to the game.
    fn comment(&mut self, _comment: &[u8]) {}

    /// Receives the result that follows the moves, if one does.
    fn result(&mut self, _result: Outcome) {}
}
