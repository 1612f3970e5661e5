//! The error of a move that is not legal.

use core::fmt::{self, Display};

use zobrist::Repetition;

use crate::board::PlaceError;
use crate::point::Point;

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
