//! Runs all tasks of a plan on this machine.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zobrist_index::MergeOptions;
use zobrist_index::runs::Plan;
use zobrist_ingest::runs;
use zobrist_input::Listener;

use super::built::Built;
use super::reading::Watching;
use crate::error::{Failure, of_run};
use crate::rejected::Rejections;
use crate::work::{Counters, Progress, long};

/// The error of arguments that a plan has, too.
pub(super) fn excluded() -> PyErr {
    PyValueError::new_err(
        "plan: expected no paths, and no options but replace, memory, threads and progress, since the \
         plan has the others",
    )
}

/// Builds the index of the plan in a file.
///
/// # Errors
/// As `build_index`.
pub(super) fn build(
    py: Python,
    folder: &Path,
    plan: &PathBuf,
    replace: bool,
    options: MergeOptions,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Built> {
    let plan = py.detach(|| Plan::read_file(plan)).map_err(Failure::from)?;
    let total = plan.sources().iter().map(|source| source.bytes).sum();
    let progress = Progress::new(py, progress, "reading games", "B", Some(total))?;
    let counters = Arc::new(Counters::default());
    let (built, rejections) = long(py, &progress, &counters, || {
        let mut watching = Watching { counters: &counters, rejections: Rejections::default() };
        let listener = Arc::clone(&counters) as Arc<dyn Listener>;
        let built = runs::build(folder, &plan, replace, options, &listener, &mut watching);
        (built, watching.rejections)
    })?;
    let built = built.map_err(of_run)?;
    Built::new(py, Some(built), Vec::new(), rejections.table_with_pieces())
}
