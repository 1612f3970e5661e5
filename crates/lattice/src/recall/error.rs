//! Errors of loading a recall.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;

/// The first bytes of a saved recall.
pub(super) const MAGIC: &[u8; 8] = b"zobreca\x1a";

/// The error of a recall that cannot be loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// Reading failed.
    Io(io::Error),
    /// It does not begin like a recall.
    NotARecall {
        /// The first bytes.
        got: Vec<u8>,
    },
    /// The format is of another version.
    Version {
        /// The version that this program reads.
        expected: u32,
        /// The one in the file.
        got: u32,
    },
    /// It is damaged.
    Checksum {
        /// The damaged part: `header` or `entries`.
        what: &'static str,
        /// The checksum of its bytes.
        expected: u64,
        /// The checksum in the file.
        got: u64,
    },
    /// It has values or names of another kind.
    Form {
        /// The property that differs.
        what: &'static str,
        /// The value that the types and the verification require.
        expected: String,
        /// The value in the file.
        got: String,
    },
    /// The keys have another seed.
    Seed {
        /// The seed here.
        expected: u64,
        /// The one in the file.
        got: u64,
    },
    /// The values are of another potential.
    Potential {
        /// The fingerprint here.
        expected: u64,
        /// The one in the file.
        got: u64,
    },
    /// The names are of another lattice, reach, group or number of species.
    Lattice {
        /// The fingerprint here.
        expected: u64,
        /// The one in the file.
        got: u64,
    },
    /// It ends too early.
    Truncated {
        /// The part that is truncated: `bytes of the header`, `entries`, or `checksums` at the end.
        what: &'static str,
        /// The number expected.
        expected: u64,
        /// The number of whole ones present.
        got: u64,
    },
    /// It goes on after its end.
    TooLong {
        /// The number of entries after which it should end.
        expected: u64,
    },
}

impl Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Io(_) => f.write_str("cannot read the recall"),
            LoadError::NotARecall { got } => write!(
                f,
                "not a recall: expected bytes that begin with \"{}\", got \"{}\"; give a file that \
                 this version saved a recall to, or begin a new recall",
                MAGIC.escape_ascii(),
                got.escape_ascii()
            ),
            LoadError::Version { expected, got } => write!(
                f,
                "a recall of another version: expected {expected}, got {got}; save it again with \
                 this program"
            ),
            LoadError::Checksum { what, expected, got } => write!(
                f,
                "a damaged recall: the checksum of its {what} is {expected:016x}, but {got:016x} \
                 is stored in it; take another copy"
            ),
            LoadError::Form { what, expected, got } => write!(
                f,
                "a recall of another form: expected {what} {expected}, got {got}; load it as it \
                 was saved"
            ),
            LoadError::Seed { expected, got } => write!(
                f,
                "a recall of other keys: expected seed {expected}, got {got}; take the seed that \
                 it was made with, or begin a new recall"
            ),
            LoadError::Potential { expected, got } => write!(
                f,
                "a recall of another potential: expected fingerprint {expected:016x}, got \
                 {got:016x}; take the potential that it was made with, or begin a new recall"
            ),
            LoadError::Lattice { expected, got } => write!(
                f,
                "a recall of another lattice: expected fingerprint {expected:016x}, got \
                 {got:016x}; take the structure, cells, range, symmetry and species that it was \
                 made with, or begin a new recall"
            ),
            LoadError::Truncated { what, expected, got } => write!(
                f,
                "a truncated recall: expected {expected} {what}, got {got}; take another copy"
            ),
            LoadError::TooLong { expected } => write!(
                f,
                "a damaged recall: expected its end after {expected} entries, got more bytes; \
                 take another copy"
            ),
        }
    }
}

impl Error for LoadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            LoadError::Io(source) => Some(source),
            _ => None,
        }
    }
}

impl From<io::Error> for LoadError {
    fn from(source: io::Error) -> LoadError {
        LoadError::Io(source)
    }
}
