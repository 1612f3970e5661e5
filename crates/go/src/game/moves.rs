//! Moves, and their names.

use core::fmt::{self, Display};
use core::str::FromStr;

use crate::point::Point;

/// A move: a stone on a point, or a pass.
///
/// ```
/// use zobrist_go::Move;
///
/// assert_eq!("D4".parse(), Ok(Move::Play("D4".parse()?)));
/// assert_eq!("pass".parse(), Ok(Move::Pass));
/// # Ok::<(), zobrist_go::ParsePointError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Puts a stone on a point.
    Play(Point),
    /// Passes.
    Pass,
}

impl Display for Move {
    /// Writes the name of the point, or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play(point) => point.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// The error of a text that is not the name of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseMoveError {
    /// The text.
    pub got: String,
}

impl Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a move: expected pass, or a point such as D4: a letter from A to Z except \
             I, then a row from 1 to 25",
            self.got
        )
    }
}

impl core::error::Error for ParseMoveError {}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads the name of a point, or `pass`, in capitals or not, as in the Go Text Protocol.
    fn from_str(name: &str) -> Result<Move, ParseMoveError> {
        if name.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        name.parse().map(Move::Play).map_err(|_| ParseMoveError { got: name.to_owned() })
    }
}
