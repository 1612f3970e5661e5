//! A chain, as callers see it.
//!
//! A chain has a hash of its own, so that the hash after a capture or a suicide takes a few XORs,
//! however many stones go, and superko is checked before a move is made.

use core::fmt::{self, Debug};

use super::state::{Board, EMPTY};
use crate::color::Color;
use crate::point::{Point, beside};
use crate::scheme::GoKey;

/// A chain: stones of one color that are connected along lines, and share their liberties.
///
/// [`Board::chain`] finds it by any of its stones.
///
/// ```
/// use zobrist_go::{Board, Color};
///
/// let board: Board = "
///     . X . .
///     X O O X
///     . X X .
/// ".parse()?;
/// let chain = board.chain("B2".parse()?).unwrap();
/// assert_eq!((chain.color(), chain.stone_count()), (Color::White, 2));
/// assert_eq!((chain.is_in_atari(), chain.last_liberty()), (true, Some("C3".parse()?)));
/// assert_eq!(board.chain("D3".parse()?).is_some(), false);
///
/// let corner = board.chain("B3".parse()?).unwrap();
/// assert!(corner.liberties().eq(["A3".parse()?, "C3".parse()?]));
/// assert!(corner.has_more_liberties_than(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Chain<'a, K: GoKey = u64> {
    board: &'a Board<K>,
    /// The cell of one of its stones.
    start: usize,
}

/// The most stones of a chain that one liberty can be beside.
const MAX_CONTACTS: usize = 4;

impl<K: GoKey> Board<K> {
    /// Returns the chain of the stone on a point, in constant time; `None` when the point is empty
    /// or not on this board.
    #[inline]
    pub fn chain(&self, at: Point) -> Option<Chain<'_, K>> {
        let start = at.cell();
        self.stone(at).map(|_| Chain { board: self, start })
    }
}

impl<'a, K: GoKey> Chain<'a, K> {
    /// Returns the color of the stones.
    #[inline]
    #[must_use]
    pub fn color(self) -> Color {
        self.board.cells[self.start].color()
    }

    /// Returns the number of stones, in constant time.
    #[inline]
    #[must_use]
    pub fn stone_count(self) -> usize {
        self.board.chains[usize::from(self.number())].stones.into()
    }

    /// Returns the stones in some order, the one by which the chain was found first.
    #[inline]
    pub fn stones(self) -> impl Iterator<Item = Point> + use<'a, K> {
        self.board.ring(self.start).map(Point::at_cell)
    }

    /// Returns true if there is a stone of this chain on a point. Takes constant time.
    #[inline]
    #[must_use]
    pub fn contains(self, point: Point) -> bool {
        self.board.cell(point).chain == self.number()
    }

    /// Returns the liberties: the empty points beside its stones, each once, in some order. Visits
    /// the stones one by one and allocates nothing.
    #[inline]
    pub fn liberties(self) -> impl Iterator<Item = Point> + use<'a, K> {
        self.board.ring(self.start).flat_map(move |stone| {
            let is_own = move |liberty: usize| {
                // The first of the stones beside it tells of a liberty.
                self.board.cells[liberty].content == EMPTY
                    && self.contacts(liberty).next() == Some(stone)
            };
            beside(stone).into_iter().filter(move |cell| is_own(*cell)).map(Point::at_cell)
        })
    }

    /// Returns the number of liberties. Visits all stones.
    #[must_use]
    pub fn liberty_count(self) -> usize {
        self.liberties().count()
    }

    /// Returns true if there are more than `count` liberties. Takes constant time if the stones
    /// touch empty points more than four times `count`; else visits stones until it is known.
    #[inline]
    #[must_use]
    pub fn has_more_liberties_than(self, count: usize) -> bool {
        self.contact_count() > MAX_CONTACTS * count || self.liberties().nth(count).is_some()
    }

    /// Returns true if there is a single liberty. Takes constant time if the stones touch empty
    /// points more than four times; else visits stones until one with a liberty is found.
    #[inline]
    #[must_use]
    pub fn is_in_atari(self) -> bool {
        self.last_liberty().is_some()
    }

    /// Returns the liberty, if there is only one. Costs as
    /// [`is_in_atari`](Chain::is_in_atari).
    #[must_use]
    pub fn last_liberty(self) -> Option<Point> {
        let contacts = self.contact_count();
        if contacts > MAX_CONTACTS {
            return None;
        }
        let liberty = self.liberties().next()?;
        (self.contacts(liberty.cell()).count() == contacts).then_some(liberty)
    }

    #[inline(always)]
    fn number(self) -> u16 {
        self.board.cells[self.start].chain
    }

    /// The number of pairs of a stone and an empty point beside it.
    #[inline(always)]
    fn contact_count(self) -> usize {
        self.board.chains[usize::from(self.number())].liberties.into()
    }

    /// The stones of the chain beside an empty cell.
    #[inline(always)]
    fn contacts(self, cell: usize) -> impl Iterator<Item = usize> {
        let number = self.number();
        beside(cell).into_iter().filter(move |beside| self.board.cells[*beside].chain == number)
    }
}

impl<K: GoKey> Debug for Chain<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.color())?;
        f.debug_list().entries(self.stones()).finish()
    }
}
