//! Errors of boards and stones.

use core::fmt::{self, Display};

use crate::color::Color;
use crate::point::{MAX_SIDE, Point};

/// The error of a board size that is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardSizeError {
    /// The number of columns requested.
    pub width: usize,
    /// The number of rows requested.
    pub height: usize,
}

impl Display for BoardSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a board of {} x {} points: expected sides from 1 to {MAX_SIDE}",
            self.width, self.height
        )
    }
}

impl core::error::Error for BoardSizeError {}

/// The error of a stone that cannot be put on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlaceError {
    /// The point is not on the board.
    OffBoard {
        /// The point.
        point: Point,
        /// The number of columns of the board.
        width: usize,
        /// The number of rows of the board.
        height: usize,
    },
    /// A stone is there.
    Occupied {
        /// The point.
        point: Point,
        /// The color of the stone.
        by: Color,
    },
}

impl Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceError::OffBoard { point, width, height } => {
                write!(f, "{point} is off the board of {width} x {height} points")
            }
            PlaceError::Occupied { point, by } => write!(f, "{point} already has a {by} stone"),
        }
    }
}

impl core::error::Error for PlaceError {}

/// The error of stones that cannot stand on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetUpError {
    /// A stone cannot be put on its point.
    Place(PlaceError),
    /// A chain has no liberty: no move leaves one like that.
    NoLiberty {
        /// One of its stones.
        point: Point,
    },
}

impl Display for SetUpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetUpError::Place(error) => error.fmt(f),
            SetUpError::NoLiberty { point } => {
                write!(f, "the chain of the stone on {point} has no liberty")
            }
        }
    }
}

impl core::error::Error for SetUpError {}
