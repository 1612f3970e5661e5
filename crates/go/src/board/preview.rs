//! The effect of a move, without making it.

use super::placed::Outcome;
use super::state::{Board, Cell, EMPTY};
use crate::color::Color;
use crate::point::{Point, beside};
use crate::scheme::GoKey;

impl<K: GoKey> Board<K> {
    /// Returns the hash that the board would have after a stone is put on a point, and the numbers
    /// of stones that the move would take off; `None` when the point is not empty or not on this
    /// board.
    ///
    /// It costs the same for large chains as for small ones: a chain keeps the number of its
    /// stones and the sum of their keys.
    #[inline]
    pub fn outcome(&self, color: Color, point: Point) -> Option<Outcome<K>> {
        let cell = point.cell();
        let this = self.cell(point);
        if this.content != EMPTY {
            return None;
        }
        let mut hash = self.hash.plus(K::stone_at(color, cell));
        let around = self.cells_beside(cell);
        let (own, other) = (color as u8, !color as u8);
        let mut captured = 0;
        let mut alive = this.around >> 8 > 0;
        for (index, neighbor) in around.into_iter().enumerate() {
            if neighbor.content == other {
                if self.loses_last_liberty(&around, neighbor) && is_first(&around, index) {
                    let chain = &self.chains[usize::from(neighbor.chain)];
                    captured += chain.stones;
                    hash = hash.minus(chain.hash);
                }
            } else if neighbor.content == own {
                alive |= !self.loses_last_liberty(&around, neighbor);
            }
        }
        if alive || captured > 0 {
            return Some(Outcome { hash, captured, suicide: 0 });
        }
        let mut suicide = 1;
        hash = self.hash;
        for (index, neighbor) in around.into_iter().enumerate() {
            if neighbor.content == own && is_first(&around, index) {
                let chain = &self.chains[usize::from(neighbor.chain)];
                suicide += chain.stones;
                hash = hash.minus(chain.hash);
            }
        }
        Some(Outcome { hash, captured, suicide })
    }

    /// Calls `taken` for the stones that a stone put on an empty point would take off: those of the
    /// other color, or, if there are none and it is suicide, that stone and its own chain.
    pub(crate) fn for_each_taken(
        &self,
        color: Color,
        point: Point,
        mut taken: impl FnMut(Color, Point),
    ) {
        let around = self.cells_beside(point.cell());
        let taken_color = if self.is_suicide(color, point) {
            taken(color, point);
            color
        } else {
            !color
        };
        for (index, start) in beside(point.cell()).into_iter().enumerate() {
            let neighbor = around[index];
            if neighbor.content == taken_color as u8
                && self.loses_last_liberty(&around, neighbor)
                && is_first(&around, index)
            {
                self.ring(start).for_each(|stone| taken(taken_color, Point::at_cell(stone)));
            }
        }
    }

    /// The stones of the chain of a stone, beginning with that one.
    pub(super) fn ring(&self, start: usize) -> impl Iterator<Item = usize> {
        let next = move |cell: &usize| {
            let next = usize::from(self.cells[*cell].next);
            (next != start).then_some(next)
        };
        core::iter::successors(Some(start), next)
    }

    /// Returns true if a stone put on an empty point would be taken off at once, with its chain if
    /// it has one: suicide. `false` if no stone can be put there.
    #[inline(always)]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        let this = self.cell(point);
        this.content == EMPTY && this.around >> 8 == 0 && self.is_smothered(color, point)
    }

    /// True for suicide, given an empty point without an empty one beside it.
    fn is_smothered(&self, color: Color, point: Point) -> bool {
        let around = self.cells_beside(point.cell());
        let other = !color as u8;
        // Saved by a chain of its own that keeps a liberty, or by a capture.
        !around.into_iter().any(|neighbor| {
            neighbor.content < EMPTY
                && self.loses_last_liberty(&around, neighbor) == (neighbor.content == other)
        })
    }

    /// True if the point is empty and one beside it is, too.
    #[inline(always)]
    pub(crate) fn has_room(&self, point: Point) -> bool {
        let this = self.cell(point);
        this.content == EMPTY && this.around >> 8 > 0
    }

    /// The content of the cells beside a cell. Not by `map` of arrays, which builds without
    /// optimization across crates do not compile inline: a twentieth of a playout.
    #[inline(always)]
    fn cells_beside(&self, cell: usize) -> [Cell; 4] {
        let [above, before, after, below] = beside(cell);
        [self.cells[above], self.cells[before], self.cells[after], self.cells[below]]
    }

    /// True if the point amid `around` is the last liberty of a neighbor's chain.
    #[inline]
    fn loses_last_liberty(&self, around: &[Cell; 4], neighbor: Cell) -> bool {
        let contacts = around.iter().map(|cell| u16::from(cell.chain == neighbor.chain)).sum();
        self.chains[usize::from(neighbor.chain)].liberties == contacts
    }
}

/// True if no neighbor before this one is of the same chain.
#[inline]
fn is_first(around: &[Cell; 4], index: usize) -> bool {
    around[..index].iter().all(|cell| cell.chain != around[index].chain)
}
