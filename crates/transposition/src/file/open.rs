//! Opening the file of a table, and its lock, by which a process knows whether others share it.
//!
//! Every process that shares a file holds a shared lock while the file is open, so one that gets an
//! exclusive lock is alone. `save` takes that lock too, for a moment, to learn whether anybody
//! shares the file. One that opens the file in that moment must not take `save` for another user
//! and leave the repair out. So `save` holds the lock of the folder meanwhile, and one that finds
//! the file locked looks again with the lock of the folder held.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Opens the regular file at a path, which may lead through links. Anything else is refused without
/// opening it: a pipe would be waited for, and a device may never end.
pub(crate) fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    refuse_unless_regular(&fs::metadata(path)?)?;
    let mut options = options.clone();
    // A pipe that has come since is not waited for, and a terminal does not become that of the
    // process.
    #[cfg(all(unix, not(miri)))]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        (rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY).bits() as i32,
    );
    options.read(true);
    let file = options.open(path)?;
    refuse_unless_regular(&file.metadata()?)?;
    Ok(file)
}

fn refuse_unless_regular(meta: &Metadata) -> io::Result<()> {
    if meta.is_file() {
        return Ok(());
    }
    let got = if meta.is_dir() { "a folder" } else { "a pipe, a socket or a device" };
    Err(io::Error::new(
        io::ErrorKind::InvalidInput,
        format!("expected a regular file, got {got}; give a file that a table was saved to"),
    ))
}

/// Time between two attempts at a lock.
const PAUSE: Duration = Duration::from_millis(1);

/// Number of attempts at the lock of a folder: another program may hold it for its own reasons.
const ATTEMPTS: usize = 1000;

/// The exclusive lock of the folder of a file. It is given up when this is dropped.
struct FolderLock(File);

impl FolderLock {
    /// `None` if the folder cannot be opened or locked within about a second.
    fn of(path: &Path) -> Option<FolderLock> {
        // Links to one file have one folder.
        let path = fs::canonicalize(path).ok()?;
        let folder = File::open(path.parent()?).ok()?;
        for _ in 0..ATTEMPTS {
            match folder.try_lock() {
                Ok(()) => return Some(FolderLock(folder)),
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
                Err(TryLockError::Error(_)) => return None,
            }
        }
        None
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // By closing it alone, a child process that is being started would keep the lock.
        self.0.unlock().ok();
    }
}

/// True if a table shares the file at a path. False if the lock cannot be queried.
pub(crate) fn is_shared(path: &Path) -> bool {
    let Ok(file) = open(path, &OpenOptions::new()) else { return false };
    // Where no files are shared, nobody is deceived.
    let folder = if cfg!(shared_files) { FolderLock::of(path) } else { None };
    let lock = file.try_lock();
    if lock.is_ok() {
        file.unlock().ok();
    }
    drop(folder);
    matches!(lock, Err(TryLockError::WouldBlock))
}

/// Locks an open file for a process that shares it. Returns true if that process is alone: the lock
/// is exclusive then, and keeps others out until it is made a shared one. Waits while another
/// process holds an exclusive lock.
#[cfg(shared_files)]
pub(crate) fn lock_to_share(file: &File, path: &Path) -> io::Result<bool> {
    loop {
        if try_exclusive(file)? {
            return Ok(true);
        }
        let folder = FolderLock::of(path);
        if folder.is_none() {
            // Longer than `save` holds a lock.
            thread::sleep(PAUSE);
        }
        if try_exclusive(file)? {
            return Ok(true);
        }
        match file.try_lock_shared() {
            Ok(()) => return Ok(false),
            // A process that is alone repairs the file. If it is killed meanwhile, this one does.
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        drop(folder);
        thread::sleep(PAUSE);
    }
}

#[cfg(shared_files)]
fn try_exclusive(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(all(test, unix, not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn only_a_regular_file_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "text").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        for path in [&file, &link] {
            open(path, &OpenOptions::new()).unwrap();
        }
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for (path, got) in [
            (&pipe, "a pipe, a socket or a device"),
            (&"/dev/zero".into(), "a pipe, a socket or a device"),
            (&folder.path().to_owned(), "a folder"),
        ] {
            let error = open(path, &OpenOptions::new()).unwrap_err();
            assert!(error.to_string().contains(&format!("got {got};")), "{error}");
        }
        let missing = open(&folder.path().join("none"), &OpenOptions::new()).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }
}
