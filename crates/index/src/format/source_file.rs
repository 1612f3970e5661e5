//! The files that an index is built from, and how far they have been read.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use zobrist_shakmaty::pgn::GameScanner;

use super::manifest::IndexedSource;
use crate::options::Select;
#[cfg(feature = "object-storage")]
use zobrist_storage::ByteSource;
use zobrist_storage::FileState;
#[cfg(feature = "object-storage")]
use zobrist_storage::remote::RemoteFile;
use zobrist_storage::remote::{is_url, without_secrets};

/// A file of games that an index is to be built from: its name, size and time of change, by which a
/// later run recognizes it, and its state, by which a change during the run is seen.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SourceFile {
    /// The path as it was given, which [`IndexedSource::file`] holds.
    pub name: String,
    /// Its size in bytes and when it was last changed, in nanoseconds since 1970; `None` for
    /// anything but a file.
    pub(crate) version: Option<(u64, u64)>,
    /// The state of a file on this machine.
    pub(crate) state: Option<FileState>,
    /// The path as it was given. A name of other bytes than UTF-8 does not lead to its file.
    #[serde(skip)]
    pub(crate) path: PathBuf,
}

impl PartialEq for SourceFile {
    fn eq(&self, other: &SourceFile) -> bool {
        (&self.name, self.version, self.state) == (&other.name, other.version, other.state)
    }
}

impl Eq for SourceFile {}

impl SourceFile {
    /// Looks up the file at a path, which may also be something else that can be read, such as a
    /// pipe; `-` is standard input. None of its contents are read. The server of a URL is asked,
    /// and has to tell when the file was last changed; the query of the URL is no part of the name.
    ///
    /// The index stores the path as it is given here. An absolute one names the same file wherever
    /// a program runs that reads the index.
    pub fn new(path: impl AsRef<Path>) -> SourceFile {
        let path = path.as_ref();
        let name = without_secrets(path).to_string_lossy().into_owned();
        let (version, state) = if is_url(path) {
            (remote_version(path).ok().flatten(), None)
        } else {
            // At once, so that both are of one file.
            let meta = local_metadata(path).ok().flatten();
            let version = meta.as_ref().and_then(local_version);
            (version, meta.as_ref().filter(|_| version.is_some()).map(FileState::of))
        };
        SourceFile { name, version, state, path: path.to_owned() }
    }

    /// Returns the state of the file when it was looked up; `None` for a URL and anything but a
    /// file.
    #[must_use]
    pub fn state(&self) -> Option<FileState> {
        self.state
    }

    /// Describes the change of the file since it was looked up, by what was expected and what came;
    /// `None` if it has not changed, and for a pipe.
    ///
    /// # Errors
    /// When that cannot be known.
    pub fn change(&self) -> io::Result<Option<String>> {
        let Some(version) = self.version else { return Ok(None) };
        let Some(state) = self.state else {
            let now = SourceFile::version_of(&self.path)?;
            return Ok((now != Some(version))
                .then(|| "expected the same file, got one that was changed since".to_owned()));
        };
        match FileState::at(&self.path) {
            Ok(now) => Ok(state.difference(&now)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Some("expected a file, got none".to_owned()))
            }
            Err(error) => Err(error),
        }
    }

    /// The size of a file and when it was last changed; `None` for anything but a file.
    ///
    /// # Errors
    /// When there is none, or that cannot be known.
    pub(crate) fn version_of(path: &Path) -> io::Result<Option<(u64, u64)>> {
        if is_url(path) {
            return remote_version(path);
        }
        Ok(local_metadata(path)?.as_ref().and_then(local_version))
    }

    /// Returns true if this is the file that an index was built from, unchanged: size and time of
    /// change are the same, and its path, or the place that both paths lead to from the working
    /// directory. Never true of a pipe.
    #[must_use]
    pub fn is_unchanged(&self, source: &IndexedSource) -> bool {
        self.version.is_some_and(|(bytes, modified)| {
            (Some(bytes), Some(modified)) == (source.bytes, source.modified)
        }) && self.is_at_the_place_of(source)
    }

    /// The entry of the file in a manifest, when nothing was read of it.
    pub(crate) fn unread(&self, select: Select, keep_valid: bool) -> IndexedSource {
        IndexedSource {
            file: self.name.clone(),
            bytes: self.version.map(|version| version.0),
            modified: self.version.map(|version| version.1),
            select,
            games: 0,
            rejected: 0,
            below_elo: 0,
            duplicates: 0,
            shortened: 0,
            digest: None,
            partial: false,
            keep_valid,
            rule: GameScanner::RULE,
            first_date: None,
            last_date: None,
            encoding: None,
        }
    }

    /// True if the file has the path of the source, or is at the place that its path leads to.
    pub(crate) fn is_at_the_place_of(&self, source: &IndexedSource) -> bool {
        let place = || fs::canonicalize(&self.path).ok();
        self.version.is_some()
            && (self.name == source.file
                || place().is_some_and(|place| fs::canonicalize(&source.file).ok() == Some(place)))
    }
}

/// The metadata of a path on this machine; `None` for standard input.
fn local_metadata(path: &Path) -> io::Result<Option<Metadata>> {
    // A file of that name is `./-`.
    if path == Path::new("-") { Ok(None) } else { fs::metadata(path).map(Some) }
}

/// Size and time of change of a file.
fn local_version(meta: &Metadata) -> Option<(u64, u64)> {
    Some((meta.len(), FileState::of(meta).modified().filter(|_| meta.is_file())?))
}

/// Size and time of change of the file at a URL.
#[cfg(feature = "object-storage")]
fn remote_version(url: &Path) -> io::Result<Option<(u64, u64)>> {
    let file = RemoteFile::open(url)?;
    Ok(file.modified().map(|modified| (file.len(), modified)))
}

#[cfg(not(feature = "object-storage"))]
fn remote_version(_: &Path) -> io::Result<Option<(u64, u64)>> {
    Ok(None)
}

/// A point between two games of the sources, at which an interrupted build resumes.
///
/// The default is the start of the first source.
///
/// Closed: these are the numbers by which a build resumes, all of which have to be given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResumePoint {
    /// The number of the source, from 0.
    pub source: usize,
    /// The offset in the source, in bytes after decompression.
    pub offset: u64,
    /// The number of lines of the source before it.
    pub line: u64,
    /// The number of games before it, in this source and earlier ones.
    pub game: u64,
    /// The number of games before it in this source.
    pub game_in_source: u64,
}
