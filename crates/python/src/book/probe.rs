//! `zobrist.Book`.

use std::ffi::OsString;
use std::path::{self, Path, PathBuf};
use std::sync::Arc;

use arrow_array::{Float64Array, Int64Array, StringArray};
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use shakmaty::san::SanPlus;
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, Move, Position};
use zobrist_chess::{Book, BookEntry, PackedMove, Polyglot};
use zobrist_index::zobrist_shakmaty::{hash, pack_move, unpack_book_move};
use zobrist_ingest::book::{first_fall, is_plain_book, text_instead};
use zobrist_input::{Content, Listener, Nobody, counted, find_one};

use crate::error::{Class, Failure};
use crate::index::PositionLine;
use crate::rules::Rules;
use crate::table::Table;

/// The largest book that is read, in bytes after decompression: it is held in memory.
const MAX_SIZE: u64 = 1 << 30;

/// An opening book in Polyglot's format, held in memory.
///
/// ``make_book`` makes one from games. It can be pickled: another process reads the same file.
///
/// Args:
///     path: the file, plain or compressed by zstd, gzip, bzip2, xz or zip, up to 1 GiB.
///
/// Raises:
///     ReadError: the file cannot be read.
///     DataError: it is no book, is cut, or is not sorted by key.
///
/// Cost: that of reading the file once, and 16 bytes of memory for each entry.
///
/// >>> import zobrist
/// >>> made = zobrist.make_book(f"{tmp}/club.bin", "data/club.pgn.gz", min_games=2)
/// >>> book = zobrist.Book(f"{tmp}/club.bin")
/// >>> len(book) == made.entries
/// True
#[pyclass(frozen, module = "zobrist", name = "Book")]
#[derive(Debug)]
pub(crate) struct PyBook {
    bytes: Vec<u8>,
    /// The path as it was given.
    path: PathBuf,
    /// The absolute path, for another process.
    place: PathBuf,
}

#[pymethods]
impl PyBook {
    #[new]
    fn new(py: Python, path: PathBuf) -> PyResult<PyBook> {
        let bytes = py.detach(|| read(&path))?;
        let place = path::absolute(&path).unwrap_or_else(|_| path.clone());
        Ok(PyBook { bytes, path, place })
    }

    /// The moves of the book in a position, the heaviest first.
    ///
    /// A null move is left out. So is a move that is not legal, with a warning. Castling that is
    /// written as two squares of the king is read as castling, with a warning.
    ///
    /// Args:
    ///     position: a FEN, a ``chess.Board``, moves from the start such as ``"e4 c5"``, or
    ///         ``"startpos"``; by default the start position.
    ///     moves: moves from there, such as ``"e4 c5"``, in SAN or UCI notation, or a list of them.
    ///     variant: ``"chess"`` or ``"chess960"``; by default what the position implies.
    ///
    /// Returns:
    ///     A Table, a row a move: ``uci`` (castling as e1g1, except in Chess960), ``san``,
    ///         ``weight`` from 0
    ///     to 65535, ``percent``: its share in the weights of the position, with one decimal, and
    ///     ``learn``. No rows for a position that is not in the book.
    ///
    /// Raises:
    ///     PositionError, MoveError: the position or a move cannot be read, or is not legal.
    ///     ValueError: books have no other variants.
    ///
    /// Cost: some microseconds.
    ///
    /// >>> import zobrist
    /// >>> _ = zobrist.make_book(f"{tmp}/probe.bin", "data/club.pgn.gz", min_games=2)
    /// >>> zobrist.Book(f"{tmp}/probe.bin").probe()["san"][:2]
    /// ['e4', 'd4']
    #[pyo3(signature = (position = None, *, moves = None, variant = None))]
    fn probe(
        &self,
        py: Python,
        position: Option<&Bound<PyAny>>,
        moves: Option<&Bound<PyAny>>,
        variant: Option<&str>,
    ) -> PyResult<Table> {
        let rules = Rules::named(variant)?;
        if rules.variant != Variant::Chess {
            let reason = format!(
                "variant: Polyglot's books have standard chess and Chess960, not {}",
                rules.variant
            );
            return Err(PyValueError::new_err(reason));
        }
        let position = PositionLine::read(position, moves, rules)?.position;
        let variant = position.variant();
        if variant != Variant::Chess {
            let reason =
                format!("position: expected one of chess or Chess960, got one of {variant}");
            return Err(Failure::new(Class::Position, reason).into());
        }
        let book = book(&self.bytes);
        let first = book.header_bytes() / BookEntry::SIZE;
        let found = book.find(hash(&Polyglot, &position));
        let mut rows: Vec<(BookEntry, Move)> = Vec::new();
        for (index, entry) in found.clone().zip(book.entries().iter().skip(found.start)) {
            match unpack_book_move(&position, entry.played) {
                Some(m) => {
                    let expected = pack_move(m);
                    if expected != entry.played {
                        let reason = format!(
                            "castling is written as two squares of the king, {} for {expected}, and read \
                             as castling",
                            entry.played
                        );
                        self.warn_of(py, first + index, &reason)?;
                    }
                    match rows.iter_mut().find(|(_, other)| *other == m) {
                        // Castling in both encodings, or a duplicate.
                        Some((same, _)) => {
                            same.weight = same.weight.saturating_add(entry.weight);
                            same.learn = same.learn.max(entry.learn);
                        }
                        None => rows.push((entry, m)),
                    }
                }
                None if entry.played == PackedMove::NONE => {}
                None => {
                    let reason = format!("expected a legal move, got {}; left out", entry.played);
                    self.warn_of(py, first + index, &reason)?;
                }
            }
        }
        rows.sort_by_key(|(entry, _)| u16::MAX - entry.weight);
        let total: u64 = rows.iter().map(|(entry, _)| u64::from(entry.weight)).sum();
        // The start position is the same in both variants.
        let is_chess960 = rules.mode == Some(CastlingMode::Chess960);
        let mode = if is_chess960 { CastlingMode::Chess960 } else { position.castles().mode() };
        let uci = rows.iter().map(|(_, m)| Some(m.to_uci(mode).to_string()));
        let san = |m: Move| SanPlus::from_move(position.clone(), m).to_string();
        let san = rows.iter().map(|(_, m)| Some(san(*m)));
        let number = |of: fn(&BookEntry) -> i64| -> Arc<Int64Array> {
            Arc::new(rows.iter().map(|(entry, _)| Some(of(entry))).collect())
        };
        let percent = rows.iter().map(|(entry, _)| Some(percent(*entry, total)));
        Ok(Table::new(vec![
            ("uci", Arc::new(uci.collect::<StringArray>())),
            ("san", Arc::new(san.collect::<StringArray>())),
            ("weight", number(|entry| entry.weight.into())),
            ("percent", Arc::new(percent.collect::<Float64Array>())),
            ("learn", number(|entry| entry.learn.into())),
        ]))
    }

    /// The path, as it was given.
    #[getter]
    fn path(&self) -> OsString {
        self.path.clone().into_os_string()
    }

    /// The number of entries, without the header.
    fn __len__(&self) -> usize {
        book(&self.bytes).len()
    }

    /// A book without entries is one, too.
    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        let entries = counted(self.__len__(), "entry", "entries");
        format!("<zobrist.Book {}: {entries}>", self.path.display())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.get_type::<PyBook>();
        Ok((class, (self.place.clone().into_os_string(),)).into_pyobject(py)?.into_any())
    }
}

impl PyBook {
    /// Warns of the move of an entry.
    fn warn_of(&self, py: Python, record: usize, reason: &str) -> PyResult<()> {
        let reason = format!(
            "{}: entry {} (byte {}): {reason}\0",
            self.path.display(),
            record + 1,
            record * BookEntry::SIZE,
        );
        let text = std::ffi::CString::from_vec_with_nul(reason.into_bytes());
        let category = py.get_type::<PyUserWarning>();
        PyErr::warn(py, &category, &text.unwrap_or_default(), 1)
    }
}

/// The share of an entry in the weights of its position, in percent, with one decimal; 0 if all
/// weights are 0.
fn percent(entry: BookEntry, total: u64) -> f64 {
    let tenths = (2000 * u64::from(entry.weight) + total).checked_div(2 * total).unwrap_or(0);
    tenths as f64 / 10.0
}

fn book(bytes: &[u8]) -> Book<&[u8]> {
    Book::new(bytes).expect("the entries are whole")
}

/// Reads a book.
///
/// # Errors
/// When the file cannot be read, or is no book that can be searched.
fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let name = path.display();
    let wrong = |reason: String| Failure::new(Class::Data, reason).of_file(path);
    if path == Path::new("-") || path.is_dir() {
        let reason = format!("cannot read {name}: expected the path of a file");
        return Err(Failure::new(Class::Read, reason).of_file(path));
    }
    let found = find_one(path, Content::Anything, &(Arc::new(Nobody) as Arc<dyn Listener>))?;
    let bytes = found.read_whole(MAX_SIZE, MAX_SIZE, is_plain_book);
    let bytes = bytes.map_err(|error| {
        Failure::new(Class::Read, format!("cannot read {name}: {error}")).of_file(path)
    })?;
    if let Some(begin) = text_instead(&bytes) {
        return Err(wrong(format!(
            "cannot read {name}: expected a book, entries of {} bytes, got text that begins \
             {begin:?}; zobrist.make_book makes a book from games",
            BookEntry::SIZE
        )));
    }
    let rest = bytes.len() % BookEntry::SIZE;
    if rest != 0 {
        let whole = bytes.len() / BookEntry::SIZE;
        return Err(wrong(format!(
            "cannot read {name}: expected entries of {} bytes, got {rest} bytes more than {whole} \
             entries: the file is cut, or no book; the command `zobrist book fix` keeps whole entries",
            BookEntry::SIZE
        )));
    }
    let book = book(&bytes);
    if let Some(index) = first_fall(&book) {
        let record = book.header_bytes() / BookEntry::SIZE + index + 1;
        let key = |index| book.entry(index).expect("the fall is in the book").key;
        return Err(wrong(format!(
            "{name} is not sorted by key: at entry {} (byte {}) expected a key not below {:016x}, \
             got {:016x}; the command `zobrist book fix` sorts a book",
            record + 1,
            record * BookEntry::SIZE,
            key(index),
            key(index + 1)
        )));
    }
    Ok(bytes)
}
