//! Visits to a position.

use std::ops::Range;

use crate::table::Occurrence;

/// Some visits to a position, game by game.
pub(super) struct Visits {
    pub(super) rows: Vec<Occurrence>,
    /// The rows of each game.
    pub(super) games: Vec<Range<usize>>,
}

impl Visits {
    pub(super) fn game_id(&self, game: usize) -> u64 {
        self.rows[self.games[game].start].game_id
    }
}
