//! The counts of making a book.

use pyo3::prelude::*;
use zobrist_input::counted;

use crate::table::Table;

/// The counts of what was put into a book, and of what was left out.
///
/// Attributes:
///     entries: moves in the book.
///     games: games that were read, without those that were rejected.
///     kept: games that met the filters; None without filters.
///     rejected: games that could not be read.
///     shortened: games with a bad move that ``keep_valid`` took up to there.
///     max_games: games of the most played move, in the book or not.
///     rejections: a Table, a row a game that was rejected or shortened, the first 1,000: ``file``,
///         ``line`` from 1, ``offset`` (byte after decompression, from 0), ``reason``.
///
/// >>> import zobrist
/// >>> made = zobrist.make_book(f"{tmp}/facts.bin", "data/club.pgn.gz")
/// >>> made.games, made.kept, made.rejected
/// (320, None, 0)
#[pyclass(frozen, module = "zobrist", get_all)]
#[derive(Debug)]
pub(crate) struct MadeBook {
    pub(super) entries: usize,
    pub(super) games: u64,
    pub(super) kept: Option<u64>,
    pub(super) rejected: u64,
    pub(super) shortened: u64,
    pub(super) max_games: u64,
    pub(super) rejections: Py<Table>,
}

#[pymethods]
impl MadeBook {
    fn __repr__(&self) -> String {
        let entries = counted(self.entries, "entry", "entries");
        let games = counted(self.games, "game", "games");
        let rejected = self.rejected;
        format!("<zobrist.MadeBook: {entries} from {games}, {rejected} rejected>")
    }
}
