//! The symmetries of rectangles of points.

use super::Symmetries;
use crate::layout::{Kind, Layout};

/// A rectangle of points, numbered row by row from the top left.
///
/// It has up to eight symmetries, numbered so that the first two, four and eight are groups:
///
/// | element | effect |
/// |---|---|
/// | 0 | nothing |
/// | 1 | left and right change places |
/// | 2 | top and bottom change places |
/// | 3 | a half turn |
/// | 4 | reflection at the diagonal through the top left |
/// | 5 | a quarter turn to the right |
/// | 6 | a quarter turn to the left |
/// | 7 | reflection at the other diagonal |
///
/// The last four need a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    width: usize,
    height: usize,
    /// The size of the grid by which points are numbered.
    columns: usize,
    rows: usize,
}

impl Grid {
    /// Creates a rectangle of `width` times `height` points.
    pub const fn new(width: usize, height: usize) -> Grid {
        Grid { width, height, columns: width, rows: height }
    }

    /// Returns this rectangle at the top left of a larger one, by whose rows the points
    /// are numbered. Points outside the smaller one stay where they are.
    ///
    /// ```
    /// use zobrist::Grid;
    ///
    /// let board = Grid::new(9, 9).within(25, 25);
    /// assert_eq!(board.image(1, 0), 8);
    /// assert_eq!(board.image(4, 8), 8 * 25);
    /// assert_eq!(board.image(3, 624), 624);
    /// ```
    ///
    /// # Panics
    /// When the other one is not at least as large.
    #[must_use]
    pub const fn within(self, columns: usize, rows: usize) -> Grid {
        assert!(
            columns >= self.width && rows >= self.height,
            "the smaller grid lies within the larger"
        );
        Grid { columns, rows, ..self }
    }

    /// Returns true if width and height are equal, so that there are eight symmetries.
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Returns the point that a symmetry takes a point to. A point below the last row stays
    /// where it is, like all that are outside.
    ///
    /// # Panics
    /// When there is no such symmetry, or the grid by which points are numbered has no column.
    pub const fn image(self, element: usize, point: usize) -> usize {
        assert!(element < if self.is_square() { 8 } else { 4 }, "a rectangle has four symmetries");
        let (mut x, mut y) = (point % self.columns, point / self.columns);
        if x >= self.width || y >= self.height {
            return point;
        }
        if element & 4 != 0 {
            (x, y) = (y, x);
        }
        if element & 1 != 0 {
            x = self.width - 1 - x;
        }
        if element & 2 != 0 {
            y = self.height - 1 - y;
        }
        y * self.columns + x
    }

    /// Makes the first `N` symmetries: eight of a square, four of a rectangle, two of a
    /// mirror. They move the features of `kinds`, which have one index for every
    /// point, or several times as many, one color after the other; the features
    /// of other kinds stay in place.
    ///
    /// # Panics
    /// When `N` is not 1, 2, 4 or, for a square, 8; when the size of a kind is not a
    /// multiple of the number of points, or a kind does not lie within the layout; or when there
    /// is no point.
    pub fn symmetries<const N: usize>(self, layout: Layout, kinds: &[Kind]) -> Symmetries<N> {
        assert!(
            matches!(N, 1 | 2 | 4) || N == 8 && self.is_square(),
            "a grid has 1, 2 or 4 symmetries, or 8 if it is a square"
        );
        let points = self.columns * self.rows;
        assert!(
            points > 0 && kinds.iter().all(|kind| kind.size().is_multiple_of(points)),
            "a kind on a grid has the same number of features for each point"
        );
        assert!(
            kinds.iter().all(|kind| kind.end() <= layout.len()),
            "a kind on a grid belongs to the layout"
        );
        let image = |element, slot: usize| {
            let inside = kinds.iter().find(|kind| (kind.start()..kind.end()).contains(&slot));
            let Some(kind) = inside else { return slot };
            let point = (slot - kind.start()) % points;
            slot - point + self.image(element, point)
        };
        Symmetries::new(layout.len(), image).expect("the symmetries of a rectangle are a group")
    }
}
