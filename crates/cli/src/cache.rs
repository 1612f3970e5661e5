//! Indexes of the files that `explore` was asked about, kept while the files are unchanged.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use zobrist_index::{
    BuildOptions, FORMAT_VERSION, Index, IndexBuilder, IndexError, SchemeId, SourceFile,
};

use crate::counted::counted;
use crate::ingest::{IndexOptions, ingest};
use crate::input::{self, Holds};
use crate::{Ending, say};

/// An index that can be asked, and how the command ends that asks it.
pub struct Opened {
    pub index: Index,
    pub ending: Ending,
    /// The folder of the index, if it is not kept.
    _unkept: Option<Unkept>,
}

impl Opened {
    /// An index that stays where it is.
    pub fn kept(index: Index, ending: Ending) -> Opened {
        Opened { index, ending, _unkept: None }
    }
}

/// A folder that is removed when it is dropped.
struct Unkept(PathBuf);

impl Drop for Unkept {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// The index of a file of games: the one that is kept, or a new one; with `again`, always a new
/// one. A file that fails while it is read gives an index of what could be read, which is not kept.
///
/// # Errors
/// When the file cannot be read or the index cannot be written.
pub fn index_of(
    file: &Path,
    options: &IndexOptions,
    scheme: Option<SchemeId>,
    again: bool,
) -> Result<Opened> {
    let path = fs::canonicalize(file).with_context(|| format!("cannot open {}", file.display()))?;
    let source = SourceFile::new(&path);
    let mut build = options.build(scheme);
    // The index of the file as it was before is of no use any more.
    (build.replace, build.partial) = (true, true);
    let folder = folder()?.join(name(&path, &options_text(&build)));
    if !again && let Some(index) = kept(&folder, &source) {
        return Ok(index);
    }
    // No folder is made for a file that cannot be indexed.
    input::find_one(file, Holds::Text)?;
    let create = || IndexBuilder::create_from_sources(&folder, build, vec![source.clone()]);
    let builder = match create() {
        // What this version cannot read is of no use to it, and the folder is ours. Links in it are
        // removed, and not what they lead to.
        Err(
            IndexError::Damaged { .. }
            | IndexError::Foreign { .. }
            | IndexError::Scheme { .. }
            | IndexError::Version { .. },
        ) => {
            fs::remove_dir_all(&folder).map_err(|error| unusable(&folder, &error))?;
            create()
        }
        created => created,
    };
    let builder = match builder {
        // Somebody is asking about the same file at the same time.
        Err(IndexError::Busy(_)) => bail!(
            "another process is building the index of {}; try again when it has finished",
            file.display()
        ),
        Err(error @ (IndexError::Io { .. } | IndexError::MissingFile(_))) => {
            return Err(unusable(&folder, &error));
        }
        builder => builder?,
    };
    let (ending, built) = ingest(builder, &[path], build.threads)?;
    if built.partial == 0 {
        return Ok(Opened::kept(Index::open(&folder)?, ending));
    }
    let own_name = folder.with_added_extension(format!("part-{}", std::process::id()));
    fs::rename(&folder, &own_name).map_err(|error| unusable(&folder, &error))?;
    let unkept = Some(Unkept(own_name.clone()));
    Ok(Opened { index: Index::open(&own_name)?, ending, _unkept: unkept })
}

/// The index that was built from the file as it is now.
fn kept(folder: &Path, source: &SourceFile) -> Option<Opened> {
    let index = Index::open(folder).ok()?;
    let [kept] = index.sources() else { return None };
    // One that is partial was left by a run that was killed.
    if !source.is_unchanged(kept) || kept.partial {
        return None;
    }
    let mut ending = Ending::Done;
    // The same question has the same answer, whether or not the index was there before.
    for (what, count) in [("rejected", kept.rejected), ("shortened", kept.shortened)] {
        if count > 0 {
            say(&format!(
                "zobrist: {what} {} when the index was built; `zobrist index build` reports which\n",
                counted(count, "game", "games")
            ));
            ending = Ending::Rejected;
        }
    }
    Some(Opened::kept(index, ending))
}

/// The options that decide what is in an index, for its name.
fn options_text(options: &BuildOptions) -> String {
    format!("{:?} {:?} {}", options.scheme, options.select, options.keep_valid)
}

/// What to do if no index can be kept.
const WAY_OUT: &str =
    "set XDG_CACHE_HOME, or build one with `zobrist index build DIR FILE` and name DIR";

/// The error for a folder of ours that cannot be written to.
fn unusable(folder: &Path, error: &dyn std::error::Error) -> anyhow::Error {
    anyhow!("cannot keep the index in {}: {error}; {WAY_OUT}", folder.display())
}

/// Where the user's programs keep what can be regenerated.
fn folder() -> Result<PathBuf> {
    // By the XDG Base Directory Specification, relative paths are ignored.
    let variable = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = variable("XDG_CACHE_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| variable("HOME").map(|home| home.join(".cache")));
    let folder =
        folder.with_context(|| format!("there is no folder to keep the index in; {WAY_OUT}"))?;
    Ok(folder.join("zobrist").join("explore"))
}

/// A name for the index of a file: the file's own, and a checksum of its path, the options and
/// the version.
fn name(path: &Path, options: &str) -> String {
    let text = format!("{} {options} {FORMAT_VERSION}", path.display());
    // It need not resist attacks.
    let sum = zobrist::Fnv1a::new().bytes(text.as_bytes()).finish();
    // As much of the name as any system allows beside the checksum.
    let stem: String =
        path.file_name().unwrap_or_default().to_string_lossy().chars().take(40).collect();
    format!("{stem}-{sum:016x}")
}
