//! Why a table has no moves.

use anyhow::Result;
use zobrist_explorer::{ExploreAnswer, ExploreRequest, OpenSource};
use zobrist_index::Index;
use zobrist_input::counted;

use crate::by_condition::conditions_in_words;
use crate::not_reached::not_reached;

/// The reason, in a sentence; `None` if there are moves.
///
/// # Errors
/// When a source cannot answer.
pub(crate) fn why_empty(
    explored: &ExploreAnswer,
    asked: &ExploreRequest,
    sources: &[OpenSource],
) -> Result<Option<String>> {
    if !explored.moves.is_empty() {
        return Ok(None);
    }
    let answer = &explored.answer;
    let games = counted(answer.reached, "game", "games");
    if explored.hidden.0 > 0 {
        let (moves, games) = explored.hidden;
        let moves = counted(moves, "move", "moves");
        let games = counted(games, "game", "games");
        return Ok(Some(format!(
            "no move is shown: --top or --min-games left out {moves} of {games}"
        )));
    }
    if answer.kept > 0 {
        let games = counted(answer.kept, "game reached", "games reached");
        return Ok(Some(format!("{games} this position, as the last one: no move was played")));
    }
    if answer.reached > 0 {
        let by_condition = conditions_in_words(&answer.by_condition);
        return Ok(Some(match answer.duplicates {
            0 => format!(
                "none of {games} in this position meets all that is asked for; by itself, {by_condition}"
            ),
            _ => format!("all of {games} in this position were left out"),
        }));
    }
    let indexes: Vec<&Index> = sources.iter().map(|source| &source.opened.index).collect();
    let position = &explored.line.position;
    not_reached(position, &indexes, asked.filter.max_ply, asked.other_orders).map(Some)
}
