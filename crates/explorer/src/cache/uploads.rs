//! Folders of files that browsers send to a server: beside the cached indexes, and removed with the
//! server.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::TempDir;
use zobrist_console::stop::Temporary;

use super::evict::remove_folder;
use super::folder::folder;
use super::lock;

/// The beginning of the names of these folders.
const PREFIX: &str = "server-";

/// A folder for the files that a server is sent, and for their indexes. It is removed with this, or
/// by a signal; that of a server that was killed is removed when the next one is made.
#[derive(Debug)]
pub struct UploadFolder {
    folder: TempDir,
    lock: PathBuf,
    _lock: File,
    _known: [Temporary; 2],
}

impl UploadFolder {
    /// Makes a folder in the cache.
    ///
    /// # Errors
    /// When the cache cannot be written to.
    pub fn new() -> Result<UploadFolder> {
        UploadFolder::new_in(&folder()?.with_file_name("uploads"))
    }

    fn new_in(parent: &Path) -> Result<UploadFolder> {
        let context = || format!("cannot make a folder for uploads in {}", parent.display());
        fs::create_dir_all(parent).with_context(context)?;
        // While one is made, nobody takes it for one that was left.
        let (_making, _) = lock::alone(&parent.join("lock"), || ()).with_context(context)?;
        remove_left(parent);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent);
        let folder = folder.with_context(context)?;
        let lock = lock_of(folder.path());
        let held = lock::shared(&lock).with_context(context)?;
        let known = [Temporary::new(folder.path()), Temporary::new(&lock)];
        Ok(UploadFolder { folder, lock, _lock: held, _known: known })
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for UploadFolder {
    fn drop(&mut self) {
        fs::remove_file(&self.lock).ok();
    }
}

/// The file that is locked while a folder is in use.
fn lock_of(folder: &Path) -> PathBuf {
    folder.with_extension("used")
}

/// Removes the folders of servers that were killed.
fn remove_left(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for folder in
        entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
    {
        let is_ours = folder.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        let folder = folder.path();
        if !is_ours {
            continue;
        }
        if let Ok(Some(_left)) = lock::alone_if_free(&lock_of(&folder)) {
            remove_folder(&folder).ok();
            fs::remove_file(lock_of(&folder)).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_go_with_their_servers_and_those_of_killed_ones_with_the_next() {
        let cache = tempfile::tempdir().unwrap();
        let parent = cache.path().join("uploads");
        let names = || {
            let entries = fs::read_dir(&parent).unwrap().map(|entry| entry.unwrap().file_name());
            let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
            names.sort();
            names
        };
        let first = UploadFolder::new_in(&parent).unwrap();
        fs::write(first.path().join("1"), "1. e4 *").unwrap();
        let left = parent.join("server-left");
        fs::create_dir(&left).unwrap();
        fs::write(left.join("1"), "1. d4 *").unwrap();
        fs::write(parent.join("server-left.used"), "").unwrap();
        fs::create_dir(parent.join("other")).unwrap();
        let second = UploadFolder::new_in(&parent).unwrap();
        assert!(first.path().join("1").exists() && second.path().exists());
        assert!(!left.exists() && !parent.join("server-left.used").exists());
        drop((first, second));
        assert_eq!(names(), ["lock", "other"]);
    }
}
