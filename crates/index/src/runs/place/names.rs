//! The names, within the folder of an index, of what a build by many tasks keeps there.

use crate::folder::BUILDING;

/// The plan.
pub(in crate::runs) const PLAN: &str = ".building/plan.json";
/// Records of runs that are done.
pub(in crate::runs) const RUNS: &str = ".building/runs";
/// The records of all runs in one file, for tasks that need all of them.
pub(in crate::runs) const ALL_RUNS: &str = ".building/runs.json";
/// Records of ranges that are done.
pub(in crate::runs) const RANGES: &str = ".building/ranges";
/// Folders in which tasks are at work.
pub(super) const TASKS: &str = ".building/tasks";

/// A number that no other attempt has, by the randomness that the standard library gives hash maps.
pub(in crate::runs) fn new_attempt() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id())
}

/// The name of a file of a run in `.building`.
pub(in crate::runs) fn in_building(name: &str) -> String {
    format!("{BUILDING}/{name}")
}

/// The sum by which a plan knows the manifest that it was made for.
pub(super) fn sum_of_manifest(text: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(text))
}
