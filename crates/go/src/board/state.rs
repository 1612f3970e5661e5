//! The board: stones, chains and hash, kept together.

use zobrist::{Changes, Hasher};

use super::error::{BoardSizeError, PlaceError};
use super::placed::{Placed, Removed};
use crate::color::Color;
use crate::point::{MAX_SIDE, Point, across, beside, cells};
use crate::scheme::{GoKey, GoScheme};

/// A board of any rectangle from 1 × 1 to 25 × 25, with the hash of the scheme `go`.
///
/// A board has stones, chains and their hash, which change together. The turn and the earlier
/// positions belong to a [`Game`](crate::Game).
///
/// `K`, the type of the hash, is `u64` or `u128`: [`Board::new`] makes a board with `u64`,
/// [`Board::with_keys`] with either.
///
/// ```
/// use zobrist_go::{Board, Color};
///
/// let mut board: Board = "
///     . O .
///     O X O
///     . . .
/// ".parse()?;
/// let outcome = board.outcome(Color::White, "B1".parse()?).unwrap();
/// assert_eq!((outcome.captured, outcome.suicide), (1, 0));
///
/// board.place(Color::White, "B1".parse()?)?;
/// assert_eq!(board.hash(), outcome.hash);
/// assert_eq!(board.stone("B2".parse()?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A [`Chain`](crate::Chain) has the stones and the liberties of one chain; a
/// [`Variation`](crate::Variation) makes moves and takes them back.
///
/// # Memory
/// A board takes memory by its size, in four vectors. Bytes:
///
/// | | 9 × 9 | 13 × 13 | 19 × 19 | 25 × 25 |
/// |---|---|---|---|---|
/// | `u64` | 3,916 | 6,540 | 11,676 | 18,252 |
/// | `u128` | 5,244 | 9,276 | 17,484 | 28,284 |
///
/// [`clone_from`](Clone::clone_from) reuses the memory of a board, and copies less of an empty one.
pub struct Board<K: GoKey = u64> {
    pub(super) width: u8,
    pub(super) height: u8,
    /// The number of empty points.
    pub(super) empties: u16,
    /// The number of unused chain numbers.
    pub(super) unused: u16,
    pub(super) hash: K,
    pub(super) cells: Vec<Cell>,
    /// By number of a chain. The unused ones hold leftovers, and number 0 is for cells without a
    /// stone.
    pub(super) chains: Vec<ChainData<K>>,
    /// The cells of the empty points, in no order, in the first `empties`.
    pub(super) empty: Vec<u16>,
    /// The numbers of no chain, in the first `unused`.
    pub(super) numbers: Vec<u16>,
}

pub(super) const EMPTY: u8 = 2;
pub(super) const OUTSIDE: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// The index of a color, or `EMPTY`, or `OUTSIDE`.
    pub(super) content: u8,
    /// The number of the chain of the stone; 0 if there is none.
    pub(super) chain: u16,
    /// The next stone of the chain, in a ring. If there is no stone, the number of the point among
    /// the empty ones.
    pub(super) next: u16,
    /// The numbers of cells beside this one that are black, white and empty, in four bits each.
    /// Cells on no board count as black and as white.
    pub(super) around: u16,
}

/// A cell on no board, or not on this one.
const NO_CELL: Cell = Cell { content: OUTSIDE, chain: 0, next: 0, around: 0 };

impl Cell {
    /// The color of the stone, given that there is one.
    #[inline(always)]
    pub(super) const fn color(self) -> Color {
        Color::ALL[self.content as usize]
    }
}

/// One black, white or empty cell in `Cell::around`.
pub(super) const ONE: [u16; 3] = [1, 1 << 4, 1 << 8];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChainData<K> {
    /// Pairs of a stone and an empty point beside it: zero when there is no liberty.
    pub(super) liberties: u16,
    pub(super) stones: u16,
    /// The sum of the keys of its stones.
    pub(super) hash: K,
}

impl Board {
    /// Creates an empty board with a hash of 64 bits.
    ///
    /// # Errors
    /// When a side is not from 1 to 25.
    pub fn new(width: usize, height: usize) -> Result<Board, BoardSizeError> {
        Board::with_keys(width, height)
    }
}

impl<K: GoKey> Board<K> {
    /// Creates an empty board with keys of type `K`, as in `Board::<u128>::with_keys(19, 19)`.
    ///
    /// # Errors
    /// When a side is not from 1 to 25.
    pub fn with_keys(width: usize, height: usize) -> Result<Board<K>, BoardSizeError> {
        let sides = 1..=MAX_SIDE;
        if !(sides.contains(&width) && sides.contains(&height)) {
            return Err(BoardSizeError { width, height });
        }
        let mut board = Board {
            width: width as u8,
            height: height as u8,
            empties: 0,
            unused: 0,
            hash: K::ZERO,
            cells: vec![NO_CELL; cells(width, height)],
            chains: vec![ChainData { liberties: 0, stones: 0, hash: K::ZERO }; 1 + width * height],
            empty: vec![0; width * height],
            numbers: vec![0; width * height],
        };
        board.clear();
        Ok(board)
    }

    /// Takes all stones off the board.
    pub fn clear(&mut self) {
        let (width, height) = (self.width(), self.height());
        self.hash = Hasher::of(K::table(), GoScheme::size(width, height)).hash();
        self.empties = 0;
        for row in 0..height {
            for column in 0..width {
                let cell = Point::new(column, row).expect("a board is within the grid").cell();
                let outside = u16::from(column == 0)
                    + u16::from(column + 1 == width)
                    + u16::from(row == 0)
                    + u16::from(row + 1 == height);
                let around = outside * (ONE[0] + ONE[1]) + (4 - outside) * ONE[2];
                self.cells[cell] = Cell { content: EMPTY, chain: 0, next: self.empties, around };
                self.empty[usize::from(self.empties)] = cell as u16;
                self.empties += 1;
            }
        }
        self.unused = self.empties;
        for (index, number) in self.numbers.iter_mut().enumerate() {
            *number = index as u16 + 1;
        }
    }

    /// Returns the number of columns.
    #[inline]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows.
    #[inline]
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// Returns the hash of the board's size and stones.
    ///
    /// It has no turn, no passes and no earlier positions. Under simple ko,
    /// [`GoSituation`](crate::GoSituation) adds what the key of a transposition table needs. Under
    /// superko, a table keyed by the hash is wrong even with turn and passes added, and
    /// [its docs](crate::GoSituation#superko) say why.
    #[inline]
    pub const fn hash(&self) -> K {
        self.hash
    }

    /// Returns the stone on a point; `None` when it is empty or not on this board.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Color> {
        match self.cell(point).content {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    /// Returns true if a point is on this board.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.cell(point).content != OUTSIDE
    }

    /// The number of cells, which are numbered for all boards alike.
    pub(crate) fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// The cell of a point, on this board or not.
    #[inline(always)]
    pub(super) fn cell(&self, point: Point) -> Cell {
        self.cells.get(point.cell()).copied().unwrap_or(NO_CELL)
    }

    /// Returns the points of this board, row by row from A1.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<K> {
        let (width, height) = (self.width(), self.height());
        (0..width * height).filter_map(move |index| Point::new(index % width, index / width))
    }

    /// Returns the points beside a point that are on this board.
    pub fn neighbors(&self, point: Point) -> impl Iterator<Item = Point> {
        let is_on_board =
            |cell: &usize| self.cells.get(*cell).is_some_and(|cell| cell.content != OUTSIDE);
        beside(point.cell()).into_iter().filter(is_on_board).map(Point::at_cell)
    }

    /// Returns the stones, row by row from A1.
    pub fn stones(&self) -> impl Iterator<Item = (Color, Point)> {
        self.points().filter_map(|point| Some((self.stone(point)?, point)))
    }

    /// Returns the number of stones of both colors.
    pub const fn stone_count(&self) -> usize {
        self.width() * self.height() - self.empties as usize
    }

    /// Returns the number of empty points.
    #[inline]
    pub const fn empty_count(&self) -> usize {
        self.empties as usize
    }

    /// Returns the empty point with a number below [`empty_count`](Board::empty_count). The order
    /// is arbitrary and changes with every move: this is for choosing a point at random.
    ///
    /// # Panics
    /// When the number is not below the count.
    #[inline]
    pub fn empty_point(&self, number: usize) -> Point {
        Point::at_cell(self.empty[..self.empty_count()][number].into())
    }

    /// Returns the points of the stones that the last [`place`](Board::place) took off, given their
    /// number, which it returned. Once the board has changed again, they are some empty points.
    ///
    /// ```
    /// use zobrist_go::{Board, Color};
    ///
    /// let mut board: Board = "
    ///     . X .
    ///     X O .
    /// ".parse()?;
    /// let removed = board.place(Color::Black, "C1".parse()?)?;
    /// assert!(board.removed_points(removed).eq(["B1".parse()?]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When fewer points than `removed` are empty.
    pub fn removed_points(&self, removed: Removed) -> impl Iterator<Item = Point> {
        self.last_removed(removed).iter().map(|cell| Point::at_cell(usize::from(*cell)))
    }

    /// The cells of the stones that the last move took off.
    #[inline]
    pub(crate) fn last_removed(&self, removed: Removed) -> &[u16] {
        let count = usize::from(removed.captured) + usize::from(removed.suicide);
        let kept = self.empty_count().checked_sub(count);
        &self.empty[kept.expect("the removed points are empty")..self.empty_count()]
    }

    /// Returns true if a point is an eye of this color, which a random player had better not fill:
    /// it is empty, every point beside it has a stone of this color, and at most one of those
    /// diagonally across has a stone of the other color, or none on the edge.
    #[inline]
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        let cell = self.cell(point);
        if cell.content != EMPTY || cell.around >> (4 * color.index()) & 15 != 4 {
            return false;
        }
        let is = |what: u8| move |cell: usize| u8::from(self.cells[cell].content == what);
        let count = |what: u8| across(point.cell()).map(is(what)).iter().sum::<u8>();
        // A cell of the next row stands for the column outside; a corner of the grid has
        // cells of no row, which are outside too.
        count((!color).index() as u8) + u8::from(count(OUTSIDE) > 0) < 2
    }
}

impl<K: GoKey> Clone for Board<K> {
    fn clone(&self) -> Board<K> {
        Board {
            cells: self.cells.clone(),
            chains: self.chains.clone(),
            empty: self.empty.clone(),
            numbers: self.numbers.clone(),
            ..*self
        }
    }

    /// Copies into the memory that this board has, if that is enough, and chains only if there are
    /// any.
    fn clone_from(&mut self, other: &Board<K>) {
        self.cells.clone_from(&other.cells);
        self.empty.clone_from(&other.empty);
        self.numbers.clone_from(&other.numbers);
        if other.stone_count() > 0 || self.chains.len() != other.chains.len() {
            self.chains.clone_from(&other.chains);
        }
        (self.width, self.height) = (other.width, other.height);
        (self.empties, self.unused, self.hash) = (other.empties, other.unused, other.hash);
    }
}

/// Two boards are equal when their sizes and stones are; hashes are not compared.
impl<K: GoKey> PartialEq for Board<K> {
    fn eq(&self, other: &Board<K>) -> bool {
        (self.width, self.height) == (other.width, other.height)
            && self.points().all(|point| self.stone(point) == other.stone(point))
    }
}

impl<K: GoKey> Eq for Board<K> {}

impl<K: GoKey> Board<K> {
    /// Checks that a stone can be put on a point.
    pub(crate) fn check_vacant(&self, point: Point) -> Result<(), PlaceError> {
        match self.stone(point) {
            Some(by) => Err(PlaceError::Occupied { point, by }),
            None if self.contains(point) => Ok(()),
            None => {
                let (width, height) = (self.width(), self.height());
                Err(PlaceError::OffBoard { point, width, height })
            }
        }
    }

    /// Puts a stone on a point and takes off the chains that then have no liberty: first those of
    /// the other color, then its own (suicide). The rules of a move are checked by
    /// [`Game`](crate::Game).
    ///
    /// # Errors
    /// When a stone is on the point, or it is off the board; then nothing happens.
    pub fn place(&mut self, color: Color, point: Point) -> Result<Removed, PlaceError> {
        self.place_recording(color, point, &mut ())
    }

    /// As [`place`](Board::place), with the record from which the stone is taken back.
    #[inline(always)]
    pub(crate) fn place_recorded(
        &mut self,
        color: Color,
        point: Point,
    ) -> Result<(Removed, Placed), PlaceError> {
        self.check_vacant(point)?;
        Ok(self.put::<true>(color, point.cell(), &mut ()))
    }

    /// Puts a stone on a point, as [`place`](Board::place) does, and records every stone that comes
    /// or goes in `changes`, to keep further hashes, such as those of the board's reflections.
    ///
    /// # Errors
    /// As [`place`](Board::place); then nothing is recorded.
    #[inline]
    pub fn place_recording(
        &mut self,
        color: Color,
        point: Point,
        changes: &mut impl Changes,
    ) -> Result<Removed, PlaceError> {
        self.check_vacant(point)?;
        Ok(self.put::<true>(color, point.cell(), changes).0)
    }
}
