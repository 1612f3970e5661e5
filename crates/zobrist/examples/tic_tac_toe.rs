//! Tic-tac-toe, solved by hash: every reachable position once, and who wins.
//!
//! Shows a position whose board and hash are private together, so that they cannot
//! drift apart, a table keyed by the hash alone, and one in which positions that
//! are rotations and reflections of each other count as one.
//!
//! ```text
//! cargo run --release -p zobrist --example tic_tac_toe
//! ```

#![allow(unreachable_pub)] // the modules are written as those of a library

use std::collections::HashMap;

use position::{KEYS, Position};
use zobrist::gf2::rank;

/// The one owner of board and hash: nothing outside this module can change either.
mod position {
    use std::sync::LazyLock;

    use zobrist::{Canonical, Grid, Hasher, KeyTable, Kind, Lanes, Layout, Source};

    /// A stone of X on one of nine squares, then the same for O. The turn
    /// follows from the number of stones, so it needs no feature.
    const STONE: Kind = Kind::first("stone", 2 * 9);
    const LAYOUT: Layout = STONE.layout();
    pub static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(2026, 64).table_u64(LAYOUT);
    /// Keys for each of the eight images of the board.
    pub static LANES: LazyLock<Lanes<u64, 8>> =
        LazyLock::new(|| Lanes::new(&KEYS, &Grid::new(3, 3).symmetries(LAYOUT, &[STONE])));

    /// The eight rows of three, as sets of squares.
    const ROWS: [u16; 8] = [
        0b000_000_111,
        0b000_111_000,
        0b111_000_000,
        0b001_001_001,
        0b010_010_010,
        0b100_100_100,
        0b100_010_001,
        0b001_010_100,
    ];

    pub struct Position {
        /// The squares of X and of O, as bits.
        stones: [u16; 2],
        hasher: Hasher<&'static Lanes<u64, 8>>,
    }

    impl Position {
        pub fn empty() -> Position {
            Position { stones: [0; 2], hasher: Hasher::new(&LANES) }
        }

        /// The name of the position.
        pub fn hash(&self) -> u64 {
            self.hasher.hash()[0]
        }

        /// The name that it shares with its images.
        pub fn class(&self) -> u64 {
            Canonical::of(&self.hasher.hash()).hash
        }

        /// 0 when X is to move, 1 when O is.
        fn turn(&self) -> usize {
            (self.stones[0].count_ones() - self.stones[1].count_ones()) as usize
        }

        /// True if the last move made a row. The game ends there.
        pub fn is_won(&self) -> bool {
            let last = self.stones[1 - self.turn()];
            ROWS.iter().any(|row| last & row == *row)
        }

        pub fn free_squares(&self) -> impl Iterator<Item = usize> + use<> {
            let taken = self.stones[0] | self.stones[1];
            (0..9).filter(move |square| taken >> square & 1 == 0)
        }

        pub fn place(&mut self, square: usize) {
            let player = self.turn();
            assert!((self.stones[0] | self.stones[1]) >> square & 1 == 0, "{square} is taken");
            self.stones[player] |= 1 << square;
            self.hasher.insert(STONE.at(9 * player + square));
        }

        pub fn take_back(&mut self, square: usize) {
            let player = 1 - self.turn();
            assert!(self.stones[player] >> square & 1 == 1, "{square} was not the last move");
            self.stones[player] &= !(1 << square);
            self.hasher.remove(STONE.at(9 * player + square));
        }

        /// The features that the board has, for a hash from scratch.
        #[cfg(test)]
        pub fn features(&self) -> impl Iterator<Item = zobrist::Feature> {
            let has = |index: &usize| self.stones[index / 9] >> (index % 9) & 1 == 1;
            (0..18).filter(has).map(|index| STONE.at(index))
        }
    }
}

/// For the player to move: 1 wins, 0 draws, −1 loses.
///
/// All moves are tried, not only as many as prove the value, so that `known` ends up
/// with the name of every position that can be reached.
fn solve(position: &mut Position, name: fn(&Position) -> u64, known: &mut HashMap<u64, i8>) -> i8 {
    if let Some(value) = known.get(&name(position)) {
        return *value;
    }
    let value = if position.is_won() {
        -1
    } else {
        let mut best = None;
        for square in position.free_squares() {
            position.place(square);
            best = best.max(Some(-solve(position, name, known)));
            position.take_back(square);
        }
        best.unwrap_or(0) // a full board without a row is a draw
    };
    known.insert(name(position), value);
    value
}

fn main() {
    // 18 keys of rank 18: no two sets of stones have the same hash, so that here the hash
    // is not a bet but an exact name. Larger games have more features than bits.
    assert_eq!(rank(KEYS.as_slice()), 18);

    let mut known = HashMap::new();
    let value = solve(&mut Position::empty(), Position::hash, &mut known);
    assert_eq!(known.len(), 5478, "positions that can be reached, the empty board included");
    assert_eq!(value, 0, "tic-tac-toe is a draw");

    let mut classes = HashMap::new();
    assert_eq!(solve(&mut Position::empty(), Position::class, &mut classes), value);
    assert_eq!(classes.len(), 765, "positions up to rotation and reflection");

    let count = |wanted| known.values().filter(|value| **value == wanted).count();
    println!("{} positions can be reached", known.len());
    println!("{} of them are different when the board may be turned", classes.len());
    println!("the player to move wins {}, draws {}, loses {}", count(1), count(0), count(-1));
    println!("the game is a draw");
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use zobrist::Hasher;

    use super::*;

    #[test]
    fn the_known_numbers() {
        main();
    }

    /// Walks through all games without the help of the hash, and checks it.
    #[test]
    fn the_hash_is_always_that_of_the_board() {
        fn walk(position: &mut Position, boards: &mut HashSet<Vec<usize>>, games: &mut usize) {
            let features: Vec<_> = position.features().collect();
            assert_eq!(position.hash(), Hasher::of(&KEYS, features.iter().copied()).hash());
            boards.insert(features.iter().map(|feature| feature.slot()).collect());
            let mut moves = position.free_squares().peekable();
            if position.is_won() || moves.peek().is_none() {
                *games += 1;
                return;
            }
            for square in moves {
                position.place(square);
                walk(position, boards, games);
                position.take_back(square);
            }
        }

        let (mut boards, mut games) = (HashSet::new(), 0);
        let mut position = Position::empty();
        walk(&mut position, &mut boards, &mut games);
        assert_eq!(boards.len(), 5478);
        assert_eq!(games, 255_168);
        assert_eq!(position.hash(), 0, "everything was taken back");
    }
}
