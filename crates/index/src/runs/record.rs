//! What a task says about the files that it has made, once all of them are in place.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::counts::SourceCounts;
use super::place::{ALL_RUNS, Place, RANGES, RUNS};
use super::plan::Plan;
use crate::error::IndexError;
use crate::manifest::{GamesFile, KeyedFile, sum};

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

/// What a task was: runs and ranges have numbers.
pub(super) trait Record: Serialize + DeserializeOwned {
    /// The folder of the records.
    const FOLDER: &'static str;

    type Number: Copy + Ord;

    /// The id of the plan and the number of the task.
    fn of_task(&self) -> (&str, Self::Number);

    /// The first fields of a name, without those of the attempt.
    fn name(number: Self::Number) -> String;

    /// The number of a name, but for the fields of the attempt.
    fn number(name: &str) -> Option<Self::Number>;
}

impl Record for RunRecord {
    const FOLDER: &'static str = RUNS;

    type Number = u32;

    fn of_task(&self) -> (&str, u32) {
        (&self.plan, self.run)
    }

    fn name(number: u32) -> String {
        format!("{number:06}")
    }

    fn number(name: &str) -> Option<u32> {
        name.parse().ok()
    }
}

impl Record for RangeRecord {
    const FOLDER: &'static str = RANGES;

    type Number = (u32, u32);

    fn of_task(&self) -> (&str, (u32, u32)) {
        (&self.plan, (self.of, self.range))
    }

    fn name((of, range): (u32, u32)) -> String {
        format!("{range:06}-of-{of:06}")
    }

    fn number(name: &str) -> Option<(u32, u32)> {
        let (range, of) = name.split_once("-of-")?;
        Some((of.parse().ok()?, range.parse().ok()?))
    }
}

/// The name of a record, such as `.building/runs/000003-17.json`.
pub(super) fn name_of<R: Record>(number: R::Number, attempt: u64) -> String {
    format!("{}/{}-{attempt}.json", R::FOLDER, R::name(number))
}

/// The number and the attempt of a record of this name; `None` if it is not one.
pub(super) fn parse<R: Record>(file: &str) -> Option<(R::Number, u64)> {
    let (task, attempt) = file.strip_suffix(".json")?.rsplit_once('-')?;
    let (number, attempt) = (R::number(task)?, attempt.parse().ok()?);
    (name_of::<R>(number, attempt).rsplit_once('/')?.1 == file).then_some((number, attempt))
}

/// Writes a record: from then on the task is done.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write<R: Record>(
    place: &dyn Place,
    attempt: u64,
    record: &R,
) -> Result<(), IndexError> {
    let mut text = serde_json::to_vec_pretty(record).expect("a record can be written as JSON");
    sum::add(&mut text);
    place.write(&name_of::<R>(record.of_task().1, attempt), &text)
}

/// The names of all records of a kind, by the numbers of their tasks: of several attempts the one with
/// the lowest number.
///
/// # Errors
/// When they cannot be listed.
pub(super) fn list<R: Record>(
    place: &dyn Place,
) -> Result<BTreeMap<R::Number, String>, IndexError> {
    let mut found: BTreeMap<R::Number, u64> = BTreeMap::new();
    for file in place.names(R::FOLDER)? {
        if let Some((number, attempt)) = parse::<R>(&file) {
            let least = found.entry(number).or_insert(attempt);
            *least = attempt.min(*least);
        }
    }
    Ok(found.into_iter().map(|(number, attempt)| (number, name_of::<R>(number, attempt))).collect())
}

/// Reads a record.
///
/// # Errors
/// When it is missing, damaged, or of another plan or task.
pub(super) fn read<R: Record>(
    place: &dyn Place,
    plan: &Plan,
    number: R::Number,
    name: &str,
) -> Result<R, IndexError> {
    let path: PathBuf = place.path().join(name);
    let damaged = |what: String| IndexError::Plan { path: path.clone(), what };
    let text = place.read(name)?.ok_or_else(|| IndexError::MissingFile(path.clone()))?;
    sum::check(&text).map_err(damaged)?;
    let record: R = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
    let (id, task) = record.of_task();
    if (id, task) != (&*plan.id, number) {
        return Err(damaged("expected the record of a task of this plan, got another".to_owned()));
    }
    Ok(record)
}

/// The records of all runs of a plan, in their order.
///
/// # Errors
/// When runs are missing, or a record cannot be read.
pub(super) fn all_runs(place: &dyn Place, plan: &Plan) -> Result<Vec<RunRecord>, IndexError> {
    if let Some(runs) = joined_runs(place, plan)? {
        return Ok(runs);
    }
    let found = list::<RunRecord>(place)?;
    let numbers = 1..=plan.runs.len() as u32;
    let missing: Vec<u32> = numbers.clone().filter(|run| !found.contains_key(run)).collect();
    if !missing.is_empty() {
        return Err(missing_runs(place.path(), plan, missing));
    }
    let runs = numbers.map(|run| read(place, plan, run, &found[&run]));
    let runs = runs.collect::<Result<Vec<RunRecord>, _>>()?;
    let mut text = serde_json::to_vec_pretty(&AllRuns { runs: &runs })
        .expect("records can be written as JSON");
    sum::add(&mut text);
    // Several tasks may do so at once, and get into each other's way: it only saves time.
    place.write(ALL_RUNS, &text).ok();
    Ok(runs)
}

/// The records of all runs, as the first task that needed them has joined them: hundreds of small files
/// would take each task long to read from a store.
fn joined_runs(place: &dyn Place, plan: &Plan) -> Result<Option<Vec<RunRecord>>, IndexError> {
    let Some(text) = place.read(ALL_RUNS)? else { return Ok(None) };
    let AllRuns::<Vec<RunRecord>> { runs } =
        match sum::check(&text).map(|()| serde_json::from_slice(&text)) {
            Ok(Ok(all)) => all,
            // Another task may just be writing it, on a disk that machines share.
            _ => return Ok(None),
        };
    let expected = (1..=plan.runs.len() as u32).map(|run| (&*plan.id, run));
    Ok(runs.iter().map(Record::of_task).eq(expected).then_some(runs))
}

#[derive(Serialize, Deserialize)]
struct AllRuns<R> {
    runs: R,
}

fn missing_runs(path: &Path, plan: &Plan, missing: Vec<u32>) -> IndexError {
    IndexError::MissingRuns { path: path.to_owned(), of: plan.runs.len(), missing }
}
