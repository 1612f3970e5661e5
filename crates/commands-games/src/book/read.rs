//! Reads the books that are named on the command line.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use shakmaty::{Chess, Position};
use zobrist_chess::{Book, BookEntry, Fen, Fide, PackedMove, Polyglot};
use zobrist_commands_input::positions::read_chess;
use zobrist_commands_input::terminal_listener::find_one;
use zobrist_console::message::say;
use zobrist_console::resources::bytes;
use zobrist_ingest::book::{first_fall, is_plain_book, text_instead};
use zobrist_input::{Content, counted, refuse_standard_input_twice, size_in_words, whole};
use zobrist_shakmaty::{ForeignBook, foreign_book, hash};

/// The limit on the size of each book.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct BookLimit {
    /// Largest book that is read, after decompression [default: 64MiB, or 1GiB if not compressed]
    ///
    /// It is held in memory.
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = bytes,
        help_heading = "Resources",
        hide_short_help = true
    )]
    max_size: Option<u64>,
}

/// A book, decompressed if it is compressed by zstd, gzip, bzip2, xz or zip.
pub(crate) struct BookFile {
    /// The name for messages.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// True if castling as two squares of the king was reported.
    has_told_castling: Cell<bool>,
}

/// Largest number of entries of a sorted book that is examined for another encoding before it is
/// searched: more of them in order are hardly swapped.
const MAX_EXAMINED: usize = 4096;

/// Number of entries from which a book of which none is reached is taken to have unknown keys.
pub(crate) const MIN_FOR_UNKNOWN_KEYS: usize = 1000;

/// The fault of such a book.
pub(crate) const NONE_REACHED: &str = "no entry is reached from the start position or --fen, so the keys may be \
                                those of another scheme, or the book has other positions; give --fen one \
                                of them";

impl BookFile {
    /// Reads a book; `-` is standard input.
    ///
    /// # Errors
    /// When the file cannot be read, is too large, has an unknown compression, or is text: any
    /// sixteen bytes could be an entry, but no book begins with text.
    pub(crate) fn read(path: &Path, limit: BookLimit) -> Result<BookFile> {
        if path != Path::new("-") && path.is_dir() {
            bail!("cannot read {}: it is a directory; name a book", path.display());
        }
        let found = find_one(path, Content::Anything)?;
        let name = found.name();
        let plain = limit.max_size.unwrap_or(whole::OWN);
        let compressed = limit.max_size.unwrap_or(whole::LIST);
        let bytes = found
            .read_whole(plain, compressed, is_plain_book)
            .with_context(|| format!("cannot read {name}"))?;
        if let Some(begin) = text_instead(&bytes) {
            bail!(
                "cannot read {name}: expected a book, entries of {} bytes, got text that begins \
                 {begin:?}; name a book (`zobrist book make` makes one from games)",
                BookEntry::SIZE
            );
        }
        Ok(BookFile { name, bytes, has_told_castling: Cell::new(false) })
    }

    /// Reads several books, one of which may be standard input.
    pub(crate) fn read_all(paths: &[PathBuf], limit: BookLimit) -> Result<Vec<BookFile>> {
        refuse_standard_input_twice(paths)?;
        paths.iter().map(|path| BookFile::read(path, limit)).collect()
    }

    /// The whole entries of the file, and true if there was nothing else. A truncated entry at the
    /// end and a header that cannot be read are reported.
    pub(crate) fn whole(&self) -> (Book<&[u8]>, bool) {
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

    /// Refuses a book with swapped bytes before its entries are printed. A long book whose keys
    /// ascend as they are is not examined.
    pub(crate) fn refuse_swapped(&self) -> Result<()> {
        let book = self.book();
        let starts = [Chess::default()];
        if (book.len() <= MAX_EXAMINED || first_fall(&book).is_some())
            && foreign_book(&self.bytes, &starts) == Some(ForeignBook::Swapped)
        {
            self.refuse_foreign(&starts)?;
        }
        Ok(())
    }

    /// True for a book of chess, sorted by key, that has entries, but none of the positions up to
    /// two plies from the start.
    pub(crate) fn is_far_from_start(&self) -> bool {
        let book = self.book();
        let is_of_chess = match book.header() {
            Ok(Some(header)) => {
                header.variants().next().is_none()
                    || header.variants().any(|name| name == "normal" || name == "fischerandom")
            }
            _ => true,
        };
        let has = |position: &Chess| {
            [hash(&Polyglot, position), hash(&Fide, position), hash(&Fen, position)]
                .into_iter()
                .any(|key| !book.find(key).is_empty())
        };
        let start = Chess::default();
        let is_near = has(&start)
            || after_each_move(&start)
                .iter()
                .any(|after| has(after) || after_each_move(after).iter().any(has));
        is_of_chess && !book.is_empty() && !is_near
    }

    /// Number of keys that differ from that of the entry before.
    pub(crate) fn changes_of_key(&self) -> usize {
        let mut last = None;
        let mut changes = 0;
        for entry in self.book().entries().iter() {
            changes += usize::from(last.replace(entry.key).is_some_and(|last| last != entry.key));
        }
        changes
    }

    fn book(&self) -> Book<&[u8]> {
        let whole = self.bytes.len() / BookEntry::SIZE * BookEntry::SIZE;
        Book::new(&self.bytes[..whole]).expect("the entries are whole")
    }

    /// Refuses a book that is not sorted by key, or in another encoding. Reads all of it.
    pub(crate) fn refuse_unsorted(&self) -> Result<()> {
        let book = self.book();
        let first = book.header_bytes() / BookEntry::SIZE;
        let fall = first_fall(&book);
        if fall.is_some() || book.len() <= MAX_EXAMINED {
            self.refuse_foreign(&[Chess::default()])?;
        }
        let Some(index) = fall else { return Ok(()) };
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

    /// Refuses a book with swapped bytes, or with the keys of another scheme.
    pub(crate) fn refuse_foreign(&self, starts: &[Chess]) -> Result<()> {
        let name = &self.name;
        match foreign_book(&self.bytes, starts) {
            None => Ok(()),
            Some(ForeignBook::Swapped) => bail!(
                "{name} has swapped bytes: expected numbers with the highest byte first, got the lowest \
                 first; `zobrist book fix --swap` mends it"
            ),
            Some(foreign) => bail!("{name}: {}; make the book anew from its games", wrong(foreign)),
        }
    }

    /// Upper bound on the memory of a check of the book, in bytes: a position and a verdict for
    /// each entry, and several faults for each that is plainly faulty by itself.
    pub(crate) fn memory_to_check(&self) -> usize {
        const PER_ENTRY: usize = 192;
        const PER_FAULTY: usize = 640;
        let mut before = None;
        let (mut entries, mut faulty) = (0_usize, 0_usize);
        for entry in self.book().entries().iter() {
            let is_faulty = entry.played == PackedMove::NONE
                || entry.weight == 0
                || before.is_some_and(|(key, played)| {
                    entry.key < key || (entry.key, entry.played) == (key, played)
                });
            entries += 1;
            faulty += usize::from(is_faulty);
            before = Some((entry.key, entry.played));
        }
        entries.saturating_mul(PER_ENTRY).saturating_add(faulty.saturating_mul(PER_FAULTY))
    }

    /// Reports castling that is written as two squares of the king, the first time.
    pub(crate) fn tell_castling(&self, record: usize, got: PackedMove, expected: PackedMove) {
        if !self.has_told_castling.replace(true) {
            let reason = format!(
                "castling is written as two squares of the king, {got} for {expected}, and read as \
                 castling here and wherever it is; `zobrist book fix` rewrites it"
            );
            self.report(record, &reason);
        }
    }

    /// Reports a fault of an entry.
    pub(crate) fn report(&self, record: usize, reason: &str) {
        let offset = record * BookEntry::SIZE;
        say(&format!("zobrist: {}: entry {} (byte {offset}): {reason}\n", self.name, record + 1));
    }
}

/// Reports moves of unreached positions of a book that may be castling, if there are any.
pub(crate) fn tell_unreached_castlings(name: &str, count: usize, way_out: &str) {
    if count > 0 {
        let moves = counted(count, "move", "moves");
        say(&format!(
            "zobrist: {name}: {moves} of unreached positions may be castling written as two squares of the \
             king, such as e1g1; {way_out}\n"
        ));
    }
}

/// Where castling in unreached positions is read as such.
pub(crate) const GIVE_FEN: &str = "give --fen to have them read so";

/// The advice for a command without --fen.
pub(crate) const FIX_FEN: &str = "`zobrist book fix --fen` rewrites them";

/// The positions after each legal move.
fn after_each_move(position: &Chess) -> Vec<Chess> {
    let after = |m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        after
    };
    position.legal_moves().into_iter().map(after).collect()
}

/// Refuses books on which the work may take more memory than the system gives.
pub(crate) fn refuse_without_memory(files: &[&BookFile], needed: usize) -> Result<()> {
    if Vec::<u8>::new().try_reserve_exact(needed).is_err() {
        let entries: usize = files.iter().map(|file| file.bytes.len() / BookEntry::SIZE).sum();
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        bail!(
            "the system refuses {} of memory for {} of {}; take a smaller book",
            size_in_words(needed as u64),
            counted(entries, "entry", "entries"),
            names.join(", ")
        );
    }
    Ok(())
}

/// The fault of a book in another encoding.
pub(crate) fn wrong(foreign: ForeignBook) -> String {
    match foreign {
        ForeignBook::Scheme(scheme) => {
            format!("expected keys by the scheme `polyglot`, got those of `{scheme}`")
        }
        _ => "expected numbers with the highest byte first, got the lowest first".to_owned(),
    }
}

/// Positions from which the moves of a book are followed.
#[derive(Args, Clone, Debug)]
pub(crate) struct StartOptions {
    /// Another position from which moves are followed
    ///
    /// The moves of the book are followed from the start position and from each of these: the
    /// option may be given several times.
    #[arg(long, help_heading = "Position")]
    fen: Vec<String>,
}

impl StartOptions {
    pub(crate) fn read(&self) -> Result<Vec<Chess>> {
        let given = self.fen.iter().map(|fen| read_chess(fen));
        std::iter::once(Ok(Chess::default())).chain(given).collect()
    }
}
