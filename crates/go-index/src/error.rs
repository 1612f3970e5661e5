//! Errors of building and reading an index.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

use zobrist_tables::TableError;

use crate::version::{FORMAT, FORMAT_VERSION};

/// The error of an index that cannot be built or read.
///
/// The text includes that of the system's error, which is therefore not returned as the
/// [source](Error::source): it is a field of the variant.
#[derive(Debug)]
#[non_exhaustive]
pub enum GoIndexError {
    /// A file or a folder cannot be read or written, or is damaged.
    Table(TableError),
    /// A file that the manifest names is missing: it was removed, or another process has replaced
    /// the index since the manifest was read.
    MissingFile(PathBuf),
    /// There is no index of Go in the folder.
    NotAnIndex(PathBuf),
    /// There is an index in the folder already, and it was not to be replaced or added to.
    Exists(PathBuf),
    /// The folder holds something other than an index of Go.
    NotEmpty(PathBuf),
    /// Another process writes to the index.
    Busy(PathBuf),
    /// The manifest is of another format.
    Format {
        /// The manifest.
        path: PathBuf,
        /// The format that it names; empty if it names none.
        got: String,
    },
    /// The manifest is of another version of the format.
    Version {
        /// The manifest.
        path: PathBuf,
        /// The version that it names.
        got: u64,
    },
    /// The index holds the games of a file already.
    AlreadyIn {
        /// The file.
        path: PathBuf,
        /// The name by which the index has it.
        known: String,
    },
    /// A file was written to, replaced or removed while its games were read.
    SourceChanged {
        /// The file.
        path: PathBuf,
        /// The expected state and the one that was found.
        what: String,
    },
    /// The index has as many games as it can have, 2^32 - 1.
    Full(PathBuf),
}

impl GoIndexError {
    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> GoIndexError {
        TableError::damaged(path, what).into()
    }

    pub(crate) fn io(operation: &'static str, path: &Path, error: std::io::Error) -> GoIndexError {
        TableError::io(operation, path, error).into()
    }

    /// True if the index is at fault, and not the disk or the caller.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        matches!(
            self,
            GoIndexError::Table(TableError::Damaged { .. } | TableError::Parquet { .. })
                | GoIndexError::MissingFile(_)
        )
    }
}

impl From<TableError> for GoIndexError {
    fn from(error: TableError) -> GoIndexError {
        match error {
            TableError::MissingFile(path) => GoIndexError::MissingFile(path),
            error => GoIndexError::Table(error),
        }
    }
}

impl fmt::Display for GoIndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoIndexError::Table(TableError::Damaged { path, what }) => {
                write!(f, "{} is damaged: {what}; build the index again", path.display())
            }
            GoIndexError::Table(TableError::Parquet { path, error }) => {
                write!(f, "{} is damaged ({error}); build the index again", path.display())
            }
            GoIndexError::Table(error) => error.fmt(f),
            GoIndexError::MissingFile(path) => write!(
                f,
                "cannot open {}: the file is missing; open the index again if it was being \
                 written, else build it again",
                path.display()
            ),
            GoIndexError::NotAnIndex(path) => {
                write!(f, "{} holds no index of Go", path.display())
            }
            GoIndexError::Exists(path) => write!(f, "{} holds an index already", path.display()),
            GoIndexError::NotEmpty(path) => {
                write!(f, "{} holds other files; name a new folder for the index", path.display())
            }
            GoIndexError::Busy(path) => {
                write!(f, "another process is writing the index in {}", path.display())
            }
            GoIndexError::Format { path, got } => write!(
                f,
                "{}: expected an index of the format {FORMAT}, got {}",
                path.display(),
                if got.is_empty() { "none" } else { got }
            ),
            GoIndexError::Version { path, got } => write!(
                f,
                "{}: expected version {FORMAT_VERSION} of the format {FORMAT}, got {got}; build \
                 the index again",
                path.display()
            ),
            GoIndexError::AlreadyIn { path, known } => write!(
                f,
                "expected files whose games the index does not have, got {}, which it has as \
                 {known}",
                path.display()
            ),
            GoIndexError::SourceChanged { path, what } => {
                write!(f, "{} was changed while it was read: {what}", path.display())
            }
            GoIndexError::Full(path) => {
                write!(f, "{} has 2^32 - 1 games, and no room for more", path.display())
            }
        }
    }
}

impl Error for GoIndexError {}
