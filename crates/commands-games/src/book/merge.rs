//! `zobrist book merge`: merges several books into one.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use zobrist_chess::{Book, BookEntry};
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::{closing, examples};
use zobrist_input::counted;
use zobrist_shakmaty::{castles_by_two_squares, merge_books};

use super::output::OutputOptions;
use super::read::{BookFile, BookLimit, FIX_FEN, refuse_without_memory, tell_unreached_castlings};

/// Merge several books, adding up weights
///
/// Weights of the same move in the same position are added. If a sum is above 65535, the weights
/// of that position are scaled down in proportion, none of them to 0. Of the learn fields, the
/// largest is kept. Headers are merged: all variants, all different comments. The book is sorted
/// by key, then by descending weight, then by move; the order of the books does not matter.
///
/// In a book that writes castling as two squares of the king (e1g1), it is read as castling where
/// the moves of the books reach the position from the start, and reported.
///
/// Books are read plain or compressed by zstd, gzip, bzip2, xz or zip, and written plain. All are
/// read completely before OUT.bin is written, which may be one of them (with --force). A book that
/// is not sorted by key is refused, and nothing is written: `book fix` sorts it.
///
/// Cost: a second and 140 MB for 3 million entries.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist book merge book.bin other.bin -o both.bin",
    "zobrist book merge book.bin other.bin -o book.bin --force"
))]
pub(crate) struct Args {
    /// The books; `-` is standard input
    #[arg(value_name = "BOOK", required = true)]
    books: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputOptions,
    #[command(flatten)]
    limit: BookLimit,
}

/// Upper bound on the memory of a merge, in bytes for each entry.
const MERGE_BYTES_PER_ENTRY: usize = 96;

pub(crate) fn run(args: Args) -> Result<Ending> {
    let mut out = args.output.begin()?;
    let written = out.name();
    let place = out.place();
    let files = BookFile::read_all(&args.books, args.limit)?;
    files.iter().try_for_each(BookFile::refuse_unsorted)?;
    let (books, whole): (Vec<Book<&[u8]>>, Vec<bool>) = files.iter().map(BookFile::whole).unzip();
    let is_walked = books.iter().any(castles_by_two_squares);
    let memory = |file: &BookFile| {
        let walk = if is_walked { file.memory_to_check() } else { 0 };
        (file.bytes.len() / BookEntry::SIZE * MERGE_BYTES_PER_ENTRY).saturating_add(walk)
    };
    let needed = files.iter().map(memory).fold(0, usize::saturating_add);
    refuse_without_memory(&files.iter().collect::<Vec<_>>(), needed)?;
    let merged = merge_books(&books);
    out.write_all(&merged.bytes)?;
    out.finish()?;
    for file in files.iter().filter(|file| file.is_far_from_start()) {
        say(&format!(
            "zobrist: {}: no entry is reached from the start position, so the keys may be those of another \
             scheme, or the book has other positions; give `zobrist book check --fen` one of them\n",
            file.name
        ));
    }
    if merged.castlings > 0 {
        let moves = counted(merged.castlings, "move", "moves");
        say(&format!(
            "zobrist: {written}: {moves} of castling, written as two squares of the king, written as the \
             king taking its rook\n"
        ));
    }
    tell_unreached_castlings(&written, merged.unreached_castlings, FIX_FEN);
    if merged.scaled_positions > 0 {
        let positions = counted(merged.scaled_positions, "position", "positions");
        say(&format!("zobrist: {written}: weights of {positions} scaled down\n"));
    }
    let entries = counted(merged.bytes.len() / 16, "entry", "entries");
    closing::made_or_printed(&[entries], place);
    Ok(Ending::done_if(whole.into_iter().all(|whole| whole)))
}
