//! Games as lichess's explorer describes them.

use serde::Serialize;
use zobrist_index::{GameResult, StoredGame};

use super::super::board::color_name;
use super::game_id;

/// A game with a known result.
#[derive(Debug, Serialize)]
pub(crate) struct Game {
    id: String,
    /// `None` for a draw.
    winner: Option<&'static str>,
    white: Player,
    black: Player,
    year: Option<u16>,
    month: Option<String>,
}

/// A game of a list, with the move that it played in the position.
#[derive(Debug, Serialize)]
pub(crate) struct ListedGame {
    pub(crate) uci: String,
    #[serde(flatten)]
    pub(crate) game: Game,
}

#[derive(Debug, Serialize)]
struct Player {
    name: String,
    rating: Option<i32>,
}

impl Player {
    fn of(name: Option<&str>, rating: Option<i32>) -> Player {
        Player { name: name.unwrap_or("?").to_owned(), rating }
    }
}

impl Game {
    /// A game of a source; `None` without a known result, or if its number is too high for an id.
    pub(crate) fn of(game: &StoredGame, source: usize) -> Option<Game> {
        if game.result == GameResult::Unknown {
            return None;
        }
        let date = game.facts().game_date().known().map(|date| date.to_string());
        let mut parts = date.as_deref().unwrap_or_default().split('.');
        let year = parts.next().filter(|year| !year.is_empty());
        let month = year.zip(parts.next()).map(|(year, month)| format!("{year}-{month}"));
        Some(Game {
            id: game_id::of(source, game.game_id)?,
            winner: game.result.outcome().winner().map(color_name),
            white: Player::of(game.white_name.as_deref(), game.white_elo),
            black: Player::of(game.black_name.as_deref(), game.black_elo),
            year: game.year(),
            month,
        })
    }
}
