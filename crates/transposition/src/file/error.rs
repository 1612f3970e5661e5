//! Errors of saving and opening tables in files.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::path::PathBuf;

use crate::error::AllocateError;

/// The reason why a table was not saved. A file that was there before is unchanged.
#[derive(Debug)]
#[non_exhaustive]
pub enum SaveError {
    /// The system reported an error.
    Io {
        /// The path at which the table was to be saved.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A table shares the file at the path: this one, or one of another process.
    Shared {
        /// The path at which the table was to be saved.
        path: PathBuf,
    },
    /// The text is too long.
    TextTooLong {
        /// The largest number of bytes that a text may have.
        expected: u64,
        /// The number of bytes of the text.
        got: u64,
    },
}

impl Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveError::Io { path, .. } => write!(f, "cannot save the table as {}", path.display()),
            SaveError::Shared { path } => write!(
                f,
                "cannot save the table as {}: expected a file that no table shares; flush the \
                 shared table, or save to another file",
                path.display()
            ),
            SaveError::TextTooLong { expected, got } => too_long(f, *expected, *got),
        }
    }
}

fn too_long(f: &mut fmt::Formatter<'_>, expected: u64, got: u64) -> fmt::Result {
    write!(f, "the text of a table is too long: expected at most {expected} bytes, got {got}")
}

impl Error for SaveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SaveError::Io { source, .. } => Some(source),
            SaveError::Shared { .. } | SaveError::TextTooLong { .. } => None,
        }
    }
}

/// The reason why a file was not opened as a table, or not created. No file was changed, except
/// that what was damaged, or left half-written by a killed writer, may have been removed from it
/// already.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// The system reported an error.
    Io {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file does not begin as a table does.
    NotATable {
        /// The first bytes of the file.
        got: Vec<u8>,
    },
    /// The file has another version of the format.
    Version {
        /// The version that this program reads.
        expected: u32,
        /// The version of the file.
        got: u32,
    },
    /// The header is damaged.
    Checksum {
        /// The checksum of the header as read.
        expected: u64,
        /// The checksum that the header holds.
        got: u64,
    },
    /// The slots have another layout.
    Layout {
        /// The part of the layout that differs.
        what: &'static str,
        /// The value of the type of the table.
        expected: String,
        /// The value in the file.
        got: String,
    },
    /// The table is of another set of keys.
    Fingerprint {
        /// The fingerprint that the caller gave.
        expected: u64,
        /// The fingerprint of the file.
        got: u64,
    },
    /// The length of the file does not follow from its header.
    Length {
        /// The number of bytes that follows from the header.
        expected: u64,
        /// The number of bytes in the file.
        got: u64,
    },
    /// The text is too long, in the file or given for a new one.
    TextTooLong {
        /// The largest number of bytes that a text may have.
        expected: u64,
        /// The number of bytes of the text.
        got: u64,
    },
    /// The text in the file is damaged.
    Text {
        /// The value that was expected.
        expected: String,
        /// The value in the file.
        got: String,
    },
    /// The lines in the file are damaged.
    Lines {
        /// The value that was expected.
        expected: String,
        /// The value in the file.
        got: String,
    },
    /// The file is of a machine that has another number of 16-byte slots per line, and cannot be
    /// shared by processes of this one.
    Slots {
        /// The number of slots per line on this machine.
        expected: u32,
        /// The number of slots per line in the file.
        got: u32,
    },
    /// The memory for the table is not available.
    Allocate(AllocateError),
}

impl Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Io { path, .. } => write!(f, "cannot open {} as a table", path.display()),
            OpenError::NotATable { got } => write!(
                f,
                "not a table: expected a file that begins with \"{}\", got \"{}\"; give a file \
                 that this version saved a table to, or build the table again",
                MAGIC.escape_ascii(),
                got.escape_ascii(),
            ),
            OpenError::Version { expected, got } => write!(
                f,
                "a table of another version: expected {expected}, got {got}; save it again with \
                 this program"
            ),
            OpenError::Checksum { expected, got } => write!(
                f,
                "the header is damaged: its checksum is {expected:016x}, but {got:016x} is stored \
                 in it; take another copy"
            ),
            OpenError::Layout { what, expected, got } => write!(
                f,
                "a table of another layout: expected {what} {expected}, got {got}; open it with the \
                 types that it was made with"
            ),
            OpenError::Fingerprint { expected, got } => write!(
                f,
                "a table of other keys: expected the fingerprint {expected:016x}, got {got:016x}; \
                 use the keys that it was made with, or another file"
            ),
            OpenError::Length { expected, got } if got < expected => write!(
                f,
                "a truncated table: expected {expected} bytes, got {got}; take another copy"
            ),
            OpenError::Length { expected, got } => write!(
                f,
                "a table followed by other bytes: expected {expected} bytes, got {got}; take \
                 another copy"
            ),
            OpenError::TextTooLong { expected, got } => too_long(f, *expected, *got),
            OpenError::Text { expected, got } => write!(
                f,
                "the text of the table is damaged: expected {expected}, got {got}; take another \
                 copy"
            ),
            OpenError::Lines { expected, got } => write!(
                f,
                "the lines of the table are damaged: expected {expected}, got {got}; take another \
                 copy"
            ),
            OpenError::Slots { expected, got } => write!(
                f,
                "a table of a machine of another kind: expected {expected} slots per line, got \
                 {got}; load it and save it, which converts it, and share the new file"
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

/// First bytes of every table file. The last byte, Ctrl-Z, ends a text on DOS and Windows.
pub(crate) const MAGIC: &[u8; 8] = b"zobtabl\x1a";
