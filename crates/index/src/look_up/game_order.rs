//! The order in which games are listed.

use std::cmp::Reverse;

use super::stored_game::{FoundGame, StoredGame};
use crate::filter::GameDate;

/// The order in which the games of an answer are listed, and so which of them are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameOrder {
    /// By their numbers.
    #[default]
    First,
    /// By date, the last one first; of one day, the last in the index first. The date is that by which
    /// filters work; an unknown day or month comes after the known ones of its month or year, and
    /// games without a year come last.
    Newest,
    /// By the sum of both Elos, the highest first, an unknown one counting 0; of one sum, the first in
    /// the index first.
    Strongest,
}

impl GameOrder {
    /// Sorts games, of one index or of several whose lists were joined. The sort is stable.
    pub fn sort(self, games: &mut [FoundGame]) {
        self.sort_by(games, |found| &found.game);
    }

    /// Sorts what belongs to games, as [`sort`](GameOrder::sort) does the games alone.
    pub fn sort_by<T>(self, list: &mut [T], game: impl Fn(&T) -> &StoredGame) {
        list.sort_by_key(|of_game| Reverse(self.rank_of(game(of_game))));
    }

    fn rank_of(self, game: &StoredGame) -> u64 {
        let elos = [game.white_elo, game.black_elo].into_iter().flatten();
        let elo_sum = elos.map(|elo| u64::from(elo.unsigned_abs())).sum();
        self.rank(game.facts().game_date(), elo_sum)
    }

    /// Games of a higher rank come first. Only [`Newest`](GameOrder::Newest) needs the date.
    pub(super) fn rank(self, date: GameDate, elo_sum: u64) -> u64 {
        match self {
            GameOrder::First => 0,
            GameOrder::Newest => date.rank(),
            GameOrder::Strongest => elo_sum,
        }
    }

    /// The place of a game among those of its rank; lower ones come first.
    pub(super) fn place(self, game_id: u64) -> u64 {
        if self == GameOrder::Newest { u64::MAX - game_id } else { game_id }
    }
}
