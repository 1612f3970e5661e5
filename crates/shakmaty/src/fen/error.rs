//! The error of a line that is not FEN.

use core::error::Error;
use core::fmt::{self, Display};

/// Maximum number of characters of a wrong text in an error.
const MAX_GOT: usize = 20;

/// The error of a line that is not FEN: the first place at which no FEN can continue as the line
/// does. An operation of EPD that does not end has the place at which it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FenError {
    /// Column of the fault, in bytes from 1; for a line that is too short, its length plus 1.
    pub column: usize,
    /// The part of FEN that is expected there.
    pub expected: Expected,
    /// The character at that column, or the beginning of the field or operation if it is wrong as
    /// a whole; `None` at the end of the line.
    pub got: Option<String>,
}

impl FenError {
    /// Returns the error of the byte at the offset `at`.
    pub(super) fn new(line: &[u8], at: usize, expected: Expected) -> FenError {
        // A character has at most four bytes.
        let rest = String::from_utf8_lossy(&line[at..line.len().min(at + 4)]);
        let got = rest.chars().next().map(String::from);
        FenError { column: at + 1, expected, got }
    }

    /// Returns the error of a text that is wrong as a whole, such as a field.
    pub(super) fn of_text(at: usize, wrong: &[u8], expected: Expected) -> FenError {
        let got = String::from_utf8_lossy(wrong).chars().take(MAX_GOT).collect();
        FenError { column: at + 1, expected, got: Some(got) }
    }
}

impl Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FenError { column, expected, got } = self;
        write!(f, "column {column}: expected {expected}, got ")?;
        match got {
            Some(got) => write!(f, "{got:?}"),
            None => f.write_str("the end of the line"),
        }
    }
}

impl Error for FenError {}

/// A part of FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// The beginning of the board.
    Board,
    /// A piece, or at most this number of empty squares.
    Squares(u8),
    /// The slash before the next rank.
    Slash,
    /// The separator after the board.
    EndOfBoard,
    /// A piece in the pocket, or its closing bracket.
    Pocket,
    /// The closing bracket of a pocket of 64 pieces.
    EndOfPocket,
    /// The side to move.
    Turn,
    /// The separator after the side to move.
    EndOfTurn,
    /// A castling right.
    Castling,
    /// At most two castling rights a side.
    TwoRights,
    /// The separator after `-` for no castling rights.
    EndOfCastling,
    /// The file of the en passant square, or `-`.
    EnPassant,
    /// The rank of the en passant square.
    EnPassantRank,
    /// The separator after the en passant square.
    EndOfEnPassant,
    /// The remaining checks of Three-check.
    Checks,
    /// A digit of the halfmove clock.
    Halfmoves,
    /// A digit of the move number.
    Fullmoves,
    /// The end of the line.
    EndOfLine,
    /// The end of the line, or an operation of EPD.
    Operation,
    /// The opcode of an operation of EPD.
    Opcode,
    /// The closing quote of a string of EPD.
    ClosingQuote,
}

impl Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Board => "FEN or EPD, which begins with a piece or 1 to 8 empty squares",
            Expected::Squares(1) => "a piece or 1 empty square",
            Expected::Squares(left) => {
                return write!(f, "a piece or 1 to {left} empty squares");
            }
            Expected::Slash => "a slash and the next rank",
            Expected::EndOfBoard => "a space after the board",
            Expected::Pocket => "a piece in the pocket or its end",
            Expected::EndOfPocket => "the end of the pocket after 64 pieces",
            Expected::Turn => "the side to move, w or b",
            Expected::EndOfTurn => "a space after the side to move",
            Expected::Castling => "castling rights, such as KQkq, or -",
            Expected::TwoRights => "at most two castling rights a side",
            Expected::EndOfCastling => "a space after the castling rights",
            Expected::EnPassant => "an en passant square, such as e3, or -",
            Expected::EnPassantRank => "the rank of the en passant square, 1 to 8",
            Expected::EndOfEnPassant => "a space after the en passant square",
            Expected::Checks => "the checks that remain to each side, from 0+0 to 3+3",
            Expected::Halfmoves => "a digit of the halfmove clock",
            Expected::Fullmoves => "a digit of the move number",
            Expected::EndOfLine => "the end of the line",
            Expected::Operation => {
                "the end of the line, or an operation of EPD, which begins with a letter and ends \
                 in a semicolon"
            }
            Expected::Opcode => "an opcode of letters, digits, _ and -",
            Expected::ClosingQuote => "a string with a closing quote",
        })
    }
}
