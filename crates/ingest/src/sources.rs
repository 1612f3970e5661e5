//! Files of games for an index, without duplicates.

use std::collections::HashMap;
use std::fs;
use std::path::{self, Path, PathBuf};
use std::sync::Arc;

use zobrist_index::{KnownBy, KnownSource, SourceFile};
use zobrist_input::{Content, Listener, Nobody, Result, find_all};
use zobrist_storage::remote::{is_url, without_secrets};

/// Files of games for an index, each once.
#[derive(Clone, Debug)]
pub struct Sources {
    files: Vec<PathBuf>,
    named_again: Vec<NamedAgain>,
    /// True if an index stores the paths as they were given.
    as_given: bool,
}

/// A file that was named a second time, by the same path or by another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedAgain {
    /// The path that is left out.
    pub path: PathBuf,
    /// The path that has named the file first.
    pub first: PathBuf,
}

impl Sources {
    /// Finds the files, which may be URLs; `-` is standard input. One that is named again is left
    /// out.
    ///
    /// # Errors
    /// When a file is missing or cannot be opened, or all are of formats that are not read.
    pub fn find(files: &[PathBuf]) -> Result<Sources> {
        let nobody: Arc<dyn Listener> = Arc::new(Nobody);
        find_all(files, Content::Text, &nobody)?;
        let mut sources = Sources { files: Vec::new(), named_again: Vec::new(), as_given: false };
        let mut seen: HashMap<FileId, &PathBuf> = HashMap::new();
        for file in files {
            let first = FileId::of(file).map(|id| *seen.entry(id).or_insert(file));
            match first.filter(|first| !std::ptr::eq(*first, file)) {
                Some(first) => {
                    let again =
                        NamedAgain { path: without_secrets(file), first: without_secrets(first) };
                    sources.named_again.push(again);
                }
                None => sources.files.push(file.clone()),
            }
        }
        Ok(sources)
    }

    /// An index stores the paths as they were given, if `as_given` is true. It stores absolute
    /// paths otherwise, which name the same files wherever a program runs that reads the index.
    #[must_use]
    pub fn with_paths_as_given(self, as_given: bool) -> Sources {
        Sources { as_given, ..self }
    }

    /// The paths of the files, as they were given.
    #[must_use]
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// The files that were named again, in the order in which they were.
    #[must_use]
    pub fn named_again(&self) -> &[NamedAgain] {
        &self.named_again
    }

    /// Names and versions of the files, for a builder. Those without a name in the file system,
    /// such as the pipe `<(zcat games.pgn.gz)` of a shell, keep the path that was given.
    #[must_use]
    pub fn versions(&self) -> Vec<SourceFile> {
        let stored = |file: &PathBuf| match self.as_given {
            true => SourceFile::new(file),
            false => SourceFile::new(place(file)),
        };
        self.files.iter().map(stored).collect()
    }

    /// Leaves out the files that an index already holds, as
    /// [`IndexError::AlreadyIn`](zobrist_index::IndexError::AlreadyIn) lists them, and returns the
    /// list with their paths as they were given.
    pub fn leave_out(&mut self, known: &[KnownSource]) -> Vec<KnownSource> {
        let versions = self.versions();
        let given: HashMap<&str, &PathBuf> =
            versions.iter().map(|version| &*version.name).zip(&self.files).collect();
        let name_given = |name: &str| {
            let shown = |file: &&PathBuf| without_secrets(file).to_string_lossy().into_owned();
            given.get(name).map_or_else(|| name.to_owned(), shown)
        };
        let left_out = known.iter().map(|known| {
            let mut shown = known.clone();
            shown.name = name_given(&known.name);
            if known.by == KnownBy::OtherAdded {
                shown.known_as = name_given(&known.known_as);
            }
            shown
        });
        let left_out = left_out.collect();
        let mut number = 0..;
        self.files.retain(|_| number.next().is_some_and(|n| known.iter().all(|k| k.source != n)));
        left_out
    }
}

/// The absolute path of a file, without links if the system can tell where they lead; standard
/// input stays `-`, and a URL itself. A pipe without a name, as from `<(zcat games.pgn.gz)`, has no
/// other path than its own.
fn place(file: &Path) -> PathBuf {
    if file == Path::new("-") || is_url(file) {
        return file.to_owned();
    }
    let place = fs::canonicalize(file).or_else(|_| path::absolute(file));
    place.unwrap_or_else(|_| file.to_owned())
}

/// Identity of a file, whatever path names it.
#[derive(PartialEq, Eq, Hash)]
enum FileId {
    Url(PathBuf),
    #[cfg(unix)]
    Inode(u64, u64),
    #[cfg(not(unix))]
    Path(PathBuf),
}

impl FileId {
    /// `None` for standard input, which cannot be named twice.
    fn of(file: &Path) -> Option<FileId> {
        if file == Path::new("-") {
            return None;
        }
        if is_url(file) {
            return Some(FileId::Url(file.to_owned()));
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let meta = file.metadata().ok()?;
            Some(FileId::Inode(meta.dev(), meta.ino()))
        }
        #[cfg(not(unix))]
        file.canonicalize().ok().map(FileId::Path)
    }
}
