//! The files of a cached index as they were read, in a file of its folder beside the index: a file
//! may be changed within its size and its time.

use std::fs::OpenOptions;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use zobrist_index::{FileState, SourceDigest, SourceHasher};
use zobrist_storage::{open_regular, open_unlinked};

/// The name of the file in the folder of the index.
pub(crate) const MARKS: &str = "sources.json";

/// Largest number of bytes that are read of it: a hundred thousand files take less.
const MAX_BYTES: u64 = 32 << 20;

/// Number of bytes of a file that are read at each of its ends.
const END: u64 = 16 << 10;

/// The mark of a version of a file: its state, and the digest of its first and last 16 KiB.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mark {
    state: FileState,
    ends: SourceDigest,
}

impl Mark {
    /// # Errors
    /// When the file cannot be read.
    fn of(path: &Path) -> io::Result<Mark> {
        let mut file = open_regular(path)?;
        let meta = file.metadata()?;
        let mut bytes = Vec::new();
        (&mut file).take(END).read_to_end(&mut bytes)?;
        file.seek(SeekFrom::Start(meta.len().saturating_sub(END)))?;
        file.take(END).read_to_end(&mut bytes)?;
        let mut ends = SourceHasher::default();
        ends.update(&bytes);
        Ok(Mark { state: FileState::of(&meta), ends: ends.digest() })
    }

    /// True if the file at a path has not changed, as far as that is seen without reading it.
    pub(crate) fn is_of(&self, path: &Path) -> bool {
        FileState::at(path).is_ok_and(|now| now == self.state)
    }
}

/// The marks of files as they are now; `None` if one cannot be read.
pub(crate) fn marks_of(paths: &[PathBuf]) -> Option<Vec<Mark>> {
    paths.iter().map(|path| Mark::of(path).ok()).collect()
}

/// True if an index in a folder was built from files with these marks. Otherwise all bytes of the
/// files are read: true if they are those of the build; the marks are then recorded.
pub(crate) fn are_those_of(
    folder: &Path,
    paths: &[PathBuf],
    marks: &[Mark],
    digests: &[Option<SourceDigest>],
) -> bool {
    if recorded(folder).is_some_and(|recorded| recorded == marks) {
        return true;
    }
    let is_same = |(path, digest): (&PathBuf, &Option<SourceDigest>)| {
        let read = SourceHasher::of_file(path, u64::MAX);
        read.is_ok_and(|read| Some(read.digest()) == *digest)
    };
    let are_same = paths.iter().zip(digests).all(is_same);
    if are_same {
        record(folder, marks);
    }
    are_same
}

/// Records the marks of the files that the index in a folder was built from. If that is not
/// possible, the next command reads the files.
pub(crate) fn record(folder: &Path, marks: &[Mark]) {
    let mut options = OpenOptions::new();
    let file = open_unlinked(folder.join(MARKS), options.write(true).create(true).truncate(true));
    if let Ok(file) = file {
        // A part of it is as good as none.
        serde_json::to_writer(file, marks).ok();
    }
}

fn recorded(folder: &Path) -> Option<Vec<Mark>> {
    let file = open_unlinked(folder.join(MARKS), OpenOptions::new().read(true)).ok()?;
    serde_json::from_reader(BufReader::new(file.take(MAX_BYTES))).ok()
}
