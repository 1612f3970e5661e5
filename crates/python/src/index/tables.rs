//! The tables that an index answers with.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, StringArray};
use zobrist_index::FoundGame;

use super::asked::PlayedMove;
use crate::table::Table;

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
