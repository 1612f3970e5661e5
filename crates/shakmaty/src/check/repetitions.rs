//! The repetitions of positions in a game: articles 9.2 and 9.6.1 of the Laws of Chess.

use zobrist::{History, Rule, Step};

/// The positions of a game, by their hashes of 128 bits.
#[derive(Debug)]
pub(super) struct Repetitions(History<u128>);

impl Repetitions {
    pub(super) fn new() -> Repetitions {
        Repetitions(History::new(Rule::Fold(THREEFOLD as u32)))
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a position and returns how many times it has occurred. It equals none before the ply
    /// `first`.
    #[inline]
    pub(super) fn push(&mut self, first: usize, hash: u128) -> usize {
        self.0.push_since(first, Step::Play(0), hash);
        self.0.count()
    }

    /// The plies of the last position, in order: `plies 0, 4, 8`.
    pub(super) fn plies(&self) -> String {
        let current = self.0.current();
        let same = self.0.iter().enumerate().filter(|(_, (_, hash))| Some(*hash) == current);
        let plies: Vec<String> = same.map(|(ply, _)| ply.to_string()).collect();
        format!("plies {}", plies.join(", "))
    }
}

/// Number of occurrences of a position that let a player claim a draw.
pub(super) const THREEFOLD: usize = 3;
