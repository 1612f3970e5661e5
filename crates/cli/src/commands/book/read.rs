//! Reads the books that are named on the command line.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use shakmaty::Chess;
use zobrist_chess::{Book, BookEntry};
use zobrist_files::book::{first_fall, is_plain_book, text_instead};
use zobrist_files::{Holds, refuse_standard_input_twice};

use crate::fen_argument::read_chess;
use crate::input::find_one;
use crate::message::say;
use crate::size::bytes;

/// The limit on the size of each book.
#[derive(Args, Clone, Copy, Debug)]
pub struct BookLimit {
    /// Largest book that is read, after decompression: it is held in memory
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "1GiB",
        value_parser = bytes,
        help_heading = "Resources",
        hide_short_help = true
    )]
    max_size: u64,
}

/// A book, decompressed if it is compressed by zstd, gzip, bzip2, xz or zip.
pub struct BookFile {
    /// The name for messages.
    pub name: String,
    pub bytes: Vec<u8>,
}

impl BookFile {
    /// Reads a book; `-` is standard input.
    ///
    /// # Errors
    /// When the file cannot be read, is too large, has an unknown compression, or is text: any sixteen
    /// bytes could be an entry, but no book begins with text.
    pub fn read(path: &Path, limit: BookLimit) -> Result<BookFile> {
        if path != Path::new("-") && path.is_dir() {
            bail!("cannot read {}: it is a directory; name a book", path.display());
        }
        let found = find_one(path, Holds::Anything)?;
        let name = found.name();
        let bytes = found
            .read_whole(limit.max_size, is_plain_book)
            .with_context(|| format!("cannot read {name}"))?;
        if let Some(begin) = text_instead(&bytes) {
            bail!(
                "cannot read {name}: expected a book, entries of {} bytes, got text that begins \
                 {begin:?}; name a book (`zobrist book make` makes one from games)",
                BookEntry::SIZE
            );
        }
        Ok(BookFile { name, bytes })
    }

    /// Reads several books, one of which may be standard input.
    pub fn read_all(paths: &[PathBuf], limit: BookLimit) -> Result<Vec<BookFile>> {
        refuse_standard_input_twice(paths)?;
        paths.iter().map(|path| BookFile::read(path, limit)).collect()
    }

    /// The whole entries of the file, and true if there was nothing else. A truncated entry at the
    /// end and a header that cannot be read are reported.
    pub fn whole(&self) -> (Book<&[u8]>, bool) {
        let rest = self.bytes.len() % BookEntry::SIZE;
        let book = self.book();
        if rest > 0 {
            let size = BookEntry::SIZE;
            self.report(
                self.bytes.len() / size,
                &format!("expected {size} bytes, got {rest}; left out"),
            );
        }
        if let Err(error) = book.header() {
            self.report(0, &format!("{error}; left out"));
        }
        (book, rest == 0 && book.header().is_ok())
    }

    fn book(&self) -> Book<&[u8]> {
        let whole = self.bytes.len() / BookEntry::SIZE * BookEntry::SIZE;
        Book::new(&self.bytes[..whole]).expect("the entries are whole")
    }

    /// Refuses a book that is not sorted by key. Reads all of it.
    pub fn refuse_unsorted(&self) -> Result<()> {
        let book = self.book();
        let first = book.header_bytes() / BookEntry::SIZE;
        let Some(index) = first_fall(&book) else { return Ok(()) };
        let key = |index| book.entry(index).expect("the fall is in the book").key;
        let record = first + index + 1;
        bail!(
            "{} is not sorted by key: at entry {} (byte {}) expected a key not below {:016x}, \
             got {:016x}; `zobrist book fix` sorts it",
            self.name,
            record + 1,
            record * BookEntry::SIZE,
            key(index),
            key(index + 1)
        );
    }

    /// Reports a fault of an entry.
    pub fn report(&self, record: usize, reason: &str) {
        let offset = record * BookEntry::SIZE;
        say(&format!("zobrist: {}: entry {} (byte {offset}): {reason}\n", self.name, record + 1));
    }
}

/// Positions from which the moves of a book are followed.
#[derive(Args, Clone, Debug)]
pub struct StartOptions {
    /// Another position from which moves are followed
    ///
    /// The moves of the book are followed from the start position and from each of these: the
    /// option may be given several times.
    #[arg(long, help_heading = "Position")]
    fen: Vec<String>,
}

impl StartOptions {
    pub fn read(&self) -> Result<Vec<Chess>> {
        let given = self.fen.iter().map(|fen| read_chess(fen));
        std::iter::once(Ok(Chess::default())).chain(given).collect()
    }
}
