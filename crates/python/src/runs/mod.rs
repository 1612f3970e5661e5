//! `zobrist.runs`: an index that many tasks build.

mod from_values;
mod options;
mod planned;
mod results;
mod values;
mod work;

pub(crate) use self::from_values::{built_by_tasks, built_run};
pub(crate) use self::planned::{Plan, plan};
pub(crate) use self::results::{BuiltRun, Combined, Status};
pub(crate) use self::work::{abandon, combine, commit, run, status};
