//! Names of positions and neighborhoods: a hash up to symmetry, and the eight points around one.

use super::state::Board;
use crate::color::Color;
use crate::point::{Point, across, beside};
use crate::scheme::{GoKey, GoScheme};

/// The number of symmetries of a square; another rectangle has the first four.
pub(crate) const SYMMETRIES: usize = 8;

/// The image of a point of a board by one of the symmetries: bit 0 mirrors left and right, bit 1
/// top and bottom, and bit 2, for squares, then exchanges columns and rows.
pub(crate) fn image(point: Point, symmetry: usize, width: usize, height: usize) -> Point {
    let (mut column, mut row) = (point.column(), point.row());
    if symmetry & 1 > 0 {
        column = width - 1 - column;
    }
    if symmetry & 2 > 0 {
        row = height - 1 - row;
    }
    if symmetry & 4 > 0 {
        (column, row) = (row, column);
    }
    Point::new(column, row).expect("a symmetry takes the board to itself")
}

/// The hashes of a board turned by each of its symmetries; of a rectangle, the first four count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Images<K> {
    hashes: [K; SYMMETRIES],
    width: u8,
    height: u8,
}

impl<K: GoKey> Images<K> {
    pub(crate) fn of(board: &Board<K>) -> Images<K> {
        let (width, height) = (board.width(), board.height());
        let size = GoScheme::size(width, height).map(GoScheme::key);
        let empty = size.into_iter().fold(K::ZERO, |sum: K, key| sum.plus(key));
        let hashes = [empty; SYMMETRIES];
        let mut images = Images { hashes, width: width as u8, height: height as u8 };
        board.stones().for_each(|(color, point)| images.toggle(color, point));
        images
    }

    fn count(&self) -> usize {
        if self.width == self.height { SYMMETRIES } else { SYMMETRIES / 2 }
    }

    /// Adds a stone, or takes it off: keys combine by XOR.
    pub(crate) fn toggle(&mut self, color: Color, point: Point) {
        let (width, height, count) = (self.width.into(), self.height.into(), self.count());
        for (symmetry, hash) in self.hashes[..count].iter_mut().enumerate() {
            let image = image(point, symmetry, width, height);
            *hash = hash.plus(K::stone_at(color, image.cell()));
        }
    }

    /// The least of the hashes.
    pub(crate) fn least(&self) -> K {
        let hashes = self.hashes[..self.count()].iter().copied();
        hashes.min().expect("a board has a symmetry")
    }
}

impl<K: GoKey> Board<K> {
    /// Returns the least hash among those of the board's rotations and reflections: eight for a
    /// square, four for another rectangle. Two boards of one size that are images of each other
    /// have one canonical hash.
    ///
    /// Costs time proportional to the stones, eight keys for each. A [`Game`](crate::Game) can
    /// [keep it](crate::Game::keep_canonical_hash) from move to move.
    ///
    /// ```
    /// use zobrist_go::{Board, Color};
    ///
    /// let with = |point: &str| {
    ///     let mut board = Board::new(9, 9).unwrap();
    ///     board.place(Color::Black, point.parse().unwrap()).unwrap();
    ///     board.canonical_hash()
    /// };
    /// assert_eq!(with("C4"), with("D3"));
    /// assert_eq!(with("C4"), with("G6"));
    /// assert_ne!(with("C4"), with("C5"));
    /// ```
    #[must_use]
    pub fn canonical_hash(&self) -> K {
        Images::of(self).least()
    }

    /// Returns the eight points around a point as a number below 65,536, two bits for each: 0 for a
    /// black stone, 1 for a white one, 2 for an empty point and 3 for one off the board. The lowest
    /// bits are those of the point at the lower left, then come the points to its right and the
    /// rows above, the point itself left out. For tables of patterns in a playout.
    ///
    /// Takes constant time.
    ///
    /// ```
    /// use zobrist_go::{Board, Color};
    ///
    /// let mut board = Board::new(9, 9)?;
    /// board.place(Color::White, "B1".parse()?)?;
    /// // Around A1, from the lower left: three points off the board, one left of it, White's stone
    /// // on its right, and above it one off the board and two empty points.
    /// let around = [3, 3, 3, 3, 1, 3, 2, 2];
    /// let number = around.iter().rev().fold(0, |number, point| number << 2 | point);
    /// assert_eq!(board.neighborhood("A1".parse()?), number);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When the point is off the board.
    #[must_use]
    pub fn neighborhood(&self, point: Point) -> u16 {
        assert!(self.contains(point), "{point} is off the board");
        let cell = point.cell();
        let ([below, left, right, above], [low, low_right, high, high_right]) =
            (beside(cell), across(cell));
        let around = [low, below, low_right, left, right, high, above, high_right];
        around.into_iter().rev().fold(0, |number, cell| {
            // A corner of the grid has cells of no row, which are outside, too.
            let content = self.cells.get(cell).map_or(super::state::OUTSIDE, |cell| cell.content);
            number << 2 | u16::from(content)
        })
    }
}
