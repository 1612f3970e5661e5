//! Secondary keys: hashes of a part of the position, which engines keep beside the main one.

use alloc::format;
use alloc::string::{String, ToString};
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
    /// True if the pieces have keys by their number; false if each has that of its square.
    pub by_count: bool,
    /// The keys that a number of pieces has, if they are by count.
    pub counts: CountKeys,
    /// Other features that count.
    pub also: Vec<Also>,
}

impl SecondaryKey {
    /// Creates a key of the given pieces, each on its square, and of nothing else.
    pub fn new(name: impl Into<String>, pieces: PieceSet) -> SecondaryKey {
        SecondaryKey {
            name: name.into(),
            pieces,
            by_count: false,
            counts: CountKeys::default(),
            also: Vec::new(),
        }
    }
}

/// The keys that n pieces of a color and role have in a key by count: those of that piece on n
/// squares, from the first on, unless it says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CountKeys {
    /// The square number of the first key, from 0 to 63; after the last comes the first again.
    pub offset: u8,
    /// The distance, from 1 to 64, between the keys of a piece and those of the next in the order
    /// of the pieces, if it is not the 64 squares: the slot of a key is `stride` · place + number,
    /// modulo 768, in a layout where the squares of a piece stand together.
    pub stride: Option<u8>,
    /// True if n pieces have the one key of the number n, 0 included; false if they have those of
    /// the n numbers from 0 on.
    pub of_total: bool,
}

impl CountKeys {
    /// The meaning of a feature of pieces: `white queen number 2`, or `2 white queens`.
    pub(crate) fn describe(self, layout: &ChessLayout, feature: Feature) -> String {
        let order = layout.pieces().order();
        let of = |piece: usize, number: usize| {
            let (color, role) = order[piece % 12];
            match self.of_total {
                true => format!("{number} {color} {role}s"),
                false => format!("{color} {role} number {}", number + 1),
            }
        };
        let offset = usize::from(self.offset);
        match (layout.layout().find(feature), self.stride, layout.decode(feature)) {
            (Some((_, index)), Some(stride), _) => {
                let (number, stride) = ((index + 768 - offset) % 768, usize::from(stride));
                of(number / stride, number % stride)
            }
            (_, None, Some(ChessFeature::Piece { color, role, square })) => {
                let piece = order.iter().position(|piece| *piece == (color, role));
                let number = layout.pieces().squares().index(square) + 64 - offset;
                of(piece.unwrap_or_default(), number % 64)
            }
            _ => layout.describe(feature).to_string(),
        }
    }

    /// The features of a number of pieces.
    fn features(
        self,
        layout: &ChessLayout,
        (color, role): (Color, Role),
        count: usize,
    ) -> impl Iterator<Item = Feature> {
        let first = usize::from(self.offset) + if self.of_total { count } else { 0 };
        let last = usize::from(self.offset) + count + usize::from(self.of_total);
        let layout = *layout;
        let start = layout.piece(color, role, layout.pieces().squares().square(0)).slot();
        let kind = layout.layout().kind_named("piece").expect("every layout has pieces");
        let place = (start - kind.start()) / 64;
        (first..last).map(move |number| match self.stride {
            None => layout.piece(color, role, layout.pieces().squares().square(number % 64)),
            Some(stride) => kind.at((usize::from(stride) * place + number) % 768),
        })
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
                    let count = set.count_ones() as usize;
                    self.counts.features(layout, (color, role), count).for_each(&mut *each);
                }
            }
        }
        layout.for_each_feature(position, |feature| {
            let counts = layout.decode(feature).is_some_and(|meaning| self.has(meaning));
            if counts {
                each(feature);
            }
        });
    }

    /// True if a feature of the main hash is one of this hash, too.
    fn has(&self, feature: ChessFeature) -> bool {
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
            | ChessFeature::CastlingRightLost { .. }
            | ChessFeature::CastlingSideRights { .. }
            | ChessFeature::CastlingRights(_)
            | ChessFeature::CastlingRook { .. } => also(Also::Castling),
            ChessFeature::EnPassant { .. }
            | ChessFeature::EnPassantSquare { .. }
            | ChessFeature::NoEnPassant => also(Also::EnPassant),
            _ => false,
        }
    }
}
