//! `zobrist book check`: reports the faults of a book.

use std::io;
use std::path::PathBuf;

use anyhow::Result;
use zobrist_chess::{Book, BookEntry};
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::rows::{Format, Value, write_batch};
use zobrist_console::stdout::print;
use zobrist_input::counted;
use zobrist_shakmaty::{BookFaultKind, BookReport, ForeignBook, check_book, foreign_book};

use super::read::{
    BookFile, BookLimit, GIVE_FEN, MIN_FOR_UNKNOWN_KEYS, NONE_REACHED, StartOptions,
    refuse_without_memory, tell_unreached_castlings, wrong,
};

/// Report all faults of a book
///
/// A row for each fault: the number of the entry (from 1; a header counts), its first byte
/// (from 0), its key and move, the kind of fault, and a description. The kinds are partial-entry,
/// header, stray-header, order, weight-order, duplicate, null-move, illegal-move, castling,
/// en-passant (filed under the key of another convention) and zero-weight (never played). With any
/// fault the exit status is 1. `book fix` repairs all of them. The counts go to standard error.
///
/// A book whose bytes are swapped (byte-order), or whose keys are those of another built-in scheme
/// (scheme), has this fault alone, with its first entry. `book fix --swap` repairs the first.
///
/// A key does not reveal its position. Positions are found by following the moves of the book from
/// the start position and those of --fen. Entries that are not reached are counted, and their moves
/// are not checked. If none is reached, this is said, and from 1000 entries on it has a row
/// (scheme), with the first entry, unless --fen is given.
///
/// Cost: 3 seconds and 15 MB for 130,000 entries, in proportion to their number.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist book check book.bin",
    "zobrist book check book.bin --format csv"
))]
pub(crate) struct Args {
    /// The book, plain or compressed; `-` is standard input
    book: PathBuf,
    #[command(flatten)]
    starts: StartOptions,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    limit: BookLimit,
}

const COLUMNS: &[&str] = &["entry", "byte", "key", "uci", "fault", "what"];

pub(crate) fn run(args: Args) -> Result<Ending> {
    let starts = args.starts.read()?;
    let file = BookFile::read(&args.book, args.limit)?;
    if let Some(foreign) = foreign_book(&file.bytes, &starts) {
        return Ending::done_if(false).when(tell_foreign(args.format, &file, foreign));
    }
    refuse_without_memory(&[&file], file.memory_to_check())?;
    let report = check_book(&file.bytes, &starts);
    let has_unknown_keys =
        report.is_unreached() && report.entries >= MIN_FOR_UNKNOWN_KEYS && starts.len() == 1;
    let first = has_unknown_keys.then(|| first_entry(&file, "scheme", NONE_REACHED));
    let written = write_rows(args.format, first, &report);
    if written.is_ok() {
        summarize(&file, &report);
    }
    Ending::done_if(report.is_clean() && !has_unknown_keys).when(written)
}

/// A row: a fault of an entry, or of the whole book.
struct Row {
    record: usize,
    entry: Option<BookEntry>,
    kind: &'static str,
    what: String,
}

/// The row of a fault of the whole book, with its first entry.
fn first_entry(file: &BookFile, kind: &'static str, what: &str) -> Row {
    let whole = &file.bytes[..file.bytes.len() / BookEntry::SIZE * BookEntry::SIZE];
    let book = Book::new(whole).expect("the entries are whole");
    let record = book.header_bytes() / BookEntry::SIZE;
    Row { record, entry: book.entry(0), kind, what: what.to_owned() }
}

fn append_row(rows: &mut Vec<u8>, format: Format, row: &Row) {
    let played = row.entry.map_or_else(String::new, |entry| entry.played.to_string());
    let values = [
        Value::Number(row.record as u64 + 1),
        Value::Number((row.record * BookEntry::SIZE) as u64),
        row.entry.map_or(Value::Text(""), |entry| Value::hex(entry.key)),
        Value::Text(&played),
        Value::Text(row.kind),
        Value::Text(&row.what),
    ];
    format.append(rows, COLUMNS, &values);
}

fn write_rows(format: Format, first: Option<Row>, report: &BookReport) -> io::Result<()> {
    let mut rows = format.header(COLUMNS);
    if let Some(first) = &first {
        append_row(&mut rows, format, first);
    }
    for fault in &report.faults {
        let (kind, what) = (fault.kind.name(), fault.kind.to_string());
        let row = Row { record: fault.record, entry: fault.entry, kind, what };
        append_row(&mut rows, format, &row);
        write_batch(&mut rows, print)?;
    }
    print(&rows)
}

/// Writes the only row of a book in another encoding, that of its first entry, and what it is.
fn tell_foreign(format: Format, file: &BookFile, foreign: ForeignBook) -> io::Result<()> {
    let (kind, way_out) = match foreign {
        ForeignBook::Scheme(_) => ("scheme", "make the book anew from its games"),
        _ => ("byte-order", "`zobrist book fix --swap` mends it"),
    };
    let what = wrong(foreign);
    let mut rows = format.header(COLUMNS);
    append_row(&mut rows, format, &first_entry(file, kind, &what));
    print(&rows)?;
    let name = &file.name;
    say(&format!("zobrist: {name}: {kind}: {what}; {way_out}\n"));
    Ok(())
}

/// Reports the counts and the header.
fn summarize(file: &BookFile, report: &BookReport) {
    let name = &file.name;
    say(&format!(
        "zobrist: {name}: {} in {}, {} unreached\n",
        counted(report.entries, "entry", "entries"),
        counted(report.positions, "position", "positions"),
        report.unreached
    ));
    if report.is_unreached() {
        say(&format!("zobrist: {name}: {NONE_REACHED}\n"));
    }
    tell_unreached_castlings(name, report.unreached_castlings, GIVE_FEN);
    let whole = &file.bytes[..file.bytes.len() / 16 * 16];
    if let Ok(book) = Book::new(whole)
        && let Ok(Some(header)) = book.header()
    {
        let variants: Vec<String> = header.variants().map(|text| text.to_string()).collect();
        let of = if variants.is_empty() { "no variant".to_owned() } else { variants.join(", ") };
        // Both may have several lines, which are escaped.
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
