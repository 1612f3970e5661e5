//! Othello with bitboards: one bit per square in two words, and a hash beside them.
//!
//! Moves and flips are computed for all squares of a word at once; only the hash takes the discs
//! that change one by one.
//!
//! ```text
//! cargo run --release -p zobrist --example bitboards
//! ```

use zobrist::{Feature, Hasher, KeyTable, Kind, Layout, Source};

const DISC: Kind = Kind::first("disc", 2 * 64); // Black's on each square, then White's
const TURN: Kind = DISC.then("turn", 1); // White is to move
const LAYOUT: Layout = TURN.layout();
static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(2026, 256).table_u64(LAYOUT);

const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];
const FILE_A: u64 = 0x0101_0101_0101_0101;

/// Moves all squares by one file and rank; those that leave the board are lost.
fn shift(squares: u64, (files, ranks): (i32, i32)) -> u64 {
    let by = 8 * ranks + files;
    let moved = if by > 0 { squares << by } else { squares >> -by };
    match files {
        1 => moved & !FILE_A,
        -1 => moved & !(FILE_A << 7),
        _ => moved,
    }
}

/// The squares of a word, from the lowest bit on.
fn squares(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(square)
    })
}

#[derive(Clone)]
struct Othello {
    discs: [u64; 2], // of Black and of White
    turn: usize,
    hasher: Hasher<&'static KeyTable<u64, { LAYOUT.len() }>>,
}

impl Othello {
    fn new() -> Othello {
        let (discs, turn) = ([0x0000_0008_1000_0000, 0x0000_0010_0800_0000], 0);
        let mut start = Othello { discs, turn, hasher: Hasher::new(&KEYS) };
        start.features().into_iter().for_each(|feature| start.hasher.insert(feature));
        start
    }

    /// The features of the position as it is: the definition that moves have to meet.
    fn features(&self) -> Vec<Feature> {
        let discs =
            (0..2).flat_map(|of| squares(self.discs[of]).map(move |at| DISC.at(64 * of + at)));
        discs.chain((self.turn == 1).then(|| TURN.at(0))).collect()
    }

    /// The squares that the player to move may take.
    fn moves(&self) -> u64 {
        let (mine, theirs) = (self.discs[self.turn], self.discs[1 - self.turn]);
        DIRECTIONS.iter().fold(0, |moves, direction| {
            let first = shift(mine, *direction) & theirs;
            let run = (0..5).fold(first, |run, _| run | shift(run, *direction) & theirs);
            moves | shift(run, *direction) & !(mine | theirs)
        })
    }

    /// The discs that a move of the player to move turns over.
    fn flips(&self, square: usize) -> u64 {
        let (mine, theirs) = (self.discs[self.turn], self.discs[1 - self.turn]);
        DIRECTIONS.iter().fold(0, |flips, direction| {
            let (mut run, mut next) = (0, shift(1 << square, *direction));
            while next & theirs != 0 {
                (run, next) = (run | next, shift(next, *direction));
            }
            if next & mine != 0 { flips | run } else { flips }
        })
    }

    /// Makes a move, and returns the discs that it turned over.
    fn make(&mut self, square: usize) -> u64 {
        let flips = self.flips(square);
        self.hasher.insert(DISC.at(64 * self.turn + square));
        self.discs[self.turn] |= 1 << square;
        self.turn_over(flips);
        self.pass();
        flips
    }

    /// Takes a move back.
    fn unmake(&mut self, square: usize, flips: u64) {
        self.turn_over(flips);
        self.pass();
        self.discs[self.turn] &= !(1 << square);
        self.hasher.remove(DISC.at(64 * self.turn + square));
    }

    /// Gives discs to the other player.
    fn turn_over(&mut self, discs: u64) {
        let from = usize::from(self.discs[1] & discs != 0);
        for square in squares(discs) {
            let (old, new) = (DISC.at(64 * from + square), DISC.at(64 * (1 - from) + square));
            self.hasher.replace(old, new);
        }
        self.discs = self.discs.map(|all| all ^ discs);
    }

    fn pass(&mut self) {
        self.turn = 1 - self.turn;
        let change = if self.turn == 1 { Hasher::insert } else { Hasher::remove };
        change(&mut self.hasher, TURN.at(0));
    }
}

/// The number of paths of `depth` plies. A pass is a ply; a game that is over has no more.
fn perft(game: &mut Othello, depth: u32) -> u64 {
    let moves = game.moves();
    if depth == 1 && moves != 0 {
        return moves.count_ones().into();
    }
    if depth == 0 {
        return 1;
    }
    let mut paths = 0;
    for square in squares(moves) {
        let flips = game.make(square);
        paths += perft(game, depth - 1);
        game.unmake(square, flips);
    }
    if moves == 0 {
        game.pass();
        paths = if game.moves() == 0 { 0 } else { perft(game, depth - 1) };
        game.pass();
    }
    paths
}

fn main() {
    let mut game = Othello::new();
    for depth in 1..=8 {
        println!("{depth} plies: {:>7} paths", perft(&mut game, depth));
    }
    println!("the start: {:#018x}", game.hasher.hash());
}

#[cfg(test)]
#[path = "bitboards/tests.rs"]
mod tests;
