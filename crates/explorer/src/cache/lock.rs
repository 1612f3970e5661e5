//! Locks of cached indexes.
//!
//! Whoever reads or builds an index holds `NAME.used` with others, and who removes it holds it
//! alone. Whoever builds holds `NAME.lock` as well, so that one process builds while the others
//! wait. A file may be removed by the process that holds `NAME.used` alone: a lock counts if its
//! file is still the one that has the name.
//!
//! The locks are beside the index, since nobody can hold a lock in a folder that is being removed.
//! There are two, because a pager that keeps a reader from ending would otherwise stop the next
//! build.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use zobrist_storage::open_unlinked;

/// Locks a file together with others; waits for a process that holds it alone, which is removing
/// the index. The file is made if it is missing.
///
/// # Errors
/// When it cannot be opened or locked.
pub(crate) fn shared(path: &Path) -> io::Result<File> {
    loop {
        let file = open(path)?;
        file.lock_shared()?;
        if has_name(&file, path)? {
            return Ok(file);
        }
    }
}

/// Locks a file alone, if nobody else holds it. The file is made if it is missing.
///
/// # Errors
/// When it cannot be opened or locked.
pub(crate) fn alone_if_free(path: &Path) -> io::Result<Option<File>> {
    loop {
        let file = open(path)?;
        match file.try_lock() {
            Ok(()) if has_name(&file, path)? => return Ok(Some(file)),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// Locks a file alone. Waits for another process that holds it, after `say` was called. Nobody may
/// remove it meanwhile. Returns true if it waited.
///
/// # Errors
/// When it cannot be opened or locked.
pub(crate) fn alone(path: &Path, say: impl FnOnce()) -> io::Result<(File, bool)> {
    let file = open(path)?;
    match file.try_lock() {
        Ok(()) => Ok((file, false)),
        Err(TryLockError::WouldBlock) => {
            say();
            file.lock()?;
            Ok((file, true))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// True if a process holds the file, alone or with others. Nothing is made or written.
pub(crate) fn is_held(path: &Path) -> bool {
    let file = open_unlinked(path, OpenOptions::new().read(true)).ok();
    file.is_some_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

/// Opens a lock file, which is made if it is missing. A link is not followed.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    loop {
        let opened = match fs::symlink_metadata(path) {
            Ok(meta) if !meta.is_file() => {
                let what = format!("{} is not a regular file; remove it", path.display());
                return Err(io::Error::new(ErrorKind::InvalidInput, what));
            }
            Ok(_) => open_unlinked(path, &options),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                open_unlinked(path, options.clone().create_new(true))
            }
            Err(error) => Err(error),
        };
        match opened {
            // Another process made or removed it between the two calls. Without its folder, it
            // cannot be made.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) if error.kind() == ErrorKind::NotFound && has_folder(path) => {}
            opened => return opened,
        }
    }
}

fn has_folder(path: &Path) -> bool {
    path.parent().is_some_and(Path::is_dir)
}

/// True if the file still has this name.
fn has_name(file: &File, path: &Path) -> io::Result<bool> {
    let there = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        there => there?,
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let own = file.metadata()?;
        Ok((own.dev(), own.ino()) == (there.dev(), there.ino()))
    }
    // Elsewhere a name is free only when no process has its file open.
    #[cfg(not(unix))]
    {
        let _ = (file, there);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_shared_or_held_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.used");
        let (one, two) = (shared(&path).unwrap(), shared(&path).unwrap());
        assert!(alone_if_free(&path).unwrap().is_none());
        drop(one);
        assert!(alone_if_free(&path).unwrap().is_none());
        assert!(is_held(&path));
        drop(two);
        assert!(!is_held(&path));
        let held = alone_if_free(&path).unwrap().unwrap();
        assert!(is_held(&path));
        assert!(alone_if_free(&path).unwrap().is_none());
        drop(held);
        assert!(!alone(&path, || panic!("nobody holds it")).unwrap().1);
    }

    /// The lock of a file that was removed keeps nobody away.
    #[cfg(unix)]
    #[test]
    fn a_file_that_was_removed_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.used");
        let held = alone_if_free(&path).unwrap().unwrap();
        let waiting = std::thread::spawn({
            let path = path.clone();
            move || shared(&path).unwrap()
        });
        fs::remove_file(&path).unwrap();
        drop(held);
        let file = waiting.join().unwrap();
        assert!(has_name(&file, &path).unwrap());
        assert!(alone_if_free(&path).unwrap().is_none());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, foreign) = (folder.path().join("a.used"), folder.path().join("foreign"));
        std::os::unix::fs::symlink(&foreign, &path).unwrap();
        let error = shared(&path).unwrap_err();
        assert!(error.to_string().ends_with("is not a regular file; remove it"), "{error}");
        assert!(!is_held(&path) && !foreign.exists());
        let error = shared(&folder.path().join("none/a.used")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
    }
}
