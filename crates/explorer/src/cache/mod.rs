//! Cached indexes of the files that `explore` has read; each is used until its files change.

mod contents;
mod entry;
mod evict;
mod folder;
mod kept;
mod lock;
mod marks;
mod opened;
mod options;
mod uploads;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use zobrist_chess::AnyScheme;
use zobrist_index::{BuildOptions, Index, IndexBuilder, IndexError, IndexedSource, SourceFile};
use zobrist_input::{Content, counted};

pub use contents::{CachedIndex, contents};
pub use entry::Entry;
pub use evict::{Removed, remove, remove_folder};
pub use folder::{folder, folder_for, unusable};
pub use kept::{Digests, KeptBuild, KeptKind, has_read_files, kept_in};
pub use opened::{Opened, is_used};
pub use options::{CacheOptions, CacheSizeOption};
pub use uploads::UploadFolder;

use zobrist_commands_input::reading_options::WAY_OUT;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;

use crate::build_index::ingest;
use crate::wait::wait_for_lock;
use options::options_text;

/// The index of some files of games, at least one and each named once, in their order: from the
/// cache, or a new one; with `again`, one that was built after this call. If a file fails while it
/// is read, the index is of its readable part and not cached. While another process builds the same
/// index, this waits for it.
///
/// # Errors
/// When a file is missing, none has a format that is read, one has changed while it was read, the
/// scheme cannot be read, or the cache cannot be written to.
pub fn index_of(files: &[PathBuf], options: CacheOptions, again: bool) -> Result<Opened> {
    index_in(&folder()?, files, options.build()?, options, again)
}

/// As [`index_of`], of a file that is [kept](UploadFolder::keep) by its content, with a scheme.
///
/// # Errors
/// As [`index_of`].
pub fn index_of_sent(file: PathBuf, scheme: AnyScheme, options: CacheOptions) -> Result<Opened> {
    let mut build = options.build()?;
    build.scheme = scheme;
    index_in(&folder()?, &[file], build, options, false)
}

/// As [`index_of`], with the cache in a folder that may not exist yet.
fn index_in(
    cache: &Path,
    files: &[PathBuf],
    build: BuildOptions,
    options: CacheOptions,
    again: bool,
) -> Result<Opened> {
    let positions = Positions { build, options };
    kept_in(cache, files, &positions, options.cache_size, again)
}

/// Indexes of positions of chess.
struct Positions<'a> {
    build: BuildOptions,
    options: CacheOptions<'a>,
}

impl KeptKind for Positions<'_> {
    type Index = Index;
    type Versions = Vec<SourceFile>;
    const COMMAND: &'static str = folder::COMMAND;
    const CONTENT: Content = Content::Text;

    fn options(&self) -> String {
        options_text(&self.build)
    }

    fn versions(&self, paths: &[PathBuf]) -> Vec<SourceFile> {
        paths.iter().map(SourceFile::new).collect()
    }

    fn current(&self, folder: &Path, versions: &Vec<SourceFile>) -> Option<(Index, Digests)> {
        let index = Index::open(folder).ok()?;
        let kept = index.sources();
        // A partial index was left by a run that was killed.
        let is_current = |(source, kept): (&SourceFile, &IndexedSource)| {
            source.is_unchanged(kept) && !kept.partial && kept.has_rule_of_today()
        };
        let is_current = kept.len() == versions.len() && versions.iter().zip(kept).all(is_current);
        let digests = digests(kept);
        is_current.then_some((index, digests))
    }

    fn open(&self, folder: &Path) -> Result<Index> {
        Ok(Index::open(folder)?)
    }

    fn build(
        &self,
        folder: &Path,
        paths: &[PathBuf],
        versions: &Vec<SourceFile>,
    ) -> Result<KeptBuild> {
        let builder = builder(folder, &self.build, versions)?;
        let beside = self.options.beside;
        let (ending, built) = ingest(builder, paths, self.build.threads, Some(folder), beside)?;
        Ok(KeptBuild { ending, is_whole: built.partial == 0 })
    }

    fn refuse_changed(&self, versions: &Vec<SourceFile>) -> Result<()> {
        refuse_changed(versions)
    }

    fn ending(&self, index: &Index) -> Ending {
        ending_of(index, self.options)
    }
}

fn digests(sources: &[IndexedSource]) -> Digests {
    sources.iter().map(|source| source.digest).collect()
}

/// # Errors
/// When a file has changed since its version was looked up: an answer would be about half of one
/// file and half of another.
fn refuse_changed(sources: &[SourceFile]) -> Result<()> {
    for source in sources {
        let name = &source.name;
        if let Some(what) = source.change().with_context(|| format!("cannot read {name}"))? {
            bail!("{name} has changed while it was read: {what}; run the same command again");
        }
    }
    Ok(())
}

/// Begins to build in a folder of the cache. The process must hold the lock for building; it waits
/// only for an earlier version of this program, or for a command that names the folder.
fn builder(folder: &Path, options: &BuildOptions, sources: &[SourceFile]) -> Result<IndexBuilder> {
    let create = || IndexBuilder::create_from_sources(folder, options.clone(), sources.to_vec());
    let say_waiting = |folder: &Path| {
        let folder = folder.display();
        say(&format!("zobrist: another process is using {folder}; waiting for it\n"));
    };
    let mut created = wait_for_lock(None, say_waiting, create);
    // The folder is ours and useless to this version. Links in it are removed, not their targets.
    if let Err(
        IndexError::Damaged { .. }
        | IndexError::Foreign { .. }
        | IndexError::Scheme { .. }
        | IndexError::Format { .. }
        | IndexError::Version { .. },
    ) = created
    {
        remove_folder(folder).map_err(|error| unusable(folder, &error.into(), folder::COMMAND))?;
        created = create();
    }
    match created {
        Err(
            error @ (IndexError::Io { .. } | IndexError::MissingFile(_) | IndexError::NotEmpty(_)),
        ) => Err(unusable(folder, &error.into(), folder::COMMAND)),
        created => Ok(created?),
    }
}

/// True if the index of an entry was built from its sources as they are now. Reads them only if
/// they look as if they had changed.
pub fn has_read(entry: &Entry, sources: &[IndexedSource]) -> bool {
    let paths: Vec<PathBuf> = sources.iter().map(|source| PathBuf::from(&source.file)).collect();
    has_read_files(entry, &paths, &digests(sources))
}

/// The second run of a command reports and ends as the first one did.
fn ending_of(index: &Index, options: CacheOptions) -> Ending {
    let guessed = index.sources().iter().filter(|_| options.encoding.is_none());
    let guessed = guessed.filter_map(|source| Some((&source.file, source.encoding?)));
    if let [(file, encoding), others @ ..] = &guessed.collect::<Vec<_>>()[..] {
        let others = match others.len() {
            0 => String::new(),
            others => format!(", and so on in {}", counted(others, "more file", "more files")),
        };
        say(&format!(
            "zobrist: {file}: tags that are not UTF-8 were read as {encoding}{others}{WAY_OUT}\n"
        ));
    }
    let mut ending = Ending::Done;
    let sum = |count: fn(&IndexedSource) -> u64| index.sources().iter().map(count).sum::<u64>();
    for (what, count) in
        [("rejected", sum(|kept| kept.rejected)), ("shortened", sum(|kept| kept.shortened))]
    {
        if count > 0 {
            say(&format!(
                "zobrist: {what} {} when the index was built; `zobrist check` reports which\n",
                counted(count, "game", "games")
            ));
            ending = Ending::Rejected;
        }
    }
    ending
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::time::SystemTime;

    use clap::Parser;
    use zobrist_console::resources::Resources;
    use zobrist_shakmaty::pgn::Language;

    use super::*;

    #[derive(clap::Parser)]
    struct Options {
        #[command(flatten)]
        resources: Resources,
    }

    /// Files of games, and a cache.
    struct World(tempfile::TempDir);

    impl World {
        fn write(&self, name: &str, games: &str) -> PathBuf {
            let path = self.0.path().join(name);
            fs::write(&path, games).unwrap();
            path
        }

        fn cache(&self) -> PathBuf {
            self.0.path().join("cache/explore")
        }

        fn open(&self, files: &[PathBuf]) -> Opened {
            let options = CacheOptions {
                keep_valid: false,
                encoding: None,
                language: Language::English,
                scheme: None,
                resources: Options::parse_from(["zobrist"]).resources,
                cache_size: u64::MAX,
                beside: None,
            };
            index_in(&self.cache(), files, options.build().unwrap(), options, false).unwrap()
        }

        /// The games of the index of some files, whether the command ends well, and when the index
        /// was built.
        fn ask(&self, files: &[PathBuf]) -> (u64, bool, SystemTime) {
            let opened = self.open(files);
            let entry = &opened._use.as_ref().unwrap().entry;
            let manifest = fs::metadata(entry.folder().join("manifest.json")).unwrap();
            let is_done = matches!(opened.ending, Ending::Done);
            (opened.index.games(), is_done, manifest.modified().unwrap())
        }
    }

    #[test]
    fn a_list_of_files_has_one_index_while_all_are_unchanged() {
        let world = World(tempfile::tempdir().unwrap());
        let a = world.write("a.pgn", "1. e4 *\n\n1. e4 what *\n");
        let b = world.write("b.pgn", "1. d4 *\n\n1. c4 *\n\n1. d4 what *\n");
        let both = [a.clone(), b.clone()];
        let first = world.ask(&both);
        assert_eq!((first.0, first.1), (3, false));
        assert_eq!(world.ask(&both), first, "it is built again");
        // Another order, and fewer files, have indexes of their own.
        assert_eq!(world.ask(&[b, a.clone()]).0, 3);
        assert_eq!(world.ask(&[a]).0, 1);
        assert_eq!(world.ask(&both), first);
        let all = contents(&world.cache()).unwrap();
        let names: Vec<&str> = all.iter().map(|kept| kept.entry.name()).collect();
        assert_eq!(names.len(), 3);
        assert!(names.iter().any(|name| name.starts_with("a.pgn-and-1-more-")), "{names:?}");
        // One of them changes.
        world.write("b.pgn", "1. d4 *\n");
        assert_eq!(world.ask(&both).0, 2);
        world.write("a.pgn", "1. e4 *\n");
        let last = world.ask(&both);
        assert_eq!((last.0, last.1), (2, true));
        assert_eq!(world.ask(&both), last);
        assert_eq!(contents(&world.cache()).unwrap().len(), 3);
    }

    /// A file that is written to, and gets back its size and its time.
    #[test]
    fn a_change_within_size_and_time_is_seen() {
        let world = World(tempfile::tempdir().unwrap());
        let path = world.write("a.pgn", "1. e4 e5 *\n");
        let files = [path.clone()];
        let moves = |opened: &Opened| {
            let moves = opened.index.moves(&zobrist_index::shakmaty::Chess::default()).unwrap();
            moves[0].played.to_string()
        };
        assert_eq!(moves(&world.open(&files)), "e2e4");
        let first = world.ask(&files);
        let opened = world.open(&files);
        assert!(opened.is_unchanged(0, &path));
        let time = fs::metadata(&path).unwrap().modified().unwrap();
        let restore = || File::options().write(true).open(&path).unwrap().set_modified(time);
        // Longer than a tick of the clock of a file system.
        std::thread::sleep(std::time::Duration::from_millis(20));
        world.write("a.pgn", "1. d4 d5 *\n");
        restore().unwrap();
        #[cfg(unix)]
        assert!(!opened.is_unchanged(0, &path));
        assert_eq!(moves(&world.open(&files)), "d2d4");
        let second = world.ask(&files);
        assert!(second.2 > first.2, "it is not built again");
        // A file with equal bytes is the same file: nothing is built.
        std::thread::sleep(std::time::Duration::from_millis(20));
        world.write("a.pgn", "1. d4 d5 *\n");
        restore().unwrap();
        assert_eq!(world.ask(&files), second);
        // Neither is anything without the record, or with a part of it.
        let opened = world.open(&files);
        let record = opened._use.as_ref().unwrap().entry.folder().join(marks::MARKS);
        for damage in ["", "[", "[]"] {
            fs::write(&record, damage).unwrap();
            assert_eq!(world.ask(&files), second);
        }
        fs::remove_file(&record).unwrap();
        assert_eq!(world.ask(&files), second);
    }

    #[test]
    fn a_list_with_a_file_that_breaks_off_is_not_cached() {
        let world = World(tempfile::tempdir().unwrap());
        let a = world.write("a.pgn", "1. e4 *\n");
        let games = "1. e4 e5 *\n\n".repeat(20_000);
        let mut cut = zstd::encode_all(games.as_bytes(), 1).unwrap();
        cut.truncate(cut.len() - 4);
        let b = world.0.path().join("b.pgn.zst");
        fs::write(&b, cut).unwrap();
        let opened = world.open(&[a, b]);
        assert!(matches!(opened.ending, Ending::Rejected));
        assert!(opened.index.games() >= 1);
        let [kept] = &contents(&world.cache()).unwrap()[..] else { panic!("one entry") };
        assert!(!kept.has_folder && kept.parts.len() == 1 && is_used(&kept.entry));
        drop(opened);
        assert_eq!(fs::read_dir(world.cache()).unwrap().count(), 0);
    }
}
