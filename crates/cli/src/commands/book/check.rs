//! `zobrist book check`: what is wrong with a book.

use std::io;
use std::path::PathBuf;

use anyhow::Result;
use zobrist_chess::Book;
use zobrist_shakmaty::{BookFaultKind, BookReport, check_book};

use super::read::{BookFile, BookLimit, StartOptions};
use crate::counted::counted;
use crate::rows::{Format, Value};
use crate::stdout::print;
use crate::{Ending, say};

/// Report everything that is wrong with a book
///
/// A row for each fault: the number of the entry (from 1; a header counts), its first byte
/// (from 0), its key and move, the kind of fault, and the fault in words. The kinds are
/// partial-entry, header, stray-header, order, weight-order, duplicate, null-move,
/// illegal-move, castling, en-passant (filed under the key of another convention) and
/// zero-weight (never played). Any of them makes the exit status 1, and `book fix` repairs them
/// all. The counts go to standard error.
///
/// A key does not reveal its position. Positions are found by following the moves of the book
/// from the start position and from those of --fen; entries that this does not reach are
/// counted, and their moves are not judged.
///
/// Cost: 3 seconds and 15 MB for 130,000 entries; it grows with their number.
#[derive(clap::Args)]
pub struct Args {
    /// The book, plain or compressed; `-` is standard input
    book: PathBuf,
    #[command(flatten)]
    starts: StartOptions,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    limit: BookLimit,
}

const COLUMNS: &[&str] = &["entry", "byte", "key", "uci", "fault", "what"];

pub fn run(args: Args) -> Result<Ending> {
    let starts = args.starts.read()?;
    let file = BookFile::read(&args.book, args.limit)?;
    let report = check_book(&file.bytes, &starts);
    let ending = if report.is_clean() { Ending::Done } else { Ending::Rejected };
    let written = write_rows(args.format, &report);
    if written.is_ok() {
        summarise(&file, &report);
    }
    ending.when(written)
}

/// Enough bytes for a write to be worth it.
const ROWS: usize = 1 << 16;

fn write_rows(format: Format, report: &BookReport) -> io::Result<()> {
    let mut rows = format.header(COLUMNS);
    for fault in &report.faults {
        let entry = fault.entry;
        let values = [
            Value::Number(fault.record as u64 + 1),
            Value::Number(fault.offset() as u64),
            entry.map_or(Value::Text(""), |entry| Value::hex(entry.key)),
            Value::Text(&entry.map_or_else(String::new, |entry| entry.played.to_string())),
            Value::Text(fault.kind.name()),
            Value::Text(&fault.kind.to_string()),
        ];
        format.append(&mut rows, COLUMNS, &values);
        if rows.len() >= ROWS {
            print(&rows)?;
            rows.clear();
        }
    }
    print(&rows)
}

/// Says the counts, and what the header is.
fn summarise(file: &BookFile, report: &BookReport) {
    let name = &file.name;
    say(&format!(
        "zobrist: {name}: {} in {}, {} unreached\n",
        counted(report.entries, "entry", "entries"),
        counted(report.positions, "position", "positions"),
        report.unreached
    ));
    let whole = &file.bytes[..file.bytes.len() / 16 * 16];
    if let Ok(book) = Book::new(whole)
        && let Ok(Some(header)) = book.header()
    {
        let variants: Vec<String> = header.variants().map(|text| text.to_string()).collect();
        let of = if variants.is_empty() { "no variant".to_owned() } else { variants.join(", ") };
        // Both may have several lines, which are quoted.
        let (of, comment) = (of.escape_debug(), header.comment());
        say(&format!("zobrist: {name}: header of {of}: {comment:?}\n"));
    }
    for kind in BookFaultKind::NAMES {
        let found = report.faults.iter().filter(|fault| fault.kind.name() == kind).count();
        if found > 0 {
            say(&format!("zobrist: {name}: {kind}: {found}\n"));
        }
    }
}
