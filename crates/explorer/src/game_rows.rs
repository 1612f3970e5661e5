//! The games that reached a position: a list for people, and rows.

use std::borrow::Cow;
use std::fmt::Write as _;

use anyhow::{Context, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use zobrist_console::rows::{Format, Value, write_batch};
use zobrist_console::stdout::print;
use zobrist_console::terminal;
use zobrist_index::{FoundGame, GameOrder, StoredGame};

use crate::game_text;

/// The columns: names and values. The first one is the type of the objects, in JSON alone.
const COLUMNS: [(&str, Column); 15] = [
    ("type", |_, _| Value::Text("game")),
    ("game_id", |game, _| Value::Number(game.game_id)),
    ("file", |game, _| Value::Text(&game.file)),
    ("game", |game, _| Value::Number(game.game)),
    ("ply", |_, ply| Value::Number(ply.into())),
    ("white_name", |game, _| Value::text_or_null(game.white_name.as_deref())),
    ("black_name", |game, _| Value::text_or_null(game.black_name.as_deref())),
    ("white_elo", |game, _| Value::elo(game.white_elo)),
    ("black_elo", |game, _| Value::elo(game.black_elo)),
    ("result", |game, _| Value::Text(game.result.as_str())),
    ("date", |game, _| Value::text_or_null(game.date.as_deref())),
    ("event", |game, _| Value::text_or_null(game.event.as_deref())),
    ("site", |game, _| Value::text_or_null(game.site.as_deref())),
    ("round", |game, _| Value::text_or_null(game.round.as_deref())),
    ("offset", |game, _| Value::Number(game.offset)),
];

type Column = fn(&StoredGame, u32) -> Value<'_>;

/// Appends the games as rows.
pub fn append(format: Format, out: &mut Vec<u8>, games: &[FoundGame]) {
    let columns = &COLUMNS[usize::from(format != Format::Jsonl)..];
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    out.extend(format.header(&names));
    for FoundGame { game, ply, .. } in games {
        let values: Vec<Value> = columns.iter().map(|(_, value)| value(game, *ply)).collect();
        format.append(out, &names, &values);
    }
}

/// Appends the JSON object of a game. Without a ply, it has no such field.
pub fn append_object(out: &mut Vec<u8>, game: &StoredGame, ply: Option<u32>) {
    let columns = COLUMNS.iter().filter(|(name, _)| *name != "ply" || ply.is_some());
    let (names, values): (Vec<&str>, Vec<Value>) =
        columns.map(|(name, value)| (*name, value(game, ply.unwrap_or_default()))).unzip();
    Format::Jsonl.append(out, &names, &values);
}

/// The games as text for people.
pub fn table(games: &[FoundGame]) -> String {
    let mut table = String::new();
    fn shown(text: &str) -> Cow<'_, str> {
        terminal::stdout().field(text)
    }
    for FoundGame { ply, game, .. } in games {
        let player = |name: &Option<String>, elo: Option<i32>| {
            let name = terminal::stdout().name(name.as_deref().unwrap_or("?")).into_owned();
            elo.map_or(name.clone(), |elo| format!("{name} ({elo})"))
        };
        let (white, black) =
            (player(&game.white_name, game.white_elo), player(&game.black_name, game.black_elo));
        let date = shown(game.date.as_deref().unwrap_or("?"));
        let event = terminal::stdout().name(game.event.as_deref().unwrap_or("?")).into_owned();
        let site = match game.site.as_deref() {
            Some(site) if is_link(site) => format!("\n  {}", shown(site)),
            _ => String::new(),
        };
        writeln!(
            table,
            "\n{white} - {black}  {}  {date}  {event}\n  game {} of {}, at byte {}; here at ply {ply}{site}",
            game.result.as_str(),
            game.game,
            terminal::stdout().name(&game.file),
            game.offset
        )
        .expect("a string takes all");
    }
    table
}

/// True for the address of a page, such as that of the game on a server.
pub fn is_link(site: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| site.starts_with(scheme))
}

/// Writes whole games as PGN.
///
/// # Errors
/// When they cannot be written, or a stored game cannot be played, which only damage brings about.
pub fn print_pgn(games: &[FoundGame]) -> Result<()> {
    let mut text = Vec::new();
    for FoundGame { game, .. } in games {
        let pgn = game_text::text(game).with_context(|| {
            format!("stored game {} of {} cannot be played", game.game_id, game.file)
        })?;
        text.extend_from_slice(terminal::stdout().lines(&pgn).as_bytes());
        write_batch(&mut text, print)?;
    }
    Ok(print(&text)?)
}

/// Reads the order of games.
pub fn game_orders() -> impl TypedValueParser<Value = GameOrder> {
    PossibleValuesParser::new(["newest", "strongest", "first"]).map(|order| match &*order {
        "newest" => GameOrder::Newest,
        "strongest" => GameOrder::Strongest,
        _ => GameOrder::First,
    })
}
