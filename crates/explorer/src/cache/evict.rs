//! Removing cached indexes that nobody uses.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::contents::{CachedIndex, contents, is_lock, is_ours, last_use};
use super::entry::Entry;
use super::lock;
use super::marks::MARKS;

/// The result of trying to remove a cached index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removed {
    /// The index is gone.
    Yes,
    /// A process reads or builds it.
    InUse,
}

/// Removes the longest unused indexes until all take at most `limit` bytes, and what killed runs
/// have left. An index that is larger by itself goes first. `own` and those that another process
/// uses stay.
///
/// # Errors
/// When the folder cannot be listed, or an index cannot be removed; the others are removed then.
pub(crate) fn evict(own: &Entry, limit: u64) -> io::Result<()> {
    let mut all = contents(own.cache())?;
    let mut total: u64 = all.iter().map(CachedIndex::bytes).sum();
    all.sort_by_key(|kept| (kept.has_folder, kept.bytes() <= limit, kept.used));
    let mut failed = None;
    for kept in all {
        // An entry without a folder is left of a killed run.
        let is_too_much = total > limit || !kept.has_folder;
        if !is_too_much || kept.entry == *own {
            continue;
        }
        // Somebody may have used it since.
        if last_use(&kept.entry) != kept.used {
            continue;
        }
        match remove(&kept) {
            Ok(Removed::Yes) => total -= kept.bytes(),
            Ok(Removed::InUse) => {}
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    failed.map_or(Ok(()), Err)
}

/// Removes what is in the cache of an index, unless somebody uses it.
///
/// # Errors
/// When something cannot be removed.
pub fn remove(kept: &CachedIndex) -> io::Result<Removed> {
    let Some(_held) = lock::alone_if_free(&kept.entry.used())? else { return Ok(Removed::InUse) };
    let parts = kept.parts.iter().map(|(part, _)| part);
    for folder in parts.chain([&kept.entry.folder()]) {
        if is_ours(folder) {
            remove_folder(folder)?;
        }
    }
    remove_locks(&kept.entry)?;
    Ok(Removed::Yes)
}

/// Removes the lock files of an index that is not there, unless somebody uses them.
///
/// # Errors
/// When they cannot be removed.
pub(crate) fn remove_if_empty(entry: &Entry) -> io::Result<()> {
    let is_there = |path: &Path| fs::symlink_metadata(path).is_ok();
    if is_there(&entry.folder()) || !is_there(&entry.used()) {
        return Ok(());
    }
    let Some(_held) = lock::alone_if_free(&entry.used())? else { return Ok(()) };
    if is_there(&entry.folder()) { Ok(()) } else { remove_locks(entry) }
}

/// Removes the lock files, the one that is held last.
fn remove_locks(entry: &Entry) -> io::Result<()> {
    for path in [entry.lock(), entry.used()] {
        if is_lock(&path) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Removes the folder of an index. Links in it are removed, not their targets. The manifest goes
/// first, after the marks, which would make the rest a folder of somebody else, and the folder of
/// unfinished files last: what is left if this is interrupted is no index, and still ours.
///
/// # Errors
/// When something cannot be removed.
pub fn remove_folder(folder: &Path) -> io::Result<()> {
    let mut items = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    items.sort_by_key(|item| match item.file_name().to_str() {
        Some(MARKS) => 0,
        Some("manifest.json") => 1,
        Some(".building") => 3,
        _ => 2,
    });
    for item in items {
        let is_folder = item.file_type()?.is_dir();
        let path = item.path();
        let removed = if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        match removed {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            removed => removed?,
        }
    }
    fs::remove_dir(folder)
}
