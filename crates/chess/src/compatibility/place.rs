//! The facts that each feature states about the position that has it.

use super::board::{Cell, PartialBoard};
use crate::feature::ChessFeature;
use crate::layout::{Castling, ChessLayout, EnPassantKeys};
use crate::vocabulary::{Color, Role};

impl PartialBoard {
    /// Gives a feature to the position; `None` when it cannot have it.
    pub(crate) fn place(&mut self, layout: &ChessLayout, feature: ChessFeature) -> Option<()> {
        match feature {
            ChessFeature::Piece { color, role, square } => {
                self.put(square, Cell::Piece(color, role))?;
                match (role, layout.castling_keys()) {
                    (Role::Pawn, _) => return self.place_plain_pawn(layout, square),
                    (Role::King, Some(Castling::Kings)) => self.set_rights(color, [false; 2]),
                    _ => {}
                }
                Some(())
            }
            ChessFeature::CastlingKing { square } => {
                let color = if square < 8 { Color::White } else { Color::Black };
                let rights = match square % 8 {
                    4 => [true, true],
                    6 => [true, false],
                    2 => [false, true],
                    _ => return None,
                };
                self.set_rights(color, rights);
                self.put(square / 8 * 8 + 4, Cell::Piece(color, Role::King))
            }
            ChessFeature::CastlingRight { color, king_side } => {
                self.add_right(color, king_side);
                Some(())
            }
            ChessFeature::CastlingRook { color, file } => {
                self.add_right(color, file == 7);
                (file == 0 || file == 7).then_some(())
            }
            ChessFeature::CastlingRights(rights) => {
                let fits = !self.rights_given || self.rights == rights;
                (self.rights, self.rights_given) = (rights, true);
                fits.then_some(())
            }
            ChessFeature::EnPassant { file } => self.capture_on(file),
            ChessFeature::EnPassantSquare { square } => {
                self.captured_by(capturing_side(square))?;
                self.capture_on(square % 8)
            }
            ChessFeature::CapturedPawn { square } => {
                let side = capturing_side(square);
                self.captured_by(side)?;
                self.capture_on(square % 8)?;
                self.put(square, Cell::Piece(!side, Role::Pawn))?;
                (self.plain_pawns >> square & 1 == 0).then_some(())
            }
            ChessFeature::CapturingPawn { square } => {
                let side = capturing_side(square);
                self.captured_by(side)?;
                self.put(square, Cell::Piece(side, Role::Pawn))?;
                self.capturing_pawns |= 1 << square;
                Some(())
            }
            ChessFeature::NoEnPassant => {
                self.no_en_passant = true;
                Some(())
            }
            ChessFeature::EmptySquare { square } => self.put(square, Cell::Empty),
            ChessFeature::Turn(color) => {
                let fits = self.given_turn.is_none_or(|other| other == color);
                self.given_turn = Some(color);
                fits.then_some(())
            }
            ChessFeature::Clock { from } => {
                let fits = self.clock.is_none_or(|other| other == from);
                self.clock = Some(from);
                fits.then_some(())
            }
            ChessFeature::Start => Some(()),
            ChessFeature::NoPawns
            | ChessFeature::Promoted { .. }
            | ChessFeature::Pocket { .. }
            | ChessFeature::Checks { .. }
            | ChessFeature::Variant(_)
            | ChessFeature::Unused => None,
        }
    }

    fn place_plain_pawn(&mut self, layout: &ChessLayout, square: usize) -> Option<()> {
        self.plain_pawns |= 1 << square;
        let is_captured = matches!(layout.en_passant_keys(), Some(EnPassantKeys::CapturedPawn))
            && self.captured_pawn().is_some_and(|to| to == square);
        let back_rank = square / 8 == 0 || square / 8 == 7;
        (!is_captured && !back_rank).then_some(())
    }

    /// The square of the given pawn that may be captured.
    fn captured_pawn(&self) -> Option<usize> {
        let (file, side) = (self.en_passant?, self.capturing_side?);
        Some(if side == Color::White { 32 + file } else { 24 + file })
    }

    fn capture_on(&mut self, file: usize) -> Option<()> {
        let fits = self.en_passant.is_none_or(|other| other == file);
        self.en_passant = Some(file);
        fits.then_some(())
    }

    fn captured_by(&mut self, side: Color) -> Option<()> {
        let fits = self.capturing_side.is_none_or(|other| other == side);
        self.capturing_side = Some(side);
        fits.then_some(())
    }
}

/// The side that captures en passant in the half of the board where a square is.
const fn capturing_side(square: usize) -> Color {
    if square >= 32 { Color::White } else { Color::Black }
}
