//! The features of a position that is given in parts: the definition that every faster way is
//! tested against.

use zobrist::Feature;

use super::ChessLayout;
use super::part::{Castling, EnPassantKeys};
use crate::vocabulary::{CastlingRights, Color, Role, Variant};

/// A position in parts, from which every layout takes what it has features for.
///
/// Sets of squares are bitboards: bit 0 is a1, bit 1 b1, …, bit 63 h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PositionParts {
    /// The squares of each color (`Color as usize`) and role (`Role as usize`).
    pub pieces: [[u64; 6]; 2],
    /// The side to move.
    pub turn: Color,
    /// The castling rights.
    pub castling: CastlingRights,
    /// The capture en passant, if one counts by the scheme's rule.
    pub en_passant: Option<EnPassantCapture>,
    /// The halfmove clock.
    pub halfmoves: u32,
    /// The squares of promoted pieces, in Crazyhouse.
    pub promoted: u64,
    /// The number of pieces of each color (`Color as usize`) and role in the pockets, kings left
    /// out.
    pub pockets: [[u8; 5]; 2],
    /// The number of checks that each color (`Color as usize`) still has to give; 0 outside
    /// Three-check.
    pub checks: [u8; 2],
    /// The variant.
    pub variant: Variant,
}

/// A capture en passant that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct EnPassantCapture {
    /// The file of the pawn that may be captured.
    pub file: u8,
    /// The pawns that stand beside it, of the side to move.
    pub capturing: u64,
}

impl EnPassantCapture {
    /// Creates a capture of the pawn on a file by pawns on these squares.
    #[must_use]
    pub const fn new(file: u8, capturing: u64) -> EnPassantCapture {
        EnPassantCapture { file, capturing }
    }
}

impl PositionParts {
    /// Creates a position of chess with these pieces and this side to move, and nothing else: no
    /// castling rights, no capture en passant, and a halfmove clock of 0.
    #[must_use]
    pub const fn new(pieces: [[u64; 6]; 2], turn: Color) -> PositionParts {
        PositionParts {
            pieces,
            turn,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmoves: 0,
            promoted: 0,
            pockets: [[0; 5]; 2],
            checks: [0; 2],
            variant: Variant::Chess,
        }
    }

    /// The square of the pawn that may be captured, and the one behind it.
    fn en_passant_squares(&self) -> Option<[usize; 2]> {
        let file = self.en_passant?.file as usize;
        Some(match self.turn {
            Color::White => [32 + file, 40 + file],
            Color::Black => [24 + file, 16 + file],
        })
    }

    /// The square whose slot belongs to a king that may castle; `None` for a king that may not.
    fn castling_king(&self, color: Color, square: usize) -> Option<usize> {
        let rights = match color {
            Color::White => self.castling.white,
            Color::Black => self.castling.black,
        };
        let rank = square & !7;
        match rights.map(|file| file.is_some()) {
            [true, true] => Some(square),
            [true, false] => Some(rank + 6),
            [false, true] => Some(rank + 2),
            [false, false] => None,
        }
    }
}

/// The squares of a bitboard, from a1.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(square)
    })
}

impl ChessLayout {
    /// Calls `each` with every feature of a position.
    pub fn for_each_feature(&self, position: &PositionParts, mut each: impl FnMut(Feature)) {
        self.visit(position, &mut each);
    }

    /// Compiled once: this is the slow way.
    fn visit(&self, position: &PositionParts, mut each: &mut dyn FnMut(Feature)) {
        for role in Role::ALL {
            for color in Color::ALL {
                for square in squares(position.pieces[color as usize][role as usize]) {
                    each(self.occupied(position, color, role, square));
                }
            }
        }
        self.castling(position.castling).for_each(&mut each);
        self.en_passant_feature(position).into_iter().for_each(&mut each);
        self.turn(position.turn).into_iter().for_each(&mut each);
        for square in squares(position.promoted) {
            self.promoted(square).into_iter().for_each(&mut each);
        }
        for color in Color::ALL {
            for (role, count) in Role::ALL.into_iter().zip(position.pockets[color as usize]) {
                self.pocket(color, role, count).for_each(&mut each);
            }
            self.checks(color, position.checks[color as usize]).for_each(&mut each);
        }
        self.variant(position.variant).into_iter().for_each(&mut each);
        if self.has_empty_squares() {
            let occupied = position.pieces.as_flattened().iter().fold(0, |all, set| all | set);
            squares(!occupied).filter_map(|square| self.empty(square)).for_each(&mut each);
        }
        self.kinds.start.into_iter().for_each(|kind| each(kind.at(0)));
        if let (Some(clock), Some(kind)) = (self.clock, self.kinds.clock) {
            clock.index(position.halfmoves).into_iter().for_each(|index| each(kind.at(index)));
        }
    }

    /// The feature of a piece in its position.
    fn occupied(
        &self,
        position: &PositionParts,
        color: Color,
        role: Role,
        square: usize,
    ) -> Feature {
        let own = |kind: Option<zobrist::Kind>, square| {
            kind.map(|kind| kind.at(self.pieces.squares.index(square)))
        };
        let special = match (role, self.castling, self.en_passant) {
            (Role::King, Some(Castling::Kings), _) => position
                .castling_king(color, square)
                .and_then(|square| own(self.kinds.castling, square)),
            (Role::Pawn, _, Some(EnPassantKeys::CapturedPawn)) => position
                .en_passant_squares()
                .filter(|[captured, _]| *captured == square)
                .and_then(|_| own(self.kinds.en_passant, square)),
            (Role::Pawn, _, Some(EnPassantKeys::CapturingPawn)) => position
                .en_passant
                .filter(|capture| capture.capturing >> square & 1 == 1)
                .and_then(|_| own(self.kinds.en_passant, square)),
            _ => None,
        };
        special.unwrap_or_else(|| self.piece(color, role, square))
    }

    /// The feature of a capture en passant, or of none, where it is not keyed as a piece.
    fn en_passant_feature(&self, position: &PositionParts) -> Option<Feature> {
        let Some([_, behind]) = position.en_passant_squares() else {
            return self.kinds.no_en_passant.map(|kind| kind.at(0));
        };
        match (self.en_passant?, self.kinds.en_passant) {
            (EnPassantKeys::SideFiles(first), Some(kind)) => {
                let is_second = (first == Color::White) != (behind < 32);
                Some(kind.at(8 * usize::from(is_second) + behind % 8))
            }
            (EnPassantKeys::Square, Some(kind)) => Some(kind.at(self.pieces.squares.index(behind))),
            _ => self.en_passant(behind % 8),
        }
    }
}
