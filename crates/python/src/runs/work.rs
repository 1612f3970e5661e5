//! `zobrist.runs.run`, `combine`, `commit`, `abandon` and `status`.

use std::path::Path;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use zobrist_index::runs::RunPieces;
use zobrist_index::{IndexError, MergeOptions};
use zobrist_input::Listener;

use super::results::{BuiltRun, Combined, Status};
use crate::arguments::{folder_of, memory_of};
use crate::build::{Built, Watching};
use crate::error::{Failure, of_run};
use crate::rejected::Rejections;
use crate::work::{Counters, Progress, long, threads as number_of_threads};

/// Builds one run of a plan.
///
/// Any machine that sees the folder and the files can do it, all runs at the same time. A run that
/// failed, or was killed, is built again by another call; one that is built twice, even at the same
/// time, counts once.
///
/// Args:
///     folder: the folder of the plan.
///     number: the number of the run, from 1.
///     threads: by default one for each core.
///     memory: a number of bytes, or a size such as ``"512MiB"``, at least 16 MiB; each thread
///         needs about 25 MiB more. For large files, give what the machine has: a run larger than
///         its memory is written and merged in segments.
///     progress: as in ``build_index``.
///
/// Returns:
///     What was read: a BuiltRun.
///
/// Raises:
///     PlanError: there is no plan, or no such run; a file has changed since it was planned; or the
///         build was committed or abandoned meanwhile.
///     ReadError: a file is missing, or fails while it is read: ``file``, ``line`` and ``offset``
///         say where. Nothing is kept of the run then.
///     KeyboardInterrupt: on Ctrl-C. Nothing is kept of the run.
///
/// Cost: as ``build_index``.
///
/// >>> import zobrist.runs
/// >>> _ = zobrist.runs.plan(f"{tmp}/one", "data/club.pgn.gz")
/// >>> zobrist.runs.run(f"{tmp}/one", 1).games
/// 320
#[pyfunction]
#[pyo3(signature = (folder, number, *, threads = None, memory = None, progress = None))]
#[pyo3(text_signature = "(folder, number, *, threads=None, memory='1GiB', progress=None)")]
pub(crate) fn run(
    py: Python,
    folder: &Bound<PyAny>,
    number: i64,
    threads: Option<i64>,
    memory: Option<&Bound<PyAny>>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<BuiltRun> {
    let folder = folder_of("folder", folder)?;
    let number = task_number("number", number)?;
    let options = merge_options(threads, memory)?;
    let is_silent = progress.is_some_and(|asked| asked.is(PyBool::new(py, false)));
    let total = if is_silent { None } else { py.detach(|| bytes_of_run(&folder, number)) };
    let progress = Progress::new(py, progress, "reading games", "B", total)?;
    let counters = Arc::new(Counters::default());
    let (built, rejections) = long(py, &progress, &counters, || {
        let mut watching = Watching { counters: &counters, rejections: Rejections::default() };
        let listener = Arc::clone(&counters) as Arc<dyn Listener>;
        let built = zobrist_ingest::runs::run(&folder, number, options, &listener, &mut watching);
        (built, watching.rejections)
    })?;
    let zobrist_index::runs::RunCounts { run, built, .. } = built.map_err(of_run)?;
    Ok(BuiltRun {
        run,
        games: built.games,
        positions: built.positions,
        rejected: built.rejected,
        below_elo: built.below_elo,
        shortened: built.shortened,
        partial: built.partial,
        rejections: Py::new(py, rejections.table_with_pieces())?,
    })
}

/// The bytes on the disk that a run reads; `None` if that is not known.
fn bytes_of_run(folder: &Path, number: u32) -> Option<u64> {
    let plan = zobrist_index::runs::Plan::read(folder).ok()?;
    let run = plan.runs().get(usize::try_from(number).ok()?.checked_sub(1)?)?;
    Some(match &run.pieces {
        RunPieces::Files(files) => {
            plan.sources()[files.clone()].iter().map(|source| source.bytes).sum()
        }
        RunPieces::Piece { begin, end, .. } => end - begin,
    })
}

/// Merges a range of the keys over all runs, which must be done.
///
/// Any machine that sees the folder can do it, all ranges at the same time. All calls must have the
/// same number of ranges. The files of the tables are shared out among the ranges: of more ranges
/// than files, some have nothing to do. It cannot be stopped half-way: KeyboardInterrupt comes once
/// it is done.
///
/// Args:
///     folder: the folder of the plan.
///     number: the number of the range, from 1.
///     of: the number of ranges, at most 65,536.
///     threads, memory: as in ``run``; each run takes 2 MiB on each thread.
///
/// Returns:
///     What was merged: a Combined.
///
/// Raises:
///     PlanError: there is no plan, or no such range; runs are missing; or the build was committed
///         or abandoned meanwhile.
///     DataError: a file of a run is damaged.
///     ReadError: a file cannot be read or written.
///
/// Cost: what the runs have of the range is read and written once.
///
/// >>> import zobrist.runs
/// >>> _ = zobrist.runs.plan(f"{tmp}/merge", "data/club.pgn.gz", files_per_table=4)
/// >>> _ = zobrist.runs.run(f"{tmp}/merge", 1)
/// >>> [zobrist.runs.combine(f"{tmp}/merge", number, 2).files for number in (1, 2)]
/// [4, 4]
#[pyfunction]
#[pyo3(signature = (folder, number, of, *, threads = None, memory = None))]
#[pyo3(text_signature = "(folder, number, of, *, threads=None, memory='1GiB')")]
pub(crate) fn combine(
    py: Python,
    folder: &Bound<PyAny>,
    number: i64,
    of: i64,
    threads: Option<i64>,
    memory: Option<&Bound<PyAny>>,
) -> PyResult<Combined> {
    let folder = folder_of("folder", folder)?;
    let (number, of) = (task_number("number", number)?, task_number("of", of)?);
    let options = merge_options(threads, memory)?;
    alone(py, || zobrist_index::runs::combine(&folder, number, of, options)).map(Combined::from)
}

/// Makes what the runs and ranges have made the index.
///
/// The manifest is written last; then the runs are removed, and what tasks have left that were
/// given up. A commit that was killed is completed by another.
///
/// Args:
///     folder: the folder of the plan.
///
/// Returns:
///     What was added: a Built; its ``rejections`` are empty, since the runs have returned them.
///
/// Raises:
///     PlanError: there is no plan; runs or ranges are missing, and the message has their numbers;
///         or the index has changed since the plan was made. Nothing is lost then.
///     ZobristError: another process is at work in the folder.
///
/// Cost: some milliseconds; for S3, a request for each run and each range, and to remove each file
/// of a run.
///
/// >>> import zobrist.runs
/// >>> _ = zobrist.runs.plan(f"{tmp}/last", "data/club.pgn.gz")
/// >>> try:
/// ...     zobrist.runs.commit(f"{tmp}/last")
/// ... except zobrist.PlanError as error:
/// ...     print(str(error).replace(str(tmp), "tmp"))
/// tmp/last: expected 1 finished run, got 0; build what is missing: 1; zobrist.runs.run builds one
#[pyfunction]
#[pyo3(text_signature = "(folder)")]
pub(crate) fn commit(py: Python, folder: &Bound<PyAny>) -> PyResult<Built> {
    let folder = folder_of("folder", folder)?;
    let built = alone(py, || zobrist_index::runs::commit(&folder))?;
    Built::new(py, Some(built), Vec::new(), Rejections::default().table_with_pieces())
}

/// Gives a build up: removes the plan, and what its runs and ranges have made.
///
/// The index of the folder, if there is one, stays as it is.
///
/// Args:
///     folder: the folder of the plan.
///
/// Raises:
///     PlanError: there is no plan.
///     ZobristError: another process is at work in the folder.
///
/// >>> import zobrist.runs
/// >>> _ = zobrist.runs.plan(f"{tmp}/no", "data/club.pgn.gz")
/// >>> zobrist.runs.abandon(f"{tmp}/no")
#[pyfunction]
#[pyo3(text_signature = "(folder)")]
pub(crate) fn abandon(py: Python, folder: &Bound<PyAny>) -> PyResult<()> {
    let folder = folder_of("folder", folder)?;
    alone(py, || zobrist_index::runs::abandon(&folder))
}

/// Progress of the build planned in a folder.
///
/// Args:
///     folder: the folder of the plan.
///
/// Returns:
///     The runs and ranges that are done: a Status.
///
/// Raises:
///     PlanError: there is no plan.
///
/// Cost: two folders are listed.
///
/// >>> import zobrist.runs
/// >>> _ = zobrist.runs.plan(f"{tmp}/far", "data/club.pgn.gz")
/// >>> _ = zobrist.runs.run(f"{tmp}/far", 1)
/// >>> zobrist.runs.status(f"{tmp}/far").runs_done
/// [1]
#[pyfunction]
#[pyo3(text_signature = "(folder)")]
pub(crate) fn status(py: Python, folder: &Bound<PyAny>) -> PyResult<Status> {
    let folder = folder_of("folder", folder)?;
    alone(py, || zobrist_index::runs::status(&folder)).map(Status::from)
}

/// The number of a run or range.
///
/// # Errors
/// ValueError when no plan can have it.
fn task_number(name: &str, number: i64) -> PyResult<u32> {
    u32::try_from(number).map_err(|_| {
        PyValueError::new_err(format!("{name}: expected a number from 1, got {number}"))
    })
}

/// Works without the lock of the interpreter.
fn alone<T: Send>(py: Python, work: impl FnOnce() -> Result<T, IndexError> + Send) -> PyResult<T> {
    let counters = Arc::new(Counters::default());
    Ok(long(py, &Progress::none(), &counters, work)?.map_err(Failure::from)?)
}

fn merge_options(threads: Option<i64>, memory: Option<&Bound<PyAny>>) -> PyResult<MergeOptions> {
    let mut options = MergeOptions::default();
    options.memory = memory_of(memory)?;
    options.threads = number_of_threads(threads)?;
    Ok(options)
}
