//! Runs all tasks of a plan on this machine.

use std::path::Path;
use std::sync::Arc;

use zobrist_index::runs::{self, Plan, combine, commit, plan_again};
use zobrist_index::{BuildCounts, MergeOptions};
use zobrist_input::Listener;

use super::run::read_run;
use crate::error::IngestError;
use crate::watch::Watch;

/// Builds on this machine, in a folder of its own, the index that a plan has many tasks build: the
/// same runs, one after the other, with the same numbers of games. Runs that an earlier call has
/// completed are not built again. `replace` is as
/// [`BuildOptions::replace`](zobrist_index::BuildOptions::replace).
///
/// # Errors
/// As [`run`](super::run()), [`plan_again`], [`combine`] and [`commit`].
pub fn build(
    folder: &Path,
    plan: &Plan,
    replace: bool,
    options: MergeOptions,
    listener: &Arc<dyn Listener>,
    watch: &mut dyn Watch,
) -> Result<BuildCounts, IngestError> {
    let plan = plan_again(folder, plan, replace)?;
    let done = runs::status(folder)?.runs_done;
    for number in (1..=plan.runs().len() as u32).filter(|run| !done.contains(run)) {
        read_run(folder, number, options, listener, watch)?.finish()?;
    }
    watch.reading_ended();
    if watch.wants_stop() {
        return Err(IngestError::RunStopped { run: plan.runs().len() as u32 });
    }
    combine(folder, 1, 1, options)?;
    Ok(commit(folder)?)
}
