//! Errors of creating and resizing a table.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;

/// The reason why a table was not created or not resized.
#[derive(Debug)]
#[non_exhaustive]
pub enum AllocateError {
    /// The size has no room for one cache line.
    TooSmall {
        /// The number of bytes that were requested.
        bytes: u64,
    },
    /// The size is beyond the memory of the machine.
    TooLarge {
        /// The number of bytes that were requested.
        bytes: u64,
        /// The number of bytes that the machine has, or can address.
        limit: u64,
    },
    /// A table in a shared file keeps its size.
    Shared,
    /// The system refused the memory.
    Refused {
        /// The number of bytes that were requested.
        bytes: u64,
        /// The error of the system.
        source: io::Error,
    },
}

impl Display for AllocateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AllocateError::TooSmall { bytes } => write!(
                f,
                "a table of {bytes} {} has no room for an entry: a bucket is a cache line, so make \
                 the table 64 bytes or more",
                if *bytes == 1 { "byte" } else { "bytes" },
            ),
            AllocateError::TooLarge { bytes, limit } => write!(
                f,
                "a table of {bytes} bytes is larger than the memory of {limit} bytes; make it \
                 smaller"
            ),
            AllocateError::Shared => f.write_str(
                "a table in a shared file keeps its size; create another file of the size you want",
            ),
            AllocateError::Refused { bytes, .. } => {
                write!(f, "the system refused {bytes} bytes for a table; make it smaller")
            }
        }
    }
}

impl Error for AllocateError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            AllocateError::Refused { source, .. } => Some(source),
            _ => None,
        }
    }
}
