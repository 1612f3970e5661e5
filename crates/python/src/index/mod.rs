//! `zobrist.Index`.

mod answers;
mod query;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{self, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use zobrist_index::{GameOrder, Index, MoveOrder};
use zobrist_input::counted;
use zobrist_storage::remote::{is_url, without_secrets};

pub(crate) use self::query::PositionLine;
use self::query::{IndexQuery, Shown};
use crate::arguments::{choice, dedup_of, folder_of, need_numpy};
use crate::column::Column;
use crate::error::Failure;
use crate::filters::all_filters;
use crate::hash::Hashing;
use crate::hash_function::{hash_column, nulls, number, to_python};
use crate::position::RawPosition;
use crate::rules::Rules;
use crate::scheme::{PyScheme, in_width};
use crate::table::Table;
use crate::work::{Counters, Progress, long, threads};

/// A position index that is open for questions: what was played in any position, how often and with
/// what result.
///
/// ``build_index`` makes one, and so does the command ``zobrist index build``. It is a folder of
/// Parquet files, which DuckDB, Polars and pandas read as they are: ``positions/*.parquet``,
/// ``occurrences/*.parquet`` and ``games/*.parquet``.
///
/// The answers are those of the index as it was when it was opened; open it again after games were
/// added. Any number of threads may ask. It can be pickled: another process opens the same folder.
///
/// Filters of ``moves``, ``totals`` and ``games``, all keyword arguments; a game must meet all that
/// are given:
///
///     player: a part of a name, or a list of them for several accounts of one player: any case, with or
///         without accents.
///     color: ``"white"`` or ``"black"``: the games in which the player has it.
///     opponent: a part of the name of the other player; without ``player``, of either.
///     since, until: a date: ``"2024"``, ``"2024.05"``, ``"2024.05.31"``, a year as an ``int``, or
///         a ``datetime.date``.
///     elo: both Elos are in this range: ``"2000..2400"``, ``"2400.."``, or a pair such as ``(2000,
///         None)``.
///     min_elo: both Elos are at least this, from 1 to 9999.
///     result: ``"1-0"``, ``"1/2-1/2"``, ``"0-1"`` or ``"*"``.
///     event: a part of the name of the event.
///     time_control: exactly this tag, such as ``"180+2"``.
///     max_ply: positions before this ply count alone.
///
/// Args:
///     folder: the folder of the index, or its URL, ``https://``, ``http://`` or ``s3://``. For S3,
///         credentials and settings come from the environment, such as ``AWS_ACCESS_KEY_ID``. A
///         look-up then reads some ranges of some files, and ``moves`` leaves out ``other_orders``,
///         unless asked.
///
/// Raises:
///     DataError: the folder holds no index, or one that is damaged or of a later version.
///     ReadError: the folder cannot be read, or a server fails.
///
/// >>> import zobrist
/// >>> built = zobrist.build_index(f"{tmp}/club", "data/club.pgn.gz")
/// >>> index = zobrist.Index(f"{tmp}/club")
/// >>> len(index) == built.games
/// True
/// >>> index.moves(top=2)["san"]
/// ['e4', 'd4']
#[pyclass(frozen, module = "zobrist", name = "Index")]
#[derive(Debug)]
pub(crate) struct PyIndex {
    index: Index,
    /// The folder as it was given.
    folder: PathBuf,
    /// Its absolute path, for another process.
    place: PathBuf,
}

#[pymethods]
impl PyIndex {
    #[new]
    fn new(py: Python, folder: &Bound<PyAny>) -> PyResult<PyIndex> {
        let folder = folder_of("folder", folder)?;
        let index = py.detach(|| Index::open(&folder)).map_err(Failure::from)?;
        let place = match is_url(&folder) {
            true => folder.clone(),
            false => path::absolute(&folder).unwrap_or_else(|_| folder.clone()),
        };
        Ok(PyIndex { index, folder, place })
    }

    /// The moves that were played in a position, with their games and results.
    ///
    /// Transpositions are merged: a position is the same however it was reached.
    ///
    /// Args:
    ///     position: a FEN, a ``chess.Board``, moves from the start such as ``"e4 c5"``, or
    ///         ``"startpos"``; by default the start position of the variant.
    ///     moves: moves from there, such as ``"e4 c5"``, in SAN or UCI notation, or a list of them.
    ///     sort: ``"games"``: the most played first; ``"score"``: the best for the side to move;
    ///         ``"elo"``: of the highest Elo; ``"year"``: played last.
    ///     top: only this many moves.
    ///     min_games: only moves of at least this many games.
    ///     dedup: True or ``"exact"``: games count once that have the same start, moves, result,
    ///         names and date; ``"players"``: the same moves and result, surnames that agree and
    ///         dates that can.
    ///     other_orders: count for each move the games that reach its position by other moves,
    ///         which reads more; by default unless the index is behind a URL.
    ///     variant: as in ``hash``.
    ///     threads: by default one for each core.
    ///     **filters: which games count, as the class says.
    ///
    /// Returns:
    ///     A Table, a row a move: ``uci``, ``san``; the numbers ``games``, ``white`` (won by
    ///         White),
    ///     ``draws``, ``black`` and ``unknown`` (no result), each game once; ``average_elo`` of
    ///     both players and ``last_year``, null if unknown; ``other_orders``: games that reach the
    ///     next position by other moves, null where more than four million games would have to be
    ///     read; ``eco`` and ``opening``, null unless the move enters a named opening; with
    ///     ``player`` also ``player_score``, from 0 to 1.
    ///
    /// Raises:
    ///     PositionError, MoveError: the position or a move cannot be read, or is not legal.
    ///     FilterError: a filter cannot be read, or no game can meet it.
    ///     DataError: the index is damaged, or files of it have been replaced since it was opened.
    ///
    /// Cost: some milliseconds; with filters, a fraction of a second for a million games.
    ///
    /// >>> import zobrist
    /// >>> _ = zobrist.build_index(f"{tmp}/moves", "data/club.pgn.gz")
    /// >>> index = zobrist.Index(f"{tmp}/moves")
    /// >>> first = index.moves(moves="e4", top=1)[0]
    /// >>> first["san"], first["opening"]
    /// ('e5', "King's Pawn Game")
    #[pyo3(signature = (
        position = None, *, moves = None, sort = "games", top = None, min_games = 1, dedup = None,
        other_orders = None, variant = None, threads = None, **filters
    ))]
    #[pyo3(
        text_signature = "($self, position=None, *, moves=None, sort='games', top=None, min_games=1, dedup=None, other_orders=None, variant=None, threads=None, player=None, color=None, opponent=None, since=None, until=None, elo=None, min_elo=None, result=None, event=None, time_control=None, max_ply=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are the options of Python's caller")]
    fn moves(
        &self,
        py: Python,
        position: Option<&Bound<PyAny>>,
        moves: Option<&Bound<PyAny>>,
        sort: &str,
        top: Option<usize>,
        min_games: u64,
        dedup: Option<&Bound<PyAny>>,
        other_orders: Option<bool>,
        variant: Option<&str>,
        threads: Option<i64>,
        filters: Option<&Bound<PyDict>>,
    ) -> PyResult<Table> {
        let line = PositionLine::read(position, moves, Rules::named(variant)?)?;
        let asked = asked("moves", dedup, threads, filters)?;
        let sort = choice("sort", sort, &MOVE_ORDERS)?;
        let other_orders = other_orders.unwrap_or(!is_url(&self.folder));
        let shown = Shown { top, min_games, sort, other_orders };
        let played = self.ask(py, || asked.moves(&self.index, &line, shown))?;
        Ok(answers::moves(&played, !asked.filter.players.is_empty()))
    }

    /// The games that reached a position, counted together.
    ///
    /// Args:
    ///     position, moves, dedup, variant, threads, **filters: as in ``moves``.
    ///
    /// Returns:
    ///     A dict: ``fen``; ``opening``: a dict with ``eco`` and ``name``, with moves that of the
    ///         last
    ///     position on the line that has one, or None; ``filter``: what was asked for in words, or
    ///     None;
    ///     ``games`` that count, ``reached``: all that reached the position, ``duplicates`` left
    ///         out;
    ///     ``white``, ``draws``, ``black``, ``unknown``; ``average_elo``, ``last_year`` or None;
    ///     ``ended``: games that end here; ``score``: White's, from 0 to 1, or None. With a player,
    ///     ``player_score`` and ``performance``, the rating by FIDE's table in games with a rated
    ///     opponent, or None.
    ///
    /// Raises: as ``moves``.
    ///
    /// Cost: as ``moves``.
    ///
    /// >>> import zobrist
    /// >>> _ = zobrist.build_index(f"{tmp}/totals", "data/club.pgn.gz")
    /// >>> totals = zobrist.Index(f"{tmp}/totals").totals(moves="e4 c5")
    /// >>> totals["opening"]["eco"]
    /// 'B20'
    /// >>> totals["games"] == sum(totals[result] for result in ("white", "draws", "black", "unknown"))
    /// True
    #[pyo3(signature = (
        position = None, *, moves = None, dedup = None, variant = None, threads = None, **filters
    ))]
    #[pyo3(
        text_signature = "($self, position=None, *, moves=None, dedup=None, variant=None, threads=None, player=None, color=None, opponent=None, since=None, until=None, elo=None, min_elo=None, result=None, event=None, time_control=None, max_ply=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are the options of Python's caller")]
    fn totals<'py>(
        &self,
        py: Python<'py>,
        position: Option<&Bound<PyAny>>,
        moves: Option<&Bound<PyAny>>,
        dedup: Option<&Bound<PyAny>>,
        variant: Option<&str>,
        threads: Option<i64>,
        filters: Option<&Bound<PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let line = PositionLine::read(position, moves, Rules::named(variant)?)?;
        let asked = asked("totals", dedup, threads, filters)?;
        let ask = || asked.answer(&self.index, &line.position, 0, GameOrder::First);
        let answer = self.ask(py, ask)?;
        answers::of_position(py, &line, &asked, &answer)
    }

    /// Games that reached a position.
    ///
    /// Args:
    ///     position, moves, dedup, variant, threads, **filters: as in ``moves``.
    ///     limit: at most this many, or None for all.
    ///     sort: ``"first"``: in the order of the index; ``"newest"``: the last date first;
    ///         ``"strongest"``: the highest sum of Elos first.
    ///
    /// Returns:
    ///     A Table, a row a game: ``game_id``, its number in the index, from 0; ``file`` and
    ///         ``game``: its
    ///     number there, from 1; ``ply``: the first at which it reached the position;
    ///     ``white_name``, ``black_name``, ``white_elo``, ``black_elo``, ``result``, ``date``,
    ///     ``event``, ``site``,
    ///     ``round``: null if unknown; ``offset``: the byte in the file after decompression.
    ///
    /// Raises: as ``moves``.
    ///
    /// Cost: as ``moves``, and some microseconds for each game.
    ///
    /// >>> import zobrist
    /// >>> _ = zobrist.build_index(f"{tmp}/games", "data/club.pgn.gz")
    /// >>> index = zobrist.Index(f"{tmp}/games")
    /// >>> index.games(moves="e4 c5", limit=3, sort="newest")["ply"]
    /// [2, 2, 2]
    #[pyo3(signature = (
        position = None, *, moves = None, limit = Some(10), sort = "first", dedup = None,
        variant = None, threads = None, **filters
    ))]
    #[pyo3(
        text_signature = "($self, position=None, *, moves=None, limit=10, sort='first', dedup=None, variant=None, threads=None, player=None, color=None, opponent=None, since=None, until=None, elo=None, min_elo=None, result=None, event=None, time_control=None, max_ply=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are the options of Python's caller")]
    fn games(
        &self,
        py: Python,
        position: Option<&Bound<PyAny>>,
        moves: Option<&Bound<PyAny>>,
        limit: Option<usize>,
        sort: &str,
        dedup: Option<&Bound<PyAny>>,
        variant: Option<&str>,
        threads: Option<i64>,
        filters: Option<&Bound<PyDict>>,
    ) -> PyResult<Table> {
        let line = PositionLine::read(position, moves, Rules::named(variant)?)?;
        let asked = asked("games", dedup, threads, filters)?;
        let order = choice("sort", sort, &GAME_ORDERS)?;
        let limit = limit.unwrap_or(usize::MAX);
        let answer = self.ask(py, || asked.answer(&self.index, &line.position, limit, order))?;
        Ok(answers::games(&answer.games))
    }

    /// Keys of positions by the scheme of the index, for joins with its Parquet files.
    ///
    /// A table of positions joins with ``positions/*.parquet`` and ``occurrences/*.parquet`` in the
    /// folder of the index by this key and their column ``key``; ``zobrist.hash`` gives other keys,
    /// unless it is told the scheme and ``signed=True``.
    ///
    /// Args:
    ///     positions: a FEN or a ``chess.Board``, or a column of them, as in ``hash``.
    ///     errors: ``"raise"``, or ``"null"``: a row that is missing or no legal position has no
    ///         key.
    ///     variant, threads, progress: as in ``hash``.
    ///
    /// Returns:
    ///     For one position an ``int``, signed, or with ``errors="null"`` perhaps None. For a
    ///     column an array of NumPy of the dtype ``int64``, or with ``errors="null"`` a KeyArray.
    ///
    /// Raises:
    ///     PositionError: a position cannot be read or is not legal; ``row`` says which, from 0.
    ///     TypeError: what was given is no position and no column of text.
    ///
    /// Cost: as ``hash``.
    ///
    /// >>> import zobrist
    /// >>> _ = zobrist.build_index(f"{tmp}/keys", "data/club.pgn.gz")
    /// >>> index = zobrist.Index(f"{tmp}/keys")
    /// >>> start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    /// >>> index.keys(start) == zobrist.hash(start, "fide", signed=True)
    /// True
    /// >>> index.keys([start]).dtype
    /// dtype('int64')
    #[pyo3(signature = (
        positions, *, errors = "raise", variant = None, threads = None, progress = None
    ))]
    fn keys<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        errors: &str,
        variant: Option<&str>,
        threads: Option<i64>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rules = Rules::named(variant)?;
        let scheme = in_width(self.index.scheme().clone(), None)?;
        let threads = crate::work::threads(threads)?;
        let hashing = Hashing { scheme, rules, nulls: nulls(errors)?, threads };
        if let Some(position) = RawPosition::of(positions)? {
            return match hashing.one(&position) {
                Err(_) if hashing.nulls => Ok(py.None().into_bound(py)),
                key => number(py, key?, hashing.scheme.bits(), true),
            };
        }
        if !hashing.nulls {
            need_numpy(py)?;
        }
        let column = Column::of(positions)?;
        let keys = hash_column(py, &column, &hashing, progress)?;
        to_python(py, keys, hashing.nulls, true)
    }

    /// The scheme that the index is keyed by: it decides which positions count as the same.
    #[getter]
    fn scheme(&self) -> PyScheme {
        PyScheme { scheme: self.index.scheme().clone() }
    }

    /// The folder, as it was given; a URL without its query, which may be a secret.
    #[getter]
    fn folder(&self) -> OsString {
        without_secrets(&self.folder).into_os_string()
    }

    /// The version of the format: 1.
    #[getter]
    fn version(&self) -> u32 {
        self.index.version()
    }

    /// The names of the files that the games came from.
    #[getter]
    fn sources(&self) -> Vec<&str> {
        self.index.sources().iter().map(|source| &*source.file).collect()
    }

    /// The facts that ``zobrist index info`` prints: ``version``, ``scheme``, ``games``,
    /// ``rejected``, and the files, rows and bytes of each table, such as ``positions_bytes``.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        answers::of_index(py, &self.index)
    }

    /// The number of games.
    fn __len__(&self) -> usize {
        usize::try_from(self.index.games()).unwrap_or(usize::MAX)
    }

    /// An index without games is one, too.
    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        let games = counted(self.index.games(), "game", "games");
        let positions = counted(self.index.info().positions.rows, "row", "rows");
        let (folder, scheme) = (without_secrets(&self.folder), self.index.scheme().name());
        let folder = folder.display();
        format!("<zobrist.Index {folder}: {games}, {positions} of positions, scheme {scheme}>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.get_type::<PyIndex>();
        let place = self.place.clone().into_os_string();
        Ok((class, (place,)).into_pyobject(py)?.into_any())
    }
}

const MOVE_ORDERS: [(&str, MoveOrder); 4] = [
    ("games", MoveOrder::Games),
    ("score", MoveOrder::Score),
    ("elo", MoveOrder::Elo),
    ("year", MoveOrder::Year),
];

const GAME_ORDERS: [(&str, GameOrder); 3] = [
    ("first", GameOrder::First),
    ("newest", GameOrder::Newest),
    ("strongest", GameOrder::Strongest),
];

impl PyIndex {
    /// Asks without the lock of the interpreter.
    fn ask<T: Send>(
        &self,
        py: Python,
        ask: impl FnOnce() -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        Ok(long(py, &Progress::none(), &Arc::new(Counters::default()), ask)??)
    }
}

/// A question of one of the methods.
fn asked(
    function: &str,
    dedup: Option<&Bound<PyAny>>,
    number: Option<i64>,
    filters: Option<&Bound<PyDict>>,
) -> PyResult<IndexQuery> {
    let filter = all_filters(function, filters)?;
    let threads: NonZeroUsize = threads(number)?;
    Ok(IndexQuery { filter, duplicates: dedup_of(dedup)?, threads })
}
