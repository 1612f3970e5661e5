//! The state of a file, by which a later change of it is seen.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

/// The state of a file, by which a later change is seen without reading it: its size and the time
/// at which it was last written to, and on Unix its inode and the time at which its contents or
/// attributes were last changed, which no program can set.
///
/// Two equal states are of a file that did not change between, unless it was written to twice
/// within one tick of the system's clock, a few milliseconds.
///
/// ```
/// use zobrist_storage::FileState;
///
/// # let path = std::env::temp_dir().join(format!("zobrist-doc-state-{}", std::process::id()));
/// std::fs::write(&path, "1. e4 *\n")?;
/// let before = FileState::at(&path)?;
/// assert_eq!(before.difference(&FileState::at(&path)?), None);
/// std::fs::write(&path, "1. e4 e5 *\n")?;
/// let difference = before.difference(&FileState::at(&path)?);
/// assert_eq!(difference.as_deref(), Some("expected 8 bytes, got 11"));
/// # std::fs::remove_file(path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileState {
    bytes: u64,
    /// In nanoseconds since 1970, if that is known and not before.
    modified: Option<u64>,
    /// The inode, and the time of the last change of contents or attributes in nanoseconds since 1970.
    inode: Option<(u64, i64)>,
}

impl FileState {
    /// Returns the state of the file that these metadata are of.
    #[must_use]
    pub fn of(meta: &Metadata) -> FileState {
        FileState { bytes: meta.len(), modified: modified(meta), inode: inode(meta) }
    }

    /// Returns the state of the file at a path, which may be a link.
    ///
    /// # Errors
    /// When there is none, or the system does not tell.
    pub fn at(path: impl AsRef<Path>) -> io::Result<FileState> {
        Ok(FileState::of(&fs::metadata(path)?))
    }

    /// Returns the time at which the file was last written to, in nanoseconds since 1970, if that
    /// is known and not before.
    #[must_use]
    pub fn modified(&self) -> Option<u64> {
        self.modified
    }

    /// Returns what differs in a later state, as a text of what was expected and what came; `None`
    /// if they are equal.
    #[must_use]
    pub fn difference(&self, later: &FileState) -> Option<String> {
        if self == later {
            return None;
        }
        let number = |state: &FileState| state.inode.map(|(number, _)| number);
        Some(if self.bytes != later.bytes {
            format!("expected {} bytes, got {}", self.bytes, later.bytes)
        } else if number(self) != number(later) {
            "expected the same file, got another one of its name".to_owned()
        } else {
            "expected the same contents, got a file that was changed since".to_owned()
        })
    }
}

/// The time at which a file was last written to, in nanoseconds since 1970.
fn modified(meta: &Metadata) -> Option<u64> {
    let modified = meta.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(modified.as_nanos() as u64)
}

#[cfg(unix)]
fn inode(meta: &Metadata) -> Option<(u64, i64)> {
    use std::os::unix::fs::MetadataExt;
    let changed = meta.ctime().saturating_mul(1_000_000_000).saturating_add(meta.ctime_nsec());
    Some((meta.ino(), changed))
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> Option<(u64, i64)> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use super::*;

    /// Longer than a tick of the clock of a file system.
    fn tick() {
        std::thread::sleep(Duration::from_millis(20));
    }

    #[test]
    fn every_change_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let changed = |change: &dyn Fn()| {
            fs::write(&path, "1. e4 *").unwrap();
            let before = FileState::at(&path).unwrap();
            tick();
            change();
            before.difference(&FileState::at(&path).unwrap())
        };
        assert_eq!(changed(&|| ()), None);
        assert_eq!(changed(&|| drop(fs::read(&path).unwrap())), None);
        let longer = changed(&|| fs::write(&path, "1. e4 e5 *").unwrap());
        assert_eq!(longer.as_deref(), Some("expected 7 bytes, got 10"));
        let written = changed(&|| fs::write(&path, "1. d4 *").unwrap());
        assert!(written.unwrap().ends_with("got a file that was changed since"));
        // Its size and the time of writing are as before.
        let restored = changed(&|| {
            let time = fs::metadata(&path).unwrap().modified().unwrap();
            fs::write(&path, "1. d4 *").unwrap();
            File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        });
        assert!(restored.unwrap().ends_with("got a file that was changed since"));
        let replaced = changed(&|| {
            let time = fs::metadata(&path).unwrap().modified().unwrap();
            let new = folder.path().join("new");
            fs::write(&new, "1. d4 *").unwrap();
            File::options().write(true).open(&new).unwrap().set_modified(time).unwrap();
            fs::rename(new, &path).unwrap();
        });
        assert!(replaced.unwrap().ends_with("got another one of its name"));
    }
}
