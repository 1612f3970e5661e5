//! Reads FEN, and names the column of a fault.
//!
//! ```
//! use zobrist_shakmaty::fen;
//!
//! let setup = fen::read(b"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 12 40")?;
//! assert_eq!((setup.halfmoves, setup.fullmoves.get()), (12, 40));
//!
//! let error = fen::read(b"r3k2r/8/8/8/8/8/9/R3K2R b KQkq - 12 40").unwrap_err();
//! assert_eq!(error.column, 17);
//! assert_eq!(
//!     error.to_string(),
//!     "column 17: expected a piece or 1 to 8 empty squares, got \"9\""
//! );
//! # Ok::<(), fen::FenError>(())
//! ```
//!
//! The reader accepts the same lines as [`shakmaty::fen::Fen`], with the same [`Setup`], in about
//! half of the time (`bench/README.md`):
//!
//! - Fields are separated by one or more spaces or underscores. The board is required; other fields
//!   that are missing at the end have the values of `8/8/8/8/8/8/8/8 w - - 0 1`.
//! - Castling rights are those of FEN, X-FEN or Shredder-FEN, in any order, at most two a side,
//!   with or without their rooks on the board.
//! - The pocket of Crazyhouse follows the board as `[Qp]` or `/Qp`, and `~` follows a promoted
//!   piece.
//! - In Three-check, remaining checks come before the clock as `3+3`, or given checks as `+0+0`,
//!   there or at the end.
//! - A counter above `u32::MAX` is read as `u32::MAX`, and move 0 as move 1.
//!
//! # When not to use it
//! For EPD, for lines that must be complete, or for legal positions:
//! [`read_position`](crate::read_position) ignores the operations of EPD, and checks that the
//! position is legal, which a [`Setup`] need not be;
//! [`read_position_with`](crate::read_position_with) can be strict about what is missing and what
//! follows.

mod board;
mod error;
mod fields;
mod operations;
mod text;

use shakmaty::{Color, Setup, Square};

pub use error::{Expected, FenError};

use text::Text;

/// Reads a line of FEN.
///
/// # Errors
/// When the line is not FEN, with the column of the first byte that cannot be part of it.
#[inline]
pub fn read(line: &[u8]) -> Result<Setup, FenError> {
    let mut setup = Setup::empty();
    read_into(line, &mut setup, Strictness::Lenient)?;
    Ok(setup)
}

/// Reads a line into an [empty](Setup::empty) setup, which saves a copy of the result. Returns the
/// offset at which the FEN ends.
///
/// A lenient reader accepts FEN alone, as shakmaty does; the others accept operations of EPD too.
#[inline]
pub(crate) fn read_into(
    line: &[u8],
    setup: &mut Setup,
    strictness: Strictness,
) -> Result<usize, FenError> {
    let may_end = |text: &Text| text.is_at_end() && strictness != Strictness::Strict;
    let lenient = strictness == Strictness::Lenient;
    let mut text = Text::new(line);
    text.skip_separators();
    board::read(&mut text, setup)?;
    if may_end(&text) {
        return Ok(line.len());
    }
    setup.turn = read_turn(&mut text)?;
    if may_end(&text) {
        return Ok(line.len());
    }
    setup.castling_rights = fields::read_castling(&mut text, &setup.board)?;
    if may_end(&text) {
        return Ok(line.len());
    }
    setup.ep_square = read_en_passant(&mut text, lenient)?;
    if text.is_at_end() {
        return Ok(line.len());
    }
    fields::read_counters(&mut text, setup, !lenient)?;
    let end = text.offset();
    if end < line.len() {
        if lenient {
            return Err(text.fault_of_field(Expected::EndOfLine));
        }
        operations::read(&mut text)?;
    }
    Ok(end)
}

#[inline]
fn read_turn(text: &mut Text) -> Result<Color, FenError> {
    let turn = match text.byte() {
        Some(b'w') => Color::White,
        Some(b'b') => Color::Black,
        _ => return Err(text.fault(Expected::Turn)),
    };
    text.advance();
    text.end_field(Expected::EndOfTurn)?;
    Ok(turn)
}

#[inline]
fn read_en_passant(text: &mut Text, lenient: bool) -> Result<Option<Square>, FenError> {
    let file = match text.byte() {
        Some(b'-') => None,
        Some(file @ b'a'..=b'h') => Some(file - b'a'),
        _ => return Err(text.fault(Expected::EnPassant)),
    };
    text.advance();
    let square = match (file, text.byte()) {
        (None, _) => None,
        (Some(file), Some(rank @ b'1'..=b'8')) => {
            text.advance();
            Some(Square::new(u32::from(file + 8 * (rank - b'1'))))
        }
        (Some(_), _) => return Err(text.fault(Expected::EnPassantRank)),
    };
    if lenient || text.byte() != Some(b';') {
        text.end_field(Expected::EndOfEnPassant)?;
    }
    Ok(square)
}

/// The fields of a position that a line must have, and those that may follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strictness {
    /// Four fields are required: board, side to move, castling, en passant. Only the other fields
    /// of FEN and operations of EPD may follow. Each ends in a semicolon, which may be missing
    /// after the last one if its opcode is of the standard or a depth of a perft suite, as `D1`; a
    /// semicolon may come before the first.
    Strict,
    /// As `Strict`, but fields that are missing at the end have their defaults.
    AllowMissing,
    /// Fields may be missing. After four of them, everything from a word on that begins with a
    /// letter or a semicolon is ignored.
    Lenient,
}
