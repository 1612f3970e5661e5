//! Steps of a line on a board.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use zobrist_go::{Board, Color, Move, PlaceError, Point, SetUpError};

use crate::line::{Line, Step};

/// The error of a line that cannot be followed to a position.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LineError {
    /// The rest of the line cannot be read.
    Fault,
    /// Stones cannot be set up.
    SetUp {
        /// The number of the set-up among those of the line, from 0.
        number: usize,
        /// The error of the stones.
        error: SetUpError,
    },
    /// A move cannot be made.
    Move {
        /// The number of the move, from 1.
        number: u64,
        /// The error of the stone.
        error: PlaceError,
    },
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Fault => f.write_str("the rest of the game cannot be read"),
            LineError::SetUp { error, .. } => error.fmt(f),
            LineError::Move { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

impl Error for LineError {}

/// Replays a line to its end.
///
/// # Errors
/// When a step cannot be made: the first one.
pub fn check(line: &Line) -> Result<(), LineError> {
    let (width, height) = line.size();
    let Ok(mut board) = Board::new(width, height) else { return Ok(()) };
    let (mut moves, mut set_ups) = (0, 0);
    for step in line.steps() {
        match step {
            Step::Fault => return Err(LineError::Fault),
            Step::SetUp(points) => {
                let error = |error| LineError::SetUp { number: set_ups, error };
                set_up(&mut board, points).map_err(error)?;
                set_ups += 1;
            }
            Step::Move(color, played) => {
                moves += 1;
                if let Move::Play(point) = played
                    && let Err(error) = board.place(color, point)
                {
                    return Err(LineError::Move { number: moves, error });
                }
            }
        }
    }
    Ok(())
}

/// Puts a stone on a board, and returns the stones that go: those of the other color that are
/// captured, or those of a suicide.
///
/// # Errors
/// When there is a stone.
pub(crate) fn place(
    board: &mut Board,
    color: Color,
    point: Point,
) -> Result<impl Iterator<Item = (Color, Point)>, PlaceError> {
    let removed = board.place(color, point)?;
    let taken = if removed.suicide > 0 { color } else { !color };
    Ok(board.removed_points(removed).map(move |point| (taken, point)))
}

/// Sets up points on a board: the stones that were there stay on other points.
///
/// # Errors
/// When a chain then has no liberty. The board is then empty.
pub(crate) fn set_up(
    board: &mut Board,
    points: &[(Point, Option<Color>)],
) -> Result<(), SetUpError> {
    let mut stones: BTreeMap<Point, Color> =
        board.stones().map(|(color, point)| (point, color)).collect();
    for (point, stone) in points {
        match stone {
            Some(color) => drop(stones.insert(*point, *color)),
            None => drop(stones.remove(point)),
        }
    }
    board.set_up(stones.into_iter().map(|(point, color)| (color, point)))
}
