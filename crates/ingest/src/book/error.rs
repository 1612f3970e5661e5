//! The error of counting games for a book.

use std::error::Error as StdError;
use std::fmt::{self, Display};

use zobrist_game_text::Rejection;
use zobrist_index::IndexError;
use zobrist_input::FileError;

/// Why games were not counted for a book.
#[derive(Debug)]
#[non_exhaustive]
pub enum CountError {
    /// A file is missing or cannot be opened, or all are of formats that are not read.
    Files(FileError),
    /// An index cannot be opened or read.
    Index(IndexError),
    /// A file failed while it was read, and is not accepted in part: the place up to which its
    /// games could be read, and the reason.
    Source(Box<Rejection>),
}

impl Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountError::Files(error) => error.fmt(f),
            CountError::Index(error) => error.fmt(f),
            CountError::Source(failure) => failure.fmt(f),
        }
    }
}

/// The texts of the variants are those of their errors, whose causes are the sources.
impl StdError for CountError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            CountError::Files(error) => error.source(),
            CountError::Index(error) => error.source(),
            CountError::Source(_) => None,
        }
    }
}

impl From<FileError> for CountError {
    fn from(error: FileError) -> CountError {
        CountError::Files(error)
    }
}

impl From<IndexError> for CountError {
    fn from(error: IndexError) -> CountError {
        CountError::Index(error)
    }
}
