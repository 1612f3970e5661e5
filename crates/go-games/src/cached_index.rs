//! Indexes of files of games, kept in the cache of `zobrist explore` until the files change.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, bail};
use zobrist_console::closing;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_explorer::cache::{
    Digests, KeptBuild, KeptKind, Opened, folder_for, kept_in, remove_folder, unusable,
};
use zobrist_go_index::{FORMAT_VERSION, GoBuildOptions, GoIndex, GoIndexBuilder, GoIndexError};
use zobrist_input::{Content, counted};
use zobrist_storage::remote::is_url;

use crate::build_index::build_index;
use crate::read::ReadOptions;

/// The index of some files of games, each of them [kept](is_kept), in their order: from the cache,
/// or a new one; with `again`, one that was built after this call. All indexes of the cache take at
/// most `cache_size` bytes after a build, if those that nobody uses can be removed.
///
/// # Errors
/// When a file is missing or has changed while it was read, or the cache cannot be written to.
pub fn index_of(
    files: &[PathBuf],
    reading: ReadOptions,
    cache_size: u64,
    again: bool,
) -> Result<Opened<GoIndex>> {
    let cache = folder_for(GoGames::COMMAND)?;
    kept_in(&cache, files, &GoGames { reading }, cache_size, again)
}

/// True if the index of a source is kept: it is a file on this machine, which can be read again.
pub fn is_kept(source: &Path) -> bool {
    source != Path::new("-") && !is_url(source) && source.is_file()
}

/// The names of files as they were given, for those in an index that was built from their canonical
/// paths.
#[derive(Debug)]
pub struct GivenNames(HashMap<String, String>);

impl GivenNames {
    /// The names of some files.
    pub fn of(files: &[PathBuf]) -> GivenNames {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let names =
            files.iter().filter_map(|file| Some((text(&fs::canonicalize(file).ok()?), file)));
        GivenNames(names.map(|(canonical, file)| (canonical, text(file))).collect())
    }

    /// The name of a file, or of one in an archive, by its name in the index.
    pub fn given<'a>(&'a self, name: &'a str) -> Cow<'a, str> {
        if let Some(given) = self.0.get(name) {
            return given.into();
        }
        let ends = name.match_indices('/').map(|(at, _)| at);
        let archive = ends.rev().find_map(|at| Some((self.0.get(&name[..at])?, &name[at..])));
        archive.map_or(name.into(), |(given, within)| format!("{given}{within}").into())
    }
}

/// Indexes of games of Go.
struct GoGames {
    reading: ReadOptions,
}

impl KeptKind for GoGames {
    type Index = GoIndex;
    /// The sizes of the files.
    type Versions = Vec<Option<u64>>;
    const COMMAND: &'static str = "zobrist go index";
    const CONTENT: Content = Content::TextOrUtf16;

    fn options(&self) -> String {
        format!("go {FORMAT_VERSION} {}", self.reading.text())
    }

    fn versions(&self, paths: &[PathBuf]) -> Vec<Option<u64>> {
        let size = |path: &PathBuf| fs::metadata(path).ok().map(|meta| meta.len());
        paths.iter().map(size).collect()
    }

    fn current(&self, folder: &Path, sizes: &Vec<Option<u64>>) -> Option<(GoIndex, Digests)> {
        let index = GoIndex::open(folder).ok()?;
        let sources = index.sources();
        let is_current = sources.iter().map(|source| source.bytes).eq(sizes.iter().copied());
        let digests = sources.iter().map(|source| source.digest).collect();
        is_current.then_some((index, digests))
    }

    fn open(&self, folder: &Path) -> Result<GoIndex> {
        Ok(GoIndex::open(folder)?)
    }

    fn build(&self, folder: &Path, paths: &[PathBuf], _: &Vec<Option<u64>>) -> Result<KeptBuild> {
        let mut options = GoBuildOptions::default();
        // An index of earlier versions of the files is useless. Files may be alike.
        (options.replace, options.again) = (true, true);
        let unusable = |error: Error| unusable(folder, &error, Self::COMMAND);
        let builder = match GoIndexBuilder::new(folder, options) {
            // The folder is ours and useless to this version.
            Err(error @ (GoIndexError::Format { .. } | GoIndexError::Version { .. })) => Err(error),
            Err(error) if error.is_damage() => Err(error),
            Err(error) => return Err(unusable(error.into())),
            Ok(builder) => Ok(builder),
        };
        let builder = builder.or_else(|_| {
            remove_folder(folder).map_err(|error| unusable(error.into()))?;
            GoIndexBuilder::new(folder, options).map_err(|error| unusable(error.into()))
        })?;
        let built = build_index(builder, paths, true, self.reading)?;
        if built.counts.is_none() {
            bail!("no index was built, since a game was rejected (--strict)");
        }
        closing::made(&built.closing_counts(), folder.display());
        Ok(KeptBuild { ending: built.ending, is_whole: built.is_whole })
    }

    /// The build has compared the files with their states before it.
    fn refuse_changed(&self, _: &Vec<Option<u64>>) -> Result<()> {
        Ok(())
    }

    fn ending(&self, index: &GoIndex) -> Ending {
        if index.rejected() > 0 {
            let games = counted(index.rejected(), "game", "games");
            say(&format!(
                "zobrist: rejected {games} when the index was built; `zobrist go check` reports \
                 which\n"
            ));
        }
        Ending::done_if(index.rejected() == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_were_given() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.zip");
        fs::write(&path, "").unwrap();
        let canonical = fs::canonicalize(&path).unwrap().display().to_string();
        let names = GivenNames::of(&[path.clone(), "missing.sgf".into()]);
        let given = path.display().to_string();
        assert_eq!(names.given(&canonical), given);
        assert_eq!(names.given(&format!("{canonical}/b/c.sgf")), format!("{given}/b/c.sgf"));
        assert_eq!(names.given("other/d.sgf"), "other/d.sgf");
    }
}
