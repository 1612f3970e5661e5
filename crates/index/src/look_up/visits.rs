//! Visits to a position.

use std::ops::Range;

use crate::format::table::Occurrence;

/// Some visits to a position, game by game.
pub(super) struct Visits {
    pub(super) rows: Vec<Occurrence>,
    /// The rows of each game.
    pub(super) games: Vec<Range<usize>>,
}

impl Visits {
    /// These visits, which are in the order of their games.
    pub(super) fn of(rows: Vec<Occurrence>) -> Visits {
        let mut end = 0;
        let rows_of = |rows: &[Occurrence]| {
            let start = end;
            end += rows.len();
            start..end
        };
        let same = rows.chunk_by(|one, other| one.game_id == other.game_id);
        let games = same.map(rows_of).collect();
        Visits { rows, games }
    }

    /// Those for which `keep` is true.
    pub(super) fn retain(self, keep: &[bool]) -> Visits {
        let mut keep = keep.iter();
        let mut rows = self.rows;
        rows.retain(|_| keep.next().is_some_and(|keep| *keep));
        Visits::of(rows)
    }

    pub(super) fn game_id(&self, game: usize) -> u64 {
        self.rows[self.games[game].start].game_id
    }

    /// The visits of the games that never came here by a move from another position. `departures` are
    /// all visits of that position, in their order. A game played the move if it says so, or if it was
    /// here a ply later.
    pub(super) fn of_games_without(self, departures: &[Occurrence], played: u16) -> Visits {
        let mut departures = departures;
        let mut keep = Vec::with_capacity(self.rows.len());
        for game in &self.games {
            let rows = &self.rows[game.clone()];
            let game_id = rows[0].game_id;
            departures = &departures[departures.partition_point(|row| row.game_id < game_id)..];
            let same = &departures[..departures.partition_point(|row| row.game_id == game_id)];
            let came = same.iter().any(|from| {
                from.played == played || rows.iter().any(|row| row.ply == from.ply + 1)
            });
            keep.extend(rows.iter().map(|_| !came));
        }
        self.retain(&keep)
    }
}
