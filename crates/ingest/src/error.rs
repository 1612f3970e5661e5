//! The error of building an index from files.

use std::error::Error as StdError;
use std::fmt::{self, Display};

use zobrist_game_text::Rejection;
use zobrist_index::IndexError;
use zobrist_input::{FileError, counted};

use crate::broken_file::{BrokenFile, BrokenFileWords};

/// Why files were not read into an index, which is then as it was before.
#[derive(Debug)]
#[non_exhaustive]
pub enum IngestError {
    /// A file is missing or cannot be opened, or all are of formats that are not read: nothing was
    /// read.
    Files(FileError),
    /// The index cannot be written.
    Index(IndexError),
    /// A file failed while it was read, and is not
    /// [accepted in part](zobrist_index::BuildOptions::partial).
    Source {
        /// The place up to which its games could be read, and the reason.
        failure: Box<Rejection>,
        /// True if a repeated run continues from there once the file is mended; false if it begins
        /// again, since not all sources are files. The error is that of keeping what was read.
        kept: Result<bool, IndexError>,
    },
    /// [`Watch::wants_stop`](super::Watch::wants_stop) has stopped it.
    Stopped {
        /// The number of games that were added, including those of an interrupted run that this one
        /// has resumed.
        games: u64,
        /// True if a repeated run continues after them; false if it begins again, since not all
        /// sources are files. The error is that of keeping what was read.
        kept: Result<bool, IndexError>,
    },
    /// [`Watch::wants_stop`](super::Watch::wants_stop) has stopped a run of a build by many tasks.
    RunStopped {
        /// The number of the run, from 1.
        run: u32,
    },
}

/// No program is known here.
const WORDS: BrokenFileWords =
    BrokenFileWords { again: "do the same again", progress: "what was read", partial: None };

impl Display for IngestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IngestError::Files(error) => error.fmt(f),
            IngestError::Index(error) => error.fmt(f),
            IngestError::Source { failure, kept } => {
                let kept = kept.as_ref().copied().map_err(IndexError::to_string);
                BrokenFile::of_index(failure, kept, &WORDS).fmt(f)
            }
            IngestError::RunStopped { run } => {
                write!(f, "stopped; nothing was kept of run {run}; do the same again to build it")
            }
            IngestError::Stopped { games, kept } => {
                f.write_str("stopped; nothing was put into the index; ")?;
                match kept {
                    Ok(true) => {
                        let games = counted(games, "game", "games");
                        write!(f, "the same again continues after {games}")
                    }
                    Ok(false) => {
                        f.write_str("nothing was kept, since only files can be read again")
                    }
                    Err(error) => write!(f, "what was read cannot be kept: {error}"),
                }
            }
        }
    }
}

/// The texts of the variants include those of their errors, whose causes are the sources.
impl StdError for IngestError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            IngestError::Files(error) => error.source(),
            IngestError::Index(error)
            | IngestError::Source { kept: Err(error), .. }
            | IngestError::Stopped { kept: Err(error), .. } => error.source(),
            IngestError::Source { .. }
            | IngestError::Stopped { .. }
            | IngestError::RunStopped { .. } => None,
        }
    }
}

impl From<FileError> for IngestError {
    fn from(error: FileError) -> IngestError {
        IngestError::Files(error)
    }
}

impl From<IndexError> for IngestError {
    fn from(error: IndexError) -> IngestError {
        IngestError::Index(error)
    }
}
