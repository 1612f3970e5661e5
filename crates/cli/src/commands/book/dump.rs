//! `zobrist book dump`: prints all entries of a book.

use std::io;
use std::path::PathBuf;

use anyhow::Result;
use zobrist_chess::Book;

use super::read::{BookFile, BookLimit};
use crate::ending::Ending;
use crate::rows::{Format, Value, write_batch};
use crate::stdout::print;

/// Print every entry of a book
///
/// A row for each entry, in the order of the book: the key of its position (16 hex digits), the
/// move, the weight and the learn field. A key does not reveal its position, so moves are printed
/// as they are encoded: castling as the king taking its rook (e1h1). The header is not printed.
///
/// Cost: a second and 53 MB for 3 million entries.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist book dump book.bin",
    "zobrist book dump book.bin --format csv > book.csv"
))]
pub struct Args {
    /// The book, plain or compressed; `-` is standard input
    book: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    limit: BookLimit,
}

const COLUMNS: &[&str] = &["key", "uci", "weight", "learn"];

pub fn run(args: Args) -> Result<Ending> {
    let file = BookFile::read(&args.book, args.limit)?;
    let (book, whole) = file.whole();
    Ending::done_if(whole).when(write_rows(args.format, &book))
}

fn write_rows(format: Format, book: &Book<&[u8]>) -> io::Result<()> {
    let mut rows = format.header(COLUMNS);
    for entry in book.entries().iter() {
        let values = [
            Value::hex(entry.key),
            Value::Text(&entry.played.to_string()),
            Value::Number(entry.weight.into()),
            Value::Number(entry.learn.into()),
        ];
        format.append(&mut rows, COLUMNS, &values);
        write_batch(&mut rows, print)?;
    }
    print(&rows)
}
