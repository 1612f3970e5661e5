//! Secondary keys: hashes of a part of the position, which engines keep beside the main one.

use alloc::string::String;
use alloc::vec::Vec;

use zobrist::Feature;

use crate::feature::ChessFeature;
use crate::layout::{ChessLayout, PositionParts};
use crate::vocabulary::{Color, Role};

/// A hash of a part of the position, with the keys of the main hash: of the pawns, of the pieces of
/// one color, or of the material.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SecondaryKey {
    /// The name, such as `pawn`.
    pub name: String,
    /// The pieces that count.
    pub pieces: PieceSet,
    /// False for the keys of pieces on their squares; true for keys by count, where n pieces of a
    /// color and role have the first n keys of that piece.
    pub by_count: bool,
    /// Other features that count.
    pub also: Vec<Also>,
}

impl SecondaryKey {
    /// Creates a key of the given pieces, each on its square, and of nothing else.
    pub fn new(name: impl Into<String>, pieces: PieceSet) -> SecondaryKey {
        SecondaryKey { name: name.into(), pieces, by_count: false, also: Vec::new() }
    }
}

/// A set of pieces by color and role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceSet(u16);

impl PieceSet {
    /// The empty set.
    pub const NONE: PieceSet = PieceSet(0);

    /// Returns the set with one more piece.
    #[must_use]
    pub const fn with(self, color: Color, role: Role) -> PieceSet {
        PieceSet(self.0 | PieceSet::bit(color, role))
    }

    /// Returns true if the piece is in the set.
    #[must_use]
    pub const fn contains(self, color: Color, role: Role) -> bool {
        self.0 & PieceSet::bit(color, role) != 0
    }

    const fn bit(color: Color, role: Role) -> u16 {
        1 << (6 * color as usize + role as usize)
    }
}

/// A feature that a secondary key may have besides pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Also {
    /// The constant at the start.
    Start,
    /// The key of a position without pawns, which is then in every hash.
    NoPawns,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The capture en passant.
    EnPassant,
}

impl SecondaryKey {
    /// Calls `each` with every feature of a position that counts.
    pub fn for_each_feature(
        &self,
        layout: &ChessLayout,
        position: &PositionParts,
        mut each: impl FnMut(Feature),
    ) {
        self.visit(layout, position, &mut each);
    }

    fn visit(&self, layout: &ChessLayout, position: &PositionParts, each: &mut dyn FnMut(Feature)) {
        if let (true, Some(kind)) =
            (self.also.contains(&Also::NoPawns), layout.layout().kind_named("no-pawns"))
        {
            each(kind.at(0));
        }
        if self.by_count {
            for color in Color::ALL {
                for role in Role::ALL.into_iter().filter(|role| self.pieces.contains(color, *role))
                {
                    let set = position.pieces[color as usize][role as usize];
                    for index in 0..set.count_ones() as usize {
                        each(layout.piece(color, role, layout.pieces().squares().square(index)));
                    }
                }
            }
        }
        layout.for_each_feature(position, |feature| {
            let counts = layout.decode(feature).is_some_and(|meaning| self.counts(meaning));
            if counts {
                each(feature);
            }
        });
    }

    /// True if a feature of the main hash is one of this hash, too.
    fn counts(&self, feature: ChessFeature) -> bool {
        let also = |part| self.also.contains(&part);
        match feature {
            ChessFeature::Piece { color, role, .. } => {
                !self.by_count && self.pieces.contains(color, role)
            }
            ChessFeature::CastlingKing { square } => {
                let color = if square < 8 { Color::White } else { Color::Black };
                !self.by_count && self.pieces.contains(color, Role::King)
            }
            ChessFeature::CapturedPawn { square } => {
                let color = if square < 32 { Color::White } else { Color::Black };
                !self.by_count && self.pieces.contains(color, Role::Pawn)
            }
            ChessFeature::CapturingPawn { square } => {
                let color = if square < 32 { Color::Black } else { Color::White };
                !self.by_count && self.pieces.contains(color, Role::Pawn)
            }
            ChessFeature::Start => also(Also::Start),
            ChessFeature::Turn(_) => also(Also::Turn),
            ChessFeature::CastlingRight { .. }
            | ChessFeature::CastlingRights(_)
            | ChessFeature::CastlingRook { .. } => also(Also::Castling),
            ChessFeature::EnPassant { .. }
            | ChessFeature::EnPassantSquare { .. }
            | ChessFeature::NoEnPassant => also(Also::EnPassant),
            _ => false,
        }
    }
}
