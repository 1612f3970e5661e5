//! Records of tasks: the files that a task has made, once all of them are in place, and the
//! progress of a build by them.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use zobrist_shakmaty::parallel;

use super::counts::SourceCounts;
use super::place::{BuildFolder, open};
use super::plan::Plan;
use crate::error::IndexError;
use crate::format::Parts;
use crate::format::folder::table_of;
use crate::format::manifest::{GamesFile, KeyedFile};
use crate::format::table::{GameColumns, OccurrenceColumns, PositionColumns, Table};
use zobrist_tables::sum;

/// A run that is done. The names of the fields are stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct RunRecord {
    /// The id of the plan.
    pub(super) plan: String,
    /// The number of the run, from 1.
    pub(super) run: u32,
    /// The sources of the run, in their order.
    pub(super) sources: Vec<SourceCounts>,
    /// The number of bytes of text of a piece.
    pub(super) text_bytes: u64,
    /// The bits by which the keyed files are cut.
    pub(super) part_bits: u32,
    /// Its files, in `.building`.
    pub(super) positions: Vec<KeyedFile>,
    pub(super) occurrences: Vec<KeyedFile>,
    /// Its files of games, in their place; none without games.
    pub(super) games: Vec<GamesFile>,
}

/// A range of the keys that is merged.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct RangeRecord {
    pub(super) plan: String,
    /// The number of the range, from 1, and the number of ranges.
    pub(super) range: u32,
    pub(super) of: u32,
    /// The bits by which the files are cut.
    pub(super) part_bits: u32,
    /// The number of files of each table in all ranges.
    pub(super) files: [usize; 2],
    /// Its files, in their place.
    pub(super) positions: Vec<KeyedFile>,
    pub(super) occurrences: Vec<KeyedFile>,
}

/// A record of a task of one type: runs and ranges have numbers.
pub(super) trait Record: Serialize + DeserializeOwned {
    /// The folder of the records, among the files of the plan.
    const FOLDER: &'static str;

    type Number: Copy + Ord;

    /// The id of the plan and the number of the task.
    fn of_task(&self) -> (&str, Self::Number);

    /// Checks what is used of it, before anything that it says is believed.
    ///
    /// # Errors
    /// A sentence with what was expected and what came.
    fn check(&self, plan: &Plan) -> Result<(), String>;

    /// The first fields of a name, without those of the attempt.
    fn name(number: Self::Number) -> String;

    /// The number of a name, but for the fields of the attempt.
    fn number(name: &str) -> Option<Self::Number>;
}

impl Record for RunRecord {
    const FOLDER: &'static str = "runs";

    type Number = u32;

    fn of_task(&self) -> (&str, u32) {
        (&self.plan, self.run)
    }

    fn check(&self, plan: &Plan) -> Result<(), String> {
        check_tables(self.part_bits, &self.positions, &self.occurrences)?;
        let index = (self.run as usize).checked_sub(1);
        let planned = index.and_then(|index| plan.runs.get(index)).ok_or("no such run")?;
        let (expected, got) = (planned.pieces.sources().len(), self.sources.len());
        if got != expected {
            return Err(format!("expected {expected} sources, got {got}"));
        }
        match self.games.iter().find(|games| table_of(&games.file) != Some(GameColumns::NAME)) {
            Some(games) => Err(format!("expected a file of games, got {:?}", games.file)),
            None => Ok(()),
        }
    }

    fn name(number: u32) -> String {
        format!("{number:06}")
    }

    fn number(name: &str) -> Option<u32> {
        name.parse().ok()
    }
}

impl Record for RangeRecord {
    const FOLDER: &'static str = "ranges";

    type Number = (u32, u32);

    fn of_task(&self) -> (&str, (u32, u32)) {
        (&self.plan, (self.of, self.range))
    }

    fn check(&self, _: &Plan) -> Result<(), String> {
        check_tables(self.part_bits, &self.positions, &self.occurrences)
    }

    fn name((of, range): (u32, u32)) -> String {
        format!("{range:06}-of-{of:06}")
    }

    fn number(name: &str) -> Option<(u32, u32)> {
        let (range, of) = name.split_once("-of-")?;
        Some((of.parse().ok()?, range.parse().ok()?))
    }
}

/// The name of a record among the files of the plan, such as `runs/000003-17.json`.
fn name_of<R: Record>(number: R::Number, attempt: u64) -> String {
    format!("{}/{}-{attempt}.json", R::FOLDER, R::name(number))
}

/// The number and the attempt of a record of this name; `None` if it is not one.
fn parse<R: Record>(file: &str) -> Option<(R::Number, u64)> {
    let (task, attempt) = file.strip_suffix(".json")?.rsplit_once('-')?;
    let (number, attempt) = (R::number(task)?, attempt.parse().ok()?);
    (name_of::<R>(number, attempt).rsplit_once('/')?.1 == file).then_some((number, attempt))
}

/// Writes a record: from then on the task is done.
///
/// # Errors
/// When it cannot be written, or its plan is not that of the folder any more.
pub(super) fn write<R: Record>(
    place: &dyn BuildFolder,
    plan: &Plan,
    attempt: u64,
    record: &R,
) -> Result<(), IndexError> {
    // Its files may have taken long to write.
    place.expect_plan(plan)?;
    place.write(&plan.within(&name_of::<R>(record.of_task().1, attempt)), &text_of(record))
}

/// The text of a record or of several.
fn text_of(content: &impl Serialize) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(content).expect("a record can be written as JSON");
    sum::add(&mut text);
    text
}

/// The names of all records of a kind, by the numbers of their tasks: of several attempts the one
/// with the lowest number.
///
/// # Errors
/// When they cannot be listed.
pub(super) fn list<R: Record>(
    place: &dyn BuildFolder,
    plan: &Plan,
) -> Result<BTreeMap<R::Number, String>, IndexError> {
    let mut found: BTreeMap<R::Number, u64> = BTreeMap::new();
    for file in place.names(&plan.within(R::FOLDER))? {
        if let Some((number, attempt)) = parse::<R>(&file) {
            let least = found.entry(number).or_insert(attempt);
            *least = attempt.min(*least);
        }
    }
    let name = |(number, attempt)| (number, plan.within(&name_of::<R>(number, attempt)));
    Ok(found.into_iter().map(name).collect())
}

/// Reads records, some at once, in their order.
///
/// # Errors
/// When one is missing or damaged, or of another plan or task.
pub(super) fn read_all<R: Record + Send>(
    place: &dyn BuildFolder,
    plan: &Plan,
    records: &[(R::Number, &String)],
) -> Result<Vec<R>, IndexError>
where
    R::Number: Sync,
{
    parallel::try_map(records, AT_ONCE, |(number, name)| read::<R>(place, plan, *number, name))
}

/// Number of records that are read at once: from a store, each is a request.
const AT_ONCE: NonZeroUsize = NonZeroUsize::new(16).expect("not zero");

fn read<R: Record>(
    place: &dyn BuildFolder,
    plan: &Plan,
    number: R::Number,
    name: &str,
) -> Result<R, IndexError> {
    let path: PathBuf = place.path().join(name);
    let damaged = |what: String| IndexError::Plan { path: path.clone(), what };
    let text = place.read(name)?.ok_or_else(|| IndexError::MissingFile(path.clone()))?;
    sum::check(&text).map_err(damaged)?;
    let record: R = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
    if record.of_task() != (plan.id(), number) {
        return Err(damaged("expected the record of a task of this plan, got another".to_owned()));
    }
    record.check(plan).map_err(damaged)?;
    Ok(record)
}

/// The records of all runs of a plan in one file, which the first task that needs them writes. From
/// then on they are the runs of all tasks, whatever attempts end later; and hundreds of small files
/// would take each task long to read from a store.
const ALL_RUNS: &str = "runs.json";

/// The records of all runs of a plan, in their order.
///
/// # Errors
/// When runs are missing, or a record cannot be read.
pub(super) fn all_runs(place: &dyn BuildFolder, plan: &Plan) -> Result<Vec<RunRecord>, IndexError> {
    if let Some(runs) = joined_runs(place, plan)? {
        return Ok(runs);
    }
    let found = list::<RunRecord>(place, plan)?;
    let numbers = 1..=plan.runs.len() as u32;
    let missing: Vec<u32> = numbers.clone().filter(|run| !found.contains_key(run)).collect();
    if !missing.is_empty() {
        return Err(missing_runs(place.path(), plan, missing));
    }
    let records: Vec<_> = numbers.map(|run| (run, &found[&run])).collect();
    let runs = read_all::<RunRecord>(place, plan, &records)?;
    place.write_new(&plan.within(ALL_RUNS), &text_of(&AllRuns { runs }))?;
    let path = || place.path().join(plan.within(ALL_RUNS));
    joined_runs(place, plan)?.ok_or_else(|| IndexError::MissingFile(path()))
}

fn joined_runs(place: &dyn BuildFolder, plan: &Plan) -> Result<Option<Vec<RunRecord>>, IndexError> {
    let name = plan.within(ALL_RUNS);
    let Some(text) = place.read(&name)? else { return Ok(None) };
    let damaged = |what: String| IndexError::Plan { path: place.path().join(&name), what };
    sum::check(&text).map_err(damaged)?;
    let AllRuns::<Vec<RunRecord>> { runs } =
        serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
    let expected = (1..=plan.runs.len() as u32).map(|run| (plan.id(), run));
    if !runs.iter().map(Record::of_task).eq(expected) {
        return Err(damaged(
            "expected the records of all runs of this plan, got others".to_owned(),
        ));
    }
    runs.iter().try_for_each(|run| run.check(plan)).map_err(damaged)?;
    Ok(Some(runs))
}

#[derive(Serialize, Deserialize)]
struct AllRuns<R> {
    runs: R,
}

/// Checks what is used of the keyed files of a record.
fn check_keyed(table: &str, files: &[KeyedFile], parts: Parts) -> Result<(), String> {
    for KeyedFile { file, parts: (first, end), .. } in files {
        if table_of(file) != Some(table) {
            return Err(format!("expected the name of a file of {table}, got {file:?}"));
        }
        if first >= end || *end > parts.len() {
            return Err(format!("expected parts up to {}, got {first} to {end}", parts.len()));
        }
    }
    Ok(())
}

/// Checks the tables of a record, whose keys are cut by `bits` bits.
fn check_tables(
    bits: u32,
    positions: &[KeyedFile],
    occurrences: &[KeyedFile],
) -> Result<(), String> {
    let parts = Parts::by(bits).ok_or_else(|| format!("expected 8 to 16 part_bits, got {bits}"))?;
    check_keyed(PositionColumns::NAME, positions, parts)?;
    check_keyed(OccurrenceColumns::NAME, occurrences, parts)
}

fn missing_runs(path: &Path, plan: &Plan, missing: Vec<u32>) -> IndexError {
    IndexError::MissingRuns { path: path.to_owned(), of: plan.runs.len(), missing }
}

/// The tasks of a build that are done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Status {
    /// The number of runs of the plan.
    pub runs: usize,
    /// The numbers of the runs that are done, ascending.
    pub runs_done: Vec<u32>,
    /// The ranges that are merged: the number of each, and how many ranges there were then,
    /// ascending by the latter.
    pub ranges_done: Vec<(u32, u32)>,
}

/// Returns how far the build that is planned in a folder has come.
///
/// Cost: the names of the records are listed; none is read.
///
/// # Errors
/// When there is no plan, or the folder cannot be read.
pub fn status(folder: impl AsRef<Path>) -> Result<Status, IndexError> {
    let place = open(folder.as_ref())?;
    let plan = place.plan()?;
    let runs_done = list::<RunRecord>(&*place, &plan)?.into_keys();
    let ranges_done = list::<RangeRecord>(&*place, &plan)?.into_keys();
    Ok(Status {
        runs: plan.runs.len(),
        runs_done: runs_done.filter(|run| *run as usize <= plan.runs.len()).collect(),
        ranges_done: ranges_done.map(|(of, range)| (range, of)).collect(),
    })
}
