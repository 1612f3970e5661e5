//! Lists of the games of a position, of those that have a result and went on from it.

use std::cmp::Reverse;

use anyhow::Result;
use shakmaty::variant::VariantPosition;
use shakmaty::{CastlingMode, Move};
use zobrist_explorer::{ExploreRequest, OpenSource, legal, legal_move};
use zobrist_index::{Answer, FoundGame, GameCounts, GameOrder, GameResult, MoveCount};

use super::game::{Game, ListedGame};

/// The most games that are read to leave out those that end in the position.
const MAX_ENDED: u64 = 10_000;

/// A game and the number of its source.
type Found = (usize, FoundGame);

/// The first `wanted` games of an order. `answer` is that of all sources to the same question.
///
/// # Errors
/// When a source cannot answer.
pub(crate) fn listed(
    order: GameOrder,
    wanted: usize,
    asked: &ExploreRequest,
    sources: &[OpenSource],
    position: &VariantPosition,
    answer: &Answer,
) -> Result<Vec<ListedGame>> {
    if wanted == 0 || answer.moves.iter().all(|count| known(&count.counts) == 0) {
        return Ok(Vec::new());
    }
    let ask = |asked: ExploreRequest, games: usize| -> Result<Vec<Found>> {
        let asked = ExploreRequest { order, games, ..asked };
        let (listed, numbers) = asked.answer_with_sources(sources, position)?;
        let mut found: Vec<Found> = numbers.into_iter().zip(listed.games).collect();
        found.retain(|(_, found)| is_wanted(found));
        Ok(found)
    };
    let unwanted = answer.counts.unknown + answer.ended;
    let spare = unwanted.min(wanted as u64) as usize;
    let mut found = ask(asked.clone(), wanted + spare)?;
    if found.len() < wanted && unwanted > spare as u64 {
        // Games without a result fill the list: they are told apart in the index.
        found.clear();
        let games = wanted + answer.ended.min(MAX_ENDED) as usize;
        for result in [GameResult::White, GameResult::Draw, GameResult::Black] {
            found.extend(ask(of_result(asked, result), games)?);
        }
        // Equal games are in the order of the index, the newest from its end.
        found.sort_by_key(|(source, found)| match order {
            GameOrder::Newest => (*source, u64::MAX - found.game.game_id),
            _ => (*source, found.game.game_id),
        });
        order.sort_by(&mut found, |(_, found)| &found.game);
    }
    found.truncate(wanted);
    let games = found.iter().map(|(source, found)| of_list(found, *source, position));
    Ok(games.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

/// Returns the question, restricted to the games of one result.
fn of_result(asked: &ExploreRequest, result: GameResult) -> ExploreRequest {
    let mut asked = asked.clone();
    asked.filter.result = Some(result);
    asked
}

/// True for a game that has a result and a move in the position.
fn is_wanted(found: &FoundGame) -> bool {
    found.game.result != GameResult::Unknown && (found.ply as usize) < found.game.moves.len()
}

fn of_list(
    found: &FoundGame,
    source: usize,
    position: &VariantPosition,
) -> Result<Option<ListedGame>> {
    let Some(played) = found.game.moves.get(found.ply as usize) else { return Ok(None) };
    let uci = legal_move(position, *played)?.to_uci(CastlingMode::Chess960).to_string();
    Ok(Game::of(&found.game, source).map(|game| ListedGame { uci, game }))
}

/// The number of games whose result is known.
pub(crate) fn known(counts: &GameCounts) -> u64 {
    counts.games() - counts.unknown
}

/// At most `limit` moves, those of the most games first. Moves without a known result are left out.
///
/// # Errors
/// When one is not legal, which only damage brings about.
pub(crate) fn known_moves(
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
