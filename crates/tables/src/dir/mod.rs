//! An open folder whose entries are never reached through a link.
//!
//! On Unix every operation is relative to the descriptor of the folder, so a folder that is moved
//! or replaced by a link while it is open is still the one that was opened. Elsewhere paths are
//! checked before they are used.

mod open_file;
#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::io::ErrorKind::{AlreadyExists, InvalidInput, NotFound, PermissionDenied, Unsupported};
use std::path::{Path, PathBuf};

pub use open_file::{OpenFile, ReadFile};
#[cfg(not(unix))]
use other::Handle;
#[cfg(unix)]
use unix::Handle;
use zobrist_storage::EntryType;

use crate::error::TableError;

/// An open folder.
pub struct Dir {
    /// Its path when it was opened, for messages.
    path: PathBuf,
    handle: Handle,
}

impl Dir {
    /// Creates a folder and those above it, so that they survive a power failure. It may be there
    /// already.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create_all(path: &Path) -> Result<(), TableError> {
        let io = |error| TableError::io("create", path, error);
        let mut missing = Vec::new();
        for folder in path.ancestors().filter(|folder| !folder.as_os_str().is_empty()) {
            if folder.try_exists().map_err(io)? {
                break;
            }
            missing.push(folder);
        }
        fs::create_dir_all(path).map_err(io)?;
        for folder in missing {
            let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
            let parent = parent.unwrap_or(Path::new("."));
            match Dir::open(parent) {
                // One may make folders where one may not list them.
                Err(error) if error.kind() == PermissionDenied => {}
                parent => parent.map_err(io)?.sync()?,
            }
        }
        Ok(())
    }

    /// Opens the folder at a path that the user gave, which may lead through links.
    ///
    /// # Errors
    /// The system's, [`NotADirectory`](io::ErrorKind::NotADirectory) among them.
    pub fn open(path: &Path) -> io::Result<Dir> {
        Ok(Dir { path: path.to_owned(), handle: Handle::open(path)? })
    }

    /// The path of the folder when it was opened.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the type of an entry; `None` if there is none of this name.
    ///
    /// # Errors
    /// When the system cannot say, which is not the same as that there is none.
    pub fn entry_type(&self, name: &str) -> Result<Option<EntryType>, TableError> {
        match self.handle.entry_type(name) {
            Ok(kind) => Ok(Some(kind)),
            Err(error) if error.kind() == NotFound => Ok(None),
            Err(error) => Err(self.io("read", name, error)),
        }
    }

    /// Opens a folder within; `None` if there is no entry of this name.
    ///
    /// # Errors
    /// When the entry is anything else, or cannot be opened.
    pub fn folder(&self, name: &str) -> Result<Option<Dir>, TableError> {
        match self.entry_type(name)? {
            None => return Ok(None),
            Some(EntryType::Folder) => {}
            Some(kind) => return Err(self.foreign(name, "a folder", kind)),
        }
        match self.handle.open_folder(name) {
            Ok(handle) => Ok(Some(Dir { path: self.path.join(name), handle })),
            Err(error) if error.kind() == NotFound => Ok(None),
            Err(error) => Err(self.io("open", name, error)),
        }
    }

    /// Opens a folder within, and makes it first if it is missing.
    ///
    /// # Errors
    /// When there is another entry of this name, or the folder cannot be made.
    pub fn make_folder(&self, name: &str) -> Result<Dir, TableError> {
        if let Some(folder) = self.folder(name)? {
            return Ok(folder);
        }
        match self.handle.make_folder(name) {
            // Another thread was faster.
            Err(error) if error.kind() == AlreadyExists => {}
            made => made.map_err(|error| self.io("create", name, error))?,
        }
        self.sync()?;
        self.folder(name)?.ok_or_else(|| self.io("create", name, NotFound.into()))
    }

    /// Opens a regular file for reading; `None` if there is no entry of this name. Never waits for
    /// the other end of a pipe.
    ///
    /// # Errors
    /// When the entry is no regular file, or cannot be opened.
    pub fn file(&self, name: &str) -> Result<Option<OpenFile>, TableError> {
        match self.entry_type(name)? {
            None => return Ok(None),
            Some(EntryType::File { .. }) => {}
            Some(kind) => return Err(self.foreign(name, "a regular file", kind)),
        }
        match self.handle.open_file(name) {
            Ok(file) => self.regular("open", name, file).map(Some),
            Err(error) if error.kind() == NotFound => Ok(None),
            Err(error) => Err(self.io("open", name, error)),
        }
    }

    /// Opens a regular file for locking. One that is missing is made; what it holds stays.
    ///
    /// # Errors
    /// When the entry is no regular file, or cannot be opened.
    pub fn lock_file(&self, name: &str) -> Result<OpenFile, TableError> {
        if let Some(kind) = self.entry_type(name)?.filter(|kind| !kind.is_file()) {
            return Err(self.foreign(name, "a regular file", kind));
        }
        let file = self.handle.open_or_create(name);
        self.regular("create", name, file.map_err(|error| self.io("create", name, error))?)
    }

    /// Makes a new file, in place of a regular file of this name if there is one: nothing is
    /// written to the old file, which may have other names.
    ///
    /// # Errors
    /// When there is another entry of this name, or the file cannot be made.
    pub fn create_file(&self, name: &str) -> Result<OpenFile, TableError> {
        match self.entry_type(name)? {
            None => {}
            Some(EntryType::File { .. }) => self.remove_file(name)?,
            Some(kind) => return Err(self.foreign(name, "a regular file", kind)),
        }
        let file = self.handle.create_file(name).map_err(|e| self.io("create", name, e))?;
        Ok(OpenFile { path: self.path.join(name), file })
    }

    /// Moves a file to another name or folder, in place of the file there.
    ///
    /// # Errors
    /// When it cannot be moved.
    pub fn rename(&self, name: &str, to: &Dir, new: &str) -> Result<(), TableError> {
        self.handle.rename(name, &to.handle, new).map_err(|error| self.io("rename", name, error))
    }

    /// Gives a file another name in this folder, unless there is an entry of that name.
    ///
    /// # Errors
    /// When it cannot be given the name.
    pub fn link(&self, name: &str, new: &str) -> Result<(), TableError> {
        match self.handle.link(name, new) {
            Err(error) if error.kind() != AlreadyExists => Err(self.io("rename", name, error)),
            _ => Ok(()),
        }
    }

    /// Removes a file or a link. It may be missing.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove_file(&self, name: &str) -> Result<(), TableError> {
        match self.handle.remove_file(name) {
            Err(error) if error.kind() != NotFound => Err(self.io("remove", name, error)),
            _ => Ok(()),
        }
    }

    /// Returns the names of all entries.
    ///
    /// # Errors
    /// When one of them cannot be read.
    pub fn names(&self) -> Result<Vec<OsString>, TableError> {
        self.handle.names().map_err(|error| TableError::io("read", &self.path, error))
    }

    /// Waits until names that were made, moved or removed here would survive a power failure.
    ///
    /// # Errors
    /// When they may not. A file system that cannot do this for folders is no error.
    pub fn sync(&self) -> Result<(), TableError> {
        match self.handle.sync() {
            Err(error) if !matches!(error.kind(), InvalidInput | Unsupported) => {
                Err(TableError::io("write", &self.path, error))
            }
            _ => Ok(()),
        }
    }

    /// Creates the error of an entry that is of another type than expected.
    #[must_use]
    pub fn foreign(&self, name: &str, expected: &'static str, got: EntryType) -> TableError {
        TableError::Foreign { path: self.path.join(name), expected, got: got.name() }
    }

    /// Checks the type of a file again now that it is open: the entry may have been replaced.
    fn regular(
        &self,
        operation: &'static str,
        name: &str,
        file: File,
    ) -> Result<OpenFile, TableError> {
        let kind = Handle::entry_type_of(&file).map_err(|error| self.io(operation, name, error))?;
        if !kind.is_file() {
            return Err(self.foreign(name, "a regular file", kind));
        }
        Ok(OpenFile { path: self.path.join(name), file })
    }

    fn io(&self, operation: &'static str, name: &str, error: io::Error) -> TableError {
        TableError::io(operation, &self.path.join(name), error)
    }
}

impl fmt::Debug for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Dir").field(&self.path).finish()
    }
}
