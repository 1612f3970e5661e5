//! A move that was played in a position, with its counts, and the order in which moves are shown.

use std::cmp::{Ordering, Reverse};

use shakmaty::{Color, Move, Position};
use zobrist_chess::PackedMove;
use zobrist_shakmaty::unpack_move;

use super::game_counts::GameCounts;
use crate::format::table::PositionRow;
use crate::tags::GameResult;

/// A move that was played in a position, with its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveCount {
    /// The move; [`to_move`](MoveCount::to_move) makes it one of shakmaty's.
    pub played: PackedMove,
    /// The games in which it was played. A game counts once, even if it played the move again
    /// later.
    pub counts: GameCounts,
    /// The number of the first of the games.
    pub first_game_id: u64,
    /// The results of the player that was asked for; `None` if nobody was.
    pub player: Option<PlayerScore>,
}

/// The results of one player, whichever color he had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayerScore {
    /// The number of games that the player won.
    pub wins: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of games that the player lost.
    pub losses: u64,
    /// The number of these games in which the Elo of the opponent is known.
    pub rated: u64,
    /// The sum of the opponents' Elos in the rated games.
    pub opponent_elo_sum: u64,
    /// The points of the player in the rated games, doubled: 2 for a win, 1 for a draw.
    pub rated_half_points: u64,
}

impl PlayerScore {
    /// Counts a game in which the player had a color, and the opponent an Elo if it is known. A
    /// result that is not known does not count.
    pub(crate) fn count(&mut self, color: Color, result: GameResult, opponent_elo: Option<i32>) {
        let half_points = match (result, color) {
            (GameResult::White, Color::White) | (GameResult::Black, Color::Black) => {
                self.wins += 1;
                2
            }
            (GameResult::White | GameResult::Black, _) => {
                self.losses += 1;
                0
            }
            (GameResult::Draw, _) => {
                self.draws += 1;
                1
            }
            (GameResult::Unknown, _) => return,
        };
        if let Some(elo) = opponent_elo {
            self.rated += 1;
            self.opponent_elo_sum += u64::from(elo.unsigned_abs());
            self.rated_half_points += half_points;
        }
    }

    /// Returns the score: wins and half the draws, of the games whose result is known, from 0 to 1;
    /// `None` without such games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let games = self.wins + self.draws + self.losses;
        (games > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / games as f64)
    }

    /// Returns the mean Elo of the opponents in the rated games; `None` without such games.
    #[must_use]
    pub fn average_opponent_elo(&self) -> Option<f64> {
        (self.rated > 0).then(|| self.opponent_elo_sum as f64 / self.rated as f64)
    }

    /// Returns the score in the rated games, from 0 to 1; `None` without such games.
    #[must_use]
    pub fn rated_score(&self) -> Option<f64> {
        (self.rated > 0).then(|| self.rated_half_points as f64 / 2.0 / self.rated as f64)
    }

    /// The results in the games of two indexes, as far as they are known.
    pub(super) fn sum(one: Option<PlayerScore>, other: Option<PlayerScore>) -> Option<PlayerScore> {
        match (one, other) {
            (Some(mut one), Some(other)) => {
                one.add(&other);
                Some(one)
            }
            (one, other) => one.or(other),
        }
    }

    fn add(&mut self, other: &PlayerScore) {
        self.rated += other.rated;
        self.opponent_elo_sum += other.opponent_elo_sum;
        self.rated_half_points += other.rated_half_points;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl MoveCount {
    /// Returns the move in the position that the index was asked about, as shakmaty's; `None` if it
    /// is not legal there, which in an undamaged index it always is.
    ///
    /// ```
    /// use zobrist_index::shakmaty::{Chess, Position};
    /// use zobrist_index::{BuildOptions, Index, IndexBuilder};
    ///
    /// # let folder = std::env::temp_dir().join(format!("zobrist-to-move-{}", std::process::id()));
    /// let mut builder = IndexBuilder::create(&folder, BuildOptions::default())?;
    /// builder.add_pgn("games.pgn", b"1. Nf3 Nf6 *\n")?;
    /// builder.finish()?;
    ///
    /// // The most played line.
    /// let index = Index::open(&folder)?;
    /// let (mut position, mut line) = (Chess::default(), Vec::new());
    /// while let Some(m) = index.moves(&position)?.first().and_then(|count| count.to_move(&position)) {
    ///     line.push(m.to_string());
    ///     position.play_unchecked(m);
    /// }
    /// assert_eq!(line, ["Ng1-f3", "Ng8-f6"]);
    /// # std::fs::remove_dir_all(folder).ok();
    /// # Ok::<(), zobrist_index::IndexError>(())
    /// ```
    pub fn to_move<P: Position>(&self, position: &P) -> Option<Move> {
        unpack_move(position, self.played)
    }

    /// Adds the games of the same move in another index. `first_game_id` is then the lower of two
    /// numbers of different indexes, and names no game.
    pub fn add(&mut self, other: &MoveCount) {
        self.counts.add(&other.counts);
        self.first_game_id = self.first_game_id.min(other.first_game_id);
        self.player = PlayerScore::sum(self.player, other.player);
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.counts.games()
    }
}

impl From<PositionRow> for MoveCount {
    fn from(row: PositionRow) -> MoveCount {
        MoveCount {
            played: PackedMove::from_bits(row.played),
            counts: GameCounts::from(&row),
            first_game_id: row.first_game_id,
            player: None,
        }
    }
}

/// The order in which moves are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveOrder {
    /// The most played first, as an answer has them.
    #[default]
    Games,
    /// Those with the best score for the side to move first; those without a result come last.
    Score,
    /// Those with the highest average Elo first; those of unknown Elo come last.
    Elo,
    /// Moves that were played last first; those of unknown years come last.
    Year,
}

impl MoveOrder {
    /// Sorts moves, or anything with the [`MoveCount`] of one, which are in the order of their
    /// games. The sort is stable.
    pub fn sort<T>(self, moves: &mut [T], turn: Color, count: impl Fn(&T) -> &MoveCount) {
        let descending = |of: fn(&MoveCount, Color) -> Option<f64>| {
            let count = &count;
            move |one: &T, other: &T| {
                let (one, other) = (of(count(one), turn), of(count(other), turn));
                other.partial_cmp(&one).unwrap_or(Ordering::Equal)
            }
        };
        match self {
            MoveOrder::Games => {}
            MoveOrder::Score => moves.sort_by(descending(score)),
            MoveOrder::Elo => moves.sort_by(descending(|count, _| count.counts.average_elo())),
            MoveOrder::Year => moves.sort_by_key(|m| Reverse(count(m).counts.last_year())),
        }
    }
}

/// The score of the side to move.
fn score(count: &MoveCount, turn: Color) -> Option<f64> {
    let white = count.counts.white_score()?;
    Some(if turn == Color::White { white } else { 1.0 - white })
}
