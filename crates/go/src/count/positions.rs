//! The number of legal positions, and of their classes under symmetry.

use core::fmt::{self, Display};

use super::graph::symmetries;
use crate::board::{Board, BoardSizeError};

/// The largest number of points of a board whose positions are counted.
pub const MAX_POINTS: usize = 20;

/// The error of a board whose positions cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionsError {
    /// No board has this size.
    Size(BoardSizeError),
    /// Counting would take too long.
    TooMany {
        /// The number of points of the board.
        points: usize,
    },
}

impl Display for PositionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionsError::Size(error) => error.fmt(f),
            PositionsError::TooMany { points } => write!(
                f,
                "a board of {points} points has 3^{points} = {:.0e} ways to put stones on it, and \
                 each is examined, about 10^8 a second; expected at most {MAX_POINTS} points",
                3_f64.powi(*points as i32)
            ),
        }
    }
}

impl core::error::Error for PositionsError {}

/// Counts the legal positions: those in which every chain has a liberty.
///
/// ```
/// assert_eq!(zobrist_go::count::positions(3, 3)?, 12675);
/// # Ok::<(), zobrist_go::count::PositionsError>(())
/// ```
///
/// # Errors
/// When no board has this size, or it has more than [`MAX_POINTS`] points.
pub fn positions(width: usize, height: usize) -> Result<u64, PositionsError> {
    let grid = Grid::new(width, height)?;
    Ok(grid.fixed_by(&(0..width * height).collect::<Vec<_>>(), false))
}

/// The number of legal positions, and of their classes under symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Classes {
    /// The number of legal positions.
    pub positions: u64,
    /// The number of classes when positions that a rotation or reflection takes to each other
    /// count as one.
    pub rotated: u64,
    /// The number of classes when a swap of the colors makes no difference either.
    pub swapped: u64,
}

/// Counts the legal positions and their classes under the symmetries of the board.
///
/// By Burnside's lemma: there are as many classes as positions that a symmetry leaves
/// unchanged, on average.
///
/// ```
/// use zobrist_go::count::classes;
///
/// let found = classes(2, 2)?;
/// assert_eq!((found.positions, found.rotated, found.swapped), (57, 13, 8));
/// # Ok::<(), zobrist_go::count::PositionsError>(())
/// ```
///
/// # Errors
/// As [`positions`].
pub fn classes(width: usize, height: usize) -> Result<Classes, PositionsError> {
    let grid = Grid::new(width, height)?;
    let maps = symmetries(width, height);
    let group = maps.len() as u64;
    let fixed = |swap| maps.iter().map(move |map| grid.fixed_by(map, swap));
    let plain: Vec<u64> = fixed(false).collect();
    let sum = plain.iter().sum::<u64>();
    let swapped = (sum + fixed(true).sum::<u64>()) / (2 * group);
    // The identity comes first.
    Ok(Classes { positions: plain[0], rotated: sum / group, swapped })
}

/// Sets of points as bits, a row being one bit longer than the board is wide.
#[derive(Clone, Copy)]
struct Grid {
    width: usize,
    all: u64,
}

/// The stones of Black and of White.
type Pair = (u64, u64);

impl Grid {
    fn new(width: usize, height: usize) -> Result<Grid, PositionsError> {
        Board::new(width, height).map_err(PositionsError::Size)?;
        let points = width * height;
        if points > MAX_POINTS {
            return Err(PositionsError::TooMany { points });
        }
        let grid = Grid { width, all: 0 };
        Ok(Grid { all: (0..points).fold(0, |all, point| all | grid.bit(point)), ..grid })
    }

    fn bit(&self, point: usize) -> u64 {
        1 << (point / self.width * (self.width + 1) + point % self.width)
    }

    /// The number of legal positions that a map of the points, with the colors swapped or not,
    /// takes to themselves.
    fn fixed_by(&self, map: &[usize], swap: bool) -> u64 {
        let mut seen = vec![false; map.len()];
        let mut cycles: Vec<Pair> = Vec::new();
        for start in 0..map.len() {
            let (mut cycle, mut length, mut point) = ([0; 2], 0, start);
            while !seen[point] {
                seen[point] = true;
                cycle[if swap { length % 2 } else { 0 }] |= self.bit(point);
                length += 1;
                point = map[point];
            }
            // When swapped, a cycle of odd length has no color to begin with.
            if length > 0 && !(swap && length % 2 == 1) {
                cycles.push((cycle[0], cycle[1]));
            }
        }
        self.count(&cycles, (0, 0))
    }

    /// The number of legal positions with these stones and, on each cycle, either no stones or
    /// stones in one of its two colorings.
    fn count(&self, cycles: &[Pair], stones: Pair) -> u64 {
        let Some((&(a, b), rest)) = cycles.split_first() else {
            return u64::from(self.is_legal(stones));
        };
        self.count(rest, stones)
            + self.count(rest, (stones.0 | a, stones.1 | b))
            + self.count(rest, (stones.0 | b, stones.1 | a))
    }

    fn is_legal(&self, (black, white): Pair) -> bool {
        let empty = self.all & !(black | white);
        [black, white].into_iter().all(|stones| {
            let mut alive = self.around(empty) & stones;
            loop {
                let more = (alive | self.around(alive)) & stones;
                if more == alive {
                    return alive == stones;
                }
                alive = more;
            }
        })
    }

    fn around(&self, set: u64) -> u64 {
        set << 1 | set >> 1 | set << (self.width + 1) | set >> (self.width + 1)
    }
}
