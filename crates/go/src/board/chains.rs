//! Chains that grow, join and go.

use zobrist::Changes;

use super::placed::{Contact, Placed, Removed};
use super::state::{Board, ChainData, EMPTY, ONE};
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
    ) -> (Removed, Placed) {
        let key = K::stone_at(color, cell);
        self.hash = self.hash.plus(key);
        changes.insert(GoScheme::stone(color, Point::at_cell(cell)));
        let place = self.take_from_empty(cell);
        let mut root = self.take_number();
        let this = &mut self.cells[cell];
        let around = this.around;
        this.content = color as u8;
        this.chain = root;
        this.next = cell as u16;
        self.chains[usize::from(root)] = ChainData { liberties: around >> 8, stones: 1, hash: key };

        let difference = ONE[color.index()].wrapping_sub(ONE[usize::from(EMPTY)]);
        let (own, other) = (color as u8, !color as u8);
        let mut captured = 0;
        let mut contacts = 0;
        for (direction, beside) in beside(cell).into_iter().enumerate() {
            let neighbor = &mut self.cells[beside];
            neighbor.around = neighbor.around.wrapping_add(difference);
            let chain = neighbor.chain;
            if neighbor.content == other {
                let liberties = &mut self.chains[usize::from(chain)].liberties;
                *liberties -= 1;
                if CAPTURES && *liberties == 0 {
                    captured += self.remove_chain(!color, beside, changes);
                    contacts |= Contact::Captured.at(direction);
                }
            } else if neighbor.content == own {
                self.chains[usize::from(chain)].liberties -= 1;
                if chain != root {
                    let (joined, contact) = self.join((cell, root), (beside, chain));
                    contacts |= contact.at(direction);
                    root = joined;
                }
            }
        }
        let mut suicide = 0;
        if CAPTURES && self.chains[usize::from(root)].liberties == 0 {
            suicide = self.remove_chain(color, cell, changes);
        }
        (Removed { captured, suicide }, Placed::new(color, cell, place, contacts))
    }

    /// Makes one chain of those of two stones, each with the number of its chain. Returns the
    /// number of the one chain.
    #[inline]
    fn join(&mut self, (cell, a): (usize, u16), (other, b): (usize, u16)) -> (u16, Contact) {
        let stones = |number: u16| self.chains[usize::from(number)].stones;
        let (large, small, start, contact) = if stones(a) < stones(b) {
            (b, a, cell, Contact::StoneJoined)
        } else {
            (a, b, other, Contact::OtherJoined)
        };
        let joining = self.chains[usize::from(small)];
        let chain = &mut self.chains[usize::from(large)];
        chain.liberties += joining.liberties;
        chain.stones += joining.stones;
        chain.hash = chain.hash.plus(joining.hash);
        let mut stone = start;
        loop {
            self.cells[stone].chain = large;
            stone = self.cells[stone].next.into();
            if stone == start {
                break;
            }
        }
        self.swap_next(cell, other);
        self.give_number_back(small);
        (large, contact)
    }

    /// Makes one ring of two, or two of one.
    #[inline(always)]
    fn swap_next(&mut self, a: usize, b: usize) {
        let next = self.cells[a].next;
        self.cells[a].next = self.cells[b].next;
        self.cells[b].next = next;
    }

    /// Takes the chain of a stone off, which becomes the last of the empty points, the rest of its
    /// ring after it. Returns the number of its stones.
    fn remove_chain(&mut self, color: Color, start: usize, changes: &mut impl Changes) -> u16 {
        let number = self.cells[start].chain;
        let chain = self.chains[usize::from(number)];
        self.hash = self.hash.minus(chain.hash);
        let difference = ONE[usize::from(EMPTY)].wrapping_sub(ONE[color.index()]);
        let mut stone = start;
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
            if stone == start {
                self.give_number_back(number);
                return chain.stones;
            }
        }
    }

    /// Takes an empty cell off the list of the empty points, and returns its number there.
    #[inline]
    fn take_from_empty(&mut self, cell: usize) -> u16 {
        let place = self.cells[cell].next;
        self.empties -= 1;
        let last = self.empty[usize::from(self.empties)];
        self.empty[usize::from(place)] = last;
        self.cells[usize::from(last)].next = place;
        place
    }

    /// Takes a number for a new chain.
    #[inline(always)]
    fn take_number(&mut self) -> u16 {
        self.unused -= 1;
        self.numbers[usize::from(self.unused)]
    }

    #[inline(always)]
    fn give_number_back(&mut self, number: u16) {
        self.numbers[usize::from(self.unused)] = number;
        self.unused += 1;
    }

    /// Undoes the last [`put`](Board::put), to the bit. Costs what that cost: it visits the stones
    /// that went, and those whose chain took another number.
    pub(crate) fn take_back(&mut self, placed: Placed) {
        let (color, cell) = placed.stone();
        if self.cells[cell].content == EMPTY {
            self.restore_chain(color, cell);
        }
        let around = beside(cell);
        for direction in (0..4).rev() {
            match placed.contact(direction) {
                Contact::None => {}
                Contact::StoneJoined => self.part(cell, around[direction], cell),
                Contact::OtherJoined => self.part(cell, around[direction], around[direction]),
                Contact::Captured => self.restore_chain(!color, around[direction]),
            }
        }
        let difference = ONE[usize::from(EMPTY)].wrapping_sub(ONE[color.index()]);
        for beside in around {
            let neighbor = &mut self.cells[beside];
            neighbor.around = neighbor.around.wrapping_add(difference);
            let liberties = &mut self.chains[usize::from(neighbor.chain)].liberties;
            *liberties = liberties.wrapping_add(1);
        }
        let place = placed.place();
        let this = &mut self.cells[cell];
        let number = this.chain;
        this.content = EMPTY;
        this.chain = 0;
        // In its place has been the last of the empty points, which goes back to the end.
        let last = if place < self.empties { self.empty[usize::from(place)] } else { cell as u16 };
        self.cells[usize::from(last)].next = self.empties;
        self.cells[cell].next = place;
        self.empty[usize::from(self.empties)] = last;
        self.empty[usize::from(place)] = cell as u16;
        self.empties += 1;
        self.give_number_back(number);
        self.hash = self.hash.minus(K::stone_at(color, cell));
    }

    /// The cells of the stones that the last [`put`](Board::put) removed.
    pub(super) fn removed_by(&self, placed: Placed) -> &[u16] {
        let (_, cell) = placed.stone();
        let around = beside(cell);
        let is_captured = |direction: &usize| placed.contact(*direction) == Contact::Captured;
        let start = match (0..4).find(is_captured) {
            _ if self.cells[cell].content == EMPTY => self.cells[cell].next,
            Some(direction) => self.cells[around[direction]].next,
            None => self.empties,
        };
        &self.empty[start.into()..self.empties.into()]
    }

    /// Undoes the last [`join`](Board::join) of two stones: the chain of `start`, one of them, gets
    /// its number back.
    fn part(&mut self, cell: usize, other: usize, start: usize) {
        self.swap_next(cell, other);
        let large = self.cells[start].chain;
        let small = self.take_number();
        let mut parting = ChainData { liberties: 0, stones: 0, hash: K::ZERO };
        let color = self.cells[start].color();
        let mut stone = start;
        loop {
            let this = &mut self.cells[stone];
            this.chain = small;
            parting.liberties += this.around >> 8;
            parting.stones += 1;
            parting.hash = parting.hash.plus(K::stone_at(color, stone));
            stone = this.next.into();
            if stone == start {
                break;
            }
        }
        let chain = &mut self.chains[usize::from(large)];
        chain.liberties -= parting.liberties;
        chain.stones -= parting.stones;
        chain.hash = chain.hash.minus(parting.hash);
        self.chains[usize::from(small)] = parting;
    }

    /// Undoes the last [`remove_chain`](Board::remove_chain), which began with this cell.
    fn restore_chain(&mut self, color: Color, start: usize) {
        let first = self.cells[start].next;
        let number = self.take_number();
        let difference = ONE[color.index()].wrapping_sub(ONE[usize::from(EMPTY)]);
        let mut hash = K::ZERO;
        let mut next = start;
        for place in (first..self.empties).rev() {
            let stone = usize::from(self.empty[usize::from(place)]);
            for beside in beside(stone) {
                let neighbor = &mut self.cells[beside];
                neighbor.around = neighbor.around.wrapping_add(difference);
                let liberties = &mut self.chains[usize::from(neighbor.chain)].liberties;
                *liberties = liberties.wrapping_sub(1);
            }
            let cell = &mut self.cells[stone];
            cell.content = color as u8;
            cell.chain = number;
            cell.next = next as u16;
            next = stone;
            hash = hash.plus(K::stone_at(color, stone));
        }
        let stones = self.empties - first;
        self.chains[usize::from(number)] = ChainData { liberties: 0, stones, hash };
        self.empties = first;
        self.hash = self.hash.plus(hash);
    }
}
