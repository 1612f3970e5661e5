//! Open files, each with its path or URL for messages.

use std::fmt;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use crate::error::TableError;
use zobrist_storage::{ByteSource, LocalFile};

/// An open file and its path.
#[derive(Debug)]
pub struct OpenFile {
    /// The path, for messages.
    pub path: PathBuf,
    /// The file.
    pub file: File,
}

/// A file to be read, on the disk or in a store.
pub struct ReadFile {
    /// The path, or the URL without secrets.
    pub path: PathBuf,
    /// The bytes of the file.
    pub bytes: Arc<dyn ByteSource>,
}

impl TryFrom<OpenFile> for ReadFile {
    type Error = TableError;

    /// # Errors
    /// When the system does not tell the size of the file.
    fn try_from(OpenFile { path, file }: OpenFile) -> Result<ReadFile, TableError> {
        match LocalFile::new(file) {
            Ok(file) => Ok(ReadFile { path, bytes: Arc::new(file) }),
            Err(error) => Err(TableError::io("open", &path, error)),
        }
    }
}

impl fmt::Debug for ReadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ReadFile").field(&self.path).finish()
    }
}
