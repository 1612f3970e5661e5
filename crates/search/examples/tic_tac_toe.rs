//! Tic-tac-toe, solved with a table and without: a template for your own game.
//!
//! 1. Name the features, generate the keys, and keep board and hash together.
//! 2. Implement [`Game`]: the moves, how they are made and unmade, and the value when the game is
//!    over.
//! 3. Search it.
//!
//! ```text
//! cargo run --release -p zobrist-search --example tic_tac_toe
//! ```

use std::error::Error;

use zobrist::{Hasher, KeyTable, Kind, Layout, Source};
use zobrist_search::{Game, LOST, PackedEntry, Search};
use zobrist_transposition::Table;

const STONE: Kind = Kind::first("stone", 2 * 9); // X on nine squares, then O
const LAYOUT: Layout = STONE.layout(); // whose turn it is follows from the number of stones
static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(2026, 64).table_u64(LAYOUT);

const ROWS: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

#[derive(Clone)]
struct TicTacToe {
    stones: [u16; 2],
    turn: usize,
    hasher: Hasher<&'static KeyTable<u64, { LAYOUT.len() }>>,
}

impl TicTacToe {
    fn new() -> TicTacToe {
        TicTacToe { stones: [0; 2], turn: 0, hasher: Hasher::new(&KEYS) }
    }

    fn is_lost(&self) -> bool {
        ROWS.iter().any(|row| self.stones[1 - self.turn] & row == *row)
    }
}

impl Game for TicTacToe {
    type Key = u64;
    type Move = u8;
    type Undo = ();

    fn hash(&self) -> u64 {
        self.hasher.hash()
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        if !self.is_lost() {
            let taken = self.stones[0] | self.stones[1];
            moves.extend((0..9).filter(|square| taken >> square & 1 == 0));
        }
    }

    fn make(&mut self, square: u8) {
        self.stones[self.turn] |= 1 << square;
        self.hasher.insert(STONE.at(9 * self.turn + usize::from(square)));
        self.turn = 1 - self.turn;
    }

    fn unmake(&mut self, square: u8, _: ()) {
        self.turn = 1 - self.turn;
        self.stones[self.turn] &= !(1 << square);
        self.hasher.remove(STONE.at(9 * self.turn + usize::from(square)));
    }

    fn score(&self) -> i32 {
        if self.is_lost() { LOST } else { 0 }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = TicTacToe::new();
    let table = Table::<u64, PackedEntry>::new(1 << 16)?; // 64 KiB

    let without = Search::new(&()).solve(&game);
    let with = Search::new(&table).solve(&game);
    assert_eq!((with.value, without.value), (0, 0), "tic-tac-toe is a draw");

    println!("tic-tac-toe is a draw: {:?}", with.line);
    println!("{:>9} nodes without a table", without.nodes);
    println!("{:>9} nodes with a table of 64 KiB", with.nodes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use zobrist_search::{PerftTable, perft, win_in};

    use super::*;

    #[test]
    fn the_example_runs() {
        main().unwrap();
    }

    #[test]
    fn a_fork_wins() {
        let mut game = TicTacToe::new();
        [0, 1, 3].into_iter().for_each(|square| game.make(square)); // O is to move
        assert_eq!(Search::new(&()).solve(&game).value, -win_in(4));
    }

    #[test]
    fn all_games() {
        /// The game with wide hashes, for counting.
        #[derive(Clone)]
        struct Wide(TicTacToe);
        impl Game for Wide {
            type Key = u128;
            type Move = u8;
            type Undo = ();
            fn hash(&self) -> u128 {
                u128::from(self.0.hash())
            }
            fn moves(&self, moves: &mut Vec<u8>) {
                self.0.moves(moves);
            }
            fn make(&mut self, square: u8) {
                self.0.make(square);
            }
            fn unmake(&mut self, square: u8, _: ()) {
                self.0.unmake(square, ());
            }
            fn score(&self) -> i32 {
                self.0.score()
            }
        }
        // Paths of nine plies are games that fill the board.
        let table = PerftTable::new(1 << 16).unwrap();
        let game = Wide(TicTacToe::new());
        let two = NonZeroUsize::new(2).unwrap();
        assert_eq!(perft(&game, 9, two, Some(&table)), 127_872);
        assert_eq!(perft(&game, 9, two, None), 127_872);
    }
}
