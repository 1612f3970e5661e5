//! The folder of an index as tasks on many machines use it: whole files come into it under names of
//! their own, and nobody holds a lock.

mod exclusive;
mod folder;
mod local;
mod names;
mod opening;
#[cfg(feature = "object-storage")]
mod remote;

pub(super) use exclusive::Exclusive;
pub(super) use folder::Place;
pub(super) use names::{ALL_RUNS, PLAN, RANGES, RUNS, in_building, new_attempt};
pub(super) use opening::{open, open_exclusive};
