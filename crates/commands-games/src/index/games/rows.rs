//! The rows of games.

use std::io::Write;
use std::num::NonZeroUsize;

use anyhow::Result;
use zobrist_console::output::Output;
use zobrist_console::rows::{Format, Value};
use zobrist_index::StoredGame;

use super::blocks::{Block, Games, Written, write_blocks};

/// The columns: names and values. The first is for JSON lines alone.
const COLUMNS: [(&str, Column); 17] = [
    ("type", |_| Value::Text("game")),
    ("game_id", |game| Value::Number(game.game_id)),
    ("file", |game| Value::Name(&game.file)),
    ("game", |game| Value::Number(game.game)),
    ("white_name", |game| Value::text_or_null(game.white_name.as_deref())),
    ("black_name", |game| Value::text_or_null(game.black_name.as_deref())),
    ("white_elo", |game| Value::elo(game.white_elo)),
    ("black_elo", |game| Value::elo(game.black_elo)),
    ("result", |game| Value::Text(game.result.as_str())),
    ("date", |game| Value::text_or_null(game.date.as_deref())),
    ("utc_date", |game| Value::text_or_null(game.utc_date.as_deref())),
    ("event", |game| Value::text_or_null(game.event.as_deref())),
    ("site", |game| Value::text_or_null(game.site.as_deref())),
    ("round", |game| Value::text_or_null(game.round.as_deref())),
    ("time_control", |game| Value::text_or_null(game.time_control.as_deref())),
    ("plies", |game| Value::Number(game.moves.len() as u64)),
    ("offset", |game| Value::Number(game.offset)),
];

type Column = fn(&StoredGame) -> Value<'_>;

/// Writes a row for each game.
///
/// # Errors
/// When the index cannot be read, or the output cannot be written.
pub(super) fn write(
    games: Games,
    format: Format,
    threads: NonZeroUsize,
    output: &mut Output,
    written: &mut Written,
) -> Result<()> {
    let columns = if format == Format::Jsonl { &COLUMNS[..] } else { &COLUMNS[1..] };
    let names: Vec<&str> = columns.iter().map(|column| column.0).collect();
    let sink = output.sink();
    output.write_all(&format.header(&names))?;
    let make = |games: &[StoredGame]| {
        let mut block = Block::default();
        for game in games {
            let values: Vec<Value> = columns.iter().map(|(_, value)| value(game)).collect();
            format.append_for(sink, &mut block.text, &names, &values);
        }
        block
    };
    write_blocks(games, threads, make, |rows| Ok(output.write_all(rows)?), written)
}
