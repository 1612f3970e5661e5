//! `zobrist book probe`: prints the moves of a book in a position.

use std::path::PathBuf;

use anyhow::Result;
use shakmaty::san::SanPlus;
use zobrist_commands_input::positions::PositionOptions;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;

use super::entries::{Entries, line};
use super::read::{BookFile, BookLimit};

/// Print the moves of a book in a position
///
/// A row for each move, by descending weight: the move in UCI notation (castling as e1g1, except in
/// Chess960) and in SAN, its weight, its share of the position's weights in percent, and the learn
/// field. A position that is not in the book has no rows, and the exit status is 0. Null moves are
/// left out. An illegal move is reported, and the exit status is 1.
///
/// Cost: that of reading the book.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist book probe book.bin",
    r#"zobrist book probe book.bin --moves "e4 c5" --format csv"#
))]
pub(crate) struct Args {
    /// The book, plain or compressed; `-` is standard input
    book: PathBuf,
    #[command(flatten)]
    position: PositionOptions,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    limit: BookLimit,
}

const COLUMNS: &[&str] = &["uci", "san", "weight", "percent", "learn"];

pub(crate) fn run(args: Args) -> Result<Ending> {
    let (line, mode) = line(&args.position)?;
    let file = BookFile::read(&args.book, args.limit)?;
    file.refuse_unsorted()?;
    let (book, mut sound) = file.whole();
    let found = Entries::of(&file, &book, &line.position, &mut sound);
    let mut rows = args.format.header(COLUMNS);
    for (entry, m) in &found.moves {
        let values = [
            Value::Text(&m.to_uci(mode).to_string()),
            Value::Text(&SanPlus::from_move(line.position.clone(), *m).to_string()),
            Value::Number(entry.weight.into()),
            Value::Tenths(found.share(*entry)),
            Value::Number(entry.learn.into()),
        ];
        args.format.append(&mut rows, COLUMNS, &values);
    }
    Ending::done_if(sound).when(print(&rows))
}
