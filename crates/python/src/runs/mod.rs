//! `zobrist.runs`: an index that many tasks build.

mod planned;
mod results;
mod work;

pub(crate) use self::planned::{Plan, plan};
pub(crate) use self::results::{BuiltRun, Combined, Status, built_by_tasks, built_run};
pub(crate) use self::work::{abandon, combine, commit, run, status};
