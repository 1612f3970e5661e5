//! The identity of a game, by which duplicates are found.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::game_stats::GameResult;
use crate::table::GameRow;

/// The identity of a stored game: 128 bits of its moves, result and five tags.
pub(crate) fn identity(row: &GameRow, result: GameResult) -> u128 {
    let names = [row.white_name.as_deref(), row.black_name.as_deref()];
    let start = [row.variant.as_deref(), row.fen.as_deref()];
    identity_of(start, &row.moves, names, row.date.as_deref(), result)
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
