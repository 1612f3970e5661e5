//! An index that many tasks build, on one machine or on many: a plan cuts the sources into runs,
//! each run is built on its own, ranges of the keys are merged over all runs, and a last step makes
//! the whole of it the index.
//!
//! A scheduler has four things to do, each of them a function: [`plan`], then a [`RunBuilder`] for
//! each run, then [`combine`] for each range of the keys, then [`commit`]. A task needs nothing but
//! the folder and its number. It can be repeated, be run twice at once, or be killed: the names of
//! its files carry its attempt, and only what its record names counts.
//!
//! No engine shuffles the visits: they would cross the network as rows larger than the finished
//! tables, and no engine writes these files, with their order, encodings and checksums. The engine
//! only hands out tasks, and any scheduler can do that.

mod combine;
mod commit;
mod counts;
mod kept_ends;
mod place;
mod plan;
mod planning;
mod record;
mod run;
mod task_files;

pub use combine::{RangeCounts, combine};
pub use commit::{abandon, commit};
pub use plan::{MAX_RUNS, Plan, PlannedRun, PlannedSource, RunPieces};
pub use planning::{PlanOptions, RunTask, plan, plan_again};
pub use record::{Status, status};
pub use run::{RunBuilder, RunCounts};
