//! `zobrist.runs.plan`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use zobrist_index::remote::without_secrets;
use zobrist_index::runs::{MAX_RUNS, PlanOptions};
use zobrist_index::{IndexError, TextEncoding};
use zobrist_ingest::{IngestError, Sources};
use zobrist_input::counted;
use zobrist_shakmaty::pgn::Language;

use crate::arguments::{
    elo_of, encoding_of, files_per_table, folder_of, language_of, paths_of, plies_of,
};
use crate::error::{Failure, of_run};
use crate::scheme::scheme_of;
use crate::work::{Counters, Progress, long};

/// The plan of an index: its sources, cut into runs.
///
/// Attributes:
///     runs: the number of runs, which are numbered from 1; 0 if all files were left out, and then
///         nothing was planned.
///     numbers: for each run a pair: the number of its first game, and the number after the last
///         one that is kept free for its games. Numbers that no game gets are gaps.
///     files: the names of the files, as the index stores them.
///     left_out: names of files that were named twice, or are in the index already.
///     adds: True if the games are added to the index that the folder holds.
///     scheme: the name of the scheme.
///
/// >>> import zobrist.runs
/// >>> zobrist.runs.plan(f"{tmp}/planned", ["data/club.pgn.gz", "data/engine-games.pgn.gz"], runs=2)
/// <zobrist.runs.Plan: 2 runs of 2 files>
#[pyclass(frozen, module = "zobrist.runs", get_all)]
#[derive(Debug)]
pub(crate) struct Plan {
    runs: usize,
    numbers: Vec<(u64, u64)>,
    files: Vec<String>,
    left_out: Vec<String>,
    adds: bool,
    scheme: String,
}

#[pymethods]
impl Plan {
    fn __len__(&self) -> usize {
        self.runs
    }

    fn __bool__(&self) -> bool {
        self.runs > 0
    }

    fn __repr__(&self) -> String {
        let runs = counted(self.runs as u64, "run", "runs");
        let files = counted(self.files.len() as u64, "file", "files");
        format!("<zobrist.runs.Plan: {runs} of {files}>")
    }
}

/// Plans an index that many tasks build, on one machine or on many.
///
/// The files are cut into runs of about the same size, and the games get their numbers, so that
/// runs need not wait for each other. The plan stands in the folder, as ``.building/plan.json``,
/// until the build is committed or abandoned; planning the same again returns it. Then come ``run``
/// for each run, ``combine`` for each range of the keys, and ``commit``.
///
/// A file that ``pzstd`` has compressed is cut where it must be; any other is read by one run as a
/// whole.
///
/// Args:
///     folder: a folder, or an ``s3://`` URL, that all machines see by this name; new, unless
///         ``add`` or ``replace``.
///     paths: a path or a list of them, which all machines see; URLs ``s3://``, ``https://`` and
///         ``http://``, too. Nothing but paths comes to the tasks.
///     runs: at most this many runs, from 1 to 4,096; by default one for each 4 GiB on the disk.
///     add: the games are added to the index that the folder holds, by its scheme.
///     again: with ``add``, add files that are in the index already.
///     scheme: as in ``build_index``; by default ``fide``, and with ``add`` that of the index.
///     replace, max_ply, min_elo, keep_valid, partial, relative, encoding, language,
///         files_per_table: as in ``build_index``; without ``encoding``, a piece of a file goes by
///         its own text. There is no ``dedup``, since no task sees all games.
///
/// Returns:
///     The number of runs, and what was left out: a Plan.
///
/// Raises:
///     FileExistsError: the folder holds an index already.
///     PlanError: the folder holds another plan.
///     DataError: the folder holds something else, or with ``add`` no index.
///     ReadError: a file is missing, or is a pipe.
///     SchemeError: there is no such scheme, or it does not suit an index.
///
/// Cost: the first MiB of each file is read.
///
/// >>> import zobrist.runs
/// >>> folder = f"{tmp}/many"
/// >>> plan = zobrist.runs.plan(folder, ["data/club.pgn.gz", "data/engine-games.pgn.gz"], runs=2)
/// >>> [zobrist.runs.run(folder, number).games for number in range(1, plan.runs + 1)]
/// [320, 2000]
/// >>> _ = zobrist.runs.combine(folder, 1, 1)
/// >>> zobrist.runs.commit(folder)
/// <zobrist.Built: 2320 games, 253767 positions>
#[pyfunction]
#[pyo3(signature = (
    folder, paths, *, runs = None, files_per_table = None, add = false, replace = false,
    again = false, scheme = None, max_ply = None, min_elo = None, keep_valid = false,
    partial = false, relative = false, encoding = None, language = None, **others
))]
#[pyo3(
    text_signature = "(folder, paths, *, runs=None, files_per_table=None, add=False, replace=False, again=False, scheme=None, max_ply=None, min_elo=None, keep_valid=False, partial=False, relative=False, encoding=None, language=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are the options of Python's caller")]
pub(crate) fn plan(
    py: Python,
    folder: &Bound<PyAny>,
    paths: &Bound<PyAny>,
    runs: Option<i64>,
    files_per_table: Option<usize>,
    add: bool,
    replace: bool,
    again: bool,
    scheme: Option<&Bound<PyAny>>,
    max_ply: Option<i64>,
    min_elo: Option<i64>,
    keep_valid: bool,
    partial: bool,
    relative: bool,
    encoding: Option<&str>,
    language: Option<&str>,
    others: Option<&Bound<PyDict>>,
) -> PyResult<Plan> {
    refuse_others("plan", others)?;
    let given = PlanArguments {
        scheme,
        add,
        replace,
        again,
        max_ply,
        min_elo,
        keep_valid,
        partial,
        encoding: encoding_of(encoding)?,
        language: language_of(language)?,
        files_per_table,
    };
    let options = given.options(py)?;
    let (folder, paths) = (folder_of("folder", folder)?, paths_of("paths", paths)?);
    let runs = runs.map(number_of_runs).transpose()?;
    let planning = || make(&folder, &paths, relative, options, runs);
    long(py, &Progress::none(), &Arc::new(Counters::default()), planning)?.map_err(PyErr::from)
}

fn number_of_runs(runs: i64) -> PyResult<NonZeroUsize> {
    let number = usize::try_from(runs).ok().filter(|runs| *runs <= MAX_RUNS);
    number
        .and_then(NonZeroUsize::new)
        .ok_or_else(|| PyValueError::new_err(format!("runs: expected 1 to {MAX_RUNS}, got {runs}")))
}

/// Plans, without the files that the index has already.
fn make(
    folder: &PathBuf,
    paths: &[PathBuf],
    relative: bool,
    options: PlanOptions,
    runs: Option<NonZeroUsize>,
) -> Result<Plan, Failure> {
    let mut sources = Sources::find(paths)?.with_paths_as_given(relative);
    let name = |path: &PathBuf| without_secrets(path).to_string_lossy().into_owned();
    let mut left_out: Vec<String> =
        sources.named_again().iter().map(|again| name(&again.path)).collect();
    let adds = options.add;
    loop {
        match zobrist_ingest::runs::plan(folder, &sources, options.clone(), runs) {
            Err(IngestError::Index(IndexError::AlreadyIn(known))) => {
                left_out.extend(sources.leave_out(&known).into_iter().map(|known| known.name));
            }
            Err(error) => return Err(of_run(error)),
            Ok(plan) => {
                return Ok(Plan {
                    runs: plan.runs().len(),
                    numbers: plan.runs().iter().map(|run| (run.first, run.bound)).collect(),
                    files: plan.sources().iter().map(|source| source.file.clone()).collect(),
                    left_out,
                    adds: plan.adds(),
                    scheme: plan.scheme().to_owned(),
                });
            }
        }
        if sources.files().is_empty() {
            let (numbers, files) = (Vec::new(), Vec::new());
            let scheme = zobrist_index::Index::open(folder)?.scheme().name().to_owned();
            return Ok(Plan { runs: 0, numbers, files, left_out, adds, scheme });
        }
    }
}

/// The arguments of `plan` in Python that become options.
#[derive(Debug)]
pub(super) struct PlanArguments<'a, 'py> {
    pub(super) scheme: Option<&'a Bound<'py, PyAny>>,
    pub(super) add: bool,
    pub(super) replace: bool,
    pub(super) again: bool,
    pub(super) max_ply: Option<i64>,
    pub(super) min_elo: Option<i64>,
    pub(super) keep_valid: bool,
    pub(super) partial: bool,
    pub(super) encoding: Option<TextEncoding>,
    pub(super) language: Language,
    pub(super) files_per_table: Option<usize>,
}

impl PlanArguments<'_, '_> {
    /// The options of a plan.
    ///
    /// # Errors
    /// ValueError for options that exclude each other, SchemeError when there is no such scheme.
    pub(super) fn options(&self, py: Python) -> PyResult<PlanOptions> {
        let excluded = [
            (
                "replace",
                self.add && self.replace,
                "without add=True: games are added, or replace those",
            ),
            ("scheme", self.add && self.scheme.is_some(), "without add=True: the index has one"),
            ("again", self.again && !self.add, "with add=True alone"),
        ];
        for (name, is_wrong, expected) in excluded {
            if is_wrong {
                return Err(PyValueError::new_err(format!("{name}: expected it {expected}")));
            }
        }
        let mut options = PlanOptions::default();
        options.add = self.add;
        let fide = PyString::new(py, "fide").into_any();
        let build = &mut options.build;
        build.scheme = scheme_of(self.scheme.unwrap_or(&fide), None)?;
        (build.replace, build.again) = (self.replace, self.again);
        (build.keep_valid, build.partial) = (self.keep_valid, self.partial);
        (build.encoding, build.select.language) = (self.encoding, self.language);
        (build.select.max_ply, build.select.min_elo) =
            (plies_of(self.max_ply)?, elo_of(self.min_elo)?);
        build.files = files_per_table(self.files_per_table)?;
        Ok(options)
    }
}

/// Refuses other options by name.
///
/// # Errors
/// ValueError for `dedup`, which says what to do, and TypeError for others. Both name the function.
fn refuse_others(function: &str, others: Option<&Bound<PyDict>>) -> PyResult<()> {
    let Some(others) = others else { return Ok(()) };
    for (name, value) in others {
        let name: String = name.extract()?;
        if name != "dedup" {
            let reason = format!("{function}() got an unexpected keyword argument {name:?}");
            return Err(pyo3::exceptions::PyTypeError::new_err(reason.replace('"', "'")));
        }
        if value.is_truthy()? {
            return Err(PyValueError::new_err(
                "dedup: expected none, since no task sees all games; build on one machine by \
                 zobrist.build_index(folder, paths, dedup=True), or build with duplicates and list \
                 them by the command `zobrist index duplicates`",
            ));
        }
    }
    Ok(())
}
