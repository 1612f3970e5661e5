//! Cached indexes of the files that `explore` has read; each is used until its file changes.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail};
use zobrist_index::{
    AnyScheme, BuildOptions, FORMAT_VERSION, Index, IndexBuilder, IndexError, SourceFile,
};

use crate::counted::counted;
use crate::ending::Ending;
use crate::hints::with_hint;
use crate::ingest::{IndexOptions, ingest};
use crate::input::{self, Holds};
use crate::message::say;
use crate::schemes::SchemeArgument;

/// An open index, and the ending of the command that reads it.
pub struct Opened {
    pub index: Index,
    pub ending: Ending,
    /// The folder of an index that is not cached.
    _temporary: Option<TemporaryFolder>,
}

impl Opened {
    /// An index that stays in its folder.
    pub fn kept(index: Index, ending: Ending) -> Opened {
        Opened { index, ending, _temporary: None }
    }
}

/// A folder that is removed when it is dropped.
struct TemporaryFolder(PathBuf);

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// The index of a file of games: from the cache, or a new one; with `again`, always a new one. A file
/// that fails while it is read gives an index of its readable part, which is not cached.
pub fn index_of(
    file: &Path,
    options: &IndexOptions,
    scheme: Option<&SchemeArgument>,
    again: bool,
) -> Result<Opened> {
    let path = fs::canonicalize(file).with_context(|| format!("cannot open {}", file.display()))?;
    let source = SourceFile::new(&path);
    let mut build = options.build(scheme)?;
    // An index of an earlier version of the file is useless.
    (build.replace, build.partial) = (true, true);
    let folder = folder()?.join(name(&path, &options_text(&build)));
    if !again && let Some(index) = cached(&folder, &source) {
        return Ok(index);
    }
    // No folder is made for a file that cannot be indexed.
    input::find_one(file, Holds::Text)?;
    let create = || IndexBuilder::create_from_sources(&folder, build.clone(), vec![source.clone()]);
    let builder = match create() {
        // The folder is ours and useless to this version. Links in it are removed, not their
        // targets.
        Err(
            IndexError::Damaged { .. }
            | IndexError::Foreign { .. }
            | IndexError::Scheme { .. }
            | IndexError::Version { .. },
        ) => {
            fs::remove_dir_all(&folder).map_err(|error| unusable(&folder, &error.into()))?;
            create()
        }
        created => created,
    };
    let builder = match builder {
        // Another process reads the same file at the same time.
        Err(IndexError::Busy(_)) => bail!(
            "another process is building the index of {}; try again when it has finished",
            file.display()
        ),
        Err(error @ (IndexError::Io { .. } | IndexError::MissingFile(_))) => {
            return Err(unusable(&folder, &error.into()));
        }
        builder => builder?,
    };
    let (ending, built) = ingest(builder, &[path], build.threads)?;
    if built.partial == 0 {
        return Ok(Opened::kept(Index::open(&folder)?, ending));
    }
    let own_name = folder.with_added_extension(format!("part-{}", std::process::id()));
    fs::rename(&folder, &own_name).map_err(|error| unusable(&folder, &error.into()))?;
    let temporary = Some(TemporaryFolder(own_name.clone()));
    Ok(Opened { index: Index::open(&own_name)?, ending, _temporary: temporary })
}

/// The cached index, if it was built from the file as it is now.
fn cached(folder: &Path, source: &SourceFile) -> Option<Opened> {
    let index = Index::open(folder).ok()?;
    let [kept] = index.sources() else { return None };
    // A partial index was left by a run that was killed.
    if !source.is_unchanged(kept) || kept.partial {
        return None;
    }
    let mut ending = Ending::Done;
    // A second run of a command reports and ends as the first one did.
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
    // Capitalized, and without a width of 64 bits: if the names of cached indexes changed, earlier ones
    // would stay on the disk unused.
    let (first, rest) = options.scheme.name().split_at(1);
    let bits = match options.scheme.bits() {
        64 => String::new(),
        bits => bits.to_string(),
    };
    let scheme = format!("{}{rest}{bits}", first.to_uppercase());
    // Two files may give a scheme of the same name.
    let scheme = match &options.scheme {
        AnyScheme::BuiltIn(_) => scheme,
        AnyScheme::Composed(_) => format!("{scheme} {}", options.scheme.fingerprint()),
    };
    format!("{scheme} {:?} {}", options.select, options.keep_valid)
}

/// Hint for errors of the cache folder.
const CACHE_HINT: &str =
    "set XDG_CACHE_HOME, or build one with `zobrist index build DIR FILE` and name DIR";

/// The error for a cache folder that cannot be written to.
fn unusable(folder: &Path, error: &Error) -> Error {
    anyhow!("cannot keep the index in {}: {}; {CACHE_HINT}", folder.display(), with_hint(error))
}

/// The folder of cached indexes. The rule is our own, since the crates for such folders take the home
/// of the user database when HOME is unset, which a cleared environment does not ask for, and accept
/// a relative HOME.
fn folder() -> Result<PathBuf> {
    // By the XDG Base Directory Specification, relative paths are ignored.
    let variable = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = variable("XDG_CACHE_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| variable("HOME").map(|home| home.join(".cache")));
    let folder =
        folder.with_context(|| format!("there is no folder to keep the index in; {CACHE_HINT}"))?;
    Ok(folder.join("zobrist").join("explore"))
}

/// The name of the index of a file: the file's name, and a checksum of its path, the options and the
/// format version.
fn name(path: &Path, options: &str) -> String {
    let text = format!("{} {options} {FORMAT_VERSION}", path.display());
    // The checksum need not resist attacks.
    let sum = zobrist::Fnv1a::new().bytes(text.as_bytes()).finish();
    // Short enough for any file system, with the checksum and a suffix.
    let stem: String =
        path.file_name().unwrap_or_default().to_string_lossy().chars().take(40).collect();
    format!("{stem}-{sum:016x}")
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use zobrist_index::Select;

    use super::*;

    #[test]
    fn names_of_cached_indexes_do_not_change() {
        let text = |scheme: &str| {
            let mut options = BuildOptions::default();
            options.scheme = AnyScheme::named(scheme).unwrap();
            options_text(&options)
        };
        for (scheme, expected) in
            [("polyglot", "Polyglot"), ("fide", "Fide"), ("fen", "Fen"), ("zobrist", "Zobrist")]
        {
            let rest = "Select { max_ply: None, min_elo: None, dedup: false } false";
            assert_eq!(text(scheme), format!("{expected} {rest}"));
        }
        let mut options = BuildOptions::default();
        options.scheme = zobrist_chess::SchemeId::Zobrist128.into();
        options.select = Select { max_ply: Some(30), min_elo: Some(2200), dedup: true };
        options.keep_valid = true;
        assert_eq!(
            options_text(&options),
            "Zobrist128 Select { max_ply: Some(30), min_elo: Some(2200), dedup: true } true"
        );
    }

    #[test]
    fn a_full_disk_needs_space_or_another_folder() {
        let path = PathBuf::from("cached/manifest.json");
        let error = ErrorKind::StorageFull.into();
        let full = IndexError::Io { operation: "write", path, error };
        let cause = full.to_string();
        let text = with_hint(&unusable(Path::new("cached"), &full.into()));
        assert_eq!(
            text,
            format!(
                "cannot keep the index in cached: {cause}; free some space and run the same \
                 command again; {CACHE_HINT}"
            )
        );
    }
}
