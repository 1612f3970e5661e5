//! `zobrist index duplicates`: the games of an index that are duplicates of earlier ones.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::Result;
use zobrist_files::counted;
use zobrist_index::{DuplicateGame, Index};

use crate::ending::Ending;
use crate::message::say;
use crate::progress::spinner;
use crate::rows::{Format, Value, write_batch};
use crate::same_game::SameGame;
use crate::stdout::print;

/// List the games of an index that repeat earlier ones
///
/// A row for each: the number of the first of the games that are the same, its file and its number
/// within the file; the same of the duplicate, and its players, date and result. Numbers within a
/// file count from 1, and are missing for games that came from an index of version 1. `zobrist index
/// build --dedup` leaves these games out.
///
/// Cost: that of reading all games of the index. Memory: 38 to 76 bytes for each game that is no
/// duplicate.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index duplicates my-index",
    "zobrist index duplicates my-index --by players --format jsonl"
))]
pub struct Args {
    /// The folder of the index, or its URL
    dir: PathBuf,
    /// Which games count as the same
    #[arg(long, value_name = "KIND", value_enum, default_value = "exact", help_heading = "Output")]
    by: SameGame,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
}

/// The columns: names and values. The first is for JSON lines alone.
const COLUMNS: [(&str, Column); 11] = [
    ("type", |_| Value::Text("duplicate")),
    ("first_game_id", |pair| Value::Number(pair.first_game_id)),
    ("first_file", |pair| Value::Name(&pair.first_file)),
    ("first_game", |pair| Value::number_or_null(pair.first_game)),
    ("game_id", |pair| Value::Number(pair.game.game_id)),
    ("file", |pair| Value::Name(&pair.game.file)),
    ("game", |pair| Value::number_or_null(pair.game.game)),
    ("white_name", |pair| Value::text_or_null(pair.game.white_name.as_deref())),
    ("black_name", |pair| Value::text_or_null(pair.game.black_name.as_deref())),
    ("date", |pair| Value::text_or_null(pair.game.date.as_deref())),
    ("result", |pair| Value::Text(pair.game.result.as_str())),
];

type Column = fn(&DuplicateGame) -> Value<'_>;

pub fn run(args: Args) -> Result<Ending> {
    let index = Index::open(&args.dir)?;
    let columns = if args.format == Format::Jsonl { &COLUMNS[..] } else { &COLUMNS[1..] };
    let names: Vec<&str> = columns.iter().map(|column| column.0).collect();
    let mut rows = args.format.header(&names);
    let mut pairs = 0_u64;
    let mut firsts = HashSet::new();
    let progress = spinner("reading the games");
    for found in index.duplicates(args.by.into()) {
        for pair in found? {
            pairs += 1;
            firsts.insert(pair.first_game_id);
            let values: Vec<Value> = columns.iter().map(|(_, value)| value(&pair)).collect();
            args.format.append(&mut rows, &names, &values);
            write_batch(&mut rows, print)?;
        }
    }
    progress.finish_and_clear();
    print(&rows)?;
    let pairs = counted(pairs, "duplicate", "duplicates");
    let firsts = counted(firsts.len(), "game", "games");
    let all = counted(index.games(), "game", "games");
    say(&format!("zobrist: {pairs} of {firsts}, among {all}\n"));
    Ok(Ending::Done)
}
