//! Why a move is not legal.

use core::fmt::{self, Display};

use zobrist::Repetition;

use crate::board::PlaceError;
use crate::point::Point;

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// A stone cannot be put there.
    Place(PlaceError),
    /// It would take stones of the player's own off, which the rules do not allow.
    Suicide {
        /// The point.
        point: Point,
        /// The stones, the one played included.
        stones: u16,
    },
    /// It would make a position stand again that may not.
    Repeats {
        /// The point.
        point: Point,
        /// Which position, and how.
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

impl core::error::Error for PlayError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PlayError::Place(error) => Some(error),
            _ => None,
        }
    }
}
