//! `zobrist book merge`: makes one book of several.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use zobrist_chess::Book;
use zobrist_shakmaty::merge_books;

use super::read::BookFile;
use crate::counted::counted;
use crate::output::Output;
use crate::{Ending, say};

/// Merge several books, adding up weights
///
/// Weights of the same move in the same position are added. Where a position's largest sum is
/// above 65535, the weights of that position are scaled down in proportion, and none to 0;
/// nothing wraps around. Of the learn fields, the largest is kept. Headers are merged: all
/// variants, all different comments. The book is sorted by key, then by descending weight, then
/// by move, and is the same in whatever order the books are given.
///
/// Books are read plain or compressed by zstd, gzip or bzip2, and written plain. One whose
/// keys do not ascend is refused, and nothing is written: `book fix` sorts it.
///
/// Cost: a second and 140 MB for 3 million entries.
#[derive(clap::Args)]
pub struct Args {
    /// Where the book goes; may be one of the books that are merged
    out: PathBuf,
    /// The books; `-` is standard input
    #[arg(required = true)]
    books: Vec<PathBuf>,
}

pub fn run(args: Args) -> Result<Ending> {
    let files = BookFile::read_all(&args.books)?;
    files.iter().try_for_each(BookFile::refuse_unsorted)?;
    let mut out = Output::create(&args.out)?;
    let (books, whole): (Vec<Book<&[u8]>>, Vec<bool>) = files.iter().map(BookFile::whole).unzip();
    let merged = merge_books(&books);
    out.write_all(&merged.bytes)?;
    out.finish()?;
    if merged.scaled > 0 {
        let positions = counted(merged.scaled, "position", "positions");
        say(&format!("zobrist: {}: weights of {positions} scaled down\n", args.out.display()));
    }
    Ok(if whole.into_iter().all(|whole| whole) { Ending::Done } else { Ending::Rejected })
}
