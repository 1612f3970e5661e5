//! The identity of a game, by which duplicates are found.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::duplicates::{Duplicates, PlayedGame, PlayersKey};
use crate::filter::GameDate;
use crate::game_stats::GameResult;
use crate::table::GameRow;

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
        let [white_name, black_name] = [row.white_name.as_deref(), row.black_name.as_deref()];
        let [variant, fen] = [row.variant.as_deref(), row.fen.as_deref()];
        let (moves, date) = (&*row.moves, row.date.as_deref());
        match by {
            Duplicates::Exact => GameIdentity {
                key: identity_of([variant, fen], moves, [white_name, black_name], date, result),
                date: GameDate::default(),
            },
            Duplicates::Players => {
                let game = PlayedGame { variant, fen, moves, result, white_name, black_name };
                GameIdentity {
                    key: PlayersKey::of(&game).bits(),
                    date: GameDate::of(date, row.utc_date.as_deref()),
                }
            }
        }
    }

    /// The identity of a game that an index holds.
    pub(crate) fn of_stored(row: &GameRow, by: Duplicates) -> GameIdentity {
        GameIdentity::of(row, GameResult::from_stored(&row.result), by)
    }
}

/// The identity of a game of this start (variant and FEN), moves, players, date and result.
pub(crate) fn identity_of(
    [variant, fen]: [Option<&[u8]>; 2],
    moves: &[u8],
    [white, black]: [Option<&[u8]>; 2],
    date: Option<&[u8]>,
    result: GameResult,
) -> u128 {
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        (salt, (variant, fen, moves, white, black, date), result.as_str()).hash(&mut hasher);
        hasher.finish()
    };
    u128::from(half(0)) << 64 | u128::from(half(1))
}
