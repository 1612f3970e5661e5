//! Open files, each with its path or URL for messages.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use crate::error::IndexError;
use zobrist_storage::{ByteSource, LocalFile};

/// An open file and its path.
pub(crate) struct OpenFile {
    pub(crate) path: PathBuf,
    pub(crate) file: File,
}

/// A file to be read, on the disk or in a store.
pub(crate) struct ReadFile {
    /// The path, or the URL without secrets.
    pub(crate) path: PathBuf,
    pub(crate) bytes: Arc<dyn ByteSource>,
}

impl TryFrom<OpenFile> for ReadFile {
    type Error = IndexError;

    /// # Errors
    /// When the system does not tell the size of the file.
    fn try_from(OpenFile { path, file }: OpenFile) -> Result<ReadFile, IndexError> {
        match LocalFile::new(file) {
            Ok(file) => Ok(ReadFile { path, bytes: Arc::new(file) }),
            Err(error) => Err(IndexError::io("open", &path, error)),
        }
    }
}
