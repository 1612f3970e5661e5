//! Positions set up: stone by stone, or from text of one line per row, the highest first.

use core::fmt::{self, Display};
use core::str::FromStr;

use super::error::{BoardSizeError, SetUpError};
use super::state::Board;
use crate::color::Color;
use crate::point::Point;
use crate::scheme::GoKey;

impl<K: GoKey> Display for Board<K> {
    /// Writes `X` for Black, `O` for White and `.` for an empty point, with spaces between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.height()).rev() {
            for column in 0..self.width() {
                let stone = Point::new(column, row).and_then(|point| self.stone(point));
                let mark = match stone {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None => '.',
                };
                if column > 0 {
                    f.write_str(" ")?;
                }
                write!(f, "{mark}")?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl<K: GoKey> fmt::Debug for Board<K> {
    /// Writes the hash, and the rows as [`Display`] does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.to_string();
        let rows: Vec<&str> = rows.lines().collect();
        f.debug_struct("Board").field("hash", &self.hash()).field("rows", &rows).finish()
    }
}

/// The error of a text that is not a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseBoardError {
    /// No board has this size.
    Size(BoardSizeError),
    /// A row is not as long as the first one.
    Ragged {
        /// Its line among those that are not empty, from 1.
        line: usize,
        /// The number of marks in it.
        got: usize,
        /// The number of marks in the first row.
        expected: usize,
    },
    /// A mark other than `X`, `O` and `.`.
    Mark {
        /// The line, from 1.
        line: usize,
        /// The mark.
        got: char,
    },
    /// The stones cannot be set up.
    SetUp(SetUpError),
}

impl Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseBoardError::Size(error) => error.fmt(f),
            ParseBoardError::Ragged { line, got, expected } => {
                write!(f, "row {line} has {got} points; expected {expected}, as in the first")
            }
            ParseBoardError::Mark { line, got } => {
                write!(f, "row {line} has {got:?}; expected X, O or .")
            }
            ParseBoardError::SetUp(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseBoardError {}

impl<K: GoKey> FromStr for Board<K> {
    type Err = ParseBoardError;

    /// Reads what `Display` writes; empty lines and all spaces are skipped.
    fn from_str(text: &str) -> Result<Board<K>, ParseBoardError> {
        let marks = |line: &str| line.chars().filter(|mark| !mark.is_whitespace()).collect();
        let rows: Vec<Vec<char>> =
            text.lines().map(marks).filter(|row: &Vec<char>| !row.is_empty()).collect();
        let width = rows.first().map_or(0, Vec::len);
        let mut board = Board::with_keys(width, rows.len()).map_err(ParseBoardError::Size)?;
        let mut stones = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            let line = number + 1;
            if row.len() != width {
                return Err(ParseBoardError::Ragged { line, got: row.len(), expected: width });
            }
            for (column, mark) in row.iter().enumerate() {
                let color = match mark {
                    'X' | 'x' => Color::Black,
                    'O' | 'o' => Color::White,
                    '.' => continue,
                    got => return Err(ParseBoardError::Mark { line, got: *got }),
                };
                let point = Point::new(column, rows.len() - line);
                stones.push((color, point.expect("the board is within the grid")));
            }
        }
        board.set_up(stones).map_err(ParseBoardError::SetUp)?;
        Ok(board)
    }
}

impl<K: GoKey> Board<K> {
    /// Clears the board and sets up these stones. Every chain needs a liberty; on any error the
    /// board is left empty.
    ///
    /// ```
    /// use zobrist_go::{Board, Color, SetUpError};
    ///
    /// let mut board = Board::new(2, 1)?;
    /// board.set_up([(Color::Black, "A1".parse()?)])?;
    /// assert_eq!(board.to_string(), "X .\n");
    /// let full = [(Color::Black, "A1".parse()?), (Color::Black, "B1".parse()?)];
    /// assert!(matches!(board.set_up(full), Err(SetUpError::NoLiberty { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a point is off the board or given twice, or a chain has no liberty.
    pub fn set_up(
        &mut self,
        stones: impl IntoIterator<Item = (Color, Point)>,
    ) -> Result<(), SetUpError> {
        self.clear();
        let set = stones.into_iter().try_for_each(|(color, point)| {
            self.check_vacant(point).map_err(SetUpError::Place)?;
            self.put::<false>(color, point.cell(), &mut ());
            Ok(())
        });
        let set = set.and_then(|()| match self.stones().find(|(_, point)| !self.lives(*point)) {
            Some((_, point)) => Err(SetUpError::NoLiberty { point }),
            None => Ok(()),
        });
        if set.is_err() {
            self.clear();
        }
        set
    }

    /// True if the chain of the stone on a point has a liberty.
    fn lives(&self, point: Point) -> bool {
        self.chains[usize::from(self.cells[point.cell()].chain)].liberties > 0
    }
}
