//! The folder of an index as tasks on many machines use it: whole files come into it under names of
//! their own, and no task locks it.

mod exclusive;
mod folder;
mod local;
mod names;
mod opening;
#[cfg(feature = "object-storage")]
mod remote;

pub(super) use exclusive::Exclusive;
pub(super) use folder::{Place, Work};
pub(super) use names::{PLAN, new_attempt, of_plan, sum_of_manifest};
pub(super) use opening::{open, open_exclusive};
