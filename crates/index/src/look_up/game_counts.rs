//! The number of games by result, with their Elos and years.

use std::iter;

use crate::format::table::PositionRow;
use crate::tags::GameResult;

/// Some games: how many by result, their mean Elo, and their years.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameCounts {
    /// The number of games that White won.
    pub white: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of games that Black won.
    pub black: u64,
    /// The number of games whose result is not known.
    pub unknown: u64,
    /// The sum of the known Elos of both players, over all of the games.
    pub elo_sum: u64,
    /// The number of Elos in that sum.
    pub elo_count: u64,
    /// The first and the last of the years that are known.
    pub years: Option<(i32, i32)>,
}

impl GameCounts {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.white + self.draws + self.black + self.unknown
    }

    /// Returns the mean of the known Elos; `None` if none is known.
    #[must_use]
    pub fn average_elo(&self) -> Option<f64> {
        (self.elo_count > 0).then(|| self.elo_sum as f64 / self.elo_count as f64)
    }

    /// Returns the last of the years that are known.
    #[must_use]
    pub fn last_year(&self) -> Option<i32> {
        self.years.map(|(_, last)| last)
    }

    /// Returns White's score: wins and half the draws, of the games whose result is known, from 0
    /// to 1; `None` without such games.
    #[must_use]
    pub fn white_score(&self) -> Option<f64> {
        let known = self.games() - self.unknown;
        (known > 0).then(|| (self.white as f64 + self.draws as f64 / 2.0) / known as f64)
    }

    /// Adds other games.
    pub fn add(&mut self, other: &GameCounts) {
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.unknown += other.unknown;
        self.elo_sum += other.elo_sum;
        self.elo_count += other.elo_count;
        self.years = match (self.years, other.years) {
            (Some(one), Some(other)) => Some((one.0.min(other.0), one.1.max(other.1))),
            (one, other) => one.or(other),
        };
    }

    /// One game.
    pub(crate) fn of_game(
        result: GameResult,
        elos: impl IntoIterator<Item = i32>,
        year: Option<i32>,
    ) -> GameCounts {
        let mut counts = GameCounts { years: year.zip(year), ..GameCounts::default() };
        *counts.of_result(result) = 1;
        for elo in elos {
            counts.elo_sum += u64::from(elo.unsigned_abs());
            counts.elo_count += 1;
        }
        counts
    }

    /// Takes away games that are among these and have been counted too often. The years stay: each
    /// of the games is still counted once.
    pub(crate) fn uncount(&mut self, game: &GameCounts, times: u64) {
        self.white -= game.white * times;
        self.draws -= game.draws * times;
        self.black -= game.black * times;
        self.unknown -= game.unknown * times;
        self.elo_sum -= game.elo_sum * times;
        self.elo_count -= game.elo_count * times;
    }

    fn of_result(&mut self, result: GameResult) -> &mut u64 {
        match result {
            GameResult::White => &mut self.white,
            GameResult::Draw => &mut self.draws,
            GameResult::Black => &mut self.black,
            GameResult::Unknown => &mut self.unknown,
        }
    }
}

impl From<&PositionRow> for GameCounts {
    fn from(row: &PositionRow) -> GameCounts {
        GameCounts {
            white: row.white,
            draws: row.draws,
            black: row.black,
            unknown: row.unknown,
            elo_sum: row.elo_sum as u64,
            elo_count: row.elo_count as u64,
            years: row.first_year.zip(row.last_year),
        }
    }
}

impl iter::Sum for GameCounts {
    fn sum<I: Iterator<Item = GameCounts>>(counts: I) -> GameCounts {
        counts.fold(GameCounts::default(), |mut sum, counts| {
            sum.add(&counts);
            sum
        })
    }
}
