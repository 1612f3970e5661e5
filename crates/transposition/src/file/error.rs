//! What can go wrong with a table in a file.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::path::PathBuf;

use crate::error::AllocateError;

/// Why a table was not saved. What was there before is there still.
#[derive(Debug)]
#[non_exhaustive]
pub enum SaveError {
    /// The system said no.
    Io {
        /// Where the table was to go.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A table shares the file that stands there: this one, or one of another process.
    Shared {
        /// Where the table was to go.
        path: PathBuf,
    },
}

impl Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveError::Io { path, source } => {
                write!(f, "cannot save the table as {}: {source}", path.display())
            }
            SaveError::Shared { path } => write!(
                f,
                "cannot save the table as {}: expected a file that no table shares; flush the \
                 shared table, or save to another file",
                path.display()
            ),
        }
    }
}

impl Error for SaveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SaveError::Io { source, .. } => Some(source),
            SaveError::Shared { .. } => None,
        }
    }
}

/// Why a file was not opened as a table, or not created. No file was changed.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// The system said no.
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file does not begin like a table.
    NotATable {
        /// Its first bytes.
        got: Vec<u8>,
    },
    /// The file's format is of another version.
    Version {
        /// The version that this program reads.
        expected: u32,
        /// That of the file.
        got: u32,
    },
    /// The header is damaged.
    Checksum {
        /// The checksum of the header as it is.
        expected: u64,
        /// The checksum that stands in it.
        got: u64,
    },
    /// The slots have another layout.
    Layout {
        /// What differs.
        what: &'static str,
        /// What the type of the table asks for.
        expected: String,
        /// What the file has.
        got: String,
    },
    /// The table is of another set of keys.
    Fingerprint {
        /// The fingerprint that was asked for.
        expected: u64,
        /// That of the file.
        got: u64,
    },
    /// The file has another length than its header says.
    Length {
        /// The bytes that the header says.
        expected: u64,
        /// The bytes that there are.
        got: u64,
    },
    /// There is no memory of this size.
    Allocate(AllocateError),
}

impl Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Io { path, source } => {
                write!(f, "cannot open {} as a table: {source}", path.display())
            }
            OpenError::NotATable { got } => write!(
                f,
                "not a table: expected a file that begins with \"{}\", got \"{}\"; give one that a \
                 table was saved to",
                super::header::MAGIC.escape_ascii(),
                got.escape_ascii(),
            ),
            OpenError::Version { expected, got } => write!(
                f,
                "a table of another version: expected {expected}, got {got}; save it anew with \
                 this program"
            ),
            OpenError::Checksum { expected, got } => write!(
                f,
                "the header is damaged: its checksum is {expected:016x}, and {got:016x} stands in \
                 it; take another copy"
            ),
            OpenError::Layout { what, expected, got } => write!(
                f,
                "a table of another layout: expected {what} {expected}, got {got}; open it with the \
                 types that it was made with, on a machine of the same kind"
            ),
            OpenError::Fingerprint { expected, got } => write!(
                f,
                "a table of other keys: expected the fingerprint {expected:016x}, got {got:016x}; \
                 use the keys that it was made with, or another file"
            ),
            OpenError::Length { expected, got } => write!(
                f,
                "a truncated table: expected {expected} bytes, got {got}; take another copy"
            ),
            OpenError::Allocate(source) => source.fmt(f),
        }
    }
}

impl Error for OpenError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            OpenError::Io { source, .. } => Some(source),
            OpenError::Allocate(source) => source.source(),
            _ => None,
        }
    }
}
