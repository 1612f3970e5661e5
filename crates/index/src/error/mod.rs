//! Errors of building, reading and changing an index.

mod known_source;
mod text;

pub use known_source::{KnownBy, KnownSource};

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use zobrist_chess::AnyScheme;
use zobrist_tables::TableError;

use crate::filter::FilterError;

/// The error of an index that cannot be built, read or changed.
///
/// The text includes that of the system's or the Parquet library's error, which is therefore not
/// returned as the [source](Error::source): it is a field of the variant.
#[derive(Debug)]
#[non_exhaustive]
pub enum IndexError {
    /// A file or folder cannot be created, read or written.
    Io {
        /// The operation, as a verb: create, open, lock, read, write, rename or remove.
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
    /// A file that the manifest names is missing: it was removed, or another process has merged or
    /// replaced the index since the manifest was read.
    MissingFile(PathBuf),
    /// A file is not what the manifest says.
    Damaged {
        /// The file.
        path: PathBuf,
        /// A sentence with what was expected and what was found.
        what: String,
    },
    /// There is no index in the folder.
    NotAnIndex(PathBuf),
    /// The folder is a URL, but only one on this machine can be used: to build, add, merge, remove
    /// and verify.
    NotLocal(PathBuf),
    /// The folder is a URL, and the cargo feature `object-storage` is off.
    NoObjectStorage(PathBuf),
    /// There is an index in the folder already, and
    /// [`BuildOptions::replace`](crate::BuildOptions::replace) is false.
    Exists(PathBuf),
    /// The index holds some of the sources already, or some are copies of others, and
    /// [`BuildOptions::again`](crate::BuildOptions::again) is false.
    AlreadyIn(Vec<KnownSource>),
    /// The folder holds something other than an index.
    NotEmpty(PathBuf),
    /// An entry of the folder is of a type that an index does not have there: a link, a pipe, a
    /// device. Such entries are neither followed nor replaced.
    Foreign {
        /// The entry.
        path: PathBuf,
        /// The type that was expected.
        expected: &'static str,
        /// The type that was found.
        got: &'static str,
    },
    /// No game can meet a filter.
    Filter(FilterError),
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
    /// The index is keyed by another scheme, or by other keys with the same name.
    Scheme {
        /// The manifest.
        path: PathBuf,
        /// The scheme and fingerprint that were expected.
        expected: String,
        /// The scheme and fingerprint of the index.
        got: String,
    },
    /// The scheme that was chosen for the index has hashes of other than 64 bits.
    SchemeWidth(AnyScheme),
    /// The scheme that was chosen for the index keys the halfmove clock: positions that were
    /// reached by different moves would not meet.
    SchemeClock(AnyScheme),
    /// The scheme that was chosen for the index cannot be read from its text, by which the index is
    /// opened later.
    SchemeText {
        /// The scheme.
        scheme: AnyScheme,
        /// A sentence with what was expected and what was found.
        what: String,
    },
    /// The folder holds no plan by which many tasks build.
    NoPlan(PathBuf),
    /// The folder holds a plan by which many tasks build.
    Planned(PathBuf),
    /// A plan, or the record of a task, cannot be used.
    Plan {
        /// The plan or the record.
        path: PathBuf,
        /// A sentence with what was expected and what was found.
        what: String,
    },
    /// The plan of a build has no run of a number.
    NoRun {
        /// The folder.
        path: PathBuf,
        /// The number of runs.
        runs: usize,
        /// The number that was given.
        got: u32,
    },
    /// There is no range of the keys of a number.
    NoRange {
        /// The most ranges that there can be.
        most: usize,
        /// The number of the range, and of ranges.
        got: (u32, u32),
    },
    /// Runs of a plan are not done.
    MissingRuns {
        /// The folder.
        path: PathBuf,
        /// The number of runs.
        of: usize,
        /// The numbers of the missing runs.
        missing: Vec<u32>,
    },
    /// Ranges of the keys are not merged.
    MissingRanges {
        /// The folder.
        path: PathBuf,
        /// The number of ranges; 0 if none was merged.
        of: u32,
        /// The numbers of the missing ranges.
        missing: Vec<u32>,
    },
    /// The build of a task was committed or abandoned while the task was at work.
    Superseded(PathBuf),
    /// The index has changed since a build was planned.
    IndexChanged(PathBuf),
    /// A source has changed since a build was planned.
    SourceChanged {
        /// The source.
        path: PathBuf,
        /// A sentence with what was expected and what was found.
        what: String,
    },
    /// A source was written to, replaced or removed while an index was built from it. The index is
    /// as it was.
    ChangedWhileRead {
        /// The source.
        path: PathBuf,
        /// The expected state and the one that was found.
        what: String,
    },
    /// A build by many tasks was to leave out duplicates, which no task can recognize.
    DedupOfPlan,
    /// A source of a build by many tasks is no file that each of them can open.
    NotAFile(PathBuf),
    /// Another process, or another builder of this one, is writing the index or checks it.
    Busy(PathBuf),
    /// The games seen so far, which `dedup` must remember, do not fit in half of the memory.
    DedupMemory {
        /// The memory that they need, in bytes.
        needed: usize,
    },
    /// The system refused memory.
    OutOfMemory {
        /// The number of bytes requested.
        bytes: usize,
    },
    /// The index has no game of this number.
    NoGame(u64),
    /// The index has no source of a name, or several to which it can refer.
    NoSource {
        /// The name that was given.
        given: String,
        /// The sources to which it can refer; if there are none, those of the index, the names that
        /// begin like it first.
        names: Vec<String>,
        /// True if it can refer to `names`.
        is_ambiguous: bool,
    },
    /// The games that carry the name of a source are not as many as were added from it: they were
    /// added under another name.
    OtherGames {
        /// The name of the source.
        source: String,
        /// The number of games that were added from it.
        expected: u64,
        /// The number of games that have its name in the column `file`.
        got: u64,
    },
}

impl IndexError {
    /// Returns the file or folder that the error is about, if it is about one. The text names it
    /// too.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            IndexError::Io { path, .. }
            | IndexError::Parquet { path, .. }
            | IndexError::MissingFile(path)
            | IndexError::Damaged { path, .. }
            | IndexError::NotAnIndex(path)
            | IndexError::NotLocal(path)
            | IndexError::NoObjectStorage(path)
            | IndexError::Exists(path)
            | IndexError::NotEmpty(path)
            | IndexError::Foreign { path, .. }
            | IndexError::Format { path, .. }
            | IndexError::Version { path, .. }
            | IndexError::Scheme { path, .. }
            | IndexError::NoPlan(path)
            | IndexError::Planned(path)
            | IndexError::Plan { path, .. }
            | IndexError::NoRun { path, .. }
            | IndexError::MissingRuns { path, .. }
            | IndexError::MissingRanges { path, .. }
            | IndexError::Superseded(path)
            | IndexError::IndexChanged(path)
            | IndexError::ChangedWhileRead { path, .. }
            | IndexError::SourceChanged { path, .. }
            | IndexError::NotAFile(path)
            | IndexError::Busy(path) => Some(path),
            _ => None,
        }
    }

    pub(crate) fn io(operation: &'static str, path: &Path, error: io::Error) -> IndexError {
        IndexError::Io { operation, path: path.to_owned(), error }
    }

    /// The error of a file or folder that names a game which the index does not have; any other
    /// error stays as it is.
    pub(crate) fn or_damage_of(self, path: &Path) -> IndexError {
        match self {
            IndexError::NoGame(game) => {
                IndexError::damaged(path, format!("expected a game of the index, got game {game}"))
            }
            error => error,
        }
    }

    /// True if the index is at fault, and not the disk or the caller.
    pub(crate) fn is_damage(&self) -> bool {
        matches!(self, IndexError::Damaged { .. } | IndexError::Parquet { .. })
    }

    /// The error for memory that a vector or a set of `len` items of type `T` was refused.
    pub(crate) fn refused<T>(len: usize) -> IndexError {
        IndexError::OutOfMemory { bytes: len.saturating_mul(size_of::<T>()) }
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> IndexError {
        IndexError::Damaged { path: path.to_owned(), what: what.into() }
    }
}

impl Error for IndexError {}

impl From<TableError> for IndexError {
    fn from(error: TableError) -> IndexError {
        match error {
            TableError::Io { operation, path, error } => IndexError::Io { operation, path, error },
            TableError::Parquet { path, error } => IndexError::Parquet { path, error },
            TableError::MissingFile(path) => IndexError::MissingFile(path),
            TableError::Damaged { path, what } => IndexError::Damaged { path, what },
            TableError::Foreign { path, expected, got } => {
                IndexError::Foreign { path, expected, got }
            }
            other => IndexError::Io {
                operation: "read",
                path: PathBuf::new(),
                error: io::Error::other(other),
            },
        }
    }
}
