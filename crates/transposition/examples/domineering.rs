//! Solves Domineering on all cores with one table, which is saved, so that the next run goes on
//! from it. Two players put dominoes on a board, one of them upright and the other flat; who cannot
//! move loses. Vertical, who puts them upright, moves first.
//!
//! ```sh
//! cargo run --release -p zobrist-transposition --example domineering -- 6 6 domineering.table
//! ```

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::{env, thread};

use zobrist::{KeyTable, Kind, Layout, Source};
use zobrist_transposition::{Table, payload};

const CELL: Kind = Kind::first("cell", 64);
const TURN: Kind = CELL.then("turn", 1);
const LAYOUT: Layout = TURN.layout();
static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(2026, 128).table_u64(LAYOUT);

payload! {
    /// The result of a position.
    pub struct Solved {
        /// True if the player to move wins.
        pub wins: bool,
    }
}

#[derive(Clone, Copy)]
struct Board {
    width: u32,
    /// The cells of the board, row by row, of which these are free.
    free: u64,
    /// The cells that are not in the last column.
    has_right: u64,
    is_vertical: bool,
    hash: u64,
}

impl Board {
    fn new(width: u32, height: u32) -> Board {
        let cells = width * height;
        assert!(cells <= 64, "expected at most 64 cells, got {cells}");
        let free = u64::MAX >> (64 - cells);
        let last = (0..height).fold(0, |set, row| set | 1 << (row * width + width - 1));
        Board { width, free, has_right: free & !last, is_vertical: true, hash: 0 }
    }

    /// The cells on which a player can put the upper or left half of a domino.
    fn places(&self, is_vertical: bool) -> u64 {
        match is_vertical {
            true => self.free & self.free.unbounded_shr(self.width),
            false => self.free & self.has_right & self.free >> 1,
        }
    }

    fn play(&self, cell: u32) -> Board {
        let other = cell + if self.is_vertical { self.width } else { 1 };
        let free = self.free & !(1 << cell | 1 << other);
        let keys = [CELL.at(cell as usize), CELL.at(other as usize), TURN.at(0)];
        let hash = keys.into_iter().fold(self.hash, |hash, feature| hash ^ KEYS[feature]);
        Board { free, hash, is_vertical: !self.is_vertical, ..*self }
    }

    /// The positions after each move, those with most own places and fewest of the other first.
    fn next(&self) -> Vec<Board> {
        let mut places = self.places(self.is_vertical);
        let mut next = Vec::with_capacity(places.count_ones() as usize);
        while places != 0 {
            next.push(self.play(places.trailing_zeros()));
            places &= places - 1;
        }
        next.sort_by_cached_key(|board| {
            let count = |is_vertical| board.places(is_vertical).count_ones() as i32;
            count(board.is_vertical) - count(!board.is_vertical)
        });
        next
    }
}

/// The search of one thread. Others store what they find in the same table.
struct Solver<'a> {
    table: &'a Table<u64, Solved>,
    is_over: &'a AtomicBool,
    nodes: u64,
    /// Where the thread begins in each list of moves, so that threads look at different ones.
    first: usize,
}

impl Solver<'_> {
    /// Returns true if the player to move wins; `None` if another thread has finished.
    fn solve(&mut self, board: &Board) -> Option<bool> {
        if let Some(solved) = self.table.probe(board.hash) {
            return Some(solved.wins);
        }
        if self.is_over.load(Ordering::Relaxed) {
            return None;
        }
        let before = self.nodes;
        self.nodes += 1;
        let mut next = board.next();
        if self.first > 0 && next.len() > 1 {
            let at = self.first % next.len().min(3);
            next[..=at].rotate_right(1);
        }
        let mut wins = false;
        for board in &next {
            if !self.solve(board)? {
                wins = true;
                break;
            }
        }
        self.table.store(board.hash, Solved { wins }, self.nodes - before);
        Some(wins)
    }
}

/// Returns true if the player to move wins, and the number of positions that were looked at.
fn solve(board: &Board, table: &Table<u64, Solved>, threads: usize) -> (bool, u64) {
    let (is_over, wins, nodes) =
        (AtomicBool::new(false), AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        for first in 0..threads {
            let (is_over, wins, nodes) = (&is_over, &wins, &nodes);
            scope.spawn(move || {
                let mut solver = Solver { table, is_over, nodes: 0, first };
                if let Some(found) = solver.solve(board) {
                    wins.store(found, Ordering::Relaxed);
                    is_over.store(true, Ordering::Relaxed);
                }
                nodes.fetch_add(solver.nodes, Ordering::Relaxed);
            });
        }
    });
    (wins.into_inner(), nodes.into_inner())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [width, height, file] = &arguments[..] else {
        return Err("expected the width and height of a board, and a file for the table".into());
    };
    let board = Board::new(width.parse()?, height.parse()?);
    // Boards of one width share their positions; the keys and the meaning of a cell are the same.
    let fingerprint = KEYS.fingerprint(&format!("domineering-{width}")).to_u64();
    let table = match Path::new(file).exists() {
        true => Table::<u64, Solved>::load(file, fingerprint)?,
        false => Table::new(256 << 20)?,
    };
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let (wins, nodes) = solve(&board, &table, threads);
    table.save(file, fingerprint)?;
    println!("{} wins; {nodes} positions", if wins { "Vertical" } else { "Horizontal" });
    println!("a probe is wrong once in {:.0e}", 1.0 / table.false_positive_rate());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without a table and an order of moves.
    fn defined(board: &Board) -> bool {
        let places = board.places(board.is_vertical);
        (0..64).filter(|cell| places >> cell & 1 == 1).any(|cell| !defined(&board.play(cell)))
    }

    #[test]
    fn small_boards_are_solved_as_by_the_definition() {
        for (width, height) in [(1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (2, 5), (3, 3), (4, 3)] {
            let (board, table) = (Board::new(width, height), Table::new(1 << 16).unwrap());
            let expected = defined(&board);
            for threads in [1, 3] {
                assert_eq!(solve(&board, &table, threads).0, expected, "{width} x {height}");
                table.clear(1);
            }
        }
    }

    /// Square boards, who begins on which wins or loses, by D. M. Breuker, J. W. H. M. Uiterwijk
    /// and H. J. van den Herik, "Solving 8 × 8 Domineering", 2000.
    #[test]
    fn square_boards_are_as_published() {
        for (side, first_wins) in [(2, true), (3, true), (4, true), (5, false)] {
            let table = Table::new(4 << 20).unwrap();
            assert_eq!(solve(&Board::new(side, side), &table, 2).0, first_wins, "{side}");
        }
    }

    #[test]
    fn a_table_that_was_saved_answers_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("table");
        let (board, table) = (Board::new(4, 5), Table::new(1 << 20).unwrap());
        let (wins, nodes) = solve(&board, &table, 1);
        assert!(nodes > 100);
        table.save(&file, 1).unwrap();
        let loaded = Table::<u64, Solved>::load(&file, 1).unwrap();
        assert_eq!(solve(&board, &loaded, 1), (wins, 0));
    }
}
