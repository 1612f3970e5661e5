//! Making the plan of an index that many tasks build.
//!
//! Games get their numbers before they are read. If runs had to know how many games the others
//! have, the tables of games would be written twice, or all runs would wait for the last. Gaps cost
//! little: twice the numbers are one bit more in those columns.

use std::io;
use std::path::{Path, absolute};

use zobrist_storage::remote::{is_url, without_secrets};

use super::place::{Exclusive, Work, open, open_exclusive};
use super::plan::{FORMAT, PLAN, Plan, PlannedRun, PlannedSource, RunPieces, VERSION, new_attempt};
use crate::build::{already_in, divide};
use crate::error::IndexError;
use crate::format::folder::{MAX_GAMES, read_manifest_if_any};
use crate::format::manifest::Manifest;
use crate::format::{SourceFile, key_scheme};
use crate::options::BuildOptions;

/// The options for [planning](plan) an index that many tasks build.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PlanOptions {
    /// The options of building. Memory and threads are those of each task, and of no use here;
    /// [`Select::dedup`](crate::Select::dedup) must be `None`, since no task sees all games.
    pub build: BuildOptions,
    /// True if the games are added to the index that the folder holds. Its scheme is then theirs.
    pub add: bool,
}

/// The reading of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunTask {
    /// Some of the sources.
    pub pieces: RunPieces,
    /// The number of games for which numbers are kept free. A run that has more of them gives the
    /// others numbers after those of all runs.
    pub room: u64,
}

impl RunTask {
    /// Creates a run of some of the sources, with numbers for `room` games.
    #[must_use]
    pub const fn new(pieces: RunPieces, room: u64) -> RunTask {
        RunTask { pieces, room }
    }
}

/// Plans an index that many tasks build: writes the plan into a folder, which is created if
/// missing. The games get their numbers here, so that runs need not wait for each other; between
/// those of two runs there may be gaps.
///
/// `runs` read all of `sources`, each byte once and in their order. Planning the same again returns
/// the plan that is there.
///
/// ```
/// use zobrist_index::runs::{PlanOptions, RunPieces, RunTask, plan};
/// use zobrist_index::SourceFile;
///
/// # let folder = std::env::temp_dir().join(format!("zobrist-plan-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let games = folder.join("games.pgn");
/// # std::fs::write(&games, "1. e4 e5 1-0\n")?;
/// let sources = vec![SourceFile::new(&games)];
/// let run = RunTask::new(RunPieces::Files(0..1), 1000);
/// let plan = plan(folder.join("index"), PlanOptions::default(), sources, vec![run])?;
/// assert_eq!((plan.runs()[0].first, plan.runs()[0].bound), (0, 1000));
/// # std::fs::remove_dir_all(folder).ok();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a source is not a file, the folder holds a plan already, or an index that the options
/// neither add to nor replace; with `add`, when there is none, or it holds some of the sources;
/// with [`Select::dedup`](crate::Select::dedup); as
/// [`IndexBuilder::create`](crate::IndexBuilder::create).
pub fn plan(
    folder: impl AsRef<Path>,
    options: PlanOptions,
    sources: Vec<SourceFile>,
    runs: Vec<RunTask>,
) -> Result<Plan, IndexError> {
    let PlanOptions { build, add } = options;
    let path = folder.as_ref();
    if build.select.dedup.is_some() {
        return Err(IndexError::DedupOfPlan);
    }
    if !add {
        key_scheme::check_new(&build.scheme)?;
    }
    let sources_of_plan = sources.iter().map(planned_source).collect::<Result<Vec<_>, _>>()?;
    let folder = open_to_plan(path, &|old| start(path, old, &build, add, &sources))?;
    let old = plan_of(&*folder)?;
    let is_other = |old: &Plan| {
        let has_scheme = || old.manifest.has_scheme_of(&Manifest::new(&build.scheme));
        old.adds != add || !(add || has_scheme())
    };
    let manifest = match &old {
        Some(old) if is_other(old) => return Err(IndexError::Planned(without_secrets(path))),
        Some(old) => old.manifest.clone(),
        None => start(path, folder.manifest(), &build, add, &sources)?,
    };
    let mut next = manifest.next_game();
    let runs = runs.into_iter().map(|RunTask { pieces, room }| {
        let first = next;
        next = next.saturating_add(room).min(MAX_GAMES);
        PlannedRun { first, bound: next, pieces }
    });
    let plan = Plan {
        format: FORMAT.to_owned(),
        version: VERSION,
        id: new_id(),
        select: build.select,
        keep_valid: build.keep_valid,
        encoding: build.encoding,
        partial: build.partial,
        files: build.files,
        present: None,
        outcome: None,
        adds: add,
        manifest,
        sources: sources_of_plan,
        runs: runs.collect(),
    };
    put(&*folder, old, plan)
}

impl Plan {
    /// Reads the plan that stands in a folder.
    ///
    /// # Errors
    /// When there is none, it is damaged or of another version, or the folder cannot be read.
    pub fn read(folder: impl AsRef<Path>) -> Result<Plan, IndexError> {
        open(folder.as_ref())?.plan()
    }

    /// Reads a plan from its file or URL, such as the `.building/plan.json` of another folder.
    ///
    /// # Errors
    /// When the file is missing or cannot be read, or is no plan of this version.
    pub fn read_file(path: impl AsRef<Path>) -> Result<Plan, IndexError> {
        let path = path.as_ref();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let none = || io::Error::from(io::ErrorKind::NotFound);
        let missing = || IndexError::io("read", &without_secrets(path), none());
        let place = open(folder.unwrap_or(Path::new(".")));
        let place = place.map_err(|error| match error {
            IndexError::NoPlan(_) => missing(),
            error => error,
        })?;
        Plan::of_text(&place.read(name)?.ok_or_else(missing)?, &without_secrets(path))
    }
}

/// Plans in another folder what is planned in one: the same runs, with the same numbers of games.
/// `replace` is as [`BuildOptions::replace`]. The games of a plan that adds to an index are then
/// those of an index of their own.
///
/// # Errors
/// As [`plan`], but for the sources.
pub fn plan_again(
    folder: impl AsRef<Path>,
    plan: &Plan,
    replace: bool,
) -> Result<Plan, IndexError> {
    let mut options = plan.options(folder.as_ref())?;
    options.replace = replace;
    let path = folder.as_ref();
    let folder = open_to_plan(path, &|old| start(path, old, &options, false, &[]))?;
    let old = plan_of(&*folder)?;
    let mut manifest = match &old {
        Some(old) if !old.manifest.has_scheme_of(&plan.manifest) => {
            return Err(IndexError::Planned(without_secrets(path)));
        }
        Some(old) => old.manifest.clone(),
        None => start(path, folder.manifest(), &options, false, &[])?,
    };
    manifest.part_bits = plan.manifest.part_bits;
    let plan = Plan { manifest, adds: false, outcome: None, id: new_id(), ..plan.clone() };
    put(&*folder, old, plan)
}

/// The plan of a folder, if it has one.
fn plan_of(folder: &dyn Exclusive) -> Result<Option<Plan>, IndexError> {
    match folder.place().plan() {
        Ok(plan) => Ok(Some(plan)),
        Err(IndexError::NoPlan(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a plan to a folder that has none. If the one that it has is the same, that stays.
fn put(folder: &dyn Exclusive, old: Option<Plan>, mut plan: Plan) -> Result<Plan, IndexError> {
    let place = folder.place();
    if let Some(old) = old {
        let Plan { id, present, outcome, .. } = old.clone();
        return match old == (Plan { id, present, outcome, ..plan }) {
            true => Ok(old),
            false => Err(IndexError::Planned(place.path().to_owned())),
        };
    }
    plan.present = folder.sum().map(str::to_owned);
    plan.check().map_err(|what| IndexError::Plan { path: place.path().join(PLAN), what })?;
    folder.write_plan(&plan.text())?;
    // Files of interrupted builds are of no use any more.
    folder.clean()?;
    place.remove_work(Work::OfAllBut(plan.id()))?;
    Ok(plan)
}

/// An id that no other plan has.
fn new_id() -> String {
    format!("{:016x}", new_attempt())
}

/// Opens a folder for a plan. One that `start` refuses for its index, or that holds something else,
/// stays as it is: a lock on a disk is a file.
fn open_to_plan(
    path: &Path,
    start: &dyn Fn(Option<&Manifest>) -> Result<Manifest, IndexError>,
) -> Result<Box<dyn Exclusive>, IndexError> {
    let has_plan = || open(path).is_ok_and(|place| place.plan().is_ok());
    if !is_url(path) && !has_plan() {
        start(read_manifest_if_any(path)?.as_ref())?;
    }
    open_exclusive(path)
}

/// The manifest to which the games will come, given that of the index in the folder, if there is
/// one.
fn start(
    path: &Path,
    old: Option<&Manifest>,
    build: &BuildOptions,
    add: bool,
    sources: &[SourceFile],
) -> Result<Manifest, IndexError> {
    let path = || without_secrets(path);
    let mut manifest = match old {
        Some(old) if add => {
            let known = already_in(sources, &old.sources);
            if !build.again && !known.is_empty() {
                return Err(IndexError::AlreadyIn(known));
            }
            old.clone()
        }
        None if add => return Err(IndexError::NotAnIndex(path())),
        Some(_) if !build.replace => return Err(IndexError::Exists(path())),
        old => {
            let mut manifest = Manifest::new(&build.scheme);
            // The files of both must have different names.
            manifest.next_segment = old.map_or(1, |old| old.next_segment);
            manifest
        }
    };
    divide(&mut manifest, build);
    Ok(manifest)
}

/// A source as tasks find it.
fn planned_source(source: &SourceFile) -> Result<PlannedSource, IndexError> {
    // The plan is text, and no place for secrets.
    let shown = without_secrets(&source.path);
    if shown != source.path {
        let what =
            "expected a URL without a query, user name and password, which the plan would keep";
        return Err(IndexError::io("plan", &shown, io::Error::other(what)));
    }
    let not_a_file = || IndexError::NotAFile(source.path.clone());
    let (bytes, modified) = source.version.ok_or_else(not_a_file)?;
    let path = if is_url(&source.path) {
        source.path.clone()
    } else {
        absolute(&source.path).map_err(|error| IndexError::io("open", &source.path, error))?
    };
    if path.to_str().is_none() {
        return Err(not_a_file());
    }
    Ok(PlannedSource { file: source.name.clone(), path, bytes, modified })
}
