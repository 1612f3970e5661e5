//! `zobrist.build_index`, `add`, `merge` and `verify`.

mod built;
mod planned;
mod reading;

use std::env;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use zobrist_index::{BuildOptions, Index, IndexError, MergeOptions, Select};
use zobrist_input::counted;

pub(crate) use self::built::{Built, counts_in_words};
use self::reading::{GameReader, ReadResult};
pub(crate) use self::reading::{PARTIAL, Watching};
use crate::arguments::{
    bytes_of, dedup_of, elo_of, encoding_of, files_per_table as table_files, language_of,
    memory_of, paths_of, plies_of,
};
use crate::error::{Class, Failure};
use crate::scheme::scheme_of;
use crate::work::{Counters, Progress, long, threads as number_of_threads};

/// Builds an index from files of games in PGN, plain or compressed by zstd, gzip, bzip2, xz or zip.
///
/// A game that cannot be replayed is left out, counted and listed in the result; so is a file that
/// is named twice. Nothing stands at ``folder`` until all is written. When a file fails, or on
/// Ctrl-C, what was read is kept, and the same call continues from there.
///
/// Args:
///     folder: a new folder, or one that an earlier call has left unfinished.
///     paths: a path or a list of them; URLs ``https://``, ``http://`` and ``s3://``, too.
///     plan: instead of ``paths``, the file ``.building/plan.json`` of ``zobrist.runs.plan``: this
///         call builds what many tasks build by it, with the same numbers of games. ``replace``,
///         ``memory``, ``threads`` and ``progress`` count alone then.
///     scheme: when two positions count as the same: the name of a scheme, the path of its file, or
///         a Scheme. Its hashes have 64 bits.
///     replace: replace the index that the folder holds, once the new one is complete.
///     max_ply: use only this many plies of each game.
///     min_elo: use only games with both Elos at least this.
///     dedup: True or ``"exact"``: of games with the same start, moves, result, names and date the
///         first alone; ``"players"``: the same moves and result, surnames that agree and dates
///         that can.
///     keep_valid: take a game with a bad move up to there.
///     partial: accept the readable part of a file that fails, such as an archive that is cut.
///     relative: store the paths as they are given, not as absolute ones.
///     encoding: of names that are not UTF-8, such as ``"windows-1250"``, ``"koi8-r"`` or
///         ``"gbk"``; by default the one that such names of a file look like, of which a
///         ``UserWarning`` tells.
///     language: read the letters of pieces of this language, such as ``"de"`` for Sf3; English by
///         default.
///     files_per_table: files of the tables of positions and of occurrences, from 1 to 65,536; by
///         default they have 128 to 256 MB.
///     memory: a number of bytes, or a size such as ``"512MiB"``, at least 16 MiB; each thread
///         needs about 25 MiB more.
///     threads: by default one for each core.
///     progress: as in ``hash``; the unit is bytes of the files.
///
/// Returns:
///     What was added and left out: a Built.
///
/// Raises:
///     FileExistsError: the folder holds an index already.
///     DataError: the folder holds something else.
///     ReadError: a file is missing, or fails while it is read: ``file``, ``line`` and ``offset``
///         say where. Nothing was put into the index.
///     SchemeError: there is no such scheme, or it does not suit an index.
///     KeyboardInterrupt: on Ctrl-C. If all was read by then, the index is completed first.
///
/// Cost: three to four million positions a second and core (bench/README.md), and about 27 bytes
/// for each on the disk, half as much again meanwhile. Other Python threads run.
///
/// >>> import zobrist
/// >>> built = zobrist.build_index(f"{tmp}/built", "data/club.pgn.gz", max_ply=40)
/// >>> built.rejected, len(built.rejections), built.left_out
/// (0, 0, [])
/// >>> len(zobrist.Index(f"{tmp}/built")) == built.games
/// True
#[pyfunction]
#[pyo3(signature = (
    folder, paths = None, *, plan = None, scheme = None, replace = false, max_ply = None,
    min_elo = None, dedup = None, keep_valid = false, partial = false, relative = false,
    encoding = None, language = None, files_per_table = None, memory = None, threads = None, progress = None
))]
#[pyo3(
    text_signature = "(folder, paths=None, *, plan=None, scheme='fide', replace=False, max_ply=None, min_elo=None, dedup=False, keep_valid=False, partial=False, relative=False, encoding=None, language=None, files_per_table=None, memory='1GiB', threads=None, progress=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are the options of Python's caller")]
pub(crate) fn build_index(
    py: Python,
    folder: PathBuf,
    paths: Option<&Bound<PyAny>>,
    plan: Option<PathBuf>,
    scheme: Option<&Bound<PyAny>>,
    replace: bool,
    max_ply: Option<i64>,
    min_elo: Option<i64>,
    dedup: Option<&Bound<PyAny>>,
    keep_valid: bool,
    partial: bool,
    relative: bool,
    encoding: Option<&str>,
    language: Option<&str>,
    files_per_table: Option<usize>,
    memory: Option<&Bound<PyAny>>,
    threads: Option<i64>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Built> {
    let mut options = BuildOptions::default();
    let fide = PyString::new(py, "fide").into_any();
    options.scheme = scheme_of(scheme.unwrap_or(&fide), None)?;
    (options.replace, options.partial, options.keep_valid) = (replace, partial, keep_valid);
    (options.select.max_ply, options.select.min_elo) = (plies_of(max_ply)?, elo_of(min_elo)?);
    options.select.dedup = dedup_of(dedup)?;
    options.files = table_files(files_per_table)?;
    options.memory = memory_of(memory)?;
    options.threads = number_of_threads(threads)?;
    options.encoding = encoding_of(encoding)?;
    options.select.language = language_of(language)?;
    if let Some(plan) = plan {
        let has_flag = partial || keep_valid || relative || encoding.is_some();
        let has_others = options.select != Select::default() || options.files.is_some();
        if paths.is_some() || scheme.is_some() || has_flag || has_others {
            return Err(planned::excluded());
        }
        let mut merging = MergeOptions::default();
        (merging.memory, merging.threads) = (options.memory, options.threads);
        return planned::build(py, &folder, &plan, replace, merging, progress);
    }
    let Some(paths) = paths else {
        return Err(PyTypeError::new_err("build_index() needs paths, or a plan"));
    };
    let reading = GameReader { folder, paths: paths_of("paths", paths)?, relative, options };
    run(py, reading, progress, GameReader::build)
}

/// Adds files of games to an index.
///
/// Nothing that is there is rebuilt: the new games become a segment, and a look-up reads one more
/// file until ``merge`` makes one of all. A file that is in the index already, by its name, size
/// and time or by its bytes, is left out, and ``left_out`` of the result names it.
///
/// Args:
///     folder: the folder of the index.
///     paths: a path or a list of them.
///     again: add files that are in the index already.
///     wait: how many seconds to wait while another process writes to the index or checks it.
///     max_ply, min_elo, dedup, keep_valid, partial, relative, encoding, language, memory, threads,
///         progress: as in ``build_index``; games are compared with those of the index, too.
///
/// Returns:
///     What was added and left out: a Built.
///
/// Raises:
///     DataError: the folder holds no index, or a damaged one.
///     ReadError: as ``build_index``; the index is as it was.
///     ZobristError: another process still uses the index.
///     KeyboardInterrupt: on Ctrl-C. If all was read by then, the games are added first.
///
/// Cost: that of building an index of the added games.
///
/// >>> import zobrist
/// >>> _ = zobrist.build_index(f"{tmp}/added", "data/club.pgn.gz")
/// >>> zobrist.add(f"{tmp}/added", ["data/club.pgn.gz"]).left_out
/// ['data/club.pgn.gz']
#[pyfunction]
#[pyo3(signature = (
    folder, paths, *, again = false, wait = 600.0, max_ply = None, min_elo = None, dedup = None,
    keep_valid = false, partial = false, relative = false, encoding = None, language = None, memory = None,
    threads = None, progress = None
))]
#[pyo3(
    text_signature = "(folder, paths, *, again=False, wait=600.0, max_ply=None, min_elo=None, dedup=False, keep_valid=False, partial=False, relative=False, encoding=None, language=None, memory='1GiB', threads=None, progress=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are the options of Python's caller")]
pub(crate) fn add(
    py: Python,
    folder: PathBuf,
    paths: &Bound<PyAny>,
    again: bool,
    wait: f64,
    max_ply: Option<i64>,
    min_elo: Option<i64>,
    dedup: Option<&Bound<PyAny>>,
    keep_valid: bool,
    partial: bool,
    relative: bool,
    encoding: Option<&str>,
    language: Option<&str>,
    memory: Option<&Bound<PyAny>>,
    threads: Option<i64>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Built> {
    let mut options = BuildOptions::default();
    (options.again, options.partial, options.keep_valid) = (again, partial, keep_valid);
    (options.select.max_ply, options.select.min_elo) = (plies_of(max_ply)?, elo_of(min_elo)?);
    options.select.dedup = dedup_of(dedup)?;
    options.memory = memory_of(memory)?;
    options.threads = number_of_threads(threads)?;
    options.encoding = encoding_of(encoding)?;
    options.select.language = language_of(language)?;
    let wait = seconds(wait)?;
    let reading = GameReader { folder, paths: paths_of("paths", paths)?, relative, options };
    run(py, reading, progress, |reading, counters| {
        reading.add(counters, |append| patiently(wait, counters, append))
    })
}

/// Merges all segments of an index into one, so that a look-up reads one file.
///
/// It cannot be stopped half-way: KeyboardInterrupt comes once it is done.
///
/// Args:
///     folder: the folder of the index.
///     files_per_table, memory, threads: as in ``build_index``.
///     wait: as in ``add``.
///
/// Returns:
///     The ``games`` and ``positions`` of the index: a Built.
///
/// Raises:
///     DataError: the folder holds no index, or a damaged one.
///     ZobristError: another process still uses the index.
///
/// Cost: about as long as building took, and meanwhile up to twice the size of the index on the
/// disk.
///
/// >>> import zobrist
/// >>> _ = zobrist.build_index(f"{tmp}/merged", "data/club.pgn.gz")
/// >>> _ = zobrist.add(f"{tmp}/merged", "data/club.pgn.gz", again=True)
/// >>> zobrist.merge(f"{tmp}/merged").games == len(zobrist.Index(f"{tmp}/merged"))
/// True
#[pyfunction]
#[pyo3(signature = (
    folder, *, files_per_table = None, wait = 600.0, memory = None, threads = None
))]
#[pyo3(
    text_signature = "(folder, *, files_per_table=None, wait=600.0, memory='1GiB', threads=None)"
)]
pub(crate) fn merge(
    py: Python,
    folder: PathBuf,
    files_per_table: Option<usize>,
    wait: f64,
    memory: Option<&Bound<PyAny>>,
    threads: Option<i64>,
) -> PyResult<Built> {
    let mut options = MergeOptions::default();
    options.files = table_files(files_per_table)?;
    options.memory = memory_of(memory)?;
    options.threads = number_of_threads(threads)?;
    let wait = seconds(wait)?;
    let counters = Arc::new(Counters::default());
    let merge = || -> Result<(u64, u64), Failure> {
        patiently(wait, &counters, &mut || zobrist_index::merge(&folder, options))?;
        let index = Index::open(&folder)?;
        Ok((index.games(), index.info().occurrences.rows))
    };
    let (games, positions) = long(py, &Progress::none(), &counters, merge)??;
    Built::of_merged(py, games, positions)
}

/// Checks every row of an index against its games.
///
/// It compares the checksums of the files, replays all stored games and compares the rows that they
/// give with those of the tables. Nothing is written in the folder of the index. KeyboardInterrupt
/// comes once it is done.
///
/// Args:
///     folder: the folder of the index.
///     temp: a folder for temporary files, as large as the index; by default the system's.
///     memory, threads: as in ``build_index``.
///
/// Raises:
///     DataError: the folder holds no index, or the index has faults: the message has their number
///         and the first ten.
///
/// Cost: about as much as building the index took.
///
/// >>> import zobrist
/// >>> _ = zobrist.build_index(f"{tmp}/sound", "data/club.pgn.gz")
/// >>> zobrist.verify(f"{tmp}/sound")
#[pyfunction]
#[pyo3(signature = (folder, *, temp = None, memory = None, threads = None))]
#[pyo3(text_signature = "(folder, *, temp=None, memory='1GiB', threads=None)")]
pub(crate) fn verify(
    py: Python,
    folder: PathBuf,
    temp: Option<PathBuf>,
    memory: Option<&Bound<PyAny>>,
    threads: Option<i64>,
) -> PyResult<()> {
    const SHOWN: usize = 10;
    let (memory, threads) = (memory_of(memory)?, number_of_threads(threads)?);
    let temp = temp.unwrap_or_else(env::temp_dir);
    let mut first: Vec<String> = Vec::new();
    let mut report = |fault: &str| {
        if first.len() < SHOWN {
            first.push(fault.to_owned());
        }
    };
    let counters = Arc::new(Counters::default());
    let verify = || zobrist_index::verify_in(&folder, temp, memory, threads, &mut report);
    let faults = long(py, &Progress::none(), &counters, verify)?.map_err(Failure::from)?;
    if faults == 0 {
        return Ok(());
    }
    let found = counted(faults, "fault", "faults");
    let reason = format!("{found} in {}; build the index again", folder.display());
    Err(Failure::new(Class::Data, format!("{reason}: {}", first.join("; "))).into())
}

/// Reads files into an index, with progress.
fn run(
    py: Python,
    reading: GameReader,
    progress: Option<&Bound<PyAny>>,
    work: impl FnOnce(GameReader, &Arc<Counters>) -> Result<ReadResult, Failure> + Send,
) -> PyResult<Built> {
    let total = bytes_of(&reading.paths);
    let progress = Progress::new(py, progress, "reading games", "B", total)?;
    let counters = Arc::new(Counters::default());
    let done = long(py, &progress, &counters, || work(reading, &counters))??;
    Built::new(py, done.built, done.left_out, done.rejections.table())
}

/// Time between two attempts to use an index.
const PAUSE: Duration = Duration::from_millis(200);

/// Tries again while another process uses the index, for some time or until the work is to stop.
fn patiently<T>(
    wait: Duration,
    counters: &Counters,
    attempt: &mut dyn FnMut() -> Result<T, IndexError>,
) -> Result<T, IndexError> {
    let start = Instant::now();
    loop {
        let error = match attempt() {
            Err(error @ IndexError::Busy(_)) => error,
            result => return result,
        };
        let left = wait.saturating_sub(start.elapsed());
        if left.is_zero() || counters.is_stopped() {
            return Err(error);
        }
        thread::sleep(left.min(PAUSE));
    }
}

fn seconds(wait: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(wait).map_err(|_| {
        PyValueError::new_err(format!("wait: expected a number of seconds from 0, got {wait}"))
    })
}
