//! Errors of tables and their folders.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fmt, io};

use parquet::errors::ParquetError;
#[cfg(feature = "object-storage")]
use zobrist_storage::remote;

/// The error of a file or a folder that cannot be read or written.
///
/// The text includes that of the system's or the Parquet library's error, which is therefore not
/// returned as the [source](Error::source): it is a field of the variant.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// A file or folder cannot be created, read or written.
    Io {
        /// The operation, as a verb: create, open, read, write, rename or remove.
        operation: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The Parquet library cannot read or write a file.
    Parquet {
        /// The file.
        path: PathBuf,
        /// The library's error, of a type that may change with the library.
        error: Box<dyn Error + Send + Sync>,
    },
    /// A file behind a URL is missing.
    MissingFile(PathBuf),
    /// A file is not what was written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// A sentence with what was expected and what was found.
        what: String,
    },
    /// An entry of a folder is of a type that is not expected there: a link, a pipe, a device.
    /// Such entries are neither followed nor replaced.
    Foreign {
        /// The entry.
        path: PathBuf,
        /// The type that was expected.
        expected: &'static str,
        /// The type that was found.
        got: &'static str,
    },
}

impl TableError {
    /// Creates the error of an operation, a verb, on a file or a folder.
    #[must_use]
    pub fn io(operation: &'static str, path: &Path, error: io::Error) -> TableError {
        TableError::Io { operation, path: path.to_owned(), error }
    }

    /// Creates the error of a file that cannot be read: one behind a URL may be found to be
    /// missing only now.
    #[must_use]
    pub fn read(path: &Path, error: io::Error) -> TableError {
        #[cfg(feature = "object-storage")]
        if remote::is_remote(&error) && error.kind() == io::ErrorKind::NotFound {
            return TableError::MissingFile(path.to_owned());
        }
        TableError::io("read", path, error)
    }

    /// Creates the error of a file from that of the Parquet library.
    #[must_use]
    pub fn parquet(path: &Path, error: ParquetError) -> TableError {
        if let ParquetError::External(inner) = &error
            && let Some(page) = inner.downcast_ref::<DamagedPage>()
        {
            return TableError::damaged(path, page.to_string());
        }
        #[cfg(feature = "object-storage")]
        if let ParquetError::External(inner) = error {
            return match inner.downcast::<io::Error>() {
                Ok(failed) if remote::is_remote(&failed) => TableError::read(path, *failed),
                Ok(other) => TableError::parquet_of(path, ParquetError::External(other)),
                Err(inner) => TableError::parquet_of(path, ParquetError::External(inner)),
            };
        }
        TableError::parquet_of(path, error)
    }

    fn parquet_of(path: &Path, error: ParquetError) -> TableError {
        TableError::Parquet { path: path.to_owned(), error: Box::new(error) }
    }

    /// Creates the error of a file that is not what was written.
    #[must_use]
    pub fn damaged(path: &Path, what: impl Into<String>) -> TableError {
        TableError::Damaged { path: path.to_owned(), what: what.into() }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io { operation, path, error } => {
                write!(f, "cannot {operation} {}: {error}", path.display())
            }
            TableError::Parquet { path, error } => write!(f, "{}: {error}", path.display()),
            TableError::MissingFile(path) => write!(f, "{}: the file is missing", path.display()),
            TableError::Damaged { path, what } => {
                write!(f, "{} is damaged: {what}", path.display())
            }
            TableError::Foreign { path, expected, got } => {
                write!(f, "{}: expected {expected}, got {got}", path.display())
            }
        }
    }
}

impl Error for TableError {}

/// The error of a page that is not what was written.
#[derive(Debug)]
pub(crate) struct DamagedPage(String);

impl fmt::Display for DamagedPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for DamagedPage {}

impl DamagedPage {
    /// The library's error for a page that is not what was written, or a list of pages.
    pub(crate) fn error(what: String) -> ParquetError {
        ParquetError::External(Box::new(DamagedPage(what)))
    }
}
