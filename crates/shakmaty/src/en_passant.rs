//! The en passant file of a position, by each rule.

use shakmaty::{EnPassantMode, File, Position};
use zobrist_chess::{EnPassant, Scheme};

/// Returns the en passant file of a position by a rule; `None` if there is none that counts.
#[inline]
pub fn en_passant_file(position: &impl Position, rule: EnPassant) -> Option<File> {
    let square = match rule {
        EnPassant::PseudoLegal => position.pseudo_legal_ep_square(),
        EnPassant::Legal => position.legal_ep_square(),
        EnPassant::Always => position.maybe_ep_square(),
    };
    square.map(|square| square.file())
}

/// Returns the en passant rule of the scheme as the mode in which shakmaty writes FEN.
pub fn en_passant_mode(scheme: &impl Scheme) -> EnPassantMode {
    match scheme.en_passant() {
        EnPassant::PseudoLegal => EnPassantMode::PseudoLegal,
        EnPassant::Legal => EnPassantMode::Legal,
        EnPassant::Always => EnPassantMode::Always,
    }
}
