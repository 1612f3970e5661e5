//! `zobrist.Book` and `make_book`.

mod probe;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use shakmaty::Color;
use zobrist_index::Filter;
use zobrist_index::zobrist_shakmaty::{BookOptions, BookScale};
use zobrist_ingest::BrokenFile;
use zobrist_ingest::book::{CountError, CountOptions, Counting, GameSource};
use zobrist_input::{Listener, counted};

use crate::arguments::{bytes_of, choice, encoding_of, language_of, paths_of};
use crate::build::{PARTIAL, Watching};
use crate::error::{Class, Failure};
use crate::filters::common_filters;
use crate::output::{Output, refuse_input};
use crate::rejected::Rejections;
use crate::table::Table;
use crate::work::{Counters, Progress, long, threads as number_of_threads};

pub(crate) use self::probe::PyBook;

/// Makes an opening book in Polyglot's format from games.
///
/// The weight of a move is ``win`` for each game that its side won, ``draw`` for each draw and
/// ``loss`` for each that it lost; a game counts once for a move, even if it repeats it. The order
/// of the games does not change a byte of the book. A game that cannot be read is left out, counted
/// and listed in the result.
///
/// Args:
///     output: the file to write. It is written beside its place, and renamed when it is whole.
///     sources: a path or a list of them: files of PGN, plain or compressed by zstd, gzip, bzip2,
///         xz or zip, or folders of indexes.
///     win, draw, loss: weights.
///     unknown: weight of a game without a result; by default such games are left out.
///     min_games: least number of games of a move.
///     min_score: least score of a move in percent: wins and half the draws, of the games with a
///         result.
///     only: ``"white"`` or ``"black"``: take only the moves of this side.
///     max_ply: plies that are taken of each game.
///     scale: how weights are scaled to 16 bits when the largest is above 65535: ``"book"``, all by
///         one factor, or ``"position"``, those of each position by their own.
///     uniform: give each move the weight 1.
///     keep_zero: keep moves of weight 0, which programs never play.
///     compat: reproduce ``polyglot make-book``; only without weights, ``scale`` and ``keep_zero``.
///     overwrite: replace the file if it exists.
///     keep_valid: count a game with a bad move up to there.
///     partial: accept the readable part of a file that fails, such as an archive that is cut.
///     encoding: of names that are not UTF-8, as in ``build_index``. It matters to the filters of
///         names.
///     language: as in ``build_index``.
///     threads: by default one for each core.
///     progress: as in ``hash``; the unit is bytes of the files.
///     **filters: which games count: ``player``, ``color``, ``since``, ``until``, ``min_elo`` and
///         ``result``, as in ``Index``. For a player's own moves, give ``color`` and ``only`` the
///         same.
///
/// Returns:
///     What was put into the book and left out: a MadeBook. A book may be empty.
///
/// Raises:
///     FileExistsError: the file exists, and ``overwrite`` is false.
///     ReadError: a file is missing, or fails while it is read: ``file``, ``line`` and ``offset``
///         say where; or the book cannot be written. What was at ``output`` stays.
///     DataError: a folder holds no index, or a damaged one.
///     FilterError: a filter cannot be read, or no game can meet it.
///     KeyboardInterrupt: on Ctrl-C; nothing is written then.
///
/// Cost: that of reading the games; memory: 16 bytes for each different move, and about three times
/// that at the end.
///
/// >>> import zobrist
/// >>> made = zobrist.make_book(f"{tmp}/new.bin", ["data/club.pgn.gz"], min_games=2, only="white")
/// >>> made.rejected
/// 0
/// >>> zobrist.make_book(f"{tmp}/new.bin", "data/club.pgn.gz")
/// Traceback (most recent call last):
/// ...
/// FileExistsError: cannot write ...new.bin: the file exists; overwrite=True replaces it, or give another name
#[pyfunction]
#[pyo3(signature = (
    output, sources, *, win = 2, draw = 1, loss = 0, unknown = None, min_games = 3,
    min_score = 0.0, only = None, max_ply = 1024, scale = "book", uniform = false,
    keep_zero = false, compat = false, overwrite = false, keep_valid = false, partial = false,
    encoding = None, language = None, threads = None, progress = None, **filters
))]
#[pyo3(
    text_signature = "(output, sources, *, win=2, draw=1, loss=0, unknown=None, min_games=3, min_score=0.0, only=None, max_ply=1024, scale='book', uniform=False, keep_zero=False, compat=False, overwrite=False, keep_valid=False, partial=False, encoding=None, language=None, threads=None, progress=None, player=None, color=None, since=None, until=None, min_elo=None, result=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are the options of Python's caller")]
pub(crate) fn make_book(
    py: Python,
    output: PathBuf,
    sources: &Bound<PyAny>,
    win: u32,
    draw: u32,
    loss: u32,
    unknown: Option<u32>,
    min_games: u64,
    min_score: f64,
    only: Option<&str>,
    max_ply: usize,
    scale: &str,
    uniform: bool,
    keep_zero: bool,
    compat: bool,
    overwrite: bool,
    keep_valid: bool,
    partial: bool,
    encoding: Option<&str>,
    language: Option<&str>,
    threads: Option<i64>,
    progress: Option<&Bound<PyAny>>,
    filters: Option<&Bound<PyDict>>,
) -> PyResult<MadeBook> {
    let scale = choice("scale", scale, &SCALES)?;
    let has_weights = (win, draw, loss, unknown) != (2, 1, 0, None);
    if compat && (has_weights || keep_zero || scale != BookScale::Book) {
        let reason = "compat: expected no win, draw, loss, unknown, scale and keep_zero, since it has \
                      those of Polyglot";
        return Err(PyValueError::new_err(reason));
    }
    if uniform && scale != BookScale::Book {
        return Err(PyValueError::new_err("uniform: expected no scale, since all weights are 1"));
    }
    if !(0.0..=100.0).contains(&min_score) {
        let reason = format!("min_score: expected a number from 0 to 100, got {min_score}");
        return Err(PyValueError::new_err(reason));
    }
    let only = only.map(|only| choice("only", only, &SIDES)).transpose()?;
    let scale = if uniform { BookScale::Uniform } else { scale };
    let mut book = BookOptions::default();
    (book.win, book.draw, book.loss, book.unknown) = (win, draw, loss, unknown);
    (book.min_games, book.min_score) = (min_games, min_score);
    (book.only, book.max_ply, book.scale) = (only, max_ply, scale);
    (book.keep_zero, book.compat) = (keep_zero, compat);
    let threads = number_of_threads(threads)?;
    let mut options = CountOptions::default();
    (options.book, options.threads) = (book, threads);
    (options.keep_valid, options.partial) = (keep_valid, partial);
    (options.encoding, options.language) = (encoding_of(encoding)?, language_of(language)?);
    let making = BookTask {
        output,
        overwrite,
        paths: paths_of("sources", sources)?,
        options,
        filter: common_filters("make_book", filters)?,
    };
    let total = bytes_of(&making.paths);
    let progress = Progress::new(py, progress, "reading games", "B", total)?;
    let counters = Arc::new(Counters::default());
    let made = long(py, &progress, &counters, || making.make(&counters))??;
    let BookResult { entries, games, kept, max_games, rejections } = made;
    Ok(MadeBook {
        entries,
        games: games.saturating_sub(rejections.rejected),
        kept,
        rejected: rejections.rejected,
        shortened: rejections.shortened,
        max_games,
        rejections: Py::new(py, rejections.table())?,
    })
}

const SCALES: [(&str, BookScale); 2] =
    [("book", BookScale::Book), ("position", BookScale::Position)];

const SIDES: [(&str, Color); 2] = [("white", Color::White), ("black", Color::Black)];

/// A book to be made.
#[derive(Debug)]
struct BookTask {
    output: PathBuf,
    overwrite: bool,
    paths: Vec<PathBuf>,
    options: CountOptions,
    filter: Filter,
}

/// A book that was made.
#[derive(Debug)]
struct BookResult {
    entries: usize,
    games: u64,
    kept: Option<u64>,
    max_games: u64,
    rejections: Rejections,
}

impl BookTask {
    fn make(&self, counters: &Arc<Counters>) -> Result<BookResult, Failure> {
        refuse_input(&self.output, &self.paths)?;
        let mut output = Output::begin(&self.output, self.overwrite)?;
        let listener = Arc::clone(counters) as Arc<dyn Listener>;
        let mut watching = Watching { counters, rejections: Rejections::default() };
        let mut counting = Counting::new(self.options, &self.filter);
        for source in GameSource::find(&self.paths, &listener).map_err(failure)? {
            counting.count(source, &mut watching).map_err(failure)?;
        }
        stop_if_asked(counters)?;
        let games = counting.games();
        let (builder, sieve) = counting.finish();
        let threads: NonZeroUsize = self.options.threads;
        let book = builder.finish(threads);
        let book = book.map_err(|error| Failure::new(Class::Zobrist, error))?;
        stop_if_asked(counters)?;
        for entry in &book.entries {
            output.write(&entry.to_bytes())?;
        }
        output.finish()?;
        let kept = (!sieve.keeps_all()).then(|| sieve.kept_of().0);
        let (entries, max_games) = (book.entries.len(), book.max_games);
        Ok(BookResult { entries, games, kept, max_games, rejections: watching.rejections })
    }
}

/// Ends the work if its result is not wanted any more; nobody sees this error.
fn stop_if_asked(counters: &Counters) -> Result<(), Failure> {
    match counters.is_stopped() {
        true => Err(Failure::new(Class::Zobrist, "stopped; no book was written")),
        false => Ok(()),
    }
}

fn failure(error: CountError) -> Failure {
    match error {
        CountError::Files(error) => error.into(),
        CountError::Index(error) => error.into(),
        CountError::Source(failure) => Failure::from(&BrokenFile::of_book(&failure, PARTIAL)),
        error => Failure::with_causes(Class::Zobrist, &error),
    }
}

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
    entries: usize,
    games: u64,
    kept: Option<u64>,
    rejected: u64,
    shortened: u64,
    max_games: u64,
    rejections: Py<Table>,
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
