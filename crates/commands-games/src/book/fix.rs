//! `zobrist book fix`: repairs a faulty book.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use zobrist_chess::{Book, BookEntry};
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::{closing, examples};
use zobrist_input::counted;
use zobrist_shakmaty::{
    BookFaultKind, FixedBook, ForeignBook, check_book, fix_book, foreign_book, swap_book,
};

use super::output::OutputOptions;
use super::read::{
    BookFile, BookLimit, GIVE_FEN, MIN_FOR_UNKNOWN_KEYS, NONE_REACHED, StartOptions,
    refuse_without_memory, tell_unreached_castlings,
};

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
/// The book is read plain or compressed by zstd, gzip, bzip2, xz or zip, and written plain. It is
/// read completely before OUT.bin is written, which may be BOOK itself (with --force). Files that
/// are not books are refused, and nothing is written: text, and a file without a header in which no
/// entry is reached and a third of the keys or more are below the one before. So are books whose
/// bytes are swapped, unless --swap is given, and those with the keys of another scheme. A book of
/// 1000 entries or more of which none is reached is taken for one of these, and a book is refused
/// in which most moves of the positions that are reached are illegal, 8 or more, unless --fen is
/// given.
///
/// The repairs are reported on standard error.
///
/// Cost: that of `book check`, or twice that if there are faults.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist book fix book.bin -o fixed.bin",
    "zobrist book fix book.bin -o book.bin --force"
))]
pub(crate) struct Args {
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

pub(crate) fn run(args: Args) -> Result<Ending> {
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
    // Read as it was, too: a book of which only moves are swapped has no key in the other order.
    let original = args.swap.then(|| swap_book(file.bytes.clone()));
    let changes = file.changes_of_key();
    let BookFile { name, bytes, .. } = file;
    let swapped = args.swap.then_some(bytes.len() / BookEntry::SIZE);
    let fixed = fix_book(bytes, &starts);
    refuse_other_than_book(&name, &fixed, changes)?;
    refuse_illegal(&name, &fixed, args.swap, starts.len() > 1)?;
    if let Some(original) = original
        && fixed.report_before.is_unreached()
    {
        let unswapped = check_book(&original, &starts);
        if unswapped.unreached < unswapped.entries {
            bail!(
                "{name}: expected keys with the lowest byte first, got some that are reached only with the \
                 highest byte first; make the book anew from its games"
            );
        }
    }
    let is_unreached = fixed.report_after.is_unreached();
    if is_unreached && fixed.report_before.entries >= MIN_FOR_UNKNOWN_KEYS && starts.len() == 1 {
        bail!("{name}: {NONE_REACHED}");
    }
    out.write_all(&fixed.bytes)?;
    out.finish()?;
    if let Some(records) = swapped {
        let records = counted(records, "record", "records");
        say(&format!("zobrist: {name}: the bytes of {records} swapped\n"));
    }
    for (kind, times) in &fixed.repaired {
        say(&format!("zobrist: {name}: {kind}: {times} repaired\n"));
    }
    if is_unreached {
        say(&format!("zobrist: {name}: {NONE_REACHED}\n"));
    } else if fixed.repaired.is_empty() && swapped.is_none() {
        say(&format!("zobrist: {name}: nothing was wrong\n"));
    }
    tell_unreached_castlings(&name, fixed.report_after.unreached_castlings, GIVE_FEN);
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
/// mostly ascending keys; in arbitrary bytes, half of the keys are below the one before. `changes`
/// is the number of keys that differ from the one before.
fn refuse_other_than_book(name: &str, fixed: &FixedBook, changes: usize) -> Result<()> {
    let before = &fixed.report_before;
    let of_order = before.faults.iter().filter(|fault| fault.kind == BookFaultKind::KeyOrder);
    let falls = of_order.count();
    // All headers that can be read are at the front by now.
    let header = Book::new(fixed.bytes.as_slice()).is_ok_and(|b| matches!(b.header(), Ok(Some(_))));
    if header || before.unreached < before.entries || falls == 0 || 3 * falls < changes {
        return Ok(());
    }
    bail!(
        "{name} is not a book: expected an entry that is reached from the start position or --fen, \
         or keys that ascend, got none of {} reached and {falls} of {changes} keys below the one \
         before; name a book, or give --fen a position that it has",
        counted(before.entries, "entry", "entries")
    );
}

/// Refuses a book of which most moves that can be judged are illegal: its moves are in another
/// encoding, and little would be left of it. A few of them are mere faults, unless the bytes were
/// swapped.
fn refuse_illegal(name: &str, fixed: &FixedBook, is_swapped: bool, has_fen: bool) -> Result<()> {
    const MANY: usize = 8;
    let before = &fixed.report_before;
    let reached = before.entries - before.unreached;
    let of_moves = before.faults.iter().filter(|fault| fault.kind == BookFaultKind::IllegalMove);
    let illegal = of_moves.count();
    if 2 * illegal <= reached || !is_swapped && (illegal < MANY || has_fen) {
        return Ok(());
    }
    let after = if is_swapped { " after the bytes are swapped" } else { "" };
    bail!(
        "{name}: expected legal moves of the positions that are reached{after}, got {illegal} illegal of \
         {reached}; make the book anew from its games"
    );
}
