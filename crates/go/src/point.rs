//! Points of the largest board, and their names.

use core::fmt::{self, Debug, Display};
use core::str::FromStr;

/// The longest side of a board.
pub const MAX_SIDE: usize = 25;

/// Cells of one row: its points, and one that is on no board. It bounds the row
/// on its right and the next row on its left.
const STRIDE: usize = MAX_SIDE + 1;

/// Cells of the largest board, with a row on no board above and one below, and one cell
/// before them all, so that every point has a cell diagonally across.
pub(crate) const CELLS: usize = cells(MAX_SIDE, MAX_SIDE);

/// Cells of a board of this size, up to the one diagonally across from its upper right corner.
pub(crate) const fn cells(width: usize, height: usize) -> usize {
    1 + STRIDE * (height + 1) + width + 1
}

/// A point of the grid of 25 × 25. Smaller boards lie in its lower left corner.
///
/// Columns and rows count from 0; A1, at the lower left, is column 0 and row 0. In
/// names the letter I is left out, so that 25 letters end with Z.
///
/// ```
/// use zobrist_go::Point;
///
/// let point: Point = "J10".parse()?;
/// assert_eq!((point.column(), point.row()), (8, 9));
/// assert_eq!(Point::new(24, 24).unwrap().to_string(), "Z25");
/// assert!("I5".parse::<Point>().is_err());
/// # Ok::<(), zobrist_go::ParsePointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// Returns the point of this column and row; `None` when one of them is not below 25.
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Option<Point> {
        if column < MAX_SIDE && row < MAX_SIDE {
            Some(Point((1 + STRIDE * (row + 1) + column) as u16))
        } else {
            None
        }
    }

    /// Returns the column, from 0 on the left.
    #[inline]
    #[must_use]
    pub const fn column(self) -> usize {
        (self.0 as usize - 1) % STRIDE
    }

    /// Returns the row, from 0 at the bottom.
    #[inline]
    #[must_use]
    pub const fn row(self) -> usize {
        (self.0 as usize - 1) / STRIDE - 1
    }

    /// Returns the number of the point on the grid, 25 · row + column, by which the features of the
    /// scheme `go` are numbered.
    #[inline]
    #[must_use]
    pub const fn grid_index(self) -> usize {
        // 26 · (row + 1) + column is a cell, less one.
        self.0 as usize - 1 - STRIDE - self.row()
    }

    /// The point at a cell that is on the grid.
    #[inline(always)]
    pub(crate) const fn at_cell(cell: usize) -> Point {
        Point(cell as u16)
    }

    #[inline(always)]
    pub(crate) const fn cell(self) -> usize {
        self.0 as usize
    }
}

/// The cells beside a cell.
#[inline(always)]
pub(crate) const fn beside(cell: usize) -> [usize; 4] {
    [cell - STRIDE, cell - 1, cell + 1, cell + STRIDE]
}

/// The cells diagonally beside a cell.
#[inline(always)]
pub(crate) const fn across(cell: usize) -> [usize; 4] {
    [cell - STRIDE - 1, cell - STRIDE + 1, cell + STRIDE - 1, cell + STRIDE + 1]
}

const LETTERS: &[u8; MAX_SIDE] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", LETTERS[self.column()] as char, self.row() + 1)
    }
}

impl Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// The error of a text that is not the name of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsePointError {
    /// The text.
    pub got: String,
}

impl Display for ParsePointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not the name of a point: expected a letter from A to Z except I, then a row \
             from 1 to 25, as in D4",
            self.got
        )
    }
}

impl core::error::Error for ParsePointError {}

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(name: &str) -> Result<Point, ParsePointError> {
        let point = || {
            let (letter, row) = name.split_at_checked(1)?;
            let letter = letter.as_bytes()[0].to_ascii_uppercase();
            let column = LETTERS.iter().position(|known| *known == letter)?;
            if !row.bytes().all(|byte| byte.is_ascii_digit()) || row.starts_with('0') {
                return None;
            }
            Point::new(column, row.parse::<usize>().ok()?.checked_sub(1)?)
        };
        point().ok_or_else(|| ParsePointError { got: name.to_owned() })
    }
}
