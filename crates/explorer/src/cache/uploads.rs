//! Folders of files that browsers send to a server: beside the cached indexes, and removed with the
//! server. A file is kept under a name made of its content, so that the cached index of one that is
//! sent again is found.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};
use tempfile::TempDir;
use zobrist_console::stop::Temporary;
use zobrist_index::SourceDigest;
use zobrist_storage::open_unlinked;

use super::evict::remove_folder;
use super::folder::folder;
use super::lock;

/// The beginnings of the names of these folders: those of servers, and those of whole files, which
/// servers share.
const PREFIX: &str = "server-";
const SENT: &str = "sent-";

/// The time of every file that was sent, in seconds since 1970: its content alone tells it from
/// others.
const TIME: Duration = Duration::from_secs(946_684_800);

/// A folder for the files that a server is sent, and for their indexes. It is removed with this, or
/// by a signal; that of a server that was killed is removed when the next one is made.
#[derive(Debug)]
pub struct UploadFolder {
    folder: TempDir,
    lock: PathBuf,
    _lock: File,
    _known: [Temporary; 2],
    kept: Vec<KeptFile>,
}

/// The folder of a file by its content, and the lock that says that it is used.
#[derive(Debug)]
struct KeptFile {
    folder: PathBuf,
    lock: Option<File>,
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
        Ok(UploadFolder { folder, lock, _lock: held, _known: known, kept: Vec::new() })
    }

    /// Moves a file to a path that its content, with this digest, alone decides, and returns that;
    /// `None` if a file of this content is there already, which was sent twice.
    ///
    /// # Errors
    /// When it cannot be moved.
    pub fn keep(&mut self, file: &Path, digest: SourceDigest) -> io::Result<Option<PathBuf>> {
        let digest = digest.to_string();
        let parent = self.folder.path().parent().unwrap_or(Path::new(""));
        let folder = parent.join(format!("{SENT}{}", &digest[..32]));
        if self.kept.iter().any(|kept| kept.folder == folder) {
            return Ok(None);
        }
        let lock = Some(lock::shared(&lock_of(&folder))?);
        fs::create_dir_all(&folder)?;
        let kept = folder.join("games.pgn");
        let opened = open_unlinked(file, OpenOptions::new().append(true))?;
        opened.set_modified(SystemTime::UNIX_EPOCH + TIME)?;
        // One of another server has the same bytes.
        fs::rename(file, &kept)?;
        self.kept.push(KeptFile { folder, lock });
        Ok(Some(kept))
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for UploadFolder {
    fn drop(&mut self) {
        for KeptFile { folder, lock } in &mut self.kept {
            drop(lock.take());
            remove_unused(folder);
        }
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
        let name = folder.file_name();
        let is_ours = |name: &str| [PREFIX, SENT].iter().any(|prefix| name.starts_with(prefix));
        if name.to_str().is_some_and(is_ours) {
            remove_unused(&folder.path());
        }
    }
}

/// Removes a folder that no server uses, and its lock.
fn remove_unused(folder: &Path) {
    if let Ok(Some(_left)) = lock::alone_if_free(&lock_of(folder)) {
        remove_folder(folder).ok();
        fs::remove_file(lock_of(folder)).ok();
    }
}

#[cfg(test)]
mod tests {
    use zobrist_index::SourceHasher;

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

    #[test]
    fn a_file_is_kept_by_its_content_while_a_server_uses_it() {
        let cache = tempfile::tempdir().unwrap();
        let new = || UploadFolder::new_in(cache.path()).unwrap();
        let (mut first, mut second) = (new(), new());
        let write = |server: &UploadFolder, name: &str, text: &str| {
            let path = server.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let keep = |server: &mut UploadFolder, file: &Path| {
            let digest = SourceHasher::of_file(file, u64::MAX).unwrap().digest();
            server.keep(file, digest).unwrap()
        };
        let file = write(&first, "1", "1. e4 *");
        let kept = keep(&mut first, &file).unwrap();
        let again = write(&first, "2", "1. e4 *");
        assert!(keep(&mut first, &again).is_none() && again.exists(), "it was sent twice");
        let file = write(&first, "3", "1. d4 *");
        let other = keep(&mut first, &file).unwrap();
        assert_ne!(kept, other);
        let time = fs::metadata(&kept).unwrap().modified().unwrap();
        let file = write(&second, "7", "1. e4 *");
        let same = keep(&mut second, &file).unwrap();
        assert_eq!(same, kept);
        assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), time);
        drop(first);
        assert!(kept.exists() && !other.exists());
        // One that was killed left a file.
        let left = cache.path().join("sent-left");
        fs::create_dir(&left).unwrap();
        fs::write(left.join("games.pgn"), "1. c4 *").unwrap();
        let third = new();
        assert!(kept.exists() && !left.exists());
        drop((second, third));
        assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 1, "the lock of all");
    }
}
