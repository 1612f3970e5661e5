//! Books that are named on the command line.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use shakmaty::Chess;
use zobrist_chess::{Book, BookEntry};
use zobrist_shakmaty::read_position;

use crate::say;

/// A file as it is: a book has no signature, so that a compressed one could not be told.
pub struct BookFile {
    /// The name for messages.
    pub name: String,
    pub bytes: Vec<u8>,
}

impl BookFile {
    /// Reads a book; `-` is standard input.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(path: &Path) -> Result<BookFile> {
        if path == Path::new("-") {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
            return Ok(BookFile { name: "standard input".to_owned(), bytes });
        }
        let name = path.display().to_string();
        if path.is_dir() {
            bail!("cannot read {name}: it is a directory; name a book");
        }
        let bytes = fs::read(path).with_context(|| format!("cannot open {name}"))?;
        Ok(BookFile { name, bytes })
    }

    /// Reads several books, of which one may be standard input.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn read_all(paths: &[PathBuf]) -> Result<Vec<BookFile>> {
        if paths.iter().filter(|path| *path == Path::new("-")).count() > 1 {
            bail!("standard input can be read only once; name `-` once");
        }
        paths.iter().map(|path| BookFile::read(path)).collect()
    }

    /// The whole entries of the file, and whether that was all: what is cut off at the end,
    /// and a header that cannot be read, are told to the user.
    pub fn whole(&self) -> (Book<&[u8]>, bool) {
        let rest = self.bytes.len() % BookEntry::SIZE;
        let whole = self.bytes.len() - rest;
        let book = Book::new(&self.bytes[..whole]).expect("the entries are whole");
        if rest > 0 {
            let size = BookEntry::SIZE;
            self.report(whole / size, &format!("expected {size} bytes, got {rest}; left out"));
        }
        if let Err(error) = book.header() {
            self.report(0, &format!("{error}; left out"));
        }
        (book, rest == 0 && book.header().is_ok())
    }

    /// Says what is wrong with sixteen bytes of the file.
    pub fn report(&self, record: usize, reason: &str) {
        let offset = record * BookEntry::SIZE;
        say(&format!("zobrist: {}: entry {} (byte {offset}): {reason}\n", self.name, record + 1));
    }
}

/// Where the walk through a book begins.
#[derive(Args, Clone, Debug)]
pub struct StartOptions {
    /// A position from which the moves of the book are followed, beside the start position;
    /// may be given several times
    #[arg(long)]
    fen: Vec<String>,
}

impl StartOptions {
    /// # Errors
    /// When a FEN is no legal position.
    pub fn read(&self) -> Result<Vec<Chess>> {
        let given = self.fen.iter().map(|fen| {
            read_position(fen.trim().as_bytes(), None)
                .with_context(|| format!("cannot read the position {fen:?}"))
        });
        std::iter::once(Ok(Chess::default())).chain(given).collect()
    }
}

/// `1 entry`, `2 entries`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
