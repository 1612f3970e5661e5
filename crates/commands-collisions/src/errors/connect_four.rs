//! Connect Four as a game to search to its end, and the positions to begin with.

use zobrist::source::Xoshiro256PlusPlus;
use zobrist_search::connect_four::ConnectFour;
use zobrist_search::{Game, Search};

use super::table::Named;
use super::trial::Subject;

type Board = ConnectFour<7, 6>;

/// Connect Four on seven columns and six rows.
#[derive(Clone)]
pub(crate) struct FourGame(Board);

impl FourGame {
    /// The number of squares without a stone: a search of this depth reaches every end.
    pub(crate) fn squares_left(&self) -> u32 {
        42 - self.0.stones()
    }
}

impl Game for FourGame {
    type Key = Named<u64>;
    type Move = u8;
    type Undo = Board;

    fn hash(&self) -> Named<u64> {
        Named { hash: self.0.hash(), position: self.0.canonical_bits() }
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        self.0.moves(moves);
    }

    fn make(&mut self, column: u8) -> Board {
        self.0.make(column)
    }

    fn unmake(&mut self, column: u8, undo: Board) {
        self.0.unmake(column, undo);
    }

    fn score(&self) -> i32 {
        self.0.score()
    }

    fn bounds(&self) -> (i32, i32) {
        self.0.bounds()
    }

    fn priority(&self, column: u8) -> i32 {
        self.0.priority(column)
    }
}

impl Subject for FourGame {
    type Packed = u64;
    const KEEPS_PROOFS: bool = true;
}

/// The number of stones of the positions.
const STONES: u32 = 16;
/// A position that a search of this many plies decides is left out.
const OPEN_PLIES: u32 = 8;

/// Returns `count` positions after random moves that no short search decides, the same each time.
pub(crate) fn positions(count: usize) -> Vec<FourGame> {
    let mut random = Xoshiro256PlusPlus::new(1988);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let mut board = Board::new();
        while board.stones() < STONES && !board.is_over() {
            let column = ((u128::from(random.next_u64()) * 7) >> 64) as u32;
            if board.can_play(column) {
                board.make(column as u8);
            }
        }
        if !board.is_over() && Search::new(&()).deepen(&board, OPEN_PLIES).value == 0 {
            positions.push(FourGame(board));
        }
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::super::table::{Matching, NamedTable};
    use super::*;

    /// The value of a search to the last square with exact matching is that of the solver, which
    /// keeps no table here.
    #[test]
    fn values_are_exact() {
        let mut decided = 0;
        for game in positions(6) {
            let table = NamedTable::new(16, true);
            table.reset(Matching::Exact);
            let value = Search::new(&table).deepen(&game, game.squares_left()).value;
            assert_eq!(value, Search::new(&()).solve(&game.0).value);
            decided += u32::from(value != 0);
        }
        // The control: a search that stops at once has the value 0 for all.
        assert!(decided > 0);
    }
}
