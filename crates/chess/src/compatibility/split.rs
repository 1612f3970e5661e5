//! A dependency that is divided between two positions.

use zobrist::Feature;

use super::board::{Cell, PartialBoard};
use crate::feature::ChessFeature;
use crate::layout::{ChessLayout, EnPassantCapture, PositionParts};
use crate::vocabulary::{CastlingRights, Variant};

/// A dependency divided between two positions, with all that each must have.
///
/// Kings may still be missing, and pieces that shield them.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    layout: ChessLayout,
    mask: u64,
    boards: [PartialBoard; 2],
}

impl Split {
    pub(crate) const fn new(layout: ChessLayout, mask: u64, boards: [PartialBoard; 2]) -> Split {
        Split { layout, mask, boards }
    }

    /// Returns which position has which feature of the dependency: bit i is 1 when feature i is in
    /// the second.
    #[must_use]
    pub const fn mask(&self) -> u64 {
        self.mask
    }

    /// Returns what a position (0 or 1) must have: the pieces of its part of the dependency, those
    /// that the rights and the captures en passant of either position ask for, the side to move,
    /// its rights, its capture and its halfmove clock.
    ///
    /// # Panics
    /// When `position` is not below 2.
    #[must_use]
    pub fn parts(&self, position: usize) -> PositionParts {
        let board = &self.boards[position];
        let mut pieces = [[0; 6]; 2];
        for (square, color, role) in board.pieces() {
            pieces[color as usize][role as usize] |= 1 << square;
        }
        let right = |bit: u8, file: u8| (board.rights >> bit & 1 == 1).then_some(file);
        PositionParts {
            pieces,
            turn: board.turn,
            castling: CastlingRights {
                white: [right(0, 7), right(1, 0)],
                black: [right(2, 7), right(3, 0)],
            },
            en_passant: board
                .en_passant
                .map(|file| EnPassantCapture { file: file as u8, capturing: board.pawns_beside() }),
            halfmoves: board.clock.unwrap_or(0),
            promoted: 0,
            pockets: [[0; 5]; 2],
            checks: [0; 2],
            variant: Variant::Chess,
        }
    }

    /// Returns the squares of which nothing is known, as a bitboard (bit 0 is a1). Both positions
    /// have the same piece, or none, on such a square.
    #[must_use]
    pub fn free(&self) -> u64 {
        let cells = self.boards[0].cells.iter().enumerate();
        let free = cells.filter(|(_, cell)| **cell == Cell::Unknown);
        free.fold(0, |set, (square, _)| set | 1 << square)
    }

    /// Calls `each` with the features of what a position (0 or 1) must have, its part of the
    /// dependency among them.
    ///
    /// # Panics
    /// When `position` is not below 2.
    pub fn for_each_feature(&self, position: usize, mut each: impl FnMut(Feature)) {
        let free = self.free();
        self.layout.for_each_feature(&self.parts(position), |feature| {
            let is_free = match self.layout.decode(feature) {
                Some(ChessFeature::EmptySquare { square }) => free >> square & 1 == 1,
                _ => false,
            };
            if !is_free {
                each(feature);
            }
        });
    }
}
