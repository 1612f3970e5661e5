//! `zobrist book fix`: repairs a faulty book.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use zobrist_chess::{Book, BookEntry};
use zobrist_files::counted;
use zobrist_shakmaty::{BookFaultKind, FixedBook, ForeignBook, fix_book, foreign_book, swap_book};

use super::output::OutputOptions;
use super::read::{BookFile, BookLimit, StartOptions, refuse_without_memory};
use crate::closing;
use crate::ending::Ending;
use crate::message::say;

/// Write a book with every fault of `book check` repaired
///
/// Entries are sorted by key, then by descending weight, then by move. Weights of duplicates are
/// added, and scaled down if a sum in a position is above 65535. Weights of 0, null moves, illegal
/// moves and a truncated entry are left out. Castling is written as the king taking its rook.
/// Entries under the key of another en passant convention move to Polyglot's key. A header that
/// cannot be read is left out, and one in another place is put first. Moves of positions that are
/// not reached stay unless they are faulty by themselves. A book without faults is written
/// unchanged.
///
/// The book is read plain or compressed by zstd, gzip, bzip2, xz or zip, and written plain. It is read
/// completely before OUT.bin is written, which may be BOOK itself (with --force). Files that are
/// not books are refused, and nothing is written: text, and a file without a header in which no
/// entry is reached and a third of the keys or more are below the one before. So are books whose bytes
/// are swapped, unless --swap is given, and those with the keys of another scheme.
///
/// The repairs are reported on standard error.
///
/// Cost: that of `book check`, or twice that if there are faults.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist book fix book.bin -o fixed.bin",
    "zobrist book fix book.bin -o book.bin --force"
))]
pub struct Args {
    /// The book, plain or compressed; `-` is standard input
    book: PathBuf,
    #[command(flatten)]
    output: OutputOptions,
    #[command(flatten)]
    starts: StartOptions,
    /// Swap the bytes of all numbers first
    ///
    /// For a book that was written with the lowest byte first.
    #[arg(long, help_heading = "Input")]
    swap: bool,
    #[command(flatten)]
    limit: BookLimit,
}

pub fn run(args: Args) -> Result<Ending> {
    let mut out = args.output.begin()?;
    let place = out.place();
    let starts = args.starts.read()?;
    let mut file = BookFile::read(&args.book, args.limit)?;
    if args.swap {
        file.bytes = swap_book(file.bytes);
        if foreign_book(&file.bytes, &starts) == Some(ForeignBook::Swapped) {
            bail!(
                "{} has no swapped bytes: expected numbers with the lowest byte first, got the highest \
                 first; leave --swap out",
                file.name
            );
        }
    }
    file.refuse_foreign(&starts)?;
    refuse_without_memory(&[&file], file.memory_to_check().saturating_mul(2))?;
    let BookFile { name, bytes, .. } = file;
    let swapped = args.swap.then_some(bytes.len() / BookEntry::SIZE);
    let fixed = fix_book(bytes, &starts);
    refuse_other_than_book(&name, &fixed)?;
    out.write_all(&fixed.bytes)?;
    out.finish()?;
    if let Some(records) = swapped {
        let records = counted(records, "record", "records");
        say(&format!("zobrist: {name}: the bytes of {records} swapped\n"));
    }
    for (kind, times) in &fixed.repaired {
        say(&format!("zobrist: {name}: {kind}: {times} repaired\n"));
    }
    if fixed.repaired.is_empty() && swapped.is_none() {
        say(&format!("zobrist: {name}: nothing was wrong\n"));
    }
    if fixed.scaled_positions > 0 {
        let positions = counted(fixed.scaled_positions, "position", "positions");
        say(&format!("zobrist: {name}: weights of {positions} scaled down\n"));
    }
    let entries = counted(fixed.report_after.entries, "entry", "entries");
    let unreached = fixed.report_after.unreached;
    closing::made_or_printed(&[entries, format!("{unreached} unreached")], place);
    Ok(Ending::Done)
}

/// Refuses a file that is clearly not a book. A book has a header, an entry that is reached, or
/// mostly ascending keys; in arbitrary bytes, half of the keys are below the one before.
fn refuse_other_than_book(name: &str, fixed: &FixedBook) -> Result<()> {
    let before = &fixed.report_before;
    let of_order = before.faults.iter().filter(|fault| fault.kind == BookFaultKind::KeyOrder);
    let (falls, pairs) = (of_order.count(), before.entries.saturating_sub(1));
    // All headers that can be read are at the front by now.
    let header = Book::new(fixed.bytes.as_slice()).is_ok_and(|b| matches!(b.header(), Ok(Some(_))));
    if header || before.unreached < before.entries || falls == 0 || 3 * falls < pairs {
        return Ok(());
    }
    bail!(
        "{name} is not a book: expected an entry that is reached from the start position or --fen, \
         or keys that ascend, got none of {} reached and {falls} of {pairs} keys below the one \
         before; name a book, or give --fen a position that it has",
        counted(before.entries, "entry", "entries")
    );
}
