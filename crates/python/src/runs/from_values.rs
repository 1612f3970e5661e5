//! Results from their values, as they come from another process.

use std::sync::Arc;

use pyo3::prelude::*;
use zobrist_files::Rejection;

use super::results::BuiltRun;
use crate::build::Built;
use crate::rejected::table_with_pieces;

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

/// What was committed, with what the plan has left out and the rejections of its runs.
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
