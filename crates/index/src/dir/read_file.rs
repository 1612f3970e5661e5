//! A file that is open for reading, and its path or URL for messages.

use std::path::PathBuf;
use std::sync::Arc;

use zobrist_storage::{ByteSource, LocalFile};
use super::open_file::OpenFile;
use crate::error::IndexError;

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
