//! The moves of a position by the games whose result is known.

use std::cmp::Reverse;

use anyhow::Result;
use shakmaty::Move;
use shakmaty::variant::VariantPosition;
use zobrist_index::{Answer, GameCounts, MoveCount};

use crate::explorer::legal;

/// The number of games whose result is known.
pub fn known(counts: &GameCounts) -> u64 {
    counts.games() - counts.unknown
}

/// At most `limit` moves, those of the most games first. Moves without a known result are left out.
///
/// # Errors
/// When one is not legal, which only damage brings about.
pub fn known_moves(
    answer: &Answer,
    position: &VariantPosition,
    limit: usize,
) -> Result<Vec<(Move, MoveCount)>> {
    let mut moves = answer.moves.clone();
    moves.retain(|count| known(&count.counts) > 0);
    moves.sort_by_key(|count| Reverse(known(&count.counts)));
    moves.truncate(limit);
    legal(position, moves)
}
