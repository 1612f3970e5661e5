//! The progress of a build by many tasks.

use std::path::Path;

use super::place::open;
use super::record::{self, RangeRecord, RunRecord};
use crate::error::IndexError;

/// The tasks of a build that are done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Status {
    /// The number of runs of the plan.
    pub runs: usize,
    /// The numbers of the runs that are done, ascending.
    pub runs_done: Vec<u32>,
    /// The ranges that are merged: the number of each, and how many ranges there were then, ascending by
    /// the latter.
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
    let runs_done = record::list::<RunRecord>(&*place, &plan)?.into_keys();
    let ranges_done = record::list::<RangeRecord>(&*place, &plan)?.into_keys();
    Ok(Status {
        runs: plan.runs.len(),
        runs_done: runs_done.filter(|run| *run as usize <= plan.runs.len()).collect(),
        ranges_done: ranges_done.map(|(of, range)| (range, of)).collect(),
    })
}
