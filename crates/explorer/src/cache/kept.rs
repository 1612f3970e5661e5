//! Indexes that are built from files and kept in the cache, of any kind.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_index::SourceDigest;
use zobrist_input::{Content, counted};

use super::entry::Entry;
use super::evict::evict;
use super::folder::unusable;
use super::lock;
use super::marks::{Mark, are_those_of, marks_of, record};
use super::opened::{Opened, Use};

/// The digests of the files of an index, in their order; `None` for what is no file.
pub type Digests = Vec<Option<SourceDigest>>;

/// A kind of index that is built from files and kept in the cache.
pub trait KeptKind {
    /// An open index.
    type Index;
    /// The versions of files, before they are read.
    type Versions;
    /// The command that builds such an index in a folder that is named, for advice.
    const COMMAND: &'static str;
    /// The content of the files.
    const CONTENT: Content;

    /// Returns the options that decide what is in an index, for its name.
    fn options(&self) -> String;

    /// Looks up the versions of files without reading them.
    fn versions(&self, paths: &[PathBuf]) -> Self::Versions;

    /// Opens the index in a folder, if it was built from whole files of these versions, as far as
    /// that is seen without reading them.
    fn current(&self, folder: &Path, versions: &Self::Versions) -> Option<(Self::Index, Digests)>;

    /// Opens the index in a folder.
    ///
    /// # Errors
    /// When it cannot be opened.
    fn open(&self, folder: &Path) -> Result<Self::Index>;

    /// Builds the index in a folder of the cache, in place of what may be there, and reports it.
    ///
    /// # Errors
    /// When a file is missing or has changed, or the index cannot be written.
    fn build(
        &self,
        folder: &Path,
        paths: &[PathBuf],
        versions: &Self::Versions,
    ) -> Result<KeptBuild>;

    /// # Errors
    /// When a file has changed since its version was looked up.
    fn refuse_changed(&self, versions: &Self::Versions) -> Result<()>;

    /// Reports the faults that the build has found, and returns its ending.
    fn ending(&self, index: &Self::Index) -> Ending;
}

/// The result of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptBuild {
    /// The ending of a command that has built it.
    pub ending: Ending,
    /// False if a file has failed while it was read: the index is then not kept.
    pub is_whole: bool,
}

/// The index of some files, at least one, in their order, in a cache whose folder may not exist
/// yet; with `again`, one that was built after this call. If a file fails while it is read, the
/// index is of its readable part and not kept. While another process builds the same index, this
/// waits for it. All indexes of the cache together take at most `cache_size` bytes afterwards, if
/// those that nobody uses can be removed.
///
/// # Errors
/// When a file is missing, none has a format that is read, one has changed while it was read, or
/// the cache cannot be written to.
pub fn kept_in<K: KeptKind>(
    cache: &Path,
    files: &[PathBuf],
    kind: &K,
    cache_size: u64,
    again: bool,
) -> Result<Opened<K::Index>> {
    let canonical = |file: &PathBuf| {
        fs::canonicalize(file).with_context(|| format!("cannot open {}", file.display()))
    };
    let paths = files.iter().map(canonical).collect::<Result<Vec<_>>>()?;
    let entry = Entry::of(cache, &paths, &kind.options());
    if !again && entry.folder().is_dir() {
        // In a cache that can only be read, nobody removes anything.
        let in_use = Use::begin(&entry).unwrap_or_else(|_| Use {
            entry: entry.clone(),
            lock: None,
            part: None,
        });
        match cached(&entry.folder(), &paths, kind, &kind.versions(&paths)) {
            Some((index, marks)) => return Ok(from_cache(index, marks, in_use, kind)),
            None => drop(in_use),
        }
    }
    // No folder is made for files that cannot be indexed.
    terminal_listener::find_all(files, K::CONTENT, &ProgressBar::hidden())?;
    let folder = entry.folder();
    let unusable_by = |error: io::Error| unusable(&folder, &error.into(), K::COMMAND);
    fs::create_dir_all(cache).map_err(unusable_by)?;
    let mut in_use = Use::begin(&entry).map_err(unusable_by)?;
    let say_waiting = || {
        let file = name_of(files);
        say(&format!("zobrist: another process is building the index of {file}; waiting for it\n"));
    };
    let (building, waited) = lock::alone(&entry.lock(), say_waiting).map_err(unusable_by)?;
    let versions = kind.versions(&paths);
    if (waited || !again)
        && let Some((index, marks)) = cached(&folder, &paths, kind, &versions)
    {
        return Ok(from_cache(index, marks, in_use, kind));
    }
    // The build refuses to keep files that change from now on.
    let marks = marks_of(&paths).unwrap_or_default();
    let KeptBuild { ending, is_whole } = kind.build(&folder, &paths, &versions)?;
    if is_whole {
        in_use.note();
        let index = kind.open(&folder)?;
        record(&folder, &marks);
        drop(building);
        if let Err(error) = evict(&entry, cache_size) {
            let cache = cache.display();
            say(&format!("zobrist: cannot remove unused indexes from {cache}: {error}\n"));
        }
        return Ok(Opened { index, ending, marks, _use: Some(in_use), _temporary: None });
    }
    let mut parts = (1..).map(|number| entry.part(number));
    let part = parts.find(|part| fs::symlink_metadata(part).is_err()).expect("a free number");
    fs::rename(&folder, &part).map_err(unusable_by)?;
    in_use.part = Some(part.clone());
    kind.refuse_changed(&versions)?;
    let index = kind.open(&part)?;
    Ok(Opened { index, ending, marks, _use: Some(in_use), _temporary: None })
}

/// The cached index and the marks of its files, if it was built from the files as they are now.
fn cached<K: KeptKind>(
    folder: &Path,
    paths: &[PathBuf],
    kind: &K,
    versions: &K::Versions,
) -> Option<(K::Index, Vec<Mark>)> {
    let (index, digests) = kind.current(folder, versions)?;
    let marks = marks_of(paths)?;
    are_those_of(folder, paths, &marks, &digests).then_some((index, marks))
}

/// True if the index of an entry was built from files as they are now. Reads them only if they look
/// as if they had changed.
pub fn has_read_files(entry: &Entry, paths: &[PathBuf], digests: &[Option<SourceDigest>]) -> bool {
    marks_of(paths).is_some_and(|marks| are_those_of(&entry.folder(), paths, &marks, digests))
}

/// A cached index that is used now.
fn from_cache<K: KeptKind>(
    index: K::Index,
    marks: Vec<Mark>,
    in_use: Use,
    kind: &K,
) -> Opened<K::Index> {
    in_use.note();
    let ending = kind.ending(&index);
    Opened { index, ending, marks, _use: Some(in_use), _temporary: None }
}

/// The names of files in a message.
fn name_of(files: &[PathBuf]) -> String {
    match files {
        [file] => file.display().to_string(),
        [first, rest @ ..] => {
            format!("{} and {}", first.display(), counted(rest.len(), "more file", "more files"))
        }
        [] => "no file".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_of_some_files_is_named_in_words() {
        let names = |files: &[&str]| name_of(&files.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(names(&["a.pgn"]), "a.pgn");
        assert_eq!(names(&["a.pgn", "b.pgn"]), "a.pgn and 1 more file");
        assert_eq!(names(&["a.pgn", "b.pgn", "c.pgn"]), "a.pgn and 2 more files");
    }
}
