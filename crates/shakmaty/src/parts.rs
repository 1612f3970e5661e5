//! Positions in parts, for layouts of every kind, with the en passant file by each rule.

use shakmaty::{Bitboard, Color, EnPassantMode, File, Position, Role, Square};
use zobrist_chess::{EnPassant, EnPassantCapture, PositionParts, Scheme};

use crate::convert;
use crate::hashable::HashablePosition;

/// Returns a position in parts, with the capture en passant that counts by a rule.
pub fn position_parts<P: HashablePosition>(position: &P, rule: EnPassant) -> PositionParts {
    let board = position.board();
    let mut pieces = [[0; 6]; 2];
    for color in Color::ALL {
        for role in Role::ALL {
            let set = board.by_color(color) & board.by_role(role);
            pieces[convert::color(color) as usize][convert::role(role) as usize] = set.0;
        }
    }
    let mut pockets = [[0; 5]; 2];
    if let Some(both) = position.pockets() {
        for (color, pocket) in both.zip_color() {
            let counts = pocket.zip_role().into_iter();
            for (role, count) in counts.filter(|(role, _)| *role != Role::King) {
                pockets[convert::color(color) as usize][convert::role(role) as usize] = count;
            }
        }
    }
    let checks = convert::remaining_checks(position);
    let mut parts = PositionParts::new(pieces, convert::color(position.turn()));
    parts.castling = convert::castling_rights(position);
    parts.en_passant = en_passant_file(position, rule)
        .map(|file| EnPassantCapture::new(file as u8, capturing_pawns(position, file).0));
    parts.halfmoves = position.halfmoves();
    parts.promoted = position.promoted().0;
    parts.pockets = pockets;
    parts.checks = [checks.black, checks.white];
    parts.variant = convert::variant(position.variant());
    parts
}

/// The pawns of the side to move beside the pawn that has just moved two squares.
fn capturing_pawns<P: HashablePosition>(position: &P, file: File) -> Bitboard {
    let turn = position.turn();
    let rank = turn.fold_wb(shakmaty::Rank::Fifth, shakmaty::Rank::Fourth);
    let beside = [-1, 1].into_iter().filter_map(|step| file.offset(step));
    let squares: Bitboard = beside.map(|file| Square::from_coords(file, rank)).collect();
    squares & position.board().by_color(turn) & position.board().by_role(Role::Pawn)
}

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
