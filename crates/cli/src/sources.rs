//! Files of games for an index, without duplicates.

use std::collections::HashMap;
use std::fs;
use std::path::{self, Path, PathBuf};

use anyhow::Result;
use indicatif::ProgressBar;
use zobrist_files::Holds;
use zobrist_index::{KnownBy, KnownSource, SourceFile};

use crate::ending::Ending;
use crate::floods::Floods;
use crate::input;
use crate::message::say;

/// The names under which an index stores its sources.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct RelativeOption {
    /// Store the paths of the files as they are given here, not as absolute paths
    #[arg(long, help_heading = "Index", hide_short_help = true)]
    relative: bool,
}

/// Files of games, each once.
pub struct Sources {
    /// Their paths, as they were given.
    pub files: Vec<PathBuf>,
    /// True if an index stores these paths.
    relative: bool,
    /// True if a file was left out.
    pub left_out: bool,
}

impl Sources {
    /// Finds the files. One that is named twice is left out the second time, with a message.
    ///
    /// # Errors
    /// When a file is missing: no work has begun then.
    pub fn find(files: &[PathBuf], relative: RelativeOption) -> Result<Sources> {
        input::find_all(files, Holds::Text, &ProgressBar::hidden())?;
        let RelativeOption { relative } = relative;
        let mut sources = Sources { files: Vec::new(), relative, left_out: false };
        let mut seen: HashMap<FileId, &PathBuf> = HashMap::new();
        let mut floods = Floods::default();
        for file in files {
            let first = FileId::of(file).map(|id| *seen.entry(id).or_insert(file));
            if let Some(first) = first.filter(|first| !std::ptr::eq(*first, file)) {
                let duplicate = match first == file {
                    true => format!("{} is named twice", file.display()),
                    false => format!("{} is the file {}", file.display(), first.display()),
                };
                if floods.admit("", "files that are named again") {
                    say(&format!("zobrist: {duplicate}; its games count once\n"));
                }
                sources.left_out = true;
            } else {
                sources.files.push(file.clone());
            }
        }
        floods.say_rest("");
        Ok(sources)
    }

    /// Names and versions of the files.
    pub fn versions(&self) -> Vec<SourceFile> {
        let stored = |file: &PathBuf| match self.relative {
            true => SourceFile::new(file),
            false => SourceFile::new(place(file)),
        };
        self.files.iter().map(stored).collect()
    }

    /// Leaves out the files that an index already holds, with a message for each.
    pub fn leave_out(&mut self, known: &[KnownSource]) {
        let versions = self.versions();
        // As the user has named them.
        let given = |name: &str| {
            let number = versions.iter().position(|source| source.name == name);
            number.map(|number| self.files[number].to_string_lossy().into_owned())
        };
        let mut floods = Floods::default();
        for known in known {
            if !floods.admit("", "files that are in the index already") {
                continue;
            }
            let mut shown = known.clone();
            shown.name = given(&known.name).unwrap_or(shown.name);
            if known.by == KnownBy::OtherAdded {
                shown.known_as = given(&known.known_as).unwrap_or(shown.known_as);
            }
            say(&format!("zobrist: {shown}; it is left out (--again adds it all the same)\n"));
        }
        floods.say_rest("; left out");
        let mut number = 0..;
        self.files.retain(|_| number.next().is_some_and(|n| known.iter().all(|k| k.source != n)));
        self.left_out |= !known.is_empty();
    }

    /// The ending of a command that has read the remaining files.
    pub fn ending(&self, ending: Ending) -> Ending {
        if self.left_out { Ending::Rejected } else { ending }
    }
}

/// The absolute path of a file, without links if the system can tell where they lead; standard input
/// stays `-`. A pipe without a name, as from `<(zcat games.pgn.gz)`, has no other path than its own.
fn place(file: &Path) -> PathBuf {
    if file == Path::new("-") {
        return file.to_owned();
    }
    let place = fs::canonicalize(file).or_else(|_| path::absolute(file));
    place.unwrap_or_else(|_| file.to_owned())
}

/// Identity of a file, whatever path names it.
#[derive(PartialEq, Eq, Hash)]
enum FileId {
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
