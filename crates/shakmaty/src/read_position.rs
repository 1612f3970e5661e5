//! Reads a position from a line of text: FEN, or EPD with operations after it.

use std::error::Error;
use std::fmt::{self, Display};
use std::num::NonZeroU32;

use memchr::{memchr, memchr_iter, memrchr2};
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, FromSetup, Position, PositionError, PositionErrorKinds, Setup};

use crate::fen::{self, Expected, FenError, Strictness};

/// Reads a position from a line of FEN or EPD, [leniently](Strictness::Lenient).
///
/// Fields are separated by spaces. After the first four (board, side to move, castling, en passant)
/// come, if present, remaining checks, the two counters, and the operations of EPD, which begin
/// with a letter or a semicolon and are ignored. Missing fields have the defaults of
/// [`fen`](crate::fen).
///
/// Without a `mode`, a position with castling rights of a king or rook off its standard square is
/// one of Chess960, and any other is one of standard chess, even if its rights are written by the
/// files of the rooks.
///
/// ```
/// use shakmaty::{Chess, Position};
/// use zobrist_shakmaty::read_position;
///
/// let line = b"4k3/8/8/8/8/8/8/1R2K3 w B - bm Rb7; id \"made up\";";
/// let position: Chess = read_position(line, None)?;
/// assert!(position.castles().mode().is_chess960());
/// # Ok::<(), zobrist_shakmaty::ReadPositionError>(())
/// ```
///
/// # Errors
/// With the [column](ReadPositionError::column): when the line is not UTF-8 or not FEN, when it has
/// a pocket or remaining checks and the variant has none, or when moves follow the position as in
/// the UCI protocol. Without one: when shakmaty's [`FromSetup`] refuses the position as illegal.
#[inline]
pub fn read_position<P: FromSetup + Position>(
    line: &[u8],
    mode: Option<CastlingMode>,
) -> Result<P, ReadPositionError> {
    read(line, mode, Strictness::Lenient, P::from_setup)
}

/// Reads a position as [`read_position`] does, as strictly as asked.
///
/// ```
/// use shakmaty::Chess;
/// use zobrist_shakmaty::{Strictness, read_position_with};
///
/// let read = |line: &[u8]| read_position_with::<Chess>(line, None, Strictness::Strict);
/// assert!(read(b"4k3/8/8/8/8/8/8/4K3 w - -").is_ok());
/// assert!(read(b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; c0 \"not Kf1; why?\";").is_ok());
///
/// let error = read(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 hello world").unwrap_err();
/// assert_eq!(error.column(), Some(31));
/// let error = read(b"4k3/8/8/8/8/8/8/4K3 w").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "column 22: expected castling rights, such as KQkq, or -, got the end of the line"
/// );
/// ```
///
/// # Errors
/// As [`read_position`], and when the line has less or more than `strictness` allows.
#[inline]
pub fn read_position_with<P: FromSetup + Position>(
    line: &[u8],
    mode: Option<CastlingMode>,
    strictness: Strictness,
) -> Result<P, ReadPositionError> {
    read(line, mode, strictness, P::from_setup)
}

/// Reads a position of a variant that is known only at run time, as [`read_position`] does.
///
/// # Errors
/// As [`read_position`].
pub fn read_variant_position(
    line: &[u8],
    variant: Variant,
    mode: Option<CastlingMode>,
) -> Result<VariantPosition, ReadPositionError> {
    read_variant_position_with(line, variant, mode, Strictness::Lenient)
}

/// Reads a position of a variant that is known only at run time, as [`read_position_with`] does.
///
/// # Errors
/// As [`read_position_with`].
#[expect(clippy::result_large_err, reason = "errors of shakmaty hold the position")]
pub fn read_variant_position_with(
    line: &[u8],
    variant: Variant,
    mode: Option<CastlingMode>,
    strictness: Strictness,
) -> Result<VariantPosition, ReadPositionError> {
    read(line, mode, strictness, |setup, mode| VariantPosition::from_setup(variant, setup, mode))
}

// Inlined, so that the position of some 200 bytes is not copied on its way to the caller.
#[inline(always)]
fn read<P: Position>(
    line: &[u8],
    mode: Option<CastlingMode>,
    strictness: Strictness,
    position: impl Fn(Setup, CastlingMode) -> Result<P, PositionError<P>>,
) -> Result<P, ReadPositionError> {
    let mut setup = Setup::empty();
    read_setup(line, &mut setup, strictness)?;
    let fields = (setup.pockets.is_some(), setup.remaining_checks.is_some());
    match position(setup, mode.unwrap_or(CastlingMode::Standard)) {
        Ok(read) if fields == (false, false) => Ok(read),
        Ok(read) => check_fields(line, fields, &read).map(|()| read),
        Err(error) if mode.is_none() && has_chess960_rights(&error) => {
            let mut setup = Setup::empty();
            read_setup(line, &mut setup, strictness)?;
            let read = position(setup, CastlingMode::Chess960);
            let read = read.map_err(|error| ReadPositionError::Illegal(error.kinds()))?;
            check_fields(line, fields, &read).map(|()| read)
        }
        Err(error) => Err(ReadPositionError::Illegal(error.kinds())),
    }
}

/// Reads the `FEN` of a game, as people have them: more pieces or checks than a game can lead to
/// are accepted, and castling rights and en passant squares that cannot be are left out, unless it
/// is `strict`. Returns true if some were.
pub(crate) fn read_tag<P: FromSetup + Position>(
    fen: &[u8],
    mode: Option<CastlingMode>,
    strict: bool,
) -> Result<(P, bool), ReadPositionError> {
    read_start(fen, mode, strict, P::from_setup)
}

/// Reads the `FEN` of a game of a variant, as [`read_tag`] does.
#[expect(clippy::result_large_err, reason = "errors of shakmaty hold the position")]
pub(crate) fn read_variant_tag(
    fen: &[u8],
    variant: Variant,
    mode: Option<CastlingMode>,
    strict: bool,
) -> Result<(VariantPosition, bool), ReadPositionError> {
    read_start(fen, mode, strict, |setup, mode| VariantPosition::from_setup(variant, setup, mode))
}

fn read_start<P: Position>(
    fen: &[u8],
    mode: Option<CastlingMode>,
    strict: bool,
    position: impl Fn(Setup, CastlingMode) -> Result<P, PositionError<P>>,
) -> Result<(P, bool), ReadPositionError> {
    let allowed = |setup, mode| {
        let unusual = position(setup, mode).or_else(PositionError::ignore_too_much_material);
        unusual.or_else(PositionError::ignore_impossible_check)
    };
    match read(fen, mode, Strictness::Lenient, allowed) {
        Err(ReadPositionError::Illegal(_)) if !strict => {
            let repaired = read(
                fen,
                mode.or(Some(CastlingMode::Standard)),
                Strictness::Lenient,
                |setup, mode| {
                    let position =
                        allowed(setup, mode).or_else(PositionError::ignore_invalid_castling_rights);
                    position.or_else(PositionError::ignore_invalid_ep_square)
                },
            );
            repaired.map(|position| (position, true))
        }
        read => read.map(|position| (position, false)),
    }
}

/// Checks that the position has a pocket and remaining checks if its line has them.
fn check_fields(
    line: &[u8],
    (has_pocket, has_checks): (bool, bool),
    position: &impl Position,
) -> Result<(), ReadPositionError> {
    let (field, column) = if has_pocket && position.pockets().is_none() {
        ("a pocket", column_of_pocket(line))
    } else if has_checks && position.remaining_checks().is_none() {
        ("remaining checks", column_of_checks(line))
    } else {
        return Ok(());
    };
    Err(ReadPositionError::OtherVariant { field, column })
}

/// True if the position may be legal in Chess960.
fn has_chess960_rights<P>(error: &PositionError<P>) -> bool {
    error.kinds().contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS)
}

#[inline]
fn read_setup(
    line: &[u8],
    setup: &mut Setup,
    strictness: Strictness,
) -> Result<(), ReadPositionError> {
    match fen::read_into(line, setup, strictness) {
        // Lines accepted as FEN are ASCII, except that any byte may follow a number that is too
        // large.
        Ok(_) if setup.halfmoves == u32::MAX || setup.fullmoves == NonZeroU32::MAX => {
            check_utf8(line)
        }
        Ok(end) if end < line.len() => check_utf8(line),
        Ok(_) => Ok(()),
        Err(fault) if strictness == Strictness::Lenient => read_epd(line, fault, setup),
        Err(fault) => Err(strict_error(line, fault)),
    }
}

#[cold]
fn strict_error(line: &[u8], fault: FenError) -> ReadPositionError {
    match (check_utf8(line), fault.expected, fault.got.as_deref()) {
        (Err(error), ..) => error,
        (_, Expected::Operation, Some("moves")) => {
            ReadPositionError::TrailingMoves { column: fault.column }
        }
        _ => ReadPositionError::NotFen(fault),
    }
}

/// Reads a line leniently that is not FEN as a whole, by looking for EPD operations. Most lines
/// have none.
#[cold]
fn read_epd(line: &[u8], fault: FenError, setup: &mut Setup) -> Result<(), ReadPositionError> {
    check_utf8(line)?;
    let text = without_operations(line);
    if text.len() == line.len() {
        return Err(ReadPositionError::NotFen(fault));
    }
    let operations = line[text.len()..].trim_ascii_start();
    if operations.starts_with(b"moves ") || operations == b"moves" {
        return Err(ReadPositionError::TrailingMoves { column: 1 + line.len() - operations.len() });
    }
    *setup = Setup::empty();
    fen::read_into(text, setup, Strictness::Lenient).map_err(ReadPositionError::NotFen)?;
    Ok(())
}

fn check_utf8(line: &[u8]) -> Result<(), ReadPositionError> {
    match str::from_utf8(line) {
        Ok(_) => Ok(()),
        Err(error) => Err(ReadPositionError::NotUtf8 { column: error.valid_up_to() + 1 }),
    }
}

/// Returns the column of a pocket: `[Qp]`, or a ninth rank.
#[cold]
fn column_of_pocket(line: &[u8]) -> usize {
    let ninth = || memchr_iter(b'/', line).nth(7);
    memchr(b'[', line).or_else(ninth).map_or(1, |at| at + 1)
}

/// Returns the column of the remaining checks, the only field with a plus.
#[cold]
fn column_of_checks(line: &[u8]) -> usize {
    let before = &line[..memchr(b'+', line).unwrap_or(0)];
    memrchr2(b' ', b'_', before).map_or(1, |at| at + 2)
}

/// Returns the line up to its EPD operations.
fn without_operations(line: &[u8]) -> &[u8] {
    let blank = line.iter().take_while(|byte| **byte == b' ').count();
    let begins = |space: &usize| line.get(space + 1).is_some_and(|byte| *byte != b' ');
    let operations = memchr_iter(b' ', line)
        .filter(|space| *space >= blank && begins(space))
        .skip(3)
        .find(|space| line[space + 1].is_ascii_alphabetic() || line[space + 1] == b';');
    let fields = &line[..operations.unwrap_or(line.len())];
    // FEN has no semicolon.
    let fields_before =
        |at: usize| line[..at].split(|byte| *byte == b' ').filter(|field| !field.is_empty());
    let semicolon = memchr(b';', fields).filter(|at| fields_before(*at).count() >= 4);
    &fields[..semicolon.unwrap_or(fields.len())]
}

/// The error of a line that is not a position. Columns count bytes, from 1.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ReadPositionError {
    /// The line is not UTF-8.
    NotUtf8 {
        /// Column of the first invalid sequence.
        column: usize,
    },
    /// The line is not FEN.
    NotFen(FenError),
    /// The line has a pocket or remaining checks, which positions of its variant do not have.
    OtherVariant {
        /// "a pocket" or "remaining checks".
        field: &'static str,
        /// Column of the field.
        column: usize,
    },
    /// Moves follow the position, as in the UCI protocol, so that another position is meant.
    TrailingMoves {
        /// Column of the moves.
        column: usize,
    },
    /// The position is not legal.
    Illegal(PositionErrorKinds),
}

impl ReadPositionError {
    /// Returns the column of the fault, in bytes from 1; `None` for a position that is illegal as a
    /// whole.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        match self {
            ReadPositionError::NotUtf8 { column }
            | ReadPositionError::OtherVariant { column, .. }
            | ReadPositionError::TrailingMoves { column } => Some(*column),
            ReadPositionError::NotFen(error) => Some(error.column),
            ReadPositionError::Illegal(_) => None,
        }
    }

    /// Returns the error for a longer line, in which the position follows a prefix of `bytes`
    /// bytes.
    ///
    /// ```
    /// use shakmaty::Chess;
    /// use zobrist_shakmaty::read_position;
    ///
    /// let line = "A position: 4k3/8/8/8/8/8/8/4K3 white";
    /// let (words, fen) = line.split_at(12);
    /// let error = read_position::<Chess>(fen.as_bytes(), None).unwrap_err();
    /// assert_eq!(error.after_prefix(words.len()).column(), Some(34));
    /// ```
    #[must_use]
    pub fn after_prefix(mut self, bytes: usize) -> ReadPositionError {
        match &mut self {
            ReadPositionError::NotUtf8 { column }
            | ReadPositionError::OtherVariant { column, .. }
            | ReadPositionError::TrailingMoves { column } => *column += bytes,
            ReadPositionError::NotFen(error) => error.column += bytes,
            ReadPositionError::Illegal(_) => {}
        }
        self
    }
}

impl Display for ReadPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadPositionError::NotUtf8 { column } => {
                write!(f, "column {column}: expected UTF-8, got an invalid sequence")
            }
            ReadPositionError::NotFen(error) => write!(f, "{error}"),
            ReadPositionError::TrailingMoves { column } => write!(
                f,
                "column {column}: expected only a position, got one followed by moves; play them \
                 first"
            ),
            ReadPositionError::OtherVariant { field, column } => write!(
                f,
                "column {column}: expected a position without {field}, got one of another variant"
            ),
            ReadPositionError::Illegal(kinds) => {
                f.write_str("expected a legal position, got one with ")?;
                for (index, (name, kind)) in kinds.iter_names().enumerate() {
                    f.write_str(if index == 0 { "" } else { ", " })?;
                    match kind {
                        PositionErrorKinds::VARIANT => {
                            f.write_str("what a rule of its variant excludes")?;
                        }
                        _ => f.write_str(&name.to_lowercase().replace('_', " "))?,
                    }
                }
                Ok(())
            }
        }
    }
}

// Prints a `FenError` itself, so has no source.
impl Error for ReadPositionError {}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Chess, Position};

    #[test]
    fn operations_end_the_fen() {
        for (line, fen) in [
            ("8/8 w - -", "8/8 w - -"),
            ("8/8 w - - 0 1", "8/8 w - - 0 1"),
            ("8/8 w - - 0 1 ;D1 20", "8/8 w - - 0 1"),
            ("8/8 w - - bm Nf3; id \"a b\";", "8/8 w - -"),
            ("8/8 w - - 3+3 0 1", "8/8 w - - 3+3 0 1"),
            ("8/8 w KQkq e3 hmvc 0;", "8/8 w KQkq e3"),
            ("8/8 w KQkq e3 0 x", "8/8 w KQkq e3 0"),
            ("8/8 w KQkq -; id \"a\";", "8/8 w KQkq -"),
            ("8/8 w - - 0 1;", "8/8 w - - 0 1"),
            ("8/8 w -;", "8/8 w -;"),
            ("8/8 w KQkq", "8/8 w KQkq"),
            ("", ""),
        ] {
            assert_eq!(without_operations(line.as_bytes()), fen.as_bytes(), "{line}");
        }
    }

    fn message(line: impl AsRef<[u8]>) -> String {
        read_position::<Chess>(line.as_ref(), None).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_column_and_what_was_expected() {
        assert_eq!(message(b"4k3/\xff"), "column 5: expected UTF-8, got an invalid sequence");
        assert_eq!(
            message("4k3/8/8/8/8/8/8/4K3 w - z6 0 1"),
            "column 25: expected an en passant square, such as e3, or -, got \"z\""
        );
        assert_eq!(
            message("8/8/8/8/8/8/8/8 w - - 0 1"),
            "expected a legal position, got one with empty board, missing king"
        );
        for pocket in ["[Q]", "/Q", "/", "[]"] {
            assert_eq!(
                message(format!("4k3/8/8/8/8/8/8/4K3{pocket} w - - 0 1")),
                "column 20: expected a position without a pocket, got one of another variant"
            );
        }
        for (counters, column) in [("3+2 0 1", 27), ("0 1  +0+0", 32), ("0 1_+0+0 id \"+\";", 31)] {
            assert_eq!(
                message(format!("4k3/8/8/8/8/8/8/4K3 w - - {counters}")),
                format!(
                    "column {column}: expected a position without remaining checks, got one of \
                     another variant"
                )
            );
        }
        assert_eq!(
            message("4k3/8/8/8/8/8/8/4K3 w - - 0 1  moves e1e2"),
            "column 32: expected only a position, got one followed by moves; play them first"
        );
    }

    #[test]
    fn a_line_with_operations_reports_the_fault_of_its_fen() {
        assert_eq!(
            message("4k3/8/8/8/8/8/8/4K3 w - - 0 1x bm e4;"),
            "column 30: expected a digit of the move number, got \"x\""
        );
        assert_eq!(
            message("4k3/8/8/8/8/8/8/4K3 w bm Kd2;"),
            "column 24: expected castling rights, such as KQkq, or -, got \"m\""
        );
    }

    #[test]
    fn bytes_after_a_number_that_is_too_large_must_be_utf8() {
        let line = |end: &[u8]| [b"4k3/8/8/8/8/8/8/4K3 w - - 99999999999", end].concat();
        assert!(read_position::<Chess>(&line(b"x 1"), None).is_ok());
        assert_eq!(message(line(b"\xff 1")), "column 38: expected UTF-8, got an invalid sequence");
    }

    #[test]
    fn the_castling_field_decides_on_chess960() {
        let mode = |line: &str, mode| {
            read_position::<Chess>(line.as_bytes(), mode).map(|position| position.castles().mode())
        };
        let standard = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
        assert_eq!(mode(standard, None).unwrap(), CastlingMode::Standard);
        assert_eq!(mode(standard, Some(CastlingMode::Chess960)).unwrap(), CastlingMode::Chess960);
        let inner = "r1k1r2r/8/8/8/8/8/8/R1K1R2R w EAea - 0 1";
        assert_eq!(mode(inner, None).unwrap(), CastlingMode::Chess960);
        assert!(mode("4k3/8/8/8/8/8/8/4K3 w K - 0 1", None).is_err());
        assert!(mode(inner, Some(CastlingMode::Standard)).is_err());
    }
}
