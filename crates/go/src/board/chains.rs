//! Chains, liberties and captures.

use zobrist::Changes;

use super::error::SetUpError;
use super::outcome::Removed;
use super::state::{Board, Chain, EMPTY, ONE};
use crate::color::Color;
use crate::point::{Point, beside};
use crate::scheme::{GoKey, GoScheme};

impl<K: GoKey> Board<K> {
    /// Puts a stone on an empty cell and, with `CAPTURES`, removes chains left without a liberty.
    #[inline]
    pub(super) fn put<const CAPTURES: bool>(
        &mut self,
        color: Color,
        cell: usize,
        changes: &mut impl Changes,
    ) -> Removed {
        let key = K::stone_at(color, cell);
        self.hash = self.hash.plus(key);
        changes.insert(GoScheme::stone(color, Point::at_cell(cell)));
        self.take_from_empty(cell);
        let this = &mut self.cells[cell];
        let around = this.around;
        this.content = color as u8;
        this.chain = cell as u16;
        this.next = cell as u16;
        self.chains[cell] = Chain { liberties: around >> 8, stones: 1, hash: key };

        let difference = ONE[color.index()].wrapping_sub(ONE[usize::from(EMPTY)]);
        let (own, other) = (color as u8, !color as u8);
        let mut root = cell;
        let mut captured = 0;
        for beside in beside(cell) {
            let neighbor = &mut self.cells[beside];
            neighbor.around = neighbor.around.wrapping_add(difference);
            let chain = usize::from(neighbor.chain);
            if neighbor.content == other {
                self.chains[chain].liberties -= 1;
                if CAPTURES && self.chains[chain].liberties == 0 {
                    captured += self.remove_chain(!color, chain, changes);
                }
            } else if neighbor.content == own {
                self.chains[chain].liberties -= 1;
                if chain != root {
                    root = self.merge(root, chain);
                }
            }
        }
        let mut suicide = 0;
        if CAPTURES && self.chains[root].liberties == 0 {
            suicide = self.remove_chain(color, root, changes);
        }
        Removed { captured, suicide }
    }

    /// Makes one chain of two and returns its root.
    #[inline]
    fn merge(&mut self, a: usize, b: usize) -> usize {
        let (large, small) =
            if self.chains[a].stones < self.chains[b].stones { (b, a) } else { (a, b) };
        let joining = self.chains[small];
        let chain = &mut self.chains[large];
        chain.liberties += joining.liberties;
        chain.stones += joining.stones;
        chain.hash = chain.hash.plus(joining.hash);
        let mut stone = small;
        loop {
            self.cells[stone].chain = large as u16;
            stone = self.cells[stone].next.into();
            if stone == small {
                break;
            }
        }
        let next = self.cells[large].next;
        self.cells[large].next = self.cells[small].next;
        self.cells[small].next = next;
        large
    }

    /// Takes a chain off and returns the number of its stones.
    fn remove_chain(&mut self, color: Color, root: usize, changes: &mut impl Changes) -> u16 {
        let chain = self.chains[root];
        self.hash = self.hash.minus(chain.hash);
        let difference = ONE[usize::from(EMPTY)].wrapping_sub(ONE[color.index()]);
        let mut stone = root;
        loop {
            let next = usize::from(self.cells[stone].next);
            changes.remove(GoScheme::stone(color, Point::at_cell(stone)));
            for beside in beside(stone) {
                let neighbor = &mut self.cells[beside];
                neighbor.around = neighbor.around.wrapping_add(difference);
                // Meaningless for cells without a stone, and for the chain that goes.
                let liberties = &mut self.chains[usize::from(neighbor.chain)].liberties;
                *liberties = liberties.wrapping_add(1);
            }
            let place = self.empties;
            self.empty[usize::from(place)] = stone as u16;
            self.empties += 1;
            let cell = &mut self.cells[stone];
            cell.content = EMPTY;
            cell.chain = 0;
            cell.next = place;
            stone = next;
            if stone == root {
                return chain.stones;
            }
        }
    }

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

    #[inline]
    fn take_from_empty(&mut self, cell: usize) {
        let place = self.cells[cell].next;
        self.empties -= 1;
        let last = self.empty[usize::from(self.empties)];
        self.empty[usize::from(place)] = last;
        self.cells[usize::from(last)].next = place;
    }
}
