//! `zobrist index duplicates`: the games of an index that are duplicates or beginnings of others.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::Result;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::progress::{spinner, spinning};
use zobrist_console::rows::{Format, Value, write_batch};
use zobrist_console::stdout::print;
use zobrist_explorer::filter_options::SameGame;
use zobrist_index::{BeginningGame, DuplicateGame, Index, IndexError, StoredGame};
use zobrist_input::counted;

/// List the games of an index that repeat others
///
/// A row for each: the number of the first of the games that are the same, its file and its number
/// within the file; the same of the duplicate, and its players, date and result. Numbers within a
/// file count from 1. `zobrist index build --dedup` leaves these games out.
///
/// With --prefix, the games that break off: a row for each game that is the beginning of a longer
/// one of the same players. The longer game comes first in the row, wherever it stands in the
/// index, and the number of plies of both at the end.
///
/// Cost: that of reading all games of the index. Memory: 38 to 76 bytes for each game that is no
/// duplicate. With --prefix, all games are read twice, in up to five times the time, with 24 to 80
/// bytes for each game.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index duplicates my-index --by players --format jsonl",
    "zobrist index duplicates my-index --prefix"
))]
pub(crate) struct Args {
    /// The folder of the index, or its URL
    dir: PathBuf,
    /// Which games count as the same
    #[arg(long, value_name = "KIND", value_enum, default_value = "exact", help_heading = "Output")]
    by: SameGame,
    /// List games that are the beginning of a longer one instead
    ///
    /// The start and the players are the same, and the dates do not contradict each other, as with
    /// --by players; the longer game has all moves of the other one, and more. The results may
    /// differ. Of several longer games, it is the longest, and of those the first. A game without
    /// moves is the beginning of none.
    #[arg(long, conflicts_with = "by", help_heading = "Output")]
    prefix: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
}

type Column<T> = (&'static str, fn(&T) -> Value<'_>);

/// A table of pairs of games.
struct Table<T: 'static> {
    /// The columns before those of the game of a pair. The first is for JSON lines alone.
    before: &'static [Column<T>],
    game: fn(&T) -> &StoredGame,
    after: &'static [Column<T>],
    /// The number of the other game.
    other: fn(&T) -> u64,
}

const DUPLICATES: Table<DuplicateGame> = Table {
    before: &[
        ("type", |_| Value::Text("duplicate")),
        ("first_game_id", |pair| Value::Number(pair.first_game_id)),
        ("first_file", |pair| Value::Name(&pair.first_file)),
        ("first_game", |pair| Value::Number(pair.first_game)),
    ],
    game: |pair| &pair.game,
    after: &[],
    other: |pair| pair.first_game_id,
};

const BEGINNINGS: Table<BeginningGame> = Table {
    before: &[
        ("type", |_| Value::Text("beginning")),
        ("longer_game_id", |pair| Value::Number(pair.longer_game_id)),
        ("longer_file", |pair| Value::Name(&pair.longer_file)),
        ("longer_game", |pair| Value::Number(pair.longer_game)),
    ],
    game: |pair| &pair.game,
    after: &[
        ("longer_plies", |pair| Value::Number(pair.longer_plies.into())),
        ("plies", |pair| Value::Number(pair.game.moves.len() as u64)),
    ],
    other: |pair| pair.longer_game_id,
};

/// The columns of the game of a pair.
const GAME: [Column<StoredGame>; 7] = [
    ("game_id", |game| Value::Number(game.game_id)),
    ("file", |game| Value::Name(&game.file)),
    ("game", |game| Value::Number(game.game)),
    ("white_name", |game| Value::text_or_null(game.white_name.as_deref())),
    ("black_name", |game| Value::text_or_null(game.black_name.as_deref())),
    ("date", |game| Value::text_or_null(game.date.as_deref())),
    ("result", |game| Value::Text(game.result.as_str())),
];

pub(crate) fn run(args: Args) -> Result<Ending> {
    let index = Index::open(&args.dir)?;
    let (pairs, firsts, words) = if args.prefix {
        let found = spinning("reading the games", || index.beginnings())?;
        let (pairs, longer) = list(args.format, &BEGINNINGS, found)?;
        (pairs, longer, ["beginning", "beginnings"])
    } else {
        let found = index.duplicates(args.by.into());
        let (pairs, firsts) = list(args.format, &DUPLICATES, found)?;
        (pairs, firsts, ["duplicate", "duplicates"])
    };
    let pairs = counted(pairs, words[0], words[1]);
    let firsts = counted(firsts, "game", "games");
    let all = counted(index.games(), "game", "games");
    say(&format!("zobrist: {pairs} of {firsts}, among {all}\n"));
    Ok(Ending::Done)
}

/// Writes a row for each pair; returns the number of pairs, and of the other games in them.
fn list<T: 'static>(
    format: Format,
    table: &Table<T>,
    found: impl Iterator<Item = Result<Vec<T>, IndexError>>,
) -> Result<(u64, usize)> {
    let before = if format == Format::Jsonl { table.before } else { &table.before[1..] };
    let names = before.iter().map(|column| column.0).chain(GAME.iter().map(|column| column.0));
    let names: Vec<&str> = names.chain(table.after.iter().map(|column| column.0)).collect();
    let mut rows = format.header(&names);
    let mut pairs = 0;
    let mut others = HashSet::new();
    let progress = spinner("reading the games");
    for found in found {
        for pair in found? {
            pairs += 1;
            others.insert((table.other)(&pair));
            let mut values: Vec<Value> = before.iter().map(|(_, value)| value(&pair)).collect();
            values.extend(GAME.iter().map(|(_, value)| value((table.game)(&pair))));
            values.extend(table.after.iter().map(|(_, value)| value(&pair)));
            format.append(&mut rows, &names, &values);
            write_batch(&mut rows, print)?;
        }
    }
    progress.finish_and_clear();
    print(&rows)?;
    Ok((pairs, others.len()))
}
