//! `zobrist book dump`: prints all entries of a book.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;

use anyhow::Result;
use shakmaty::Chess;
use zobrist_chess::{Book, BookEntry, PackedMove};
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::rows::{Format, Value, write_batch};
use zobrist_console::stdout::print;
use zobrist_shakmaty::{BookFaultKind, castles_by_two_squares, check_book};

use super::read::{BookFile, BookLimit, FIX_FEN, refuse_without_memory, tell_unreached_castlings};

/// Print every entry of a book
///
/// A row for each entry, in the order of the book: the key of its position (16 hex digits), the
/// move, the weight and the learn field. A key does not reveal its position, so moves are printed
/// as they are encoded: castling as the king taking its rook (e1h1). In a book that writes it as
/// two squares of the king, it is printed as castling where the moves of the book reach the
/// position from the start, and reported once. The header is not printed. A book with swapped bytes
/// is refused.
///
/// Cost: a second and 53 MB for 3 million entries; with castling as two squares, that of
/// `book check`.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist book dump book.bin",
    "zobrist book dump book.bin --format csv > book.csv"
))]
pub(crate) struct Args {
    /// The book, plain or compressed; `-` is standard input
    book: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    limit: BookLimit,
}

const COLUMNS: &[&str] = &["key", "uci", "weight", "learn"];

pub(crate) fn run(args: Args) -> Result<Ending> {
    let file = BookFile::read(&args.book, args.limit)?;
    file.refuse_swapped()?;
    let (book, whole) = file.whole();
    let castling = castling(&file, &book)?;
    Ending::done_if(whole).when(write_rows(args.format, &book, &castling))
}

/// The right encoding of castling that is written as two squares of the king, by the number of the
/// record, in a book that writes it so: reports the first.
fn castling(file: &BookFile, book: &Book<&[u8]>) -> Result<HashMap<usize, PackedMove>> {
    if !castles_by_two_squares(book) {
        return Ok(HashMap::new());
    }
    refuse_without_memory(&[file], file.memory_to_check())?;
    let report = check_book(&file.bytes, &[Chess::default()]);
    tell_unreached_castlings(&file.name, report.unreached_castlings, FIX_FEN);
    let mut moves = HashMap::new();
    for fault in report.faults {
        if let (BookFaultKind::Castling { expected }, Some(entry)) = (fault.kind, fault.entry) {
            file.tell_castling(fault.record, entry.played, expected);
            moves.insert(fault.record, expected);
        }
    }
    Ok(moves)
}

fn write_rows(
    format: Format,
    book: &Book<&[u8]>,
    castling: &HashMap<usize, PackedMove>,
) -> io::Result<()> {
    let mut rows = format.header(COLUMNS);
    let first = book.header_bytes() / BookEntry::SIZE;
    for (record, entry) in (first..).zip(book.entries().iter()) {
        let played = castling.get(&record).copied().unwrap_or(entry.played);
        let values = [
            Value::hex(entry.key),
            Value::Text(&played.to_string()),
            Value::Number(entry.weight.into()),
            Value::Number(entry.learn.into()),
        ];
        format.append(&mut rows, COLUMNS, &values);
        write_batch(&mut rows, print)?;
    }
    print(&rows)
}
