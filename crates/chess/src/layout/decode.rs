//! The meaning of each feature of a layout.

use core::fmt::{self, Display};

use zobrist::Feature;

use super::part::{Castling, EnPassantKeys, Turn};
use super::{CHECK_BITS, ChessLayout, POCKET_BITS};
use crate::feature::ChessFeature;
use crate::vocabulary::{Color, Role, Variant};

impl ChessLayout {
    /// Returns the meaning of a feature; `None` when it is not of this layout.
    ///
    /// A slot that no piece can take, with which another fact is keyed, has that fact's meaning.
    ///
    /// ```
    /// use zobrist_chess::{ChessFeature, ChessLayout, Color, Role};
    ///
    /// let layout = ChessLayout::POLYGLOT;
    /// let knight = layout.piece(Color::White, Role::Knight, 1);
    /// assert_eq!(
    ///     layout.decode(knight),
    ///     Some(ChessFeature::Piece { color: Color::White, role: Role::Knight, square: 1 })
    /// );
    /// ```
    #[must_use]
    pub fn decode(&self, feature: Feature) -> Option<ChessFeature> {
        let (kind, index) = self.layout.find(feature)?;
        let color_of = |black: bool| if black { Color::Black } else { Color::White };
        let squares = self.pieces.squares;
        Some(match kind.name() {
            "piece" => {
                let (place, square) = match self.pieces.by_square {
                    true => (index % 12, index / 12),
                    false => (index / 64, index % 64),
                };
                let (color, role) = self.pieces.order[place];
                let square = squares.square(square);
                self.borrowed(color, role, square).unwrap_or(ChessFeature::Piece {
                    color,
                    role,
                    square,
                })
            }
            "castling" => match self.castling? {
                Castling::Rights(order) => {
                    let right = order.0[index];
                    ChessFeature::CastlingRight {
                        color: color_of(right >= 2),
                        king_side: right % 2 == 0,
                    }
                }
                Castling::LostRights(order) => {
                    let right = order.0[index];
                    ChessFeature::CastlingRightLost {
                        color: color_of(right >= 2),
                        king_side: right % 2 == 0,
                    }
                }
                Castling::SideSets(order, first) => {
                    let color = if index < 4 { first } else { !first };
                    let king_side = if color == Color::White { 0 } else { 2 };
                    let has = |right: usize| index >> order.side_bit(right) & 1 == 1;
                    ChessFeature::CastlingSideRights {
                        color,
                        king_side: has(king_side),
                        queen_side: has(king_side + 1),
                    }
                }
                Castling::Sets(order) => {
                    let right = |bit: usize| (index >> bit & 1) << order.0[bit];
                    ChessFeature::CastlingRights((0..4).map(right).sum::<usize>() as u8)
                }
                Castling::RookFiles => {
                    ChessFeature::CastlingRook { color: color_of(index >= 8), file: index % 8 }
                }
                _ => match squares.square(index) {
                    square @ (0..8 | 56..) => ChessFeature::CastlingRook {
                        color: color_of(square >= 8),
                        file: square % 8,
                    },
                    _ => ChessFeature::Unused,
                },
            },
            "castling-king" => match squares.square(index) {
                square @ (0..8 | 56..) => ChessFeature::CastlingKing { square },
                _ => ChessFeature::Unused,
            },
            "en-passant" => match self.en_passant? {
                EnPassantKeys::Square => match squares.square(index) {
                    square @ (16..24 | 40..48) => ChessFeature::EnPassantSquare { square },
                    _ => ChessFeature::Unused,
                },
                EnPassantKeys::SideFiles(first) => {
                    let side = if index < 8 { first } else { !first };
                    let rank = if side == Color::White { 2 } else { 5 };
                    ChessFeature::EnPassantSquare { square: 8 * rank + index % 8 }
                }
                _ => ChessFeature::EnPassant { file: index },
            },
            "captured-pawn" => match squares.square(index) {
                square @ 24..40 => ChessFeature::CapturedPawn { square },
                _ => ChessFeature::Unused,
            },
            "capturing-pawn" => match squares.square(index) {
                square @ 24..40 => ChessFeature::CapturingPawn { square },
                _ => ChessFeature::Unused,
            },
            "no-en-passant" => ChessFeature::NoEnPassant,
            "empty" => ChessFeature::EmptySquare { square: squares.square(index) },
            "start" => ChessFeature::Start,
            "clock" => {
                let clock = self.clock?;
                ChessFeature::Clock { from: clock.from + clock.step * index as u32 }
            }
            "turn" => match self.turn? {
                Turn::Of(color) => ChessFeature::Turn(color),
                _ => ChessFeature::Turn(color_of(index == 1)),
            },
            "no-pawns" => ChessFeature::NoPawns,
            "promoted" => ChessFeature::Promoted { square: index },
            "pocket" if self.pocket_counts.is_some() => {
                let counts = usize::from(self.pocket_counts?);
                let (place, count) = (index / counts, index % counts);
                ChessFeature::PocketCount {
                    color: color_of(place >= 5),
                    role: Role::ALL[place % 5],
                    count,
                }
            }
            "pocket" => {
                let (slot, bit) = (index / POCKET_BITS, index % POCKET_BITS);
                ChessFeature::Pocket { color: color_of(slot >= 5), role: Role::ALL[slot % 5], bit }
            }
            "checks" => ChessFeature::Checks {
                color: color_of(index >= CHECK_BITS),
                bit: index % CHECK_BITS,
            },
            "variant" => ChessFeature::Variant(Variant::ALL[index]),
            _ => return None,
        })
    }

    /// The fact that is keyed with the slot of a pawn that cannot stand there.
    fn borrowed(&self, color: Color, role: Role, square: usize) -> Option<ChessFeature> {
        let is_right = matches!(self.castling, Some(Castling::Slots));
        let is_file = matches!(self.en_passant, Some(EnPassantKeys::Slots));
        match (color, role, square) {
            (Color::White, Role::Pawn, 0 | 7) | (Color::Black, Role::Pawn, 56 | 63) if is_right => {
                Some(ChessFeature::CastlingRight { color, king_side: square % 8 == 7 })
            }
            (Color::Black, Role::Pawn, 0..8) if is_file => {
                Some(ChessFeature::EnPassant { file: square })
            }
            (Color::White, Role::Pawn, 60) if matches!(self.turn, Some(Turn::Slot)) => {
                Some(ChessFeature::Turn(Color::Black))
            }
            _ => None,
        }
    }

    /// Returns the meaning of a feature in words.
    #[must_use]
    pub const fn describe(&self, feature: Feature) -> impl Display + use<> {
        Description { layout: *self, feature }
    }
}

struct Description {
    layout: ChessLayout,
    feature: Feature,
}

impl Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.layout.decode(self.feature) {
            Some(meaning) => meaning.fmt(f),
            None => write!(f, "{}", self.layout.layout.name(self.feature)),
        }
    }
}
