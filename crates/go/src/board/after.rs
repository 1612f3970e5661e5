//! What a move would do, without doing it.

use super::{Board, Cell, EMPTY};
use crate::color::Color;
use crate::point::{Point, beside};
use crate::scheme::GoKey;

/// The stones that a move takes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Stones {
    /// The number of stones of the other colour that it takes off.
    pub captured: u16,
    /// The number of stones of the player's own that it takes off, the one just played included:
    /// suicide. 0 when the move captures.
    pub suicide: u16,
}

/// What a move would do, as [`Board::after`] returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct After<K = u64> {
    /// The hash of the board after the move.
    pub hash: K,
    /// The number of stones of the other colour that it would take off.
    pub captured: u16,
    /// The number of stones of the player's own that it would take off, the one played included.
    pub suicide: u16,
}

impl<K: GoKey> Board<K> {
    /// Returns the hash that the board would have after a stone is put on a point, and the numbers
    /// of stones that the move would take off; `None` when the point is not empty or not on this
    /// board.
    ///
    /// It costs the same for large chains as for small ones: a chain keeps the number of its
    /// stones and the sum of their keys.
    #[inline]
    pub fn after(&self, color: Color, point: Point) -> Option<After<K>> {
        let cell = point.cell();
        let this = self.cells[cell];
        if this.content != EMPTY {
            return None;
        }
        let mut hash = self.hash.plus(K::stone_at(color, cell));
        let around = beside(cell).map(|beside| self.cells[beside]);
        let (own, other) = (color as u8, !color as u8);
        let mut captured = 0;
        let mut alive = this.around >> 8 > 0;
        for (index, neighbour) in around.into_iter().enumerate() {
            if neighbour.content == other {
                if self.loses_last_liberty(&around, neighbour) && is_first(&around, index) {
                    let chain = &self.chains[usize::from(neighbour.chain)];
                    captured += chain.stones;
                    hash = hash.minus(chain.hash);
                }
            } else if neighbour.content == own {
                alive |= !self.loses_last_liberty(&around, neighbour);
            }
        }
        if alive || captured > 0 {
            return Some(After { hash, captured, suicide: 0 });
        }
        let mut suicide = 1;
        hash = self.hash;
        for (index, neighbour) in around.into_iter().enumerate() {
            if neighbour.content == own && is_first(&around, index) {
                let chain = &self.chains[usize::from(neighbour.chain)];
                suicide += chain.stones;
                hash = hash.minus(chain.hash);
            }
        }
        Some(After { hash, captured, suicide })
    }

    /// Calls `taken` for the stones that would go if a stone were put on an empty point: those of
    /// the other colour, or, if there are none and it is suicide, that stone and its own chain.
    pub(crate) fn for_each_taken(
        &self,
        color: Color,
        point: Point,
        mut taken: impl FnMut(Color, Point),
    ) {
        let around = beside(point.cell()).map(|beside| self.cells[beside]);
        let whose = if self.is_suicide(color, point) {
            taken(color, point);
            color
        } else {
            !color
        };
        for (index, neighbour) in around.into_iter().enumerate() {
            if neighbour.content == whose as u8
                && self.loses_last_liberty(&around, neighbour)
                && is_first(&around, index)
            {
                self.chain(neighbour.chain.into()).for_each(|stone| taken(whose, stone));
            }
        }
    }

    /// The stones of a chain.
    fn chain(&self, root: usize) -> impl Iterator<Item = Point> {
        let next = move |cell: &usize| {
            let next = usize::from(self.cells[*cell].next);
            (next != root).then_some(next)
        };
        core::iter::successors(Some(root), next).map(Point::at_cell)
    }

    /// Returns whether a stone put on an empty point would be taken off at once, with its chain if
    /// it has one: suicide. `false` if no stone can be put there.
    #[inline(always)]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        let this = self.cells[point.cell()];
        this.content == EMPTY && this.around >> 8 == 0 && self.is_smothered(color, point)
    }

    /// The same for an empty point without an empty one beside it.
    fn is_smothered(&self, color: Color, point: Point) -> bool {
        let around = beside(point.cell()).map(|beside| self.cells[beside]);
        let other = !color as u8;
        // Saved by a chain of its own that keeps a liberty, or by a capture.
        !around.into_iter().any(|neighbour| {
            neighbour.content < EMPTY
                && self.loses_last_liberty(&around, neighbour) == (neighbour.content == other)
        })
    }

    /// Whether the point is empty and one beside it is, too.
    #[inline(always)]
    pub(crate) fn has_room(&self, point: Point) -> bool {
        let this = self.cells[point.cell()];
        this.content == EMPTY && this.around >> 8 > 0
    }

    /// Whether the chain of a neighbour has no liberty but the point between `around`.
    #[inline]
    fn loses_last_liberty(&self, around: &[Cell; 4], neighbour: Cell) -> bool {
        let contacts = around.iter().map(|cell| u16::from(cell.chain == neighbour.chain)).sum();
        self.chains[usize::from(neighbour.chain)].liberties == contacts
    }
}

/// Whether no neighbour before this one is of the same chain.
#[inline]
fn is_first(around: &[Cell; 4], index: usize) -> bool {
    around[..index].iter().all(|cell| cell.chain != around[index].chain)
}
