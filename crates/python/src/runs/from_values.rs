//! Results from their values, as they come from another process.

use pyo3::prelude::*;
use zobrist_game_text::Rejection;

use super::results::BuiltRun;
use super::values::{Counts, Row};
use crate::build::Built;
use crate::rejected::table_with_pieces;

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
