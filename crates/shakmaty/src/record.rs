//! One position as a line of text: FEN, or EPD with operations after it.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::Utf8Error;

use memchr::memchr_iter;
use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, FromSetup, Position, PositionError, PositionErrorKinds};

/// Reads a position from a line of FEN or EPD.
///
/// Fields are separated by spaces. The first four (board, side to move, castling, en passant) may
/// be followed by checks, the two counters, and then anything that begins with a letter or a
/// semicolon: the operations of EPD. Missing fields take their defaults, as in [`Fen`].
///
/// Without a `mode`, a position whose castling rights only Chess960 can mean (those of a king or
/// rook off its standard square) is one of Chess960, and all others are of standard chess, even if
/// rights are written by the files of rooks.
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
/// When the line is not UTF-8, is not FEN, is of another variant (a pocket or remaining checks
/// where there are none) or has moves after the position as in the UCI protocol, or when its
/// position is not legal in the sense of shakmaty's [`FromSetup`].
pub fn read_position<P: FromSetup + Position>(
    line: &[u8],
    mode: Option<CastlingMode>,
) -> Result<P, ReadPositionError> {
    read(line, mode, |fen, mode| fen.into_position(mode).map_err(|error| illegal(&error)))
}

/// Reads a position as [`read_position`] does, of a variant that is known only at run time.
///
/// # Errors
/// As [`read_position`].
pub fn read_variant_position(
    line: &[u8],
    variant: Variant,
    mode: Option<CastlingMode>,
) -> Result<VariantPosition, ReadPositionError> {
    read(line, mode, |fen, mode| {
        VariantPosition::from_setup(variant, fen.into_setup(), mode)
            .map_err(|error| illegal(&error))
    })
}

fn read<P: Position>(
    line: &[u8],
    mode: Option<CastlingMode>,
    position: impl Fn(Fen, CastlingMode) -> Result<P, ReadPositionError>,
) -> Result<P, ReadPositionError> {
    let parse = || Fen::from_ascii(line).or_else(|error| parse_epd(line, error));
    let fen = parse()?;
    let has_pocket = fen.as_setup().pockets.is_some();
    let has_checks = fen.as_setup().remaining_checks.is_some();
    let read = match position(fen, mode.unwrap_or(CastlingMode::Standard)) {
        Err(ReadPositionError::Illegal(kinds))
            if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) && mode.is_none() =>
        {
            position(parse()?, CastlingMode::Chess960)
        }
        result => result,
    }?;
    if has_pocket && read.pockets().is_none() {
        return Err(ReadPositionError::OtherVariant("a pocket"));
    }
    if has_checks && read.remaining_checks().is_none() {
        return Err(ReadPositionError::OtherVariant("remaining checks"));
    }
    Ok(read)
}

fn illegal<P>(error: &PositionError<P>) -> ReadPositionError {
    ReadPositionError::Illegal(error.kinds())
}

/// Reads a line that is not FEN as a whole: most lines are, and need not be searched for
/// operations. FEN that can be read is ASCII.
#[cold]
fn parse_epd(line: &[u8], error: ParseFenError) -> Result<Fen, ReadPositionError> {
    str::from_utf8(line).map_err(ReadPositionError::NotUtf8)?;
    let text = without_operations(line);
    if text.len() == line.len() {
        return Err(not_fen(line, error));
    }
    let operations = line[text.len()..].trim_ascii_start();
    if operations.starts_with(b"moves ") || operations == b"moves" {
        return Err(ReadPositionError::Moves);
    }
    Fen::from_ascii(text).map_err(|error| not_fen(text, error))
}

/// Three-check has a field of its own before the clock, which would otherwise be reported as an
/// invalid clock.
fn not_fen(text: &[u8], error: ParseFenError) -> ReadPositionError {
    let mut fields = text.split(|byte| *byte == b' ').filter(|field| !field.is_empty());
    match fields.nth(4) {
        Some(field) if error == ParseFenError::InvalidHalfmoveClock && counts_checks(field) => {
            ReadPositionError::RemainingChecks(String::from_utf8_lossy(field).into_owned())
        }
        _ => ReadPositionError::NotFen(error),
    }
}

/// Whether a field has the form of two numbers, `3+3` or `+0+0`.
fn counts_checks(field: &[u8]) -> bool {
    let numbers = || field.split(|byte| *byte == b'+').filter(|number| !number.is_empty());
    field.len() <= 8 && numbers().count() == 2 && numbers().flatten().all(u8::is_ascii_digit)
}

/// The part of a line that is FEN.
fn without_operations(line: &[u8]) -> &[u8] {
    let blank = line.iter().take_while(|byte| **byte == b' ').count();
    let begins = |space: &usize| line.get(space + 1).is_some_and(|byte| *byte != b' ');
    let operations = memchr_iter(b' ', line)
        .filter(|space| *space >= blank && begins(space))
        .skip(3)
        .find(|space| line[space + 1].is_ascii_alphabetic() || line[space + 1] == b';');
    operations.map_or(line, |space| &line[..space])
}

/// The error of a line that is not a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ReadPositionError {
    /// The line is not UTF-8.
    NotUtf8(Utf8Error),
    /// The line is not FEN.
    NotFen(ParseFenError),
    /// The field of remaining checks of Three-check is not from 0+0 to 3+3.
    RemainingChecks(String),
    /// The line has a pocket or remaining checks, which positions of its variant do not have.
    OtherVariant(&'static str),
    /// Moves follow the position, as in the UCI protocol: the position that they lead to is meant.
    Moves,
    /// The position is not legal.
    Illegal(PositionErrorKinds),
}

impl Display for ReadPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadPositionError::NotUtf8(error) => {
                write!(
                    f,
                    "expected UTF-8, got an invalid sequence after {} bytes",
                    error.valid_up_to()
                )
            }
            ReadPositionError::NotFen(error) => write!(f, "expected FEN or EPD, got {error}"),
            ReadPositionError::RemainingChecks(got) => {
                write!(
                    f,
                    "expected the checks that remain to each side, from 0+0 to 3+3, got {got}"
                )
            }
            ReadPositionError::Moves => {
                f.write_str("expected only a position, got one followed by moves; play them first")
            }
            ReadPositionError::OtherVariant(what) => {
                write!(f, "expected a position without {what}, got one of another variant")
            }
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

impl Error for ReadPositionError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ReadPositionError::NotUtf8(error) => Some(error),
            ReadPositionError::NotFen(error) => Some(error),
            ReadPositionError::OtherVariant(_)
            | ReadPositionError::RemainingChecks(_)
            | ReadPositionError::Moves
            | ReadPositionError::Illegal(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Chess, Position};

    #[test]
    fn operations_are_told_from_fen() {
        for (line, fen) in [
            ("8/8 w - -", "8/8 w - -"),
            ("8/8 w - - 0 1", "8/8 w - - 0 1"),
            ("8/8 w - - 0 1 ;D1 20", "8/8 w - - 0 1"),
            ("8/8 w - - bm Nf3; id \"a b\";", "8/8 w - -"),
            ("8/8 w - - 3+3 0 1", "8/8 w - - 3+3 0 1"),
            ("8/8 w KQkq e3 hmvc 0;", "8/8 w KQkq e3"),
            ("8/8 w KQkq e3 0 x", "8/8 w KQkq e3 0"),
            ("8/8 w KQkq", "8/8 w KQkq"),
            ("", ""),
        ] {
            assert_eq!(without_operations(line.as_bytes()), fen.as_bytes(), "{line}");
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        let message = |line: &[u8]| read_position::<Chess>(line, None).unwrap_err().to_string();
        assert_eq!(message(b"4k3/\xff"), "expected UTF-8, got an invalid sequence after 4 bytes");
        assert_eq!(message(b"hello"), "expected FEN or EPD, got invalid board part in fen");
        assert_eq!(
            message(b"8/8/8/8/8/8/8/8 w - - 0 1"),
            "expected a legal position, got one with empty board, missing king"
        );
        assert_eq!(
            message(b"4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"),
            "expected a position without a pocket, got one of another variant"
        );
        assert_eq!(
            message(b"4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1"),
            "expected a position without remaining checks, got one of another variant"
        );
    }

    #[test]
    fn chess960_is_told_from_the_castling_field() {
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
