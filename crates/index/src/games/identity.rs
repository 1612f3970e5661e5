//! The identity of a game, by which duplicates are found.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::filter::GameDate;
use crate::format::table::GameRow;
use crate::options::{Duplicates, PlayedGame, PlayersKey};
use crate::tags::GameResult;

/// By what a game is a duplicate of another: games with the same key are, if their dates agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameIdentity {
    pub(crate) key: u128,
    /// Unknown where the key has it.
    pub(crate) date: GameDate,
}

impl GameIdentity {
    /// The identity of a stored game, for duplicates of a kind.
    pub(crate) fn of(row: &GameRow, result: GameResult, by: Duplicates) -> GameIdentity {
        let game = PlayedGame {
            variant: row.variant.as_deref(),
            fen: row.fen.as_deref(),
            moves: &row.moves,
            result,
            white_name: row.white_name.as_deref(),
            black_name: row.black_name.as_deref(),
        };
        GameIdentity::of_game(&game, row.date.as_deref(), row.utc_date.as_deref(), by)
    }

    /// The identity of a game with the tags `Date` and `UTCDate`.
    pub(crate) fn of_game(
        game: &PlayedGame,
        date: Option<&[u8]>,
        utc_date: Option<&[u8]>,
        by: Duplicates,
    ) -> GameIdentity {
        match by {
            Duplicates::Exact => {
                GameIdentity { key: exact_key(game, date), date: GameDate::default() }
            }
            Duplicates::Players => GameIdentity {
                key: PlayersKey::of(game).bits(),
                date: GameDate::of(date, utc_date),
            },
        }
    }

    /// The identity of a game that an index holds.
    pub(crate) fn of_stored(row: &GameRow, by: Duplicates) -> GameIdentity {
        GameIdentity::of(row, GameResult::from_stored(&row.result), by)
    }
}

/// 128 bits of the moves, the result and the tags `Variant`, `FEN`, `White`, `Black` and `Date`.
fn exact_key(game: &PlayedGame, date: Option<&[u8]>) -> u128 {
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        let PlayedGame { variant, fen, moves, result, white_name, black_name } = game;
        let fields = (variant, fen, moves, white_name, black_name, date);
        (salt, fields, result.as_str()).hash(&mut hasher);
        hasher.finish()
    };
    u128::from(half(0)) << 64 | u128::from(half(1))
}
