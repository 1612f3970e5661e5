//! The results of `zobrist.runs`, and the values of which they are made in another process.

use std::sync::Arc;

use pyo3::prelude::*;
use zobrist_game_text::Rejection;
use zobrist_input::counted;

use crate::build::{Built, counts_in_words};
use crate::rejected::table_with_pieces;
use crate::table::Table;

/// The counts of a run.
///
/// It can be pickled, so that a task of a pool or of Dask may return it.
///
/// Attributes:
///     run: the number of the run, from 1.
///     games: games that were added.
///     positions: positions that were added: for each game one more than its plies, unless
///         ``max_ply`` takes fewer.
///     rejected: games that could not be replayed.
///     below_elo: games that ``min_elo`` left out.
///     shortened: games with a bad move that ``keep_valid`` took up to there.
///     partial: files that ``partial`` accepted in part.
///     rejections: a Table, a row a game that was rejected or shortened, the first 1,000: ``file``,
///         ``line`` from 1, ``offset`` (byte after decompression, from 0), ``reason``, ``piece``:
///         null, or the byte of the file on the disk at which the piece begins that the run has
///         read; line and offset then count from there.
///
/// >>> import zobrist.runs
/// >>> _ = zobrist.runs.plan(f"{tmp}/run", "data/club.pgn.gz")
/// >>> zobrist.runs.run(f"{tmp}/run", 1)
/// <zobrist.runs.BuiltRun 1: 320 games, 34315 positions>
#[pyclass(frozen, module = "zobrist.runs", get_all)]
#[derive(Debug)]
pub(crate) struct BuiltRun {
    pub(super) run: u32,
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) rejected: u64,
    pub(super) below_elo: u64,
    pub(super) shortened: u64,
    pub(super) partial: u64,
    pub(super) rejections: Py<Table>,
}

/// The form in which `pickle` keeps a run: the function that makes it again, and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (Counts, Vec<Row>));

#[pymethods]
impl BuiltRun {
    fn __repr__(&self) -> String {
        let games = counted(self.games, "game", "games");
        let positions = counted(self.positions, "position", "positions");
        let mut text = format!("<zobrist.runs.BuiltRun {}: {games}, {positions}", self.run);
        text += &counts_in_words(&[
            (self.rejected, "rejected"),
            (self.below_elo, "below the Elo"),
            (self.shortened, "shortened"),
            (self.partial, "files in part"),
        ]);
        text + ">"
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let counts = Counts {
            run: self.run,
            games: self.games,
            positions: self.positions,
            rejected: self.rejected,
            below_elo: self.below_elo,
            shortened: self.shortened,
            partial: self.partial,
        };
        let make = py.import("zobrist._zobrist")?.getattr("_built_run")?;
        let rows = self.rejections.bind(py).try_iter()?;
        let rows = rows.map(|row| Row::of(&row?)).collect::<PyResult<_>>()?;
        Ok((make, (counts, rows)))
    }
}

/// A range of the keys that was merged.
///
/// It can be pickled.
///
/// Attributes:
///     positions: rows of positions.
///     occurrences: rows of occurrences, one a visit.
///     files: files of both tables; 0 if there are more ranges than files.
///
/// >>> import zobrist.runs
/// >>> _ = zobrist.runs.plan(f"{tmp}/range", "data/club.pgn.gz")
/// >>> _ = zobrist.runs.run(f"{tmp}/range", 1)
/// >>> zobrist.runs.combine(f"{tmp}/range", 1, 1)
/// <zobrist.runs.Combined: 32970 rows of positions, 34315 visits, 2 files>
#[pyclass(frozen, module = "zobrist.runs", get_all)]
#[derive(Debug)]
pub(crate) struct Combined {
    positions: u64,
    occurrences: u64,
    files: usize,
}

impl From<zobrist_index::runs::RangeCounts> for Combined {
    fn from(combined: zobrist_index::runs::RangeCounts) -> Combined {
        let zobrist_index::runs::RangeCounts { positions, occurrences, files, .. } = combined;
        Combined { positions, occurrences, files }
    }
}

#[pymethods]
impl Combined {
    #[new]
    fn new(positions: u64, occurrences: u64, files: usize) -> Combined {
        Combined { positions, occurrences, files }
    }

    fn __repr__(&self) -> String {
        let positions = counted(self.positions, "row", "rows");
        let visits = counted(self.occurrences, "visit", "visits");
        let files = counted(self.files as u64, "file", "files");
        format!("<zobrist.runs.Combined: {positions} of positions, {visits}, {files}>")
    }

    fn __getnewargs__(&self) -> (u64, u64, usize) {
        (self.positions, self.occurrences, self.files)
    }
}

/// The progress of a build.
///
/// Attributes:
///     runs: the number of runs of the plan.
///     runs_done: the numbers of the runs that are done, ascending.
///     ranges_done: pairs: the number of a range that is merged, and of how many.
///
/// >>> import zobrist.runs
/// >>> _ = zobrist.runs.plan(f"{tmp}/status", "data/club.pgn.gz")
/// >>> zobrist.runs.status(f"{tmp}/status")
/// <zobrist.runs.Status: 0 of 1 run done, no ranges>
#[pyclass(frozen, module = "zobrist.runs", get_all)]
#[derive(Debug)]
pub(crate) struct Status {
    runs: usize,
    runs_done: Vec<u32>,
    ranges_done: Vec<(u32, u32)>,
}

impl From<zobrist_index::runs::Status> for Status {
    fn from(status: zobrist_index::runs::Status) -> Status {
        let zobrist_index::runs::Status { runs, runs_done, ranges_done, .. } = status;
        Status { runs, runs_done, ranges_done }
    }
}

#[pymethods]
impl Status {
    fn __repr__(&self) -> String {
        let runs = counted(self.runs as u64, "run", "runs");
        let ranges = match self.ranges_done.len() {
            0 => "no ranges".to_owned(),
            ranges => counted(ranges as u64, "range", "ranges"),
        };
        format!("<zobrist.runs.Status: {} of {runs} done, {ranges}>", self.runs_done.len())
    }
}

/// The numbers of a run.
#[derive(Clone, Copy, Debug, FromPyObject, IntoPyObject)]
pub(crate) struct Counts {
    #[pyo3(item)]
    pub(super) run: u32,
    #[pyo3(item)]
    pub(super) games: u64,
    #[pyo3(item)]
    pub(super) positions: u64,
    #[pyo3(item)]
    pub(super) rejected: u64,
    #[pyo3(item)]
    pub(super) below_elo: u64,
    #[pyo3(item)]
    pub(super) shortened: u64,
    #[pyo3(item)]
    pub(super) partial: u64,
}

/// A row of rejections.
#[derive(Clone, Debug, FromPyObject, IntoPyObject)]
pub(crate) struct Row {
    #[pyo3(item)]
    file: String,
    #[pyo3(item)]
    line: u64,
    #[pyo3(item)]
    offset: u64,
    #[pyo3(item)]
    reason: String,
    #[pyo3(item)]
    piece: Option<u64>,
}

impl Row {
    pub(super) fn of(row: &Bound<PyAny>) -> PyResult<Row> {
        row.extract()
    }
}

impl From<Row> for Rejection {
    fn from(row: Row) -> Rejection {
        let Row { file, line, offset, reason, piece } = row;
        Rejection::new(Arc::from(file), line, offset, reason).of_piece(piece)
    }
}

/// A run that was pickled.
#[pyfunction(name = "_built_run")]
pub(crate) fn built_run(py: Python, counts: Counts, rejections: Vec<Row>) -> PyResult<BuiltRun> {
    let Counts { run, games, positions, rejected, below_elo, shortened, partial } = counts;
    let rejections = Py::new(py, table_of_rows(rejections))?;
    Ok(BuiltRun { run, games, positions, rejected, below_elo, shortened, partial, rejections })
}

/// The counts of the committed index, with what the plan has left out and the rejections of its
/// runs.
#[pyfunction(name = "_built_by_tasks")]
pub(crate) fn built_by_tasks(
    py: Python,
    built: Option<&Bound<Built>>,
    left_out: Vec<String>,
    rejections: Vec<Row>,
) -> PyResult<Built> {
    let rejections = table_of_rows(rejections);
    match built {
        Some(built) => built.get().with(py, left_out, rejections),
        None => Built::new(py, None, left_out, rejections),
    }
}

fn table_of_rows(rows: Vec<Row>) -> crate::table::Table {
    table_with_pieces(&rows.into_iter().map(Rejection::from).collect::<Vec<_>>())
}
