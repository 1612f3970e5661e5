//! Moves, their names, and the error of one that is not legal.

use core::fmt::{self, Display};
use core::str::FromStr;

use zobrist::Repetition;

use crate::board::PlaceError;
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
///
/// Closed: a resignation is no move, since it changes no position.
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

/// The error of a move that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// A stone cannot be put there.
    Place(PlaceError),
    /// It would take off stones of the player's own, which the rules do not allow.
    Suicide {
        /// The point.
        point: Point,
        /// The number of stones, the one played included.
        stones: u16,
    },
    /// It would repeat a position that must not be repeated.
    Repeats {
        /// The point.
        point: Point,
        /// The position that it repeats, and how.
        repetition: Repetition,
    },
}

impl Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Place(error) => error.fmt(f),
            PlayError::Suicide { point, stones: 1 } => write!(f, "{point} is suicide of one stone"),
            PlayError::Suicide { point, stones } => {
                write!(f, "{point} is suicide of {stones} stones")
            }
            PlayError::Repeats { point, repetition } => {
                write!(f, "{point} repeats the position after move {}", repetition.earlier)
            }
        }
    }
}

impl core::error::Error for PlayError {}
