//! The names, within the folder of an index, of what a build by many tasks keeps there.

/// The plan.
pub(in crate::runs) const PLAN: &str = ".building/plan.json";

/// The folder, within `.building`, of what the tasks of a plan make: those of no other plan.
pub(super) fn folder_of_plan(id: &str) -> String {
    format!("plan-{id}")
}

/// The id of the plan whose folder this is.
pub(super) fn id_of(folder: &str) -> Option<&str> {
    folder.strip_prefix("plan-")
}

/// The name of a file or folder of the tasks of a plan.
pub(in crate::runs) fn of_plan(id: &str, name: &str) -> String {
    format!(".building/{}/{name}", folder_of_plan(id))
}

/// A number that no other attempt has, by the randomness that the standard library gives hash maps.
pub(in crate::runs) fn new_attempt() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id())
}

/// The sum by which a plan knows the manifest that it was made for.
pub(in crate::runs) fn sum_of_manifest(text: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(text.trim_ascii_end()))
}
