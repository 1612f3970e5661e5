//! A file that is open, and its path for messages.

use std::fs::File;
use std::path::PathBuf;

/// An open file and its path.
pub(crate) struct OpenFile {
    pub(crate) path: PathBuf,
    pub(crate) file: File,
}
