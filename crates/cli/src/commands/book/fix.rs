//! `zobrist book fix`: a book that is right, of one that is not.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use zobrist_shakmaty::fix_book;

use super::read::{BookFile, StartOptions, count};
use crate::output::Output;
use crate::{Ending, say};

/// Write a book in which everything is right that `book check` finds wrong
///
/// Entries are sorted by key, then from the heaviest, then by move; duplicates are added up
/// (a position whose largest sum is beyond 65535 is scaled down); null moves, moves that are
/// not legal and an entry that is cut off are left out; castling is written as the king
/// taking its rook; entries under the key of another en passant convention are filed under
/// Polyglot's; a header that cannot be read is left out, one that stands elsewhere is put
/// first. Weights of 0, and the moves of positions that are not reached, stay. A book in
/// which nothing is wrong is written as it is.
///
/// What was done goes to standard error.
///
/// Cost: that of `book check`, twice when something is wrong.
#[derive(clap::Args)]
pub struct Args {
    /// Where the book goes; the book itself may be named
    out: PathBuf,
    /// The book; `-` is standard input
    book: PathBuf,
    #[command(flatten)]
    starts: StartOptions,
}

pub fn run(args: Args) -> Result<Ending> {
    let starts = args.starts.read()?;
    let BookFile { name, bytes } = BookFile::read(&args.book)?;
    let mut out = Output::create(&args.out)?;
    let fixed = fix_book(bytes, &starts);
    out.write_all(&fixed.bytes)?;
    out.finish()?;
    let mut text: String = fixed
        .repaired
        .iter()
        .map(|(kind, times)| format!("zobrist: {name}: {kind}: {times} put right\n"))
        .collect();
    if fixed.repaired.is_empty() {
        text += &format!("zobrist: {name}: nothing was wrong\n");
    }
    if fixed.scaled > 0 {
        let positions = count(fixed.scaled, "position", "positions");
        text += &format!("zobrist: {name}: weights of {positions} scaled down\n");
    }
    let entries = count(fixed.report.entries, "entry", "entries");
    text += &format!(
        "zobrist: {}: {entries} written, {} unreached\n",
        args.out.display(),
        fixed.report.unreached
    );
    say(&text);
    Ok(Ending::Done)
}
