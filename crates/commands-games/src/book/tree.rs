//! `zobrist book tree`: the lines of a book from a position.

use std::path::PathBuf;

use anyhow::Result;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Position};
use zobrist_chess::{Book, BookEntry, Zobrist};
use zobrist_commands_input::openings;
use zobrist_commands_input::positions::{Line, PositionOptions};
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;
use zobrist_console::style::Style;
use zobrist_console::text_table::{Column, cut};
use zobrist_index::{Opening, opening_of};
use zobrist_shakmaty::hash;

use super::entries::{Entries, line};
use super::read::{BookFile, BookLimit};

/// Show the lines of a book from a position as a tree
///
/// Below the name of the position and its FEN, a row for each move, the heaviest first, with the
/// moves after it indented below it: the move, its weight, its share of the weights of its
/// position, and the opening's name where the move enters a new one. A position that can be reached
/// in several ways stands in each of its places.
///
/// --format csv and --format jsonl have a row for each move too, with the moves before it as
/// `line`, and the learn field. Null moves are left out. An illegal move is reported, and the exit
/// status is 1.
///
/// Cost: that of reading the book, and of its tree: --depth and --top bound it.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist book tree book.bin --depth 3",
    r#"zobrist book tree book.bin --moves "e4 c5" --top 2"#
))]
pub(crate) struct Args {
    /// The book, plain or compressed; `-` is standard input
    book: PathBuf,
    #[command(flatten)]
    position: PositionOptions,
    /// Depth of the tree in plies, 1 to 100
    #[arg(long, value_name = "D", default_value = "4", value_parser = clap::value_parser!(u16).range(1..=100), help_heading = "Output")]
    depth: u16,
    /// Show only the first N moves of each position
    #[arg(long, value_name = "N", help_heading = "Output")]
    top: Option<usize>,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    limit: BookLimit,
}

/// The scheme by which positions of a line are compared.
const SCHEME: Zobrist<u128> = Zobrist::new();

/// A move of the tree.
struct Row {
    /// The moves before it.
    line: Vec<String>,
    uci: String,
    san: String,
    entry: BookEntry,
    /// In tenths of a percent.
    share: u64,
    /// The name of the next position, if it is a new one.
    opening: Option<Opening>,
}

/// A book from which a tree grows.
struct Tree<'a> {
    file: &'a BookFile,
    book: Book<&'a [u8]>,
    mode: CastlingMode,
    top: usize,
    rows: Vec<Row>,
    sound: bool,
    /// The positions of the line so far.
    line: Vec<u128>,
}

impl Tree<'_> {
    /// Adds the moves after a line, and those after them. A line ends where it comes back to one of
    /// its positions.
    fn grow(&mut self, from: &Line, moves: &mut Vec<String>, depth: usize) {
        self.line.push(hash(&SCHEME, &from.position));
        let found = Entries::of(self.file, &self.book, &from.position, &mut self.sound);
        for (entry, m) in found.moves.iter().take(self.top) {
            let mut position = from.position.clone();
            position.play_unchecked(*m);
            let opening = opening_of(&position).filter(|opening| from.opening != Some(*opening));
            let san = SanPlus::from_move(from.position.clone(), *m).to_string();
            self.rows.push(Row {
                line: moves.clone(),
                uci: m.to_uci(self.mode).to_string(),
                san: san.clone(),
                entry: *entry,
                share: found.share(*entry),
                opening,
            });
            if depth > 1 && !self.line.contains(&hash(&SCHEME, &position)) {
                moves.push(san);
                let next = Line { position, opening: opening.or(from.opening) };
                self.grow(&next, moves, depth - 1);
                moves.pop();
            }
        }
        self.line.pop();
    }
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let (line, mode) = line(&args.position)?;
    let file = BookFile::read(&args.book, args.limit)?;
    file.refuse_unsorted()?;
    let (book, sound) = file.whole();
    let top = args.top.unwrap_or(usize::MAX);
    let mut tree = Tree { file: &file, book, mode, top, rows: Vec::new(), sound, line: Vec::new() };
    tree.grow(&line, &mut Vec::new(), args.depth.into());
    let output = match args.format {
        Format::Text => text(&line, &tree.rows).into_bytes(),
        Format::Csv | Format::Jsonl => rows(args.format, &tree.rows),
    };
    Ending::done_if(tree.sound).when(print(&output))
}

/// The tree for people.
fn text(line: &Line, rows: &[Row]) -> String {
    let style = Style::of_stdout();
    let text = line.heading(style);
    if rows.is_empty() {
        return text + "no move of the book in this position\n";
    }
    let (mut moves, mut weights) = (Column::left("move"), Column::right("weight"));
    let (mut shares, mut names) = (Column::right("share"), Column::left("opening"));
    for row in rows {
        moves.cells.push("  ".repeat(row.line.len()) + &row.san);
        weights.cells.push(row.entry.weight.to_string());
        shares.cells.push(format!("{}.{}%", row.share / 10, row.share % 10));
        names.cells.push(openings::text(row.opening));
    }
    let mut columns = vec![moves, weights, shares, names];
    if let Some(room) = style.room_after(&columns[..3]) {
        let cells = columns[3].cells.iter().map(|cell| cut(cell, room));
        columns[3].cells = cells.collect();
    }
    text + &style.table(&columns)
}

const COLUMNS: &[&str] = &["line", "uci", "san", "weight", "percent", "learn"];

/// The tree as rows.
fn rows(format: Format, rows: &[Row]) -> Vec<u8> {
    let columns = [COLUMNS, openings::columns(format)].concat();
    let mut out = format.header(&columns);
    for row in rows {
        let line = row.line.join(" ");
        let opening = row.opening.map(openings::fields);
        let mut values = vec![
            Value::Text(&line),
            Value::Text(&row.uci),
            Value::Text(&row.san),
            Value::Number(row.entry.weight.into()),
            Value::Tenths(row.share),
            Value::Number(row.entry.learn.into()),
        ];
        openings::push(format, &mut values, opening.as_ref());
        format.append(&mut out, &columns, &values);
    }
    out
}
