//! The answers of an index: tables, and facts as dictionaries.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, StringArray};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use zobrist_index::{Answer, FoundGame, Index, IndexInfo, Opening};

use super::query::{IndexQuery, PlayedMove, PositionLine};
use crate::position::fen;
use crate::table::Table;

/// The facts about an index.
pub(crate) fn of_index<'py>(py: Python<'py>, index: &Index) -> PyResult<Bound<'py, PyDict>> {
    let IndexInfo { version, part_bits, segments, positions, occurrences, games, .. } =
        index.info();
    let (scheme, sources) = (index.scheme(), index.sources());
    let facts = PyDict::new(py);
    facts.set_item("version", version)?;
    facts.set_item("scheme", scheme.name())?;
    facts.set_item("fingerprint", scheme.fingerprint().to_string())?;
    facts.set_item("sources", sources.len())?;
    facts.set_item("games", index.games())?;
    facts.set_item("rejected", sources.iter().map(|source| source.rejected).sum::<u64>())?;
    facts.set_item("partial", sources.iter().filter(|source| source.partial).count())?;
    facts.set_item("shortened", sources.iter().map(|source| source.shortened).sum::<u64>())?;
    facts.set_item("segments", segments)?;
    facts.set_item("part_bits", part_bits)?;
    facts.set_item("positions_files", positions.files)?;
    facts.set_item("positions_rows", positions.rows)?;
    facts.set_item("positions_bytes", positions.bytes)?;
    facts.set_item("occurrences_files", occurrences.files)?;
    facts.set_item("occurrences_rows", occurrences.rows)?;
    facts.set_item("occurrences_bytes", occurrences.bytes)?;
    facts.set_item("games_files", games.files)?;
    facts.set_item("games_bytes", games.bytes)?;
    Ok(facts)
}

/// The totals of a position.
pub(crate) fn of_position<'py>(
    py: Python<'py>,
    line: &PositionLine,
    asked: &IndexQuery,
    answer: &Answer,
) -> PyResult<Bound<'py, PyDict>> {
    let counts = &answer.counts;
    let facts = PyDict::new(py);
    facts.set_item("fen", fen(&line.position))?;
    facts.set_item("opening", line.opening.map(|opening| of_opening(py, opening)).transpose()?)?;
    facts.set_item("filter", (!asked.is_plain()).then(|| asked.filter.to_string()))?;
    facts.set_item("games", answer.kept)?;
    facts.set_item("reached", answer.reached)?;
    facts.set_item("duplicates", answer.duplicates)?;
    facts.set_item("white", counts.white)?;
    facts.set_item("draws", counts.draws)?;
    facts.set_item("black", counts.black)?;
    facts.set_item("unknown", counts.unknown)?;
    facts.set_item("average_elo", counts.average_elo())?;
    facts.set_item("last_year", counts.last_year())?;
    facts.set_item("ended", answer.ended)?;
    facts.set_item("score", counts.white_score())?;
    if let Some(player) = answer.player.filter(|_| !asked.filter.players.is_empty()) {
        facts.set_item("player_score", player.score())?;
        facts.set_item("performance", player.performance())?;
    }
    Ok(facts)
}

fn of_opening(py: Python<'_>, opening: Opening) -> PyResult<Bound<'_, PyDict>> {
    let names = PyDict::new(py);
    names.set_item("eco", opening.eco)?;
    names.set_item("name", opening.name)?;
    Ok(names)
}

/// The moves of a position. `has_score` adds the score of the player that was asked for.
pub(crate) fn moves(moves: &[PlayedMove], has_score: bool) -> Table {
    let number = |of: fn(&PlayedMove) -> Option<i64>| -> ArrayRef {
        Arc::new(moves.iter().map(of).collect::<Int64Array>())
    };
    let real = |of: fn(&PlayedMove) -> Option<f64>| -> ArrayRef {
        Arc::new(moves.iter().map(of).collect::<Float64Array>())
    };
    let mut columns = vec![
        ("uci", text(moves, |m| Some(&m.uci))),
        ("san", text(moves, |m| Some(&m.san))),
        ("games", number(|m| count(m.count.games()))),
        ("white", number(|m| count(m.count.counts.white))),
        ("draws", number(|m| count(m.count.counts.draws))),
        ("black", number(|m| count(m.count.counts.black))),
        ("unknown", number(|m| count(m.count.counts.unknown))),
        ("average_elo", real(|m| m.count.counts.average_elo())),
        ("last_year", number(|m| m.count.counts.last_year().map(i64::from))),
        ("other_orders", number(|m| m.other_orders.and_then(count))),
        ("eco", text(moves, |m| m.opening.map(|opening| opening.eco))),
        ("opening", text(moves, |m| m.opening.map(|opening| opening.name))),
    ];
    if has_score {
        columns.push(("player_score", real(|m| m.count.player.and_then(|p| p.score()))));
    }
    Table::new(columns)
}

/// Games that reached a position.
pub(crate) fn games(games: &[FoundGame]) -> Table {
    let number = |of: fn(&FoundGame) -> Option<i64>| -> ArrayRef {
        Arc::new(games.iter().map(of).collect::<Int64Array>())
    };
    Table::new(vec![
        ("game_id", number(|found| count(found.game.game_id))),
        ("file", text(games, |found| Some(&found.game.file))),
        ("game", number(|found| count(found.game.game))),
        ("ply", number(|found| Some(found.ply.into()))),
        ("white_name", text(games, |found| found.game.white_name.as_deref())),
        ("black_name", text(games, |found| found.game.black_name.as_deref())),
        ("white_elo", number(|found| found.game.white_elo.map(i64::from))),
        ("black_elo", number(|found| found.game.black_elo.map(i64::from))),
        ("result", text(games, |found| Some(found.game.result.as_str()))),
        ("date", text(games, |found| found.game.date.as_deref())),
        ("event", text(games, |found| found.game.event.as_deref())),
        ("site", text(games, |found| found.game.site.as_deref())),
        ("round", text(games, |found| found.game.round.as_deref())),
        ("offset", number(|found| count(found.game.offset))),
    ])
}

fn text<T>(rows: &[T], of: fn(&T) -> Option<&str>) -> ArrayRef {
    Arc::new(rows.iter().map(of).collect::<StringArray>())
}

fn count(number: u64) -> Option<i64> {
    i64::try_from(number).ok()
}
