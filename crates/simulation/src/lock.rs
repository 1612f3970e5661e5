//! The lock of a recall file, which one run uses at a time.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::{self, Display};
use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use zobrist_storage::open_unlinked;

/// A recall file that nobody else may use: a lock of the system on `FILE.lock` beside it, since the
/// file itself is replaced whenever it is written. It is given up when this is dropped or the
/// process ends, however it ends.
///
/// The file `FILE.lock` is empty, and stays: who removed it could take it from another run that has
/// just locked it.
#[derive(Debug)]
pub struct RecallLock {
    _locked: File,
}

impl RecallLock {
    /// Locks a recall file, which need not exist yet. Links to one file share its lock.
    ///
    /// # Errors
    /// When another process has locked it, or there can be no lock beside it.
    pub fn take(path: &Path) -> Result<RecallLock, LockError> {
        let lock = lock_of(path).map_err(|error| LockError::io(path, error))?;
        // Written or not, it stays as it is.
        let mut options = File::options();
        let opened = open_unlinked(&lock, options.create(true).truncate(false).write(true));
        let file = opened.map_err(|error| LockError::io(&lock, error))?;
        RecallLock::of(file, path, &lock)
    }

    fn of(file: File, path: &Path, lock: &Path) -> Result<RecallLock, LockError> {
        match file.try_lock() {
            Ok(()) => Ok(RecallLock { _locked: file }),
            Err(TryLockError::WouldBlock) => Err(LockError::Busy { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => Err(LockError::io(lock, error)),
        }
    }
}

/// The file whose lock is that of a recall file.
fn lock_of(path: &Path) -> io::Result<PathBuf> {
    let place = match path.canonicalize() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).canonicalize()?;
            folder.join(path.file_name().ok_or(ErrorKind::InvalidFilename)?)
        }
        place => place?,
    };
    let mut lock = OsString::from(place);
    lock.push(".lock");
    Ok(PathBuf::from(lock))
}

/// The error of a recall file that cannot be locked.
#[derive(Debug)]
#[non_exhaustive]
pub enum LockError {
    /// Another process uses it.
    Busy {
        /// The recall file.
        path: PathBuf,
    },
    /// There can be no lock.
    Io {
        /// The file that was to be locked.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
}

impl LockError {
    fn io(path: &Path, error: io::Error) -> LockError {
        LockError::Io { path: path.to_owned(), error }
    }
}

impl Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LockError::Busy { path } => write!(
                f,
                "cannot use the recall {}: expected that no other run uses it, but one does",
                path.display()
            ),
            LockError::Io { path, .. } => write!(f, "cannot lock {}", path.display()),
        }
    }
}

impl Error for LockError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            LockError::Busy { .. } => None,
            LockError::Io { error, .. } => Some(error),
        }
    }
}
