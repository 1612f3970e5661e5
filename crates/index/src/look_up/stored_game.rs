//! A game that an index has stored, and the order in which games are listed.

use std::cmp::Reverse;

use zobrist_chess::PackedMove;
use zobrist_shakmaty::StartTags;

use crate::filter::{GameDate, GameFacts};
use crate::format::manifest::PieceBase;
use crate::format::table::{Columns, GameRow};
use crate::games::{Replayed, moves};
use crate::tags::{GameResult, game_stats, other_tags};

/// A game that an index has stored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredGame {
    /// The number of the game in the index, from 0.
    pub game_id: u64,
    /// The number of the game in its file, from 1; rejected games count.
    pub game: u64,
    /// The value of the tag `White`.
    pub white_name: Option<String>,
    /// The value of the tag `Black`.
    pub black_name: Option<String>,
    /// The Elo of White, from 1 to 9999, if the tag is such a number.
    pub white_elo: Option<i32>,
    /// The Elo of Black, from 1 to 9999, if the tag is such a number.
    pub black_elo: Option<i32>,
    /// The result by the tag, or by what follows the moves if the tag gives none.
    pub result: GameResult,
    /// The value of the tag `Date`.
    pub date: Option<String>,
    /// The value of the tag `UTCDate`.
    pub utc_date: Option<String>,
    /// The value of the tag `Event`.
    pub event: Option<String>,
    /// The value of the tag `Site`.
    pub site: Option<String>,
    /// The value of the tag `Round`.
    pub round: Option<String>,
    /// The value of the tag `TimeControl`.
    pub time_control: Option<String>,
    /// The tags that decide the first position.
    pub start_tags: StartTags,
    /// The other tags, as a JSON object, which [`other_tags`](StoredGame::other_tags) reads.
    pub tags: String,
    /// The moves, from the first position on.
    pub moves: Vec<PackedMove>,
    /// The name of the source that it was read from.
    pub file: String,
    /// The offset of the game in the source, in bytes after decompression.
    pub offset: u64,
}

/// A game that reached a position, as [`Index::games_with`](crate::Index::games_with) finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundGame {
    /// The first ply at which it did: 0 is the position before the first move.
    pub ply: u32,
    /// The game.
    pub game: StoredGame,
}

impl Replayed {
    /// Returns the games that can be added, as an index that holds no others would store them.
    pub fn stored_games(&self) -> impl Iterator<Item = StoredGame> {
        self.games.rows().into_iter().map(|row| StoredGame::of(row, PieceBase::default()))
    }
}

impl StoredGame {
    /// Returns the year of the game: that of `date` or, if that has none, of `utc_date`.
    #[must_use]
    pub fn year(&self) -> Option<u16> {
        let year = |date: &Option<String>| game_stats::year(date.as_ref()?.as_bytes());
        year(&self.date).or_else(|| year(&self.utc_date))
    }

    /// Returns what a filter asks of the game.
    #[must_use]
    pub fn facts(&self) -> GameFacts<'_> {
        fn text(text: &Option<String>) -> Option<&[u8]> {
            text.as_ref().map(String::as_bytes)
        }
        GameFacts {
            white_name: text(&self.white_name),
            black_name: text(&self.black_name),
            white_elo: self.white_elo,
            black_elo: self.black_elo,
            result: self.result,
            date: text(&self.date),
            utc_date: text(&self.utc_date),
            event: text(&self.event),
            time_control: text(&self.time_control),
        }
    }

    /// Returns the other tags with their values, in their order. A text that is no object of
    /// strings, which only damage makes, has none.
    #[must_use]
    pub fn other_tags(&self) -> Vec<(String, String)> {
        other_tags::read(self.tags.as_bytes()).unwrap_or_default()
    }

    /// The game of a row of a file of games.
    pub(super) fn of(row: GameRow, base: PieceBase) -> StoredGame {
        let text = |text: Vec<u8>| String::from_utf8_lossy(&text).into_owned();
        StoredGame {
            game_id: row.game_id,
            game: base.game(row.game),
            white_name: row.white_name.map(text),
            black_name: row.black_name.map(text),
            white_elo: row.white_elo,
            black_elo: row.black_elo,
            result: GameResult::from_stored(&row.result),
            date: row.date.map(text),
            utc_date: row.utc_date.map(text),
            event: row.event.map(text),
            site: row.site.map(text),
            round: row.round.map(text),
            time_control: row.time_control.map(text),
            start_tags: StartTags { variant: row.variant, fen: row.fen },
            tags: text(row.tags),
            moves: moves(&row.moves).collect(),
            file: text(row.file),
            offset: base.offset(row.offset),
        }
    }
}

/// The order in which the games of an answer are listed, and so which of them are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameOrder {
    /// By their numbers.
    #[default]
    First,
    /// By date, the last one first; of one day, the last in the index first. The date is that by
    /// which filters work; an unknown day or month comes after the known ones of its month or year,
    /// and games without a year come last.
    Newest,
    /// By the sum of both Elos, the highest first, an unknown one counting 0; of one sum, the first
    /// in the index first.
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
