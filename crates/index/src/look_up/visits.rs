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

    /// The visits of the games that have none of these visits, which are in order.
    pub(super) fn of_games_without(self, others: &[(u64, u32)]) -> Visits {
        let mut others = others;
        let mut keep = Vec::with_capacity(self.rows.len());
        for game in &self.games {
            let rows = &self.rows[game.clone()];
            let game_id = rows[0].game_id;
            others = &others[others.partition_point(|(id, _)| *id < game_id)..];
            let same = &others[..others.partition_point(|(id, _)| *id == game_id)];
            let has = rows.iter().any(|row| same.binary_search(&(game_id, row.ply)).is_ok());
            keep.extend(rows.iter().map(|_| !has));
        }
        self.retain(&keep)
    }
}
