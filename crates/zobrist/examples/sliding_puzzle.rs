//! The 8-puzzle, breadth first: how far from solved is every state?
//!
//! Shows how to know the hash of a child before the move is made
//! ([`Hasher::delta`] and [`Hasher::after`]): most children are known already, and
//! are never built. States are remembered by their hashes alone, and the width of
//! the keys is chosen so that this is a proof.
//!
//! ```text
//! cargo run --release -p zobrist --example sliding_puzzle
//! ```

#![allow(unreachable_pub)] // the modules are written as those of a library

use std::collections::HashSet;

use puzzle::Puzzle;
use zobrist::Guarantee;

/// The one owner of tiles and hash.
mod puzzle {
    use zobrist::{Delta, Hasher, KeyTable, Kind, Layout, Source};

    /// A tile on a square: 8 tiles, 9 squares. The hole is the background: where it
    /// is follows from the tiles, so it has no feature.
    const TILE: Kind = Kind::first("tile", 8 * 9);
    const LAYOUT: Layout = TILE.layout();
    type Table = KeyTable<u128, { LAYOUT.len() }>;
    pub static KEYS: Table = Source::bch(2026, 128).table_u128(LAYOUT);

    #[derive(Clone)]
    pub struct Puzzle {
        /// The tile on each square, 1 to 8, row by row; 0 is the hole.
        squares: [u8; 9],
        hole: usize,
        hasher: Hasher<&'static Table>,
    }

    impl Puzzle {
        /// The tiles in order, the hole in the last corner.
        pub fn solved() -> Puzzle {
            let tiles = (0..8).map(|index| TILE.at(9 * index + index));
            Puzzle {
                squares: [1, 2, 3, 4, 5, 6, 7, 8, 0],
                hole: 8,
                hasher: Hasher::of(&KEYS, tiles),
            }
        }

        pub fn squares(&self) -> &[u8; 9] {
            &self.squares
        }

        pub fn hash(&self) -> u128 {
            self.hasher.hash()
        }

        /// The squares whose tile can slide into the hole.
        pub fn neighbors(&self) -> impl Iterator<Item = usize> + use<> {
            let hole = self.hole;
            (0..9).filter(move |square: &usize| {
                (square / 3).abs_diff(hole / 3) + (square % 3).abs_diff(hole % 3) == 1
            })
        }

        /// Returns the hash that the puzzle would have if the tile on `from` slid into the hole.
        pub fn hash_after(&self, from: usize) -> u128 {
            self.hasher.after(&self.change(from))
        }

        pub fn slide(&mut self, from: usize) {
            let change = self.change(from);
            self.hasher.apply(&change);
            self.squares.swap(from, self.hole);
            self.hole = from;
        }

        fn change(&self, from: usize) -> Delta<&'static Table> {
            let first = 9 * (self.squares[from] as usize - 1);
            self.hasher.delta().replacing(TILE.at(first + from), TILE.at(first + self.hole))
        }
    }
}

// Two states differ in at most 16 features: 8 tiles that left and 8 that came. If
// any 16 keys are independent, different states have different hashes, by theorem.
// 64-bit keys fall one short (any 15), 128-bit keys do not.
const _: () = match puzzle::KEYS.guarantee() {
    Guarantee::Independent(count) => assert!(count >= 16),
    _ => panic!("the hash has to be exact"),
};

/// The states at each distance from `start`.
fn breadth_first(start: Puzzle) -> Vec<Vec<Puzzle>> {
    let mut seen = HashSet::from([start.hash()]);
    let mut depths = vec![vec![start]];
    loop {
        let mut next = Vec::new();
        for puzzle in &depths[depths.len() - 1] {
            for from in puzzle.neighbors() {
                if seen.insert(puzzle.hash_after(from)) {
                    let mut child = puzzle.clone();
                    child.slide(from);
                    next.push(child);
                }
            }
        }
        if next.is_empty() {
            return depths;
        }
        depths.push(next);
    }
}

fn main() {
    let depths = breadth_first(Puzzle::solved());
    println!("moves  states");
    for (moves, states) in depths.iter().enumerate() {
        println!("{moves:>5}  {:>6}", states.len());
    }

    let reachable: usize = depths.iter().map(Vec::len).sum();
    let (most, hardest) = (depths.len() - 1, &depths[depths.len() - 1]);
    assert_eq!(reachable, 181_440, "half of the 9! arrangements: the even ones");
    assert_eq!(most, 31, "the hardest need 31 moves");

    println!("{reachable} states can be reached; the hardest need {most} moves:");
    for puzzle in hardest {
        for row in puzzle.squares().chunks(3) {
            println!("  {} {} {}", row[0], row[1], row[2]);
        }
        println!();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of states that need each number of moves: OEIS A089473.
    const KNOWN: [usize; 32] = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];

    #[test]
    fn the_known_numbers() {
        let depths = breadth_first(Puzzle::solved());
        assert!(depths.iter().map(Vec::len).eq(KNOWN));
        // A check of the hashes: the boards are all different too.
        let boards: HashSet<_> = depths.iter().flatten().map(Puzzle::squares).collect();
        assert_eq!(boards.len(), 181_440);
    }

    #[test]
    fn a_slide_and_back() {
        let mut puzzle = Puzzle::solved();
        let (solved, predicted) = (puzzle.hash(), puzzle.hash_after(5));
        puzzle.slide(5);
        assert_eq!(puzzle.hash(), predicted);
        assert_eq!(puzzle.squares(), &[1, 2, 3, 4, 5, 0, 7, 8, 6]);
        puzzle.slide(8);
        assert_eq!(puzzle.hash(), solved);
    }

    #[test]
    fn the_example_runs() {
        main();
    }
}
