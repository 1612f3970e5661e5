//! Temporary files beside the file that a process is writing, and those that killed processes have
//! left.
//!
//! Such a file is `.NAME.RANDOM.tmp`, and its writer holds a lock on it until it is renamed to
//! NAME. A file of that name whose lock is free belongs to no living process.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::regular_file::open_unlinked;

/// Number of random letters and digits in the name of a temporary file.
pub const RANDOM_LENGTH: usize = 12;

/// End of the name of a temporary file.
pub const SUFFIX: &str = ".tmp";

/// Beginning of the names of temporary files for a path; without the name of the path if that would
/// make them longer than file systems allow.
#[must_use]
pub fn prefix_of(path: &Path) -> OsString {
    // File systems allow names of up to 255 bytes.
    const MOST: usize = 230;
    let mut prefix = OsString::from(".");
    match path.file_name() {
        Some(name) if name.len() < MOST => prefix.push(name),
        _ => prefix.push("zobrist"),
    }
    prefix.push(".");
    prefix
}

/// Locks a temporary file that was just created, as long as it is open. Returns false if another
/// process has taken it for a leftover in the meantime: create another one then. Where the file
/// system has no locks, the file is not locked, and nobody takes it for a leftover.
#[must_use]
pub fn claim(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Ok(()) => is_at(file, path),
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => true,
    }
}

/// Removes the temporary files of a prefix in a folder that no living process holds, and returns
/// their paths. Links, pipes and files with another kind of name stay; so do files that cannot be
/// opened or locked.
#[expect(clippy::must_use_candidate, reason = "files are removed, whoever wants to know")]
pub fn remove_leftovers(folder: &Path, prefix: &OsStr) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let named = entries.flatten().filter(|entry| is_temporary(&entry.file_name(), prefix));
    let files = named.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let mut paths: Vec<PathBuf> =
        files.map(|entry| entry.path()).filter(|path| remove_if_free(path)).collect();
    paths.sort();
    paths
}

/// True if a name is a prefix, random letters and digits, and the suffix.
fn is_temporary(name: &OsStr, prefix: &OsStr) -> bool {
    let random = name
        .as_encoded_bytes()
        .strip_prefix(prefix.as_encoded_bytes())
        .and_then(|rest| rest.strip_suffix(SUFFIX.as_bytes()));
    random.is_some_and(|random| {
        random.len() == RANDOM_LENGTH && random.iter().all(u8::is_ascii_alphanumeric)
    })
}

fn remove_if_free(path: &Path) -> bool {
    let Ok(file) = open(path) else { return false };
    // Its writer may have renamed it, and another file may have its name.
    file.metadata().is_ok_and(|meta| meta.is_file())
        && file.try_lock().is_ok()
        && is_at(&file, path)
        && fs::remove_file(path).is_ok()
}

/// Opens a file, without following a link or waiting for a pipe.
fn open(path: &Path) -> io::Result<File> {
    // Some file systems lock only files that are open for writing.
    let file = open_unlinked(path, OpenOptions::new().read(true).write(true));
    file.or_else(|_| open_unlinked(path, OpenOptions::new().read(true)))
}

/// True if a path names an open file, and not another one or none.
fn is_at(file: &File, path: &Path) -> bool {
    let Ok(there) = path.symlink_metadata() else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        file.metadata().is_ok_and(|meta| (meta.dev(), meta.ino()) == (there.dev(), there.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        there.is_file()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn only_free_files_of_the_exact_shape_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let prefix = prefix_of(Path::new("some/o.bin"));
        assert_eq!(prefix, ".o.bin.");
        let kept = [
            ".o.bin.backup.tmp",
            ".o.bin.0123456789a.tmp",
            ".o.bin.0123456789abc.tmp",
            ".o.bin.0123456789a_.tmp",
            ".o.bin.0123456789ab.tmp.old",
            ".o.bin.x.0123456789ab.tmp",
            ".p.bin.0123456789ab.tmp",
            "o.bin.0123456789ab.tmp",
        ];
        for name in kept {
            fs::write(path(name), "kept").unwrap();
        }
        fs::create_dir(path(".o.bin.folder000000.tmp")).unwrap();
        let held = ".o.bin.held00000000.tmp";
        let file = File::create_new(path(held)).unwrap();
        assert!(claim(&file, &path(held)));
        let free = ".o.bin.free00000000.tmp";
        fs::write(path(free), "left").unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(path(kept[0]), path(".o.bin.link00000000.tmp")).unwrap();
            let pipe = path(".o.bin.pipe00000000.tmp");
            let made = std::process::Command::new("mkfifo").arg(pipe).status();
            assert!(made.unwrap().success());
        }
        let before = names(folder.path());
        assert_eq!(remove_leftovers(folder.path(), &prefix), [path(free)]);
        let after: Vec<String> = before.into_iter().filter(|name| name != free).collect();
        assert_eq!(names(folder.path()), after);
        assert_eq!(remove_leftovers(folder.path(), &prefix), Vec::<PathBuf>::new());
        drop(file);
        assert_eq!(remove_leftovers(folder.path(), &prefix), [path(held)]);
        assert!(remove_leftovers(&path("none"), &prefix).is_empty());
    }

    /// A file that is created while others look for leftovers is never lost once it is claimed.
    #[test]
    fn writers_keep_their_files() {
        let folder = tempfile::tempdir().unwrap();
        let prefix = prefix_of(Path::new("o"));
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while !done.load(Ordering::Relaxed) {
                        remove_leftovers(folder.path(), &prefix);
                    }
                });
            }
            let mut claimed = 0;
            for number in 0..500 {
                let path = folder.path().join(format!(".o.{number:012}.tmp"));
                let file = File::create_new(&path).unwrap();
                if claim(&file, &path) {
                    std::thread::yield_now();
                    claimed += 1;
                    fs::rename(&path, folder.path().join("o")).unwrap();
                }
            }
            done.store(true, Ordering::Relaxed);
            assert!(claimed > 0);
        });
    }
}
