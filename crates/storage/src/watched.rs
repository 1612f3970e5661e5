//! Files that must not change while they are read.

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::file_state::FileState;

/// A file that is read from its beginning. If it is not at its end as it was when it was opened, by
/// size, times and inode, or its path leads to another file by then, that is an error in place of
/// the end: what was read may be half of one file and half of another. A pipe has no state that
/// could change.
#[derive(Debug)]
pub struct WatchedFile {
    file: File,
    path: PathBuf,
    /// `None` for anything but a regular file.
    opened: Option<FileState>,
}

/// The reason for which a file has no end.
#[derive(Debug)]
struct FileChanged(String);

impl fmt::Display for FileChanged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the file has changed while it was read: {}", self.0)
    }
}

impl Error for FileChanged {}

/// Returns true if an error says that a file has changed while it was read.
#[must_use]
pub fn is_change(error: &io::Error) -> bool {
    let mut cause: Option<&(dyn Error + 'static)> = error.get_ref().map(|error| error as _);
    while let Some(error) = cause {
        if error.is::<FileChanged>() {
            return true;
        }
        cause = error.source();
    }
    false
}

impl WatchedFile {
    /// Opens a file, which may also be a pipe.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path) -> io::Result<WatchedFile> {
        let file = File::open(path)?;
        let meta = file.metadata()?;
        let opened = meta.is_file().then(|| FileState::of(&meta));
        Ok(WatchedFile { file, path: path.to_owned(), opened })
    }

    /// # Errors
    /// When the file has changed.
    fn check(&self) -> io::Result<()> {
        let Some(opened) = &self.opened else { return Ok(()) };
        let difference = match FileState::at(&self.path) {
            Ok(now) => opened.difference(&now),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Some("expected a file, got none".to_owned())
            }
            Err(error) => return Err(error),
        };
        match difference {
            None => Ok(()),
            Some(what) => Err(io::Error::other(FileChanged(what))),
        }
    }
}

impl Read for WatchedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        if read == 0 && !buffer.is_empty() {
            self.check()?;
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_file_that_changes_while_it_is_read_has_no_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        // Read in two halves, with a change between.
        let read = |change: &dyn Fn()| {
            fs::write(&path, "1. e4 e5 *\n").unwrap();
            let mut file = WatchedFile::open(&path).unwrap();
            file.read_exact(&mut [0; 5]).unwrap();
            // Longer than a tick of the clock of a file system.
            std::thread::sleep(Duration::from_millis(20));
            change();
            file.read_to_end(&mut Vec::new()).map_err(|error| {
                assert!(is_change(&error), "{error}");
                error.to_string()
            })
        };
        assert_eq!(read(&|| ()), Ok(6));
        for (change, what) in [
            (&(|| fs::write(&path, "1. e4").unwrap()) as &dyn Fn(), "expected 11 bytes, got 5"),
            (&|| fs::write(&path, "1. e4 e5 *\n\n1. d4 *\n").unwrap(), "expected 11 bytes, got 20"),
            (&|| fs::write(&path, "1. d4 d5 *\n").unwrap(), "got a file that was changed since"),
            (&|| fs::remove_file(&path).unwrap(), "expected a file, got none"),
        ] {
            let error = read(change).unwrap_err();
            assert!(error.starts_with("the file has changed while it was read: "), "{error}");
            assert!(error.ends_with(what), "{error}");
        }
        #[cfg(unix)]
        {
            let replaced = read(&|| {
                fs::write(folder.path().join("new"), "1. d4 d5 *\n").unwrap();
                fs::rename(folder.path().join("new"), &path).unwrap();
            });
            assert!(replaced.unwrap_err().ends_with("got another one of its name"));
        }
    }
}
