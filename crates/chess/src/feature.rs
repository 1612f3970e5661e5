//! The meaning of each feature of a chess layout.

use core::fmt::{self, Display};

use crate::vocabulary::{Color, Role, Variant};

/// A feature of chess in terms of pieces, squares and rights, as
/// [`ChessLayout::decode`](crate::ChessLayout::decode) returns it; displayed in words.
///
/// Squares are numbered a1 = 0, b1 = 1, …, h8 = 63, files a = 0, …, h = 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChessFeature {
    /// A piece on a square.
    Piece {
        /// The color of the piece.
        color: Color,
        /// The role of the piece.
        role: Role,
        /// The square on which it stands.
        square: usize,
    },
    /// One castling right, by the side of the king.
    CastlingRight {
        /// The side that has the right.
        color: Color,
        /// True for the right on the king's side.
        king_side: bool,
    },
    /// One castling right that is lost or never was, by the side of the king.
    CastlingRightLost {
        /// The side that has not the right.
        color: Color,
        /// True for the right on the king's side.
        king_side: bool,
    },
    /// Both castling rights of a side at once.
    CastlingSideRights {
        /// The side.
        color: Color,
        /// True if it has the right on the king's side.
        king_side: bool,
        /// True if it has the right on the queen's side.
        queen_side: bool,
    },
    /// All castling rights of a position at once: K is 1, Q 2, k 4, q 8.
    CastlingRights(u8),
    /// One castling right, by the file of the rook.
    CastlingRook {
        /// The side that has the right.
        color: Color,
        /// The file of the rook.
        file: usize,
    },
    /// The file on which a pawn may be captured en passant.
    EnPassant {
        /// The file.
        file: usize,
    },
    /// The side to move.
    Turn(Color),
    /// No pawns on the board: a feature of pawn hashes, not of positions.
    NoPawns,
    /// A promoted piece, in Crazyhouse.
    Promoted {
        /// The square on which it stands.
        square: usize,
    },
    /// A bit of the number of pieces in a pocket.
    Pocket {
        /// The side whose pocket it is.
        color: Color,
        /// The role of the pieces.
        role: Role,
        /// The bit, from 0 for the lowest.
        bit: usize,
    },
    /// The number of pieces in a pocket.
    PocketCount {
        /// The side whose pocket it is.
        color: Color,
        /// The role of the pieces.
        role: Role,
        /// The number.
        count: usize,
    },
    /// A bit of the number of checks that a side still has to give.
    Checks {
        /// The side that gives the checks.
        color: Color,
        /// The bit, from 0 for the lowest.
        bit: usize,
    },
    /// The variant.
    Variant(Variant),
    /// A king that may castle, as a piece of its own.
    CastlingKing {
        /// Its square if it may castle to both sides, else the one to which it would castle.
        square: usize,
    },
    /// The square behind a pawn that may be captured en passant.
    EnPassantSquare {
        /// The square.
        square: usize,
    },
    /// A pawn that may be captured en passant, as a piece of its own.
    CapturedPawn {
        /// The square on which it stands.
        square: usize,
    },
    /// A pawn that may capture en passant, as a piece of its own.
    CapturingPawn {
        /// The square on which it stands.
        square: usize,
    },
    /// No capture en passant counts.
    NoEnPassant,
    /// An empty square.
    EmptySquare {
        /// The square.
        square: usize,
    },
    /// The feature of every position: the hash begins with its key.
    Start,
    /// The halfmove clock.
    Clock {
        /// The first clock of the feature.
        from: u32,
    },
    /// A slot that no position has.
    Unused,
}

impl Display for ChessFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ChessFeature::Piece { color, role, square } => {
                write!(f, "{color} {role} {}", Square(square))
            }
            ChessFeature::CastlingRight { color, king_side } => {
                let castling = if king_side { "O-O" } else { "O-O-O" };
                write!(f, "castling right {color} {castling}")
            }
            ChessFeature::CastlingRightLost { color, king_side } => {
                let castling = if king_side { "O-O" } else { "O-O-O" };
                write!(f, "no castling right {color} {castling}")
            }
            ChessFeature::CastlingSideRights { color, king_side, queen_side } => {
                let rights = match (king_side, queen_side) {
                    (true, true) => "O-O O-O-O",
                    (true, false) => "O-O",
                    (false, true) => "O-O-O",
                    (false, false) => "-",
                };
                write!(f, "castling rights of {color} {rights}")
            }
            ChessFeature::CastlingRights(rights) => {
                f.write_str("castling rights ")?;
                for (right, letter) in "KQkq".chars().enumerate() {
                    if rights >> right & 1 == 1 {
                        write!(f, "{letter}")?;
                    }
                }
                f.write_str(if rights == 0 { "-" } else { "" })
            }
            ChessFeature::CastlingRook { color, file } => {
                let square = if color == Color::White { file } else { 56 + file };
                write!(f, "castling right {color} rook {}", Square(square))
            }
            ChessFeature::EnPassant { file } => {
                write!(f, "en passant file {}", char::from(b'a' + file as u8))
            }
            ChessFeature::Turn(color) => write!(f, "{color} to move"),
            ChessFeature::NoPawns => f.write_str("no pawns"),
            ChessFeature::Promoted { square } => write!(f, "promoted piece {}", Square(square)),
            ChessFeature::Pocket { color, role, bit } => {
                write!(f, "{color} {role}s in the pocket, bit {bit}")
            }
            ChessFeature::PocketCount { color, role, count } => {
                write!(f, "{count} {color} {role}s in the pocket")
            }
            ChessFeature::Checks { color, bit } => {
                write!(f, "remaining checks of {color}, bit {bit}")
            }
            ChessFeature::Variant(variant) => write!(f, "variant {variant}"),
            ChessFeature::CastlingKing { square } => {
                let color = if square < 8 { Color::White } else { Color::Black };
                write!(f, "{color} king that may castle, {}", Square(square))
            }
            ChessFeature::EnPassantSquare { square } => {
                write!(f, "en passant square {}", Square(square))
            }
            ChessFeature::CapturedPawn { square } => {
                write!(f, "pawn that may be captured en passant, {}", Square(square))
            }
            ChessFeature::CapturingPawn { square } => {
                write!(f, "pawn that may capture en passant, {}", Square(square))
            }
            ChessFeature::NoEnPassant => f.write_str("no en passant"),
            ChessFeature::EmptySquare { square } => write!(f, "empty {}", Square(square)),
            ChessFeature::Start => f.write_str("start"),
            ChessFeature::Clock { from } => write!(f, "halfmove clock from {from}"),
            ChessFeature::Unused => f.write_str("unused"),
        }
    }
}

struct Square(usize);

impl Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + (self.0 % 8) as u8), self.0 / 8 + 1)
    }
}
