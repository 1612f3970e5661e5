//! Building an index, and adding to one.

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use crate::batch::Batch;
use crate::error::IndexError;
use crate::facts::GameResult;
use crate::folder::{Folder, read_manifest, read_manifest_if_any};
use crate::manifest::{Manifest, Source};
use crate::merge::merge_all;
use crate::options::{BuildOptions, Select};
use crate::replayer::{Replayed, Replayer, identity};
use crate::scheme::IndexScheme;
use crate::stored::StoredGames;

/// A file of games before it is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// Its name, which the table of games tells.
    pub name: String,
    /// Its size and when it was last changed; `None` of what is no file.
    version: Option<(u64, u64)>,
}

impl SourceFile {
    /// The file of this path; also something else that can be read, such as a pipe.
    pub fn new(path: impl AsRef<Path>) -> SourceFile {
        let path = path.as_ref();
        let name = path.to_string_lossy().into_owned();
        let meta = fs::metadata(path).ok().filter(fs::Metadata::is_file);
        let version = meta.and_then(|meta| {
            let modified = meta.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
            Some((meta.len(), modified.as_nanos() as u64))
        });
        SourceFile { name, version }
    }

    /// Whether it is the file that an index was built from, unchanged.
    pub fn is_unchanged(&self, source: &Source) -> bool {
        self.name == source.file
            && self.version.is_some_and(|(bytes, modified)| {
                (Some(bytes), Some(modified)) == (source.bytes, source.modified)
            })
    }
}

/// A place in the sources, between two games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Which of the sources, from 0.
    pub source: usize,
    /// The byte, after decompression.
    pub offset: u64,
    /// The line, from 0.
    pub line: u64,
    /// How many games stand before it, in this source and those before.
    pub game: u64,
}

/// Builds an index, or adds games to one.
///
/// What is held in memory is bounded by [`BuildOptions::memory`]: segments that are full
/// are written and in the end merged. Nothing of what the folder held before is touched
/// until all is whole. A run that was interrupted is taken up by the next of the same
/// sources and options, from the last segment that was finished.
///
/// ```
/// use zobrist_index::{BuildOptions, Index, IndexBuilder};
///
/// let folder = std::env::temp_dir().join(format!("zobrist-doc-{}", std::process::id()));
/// let games = b"[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n";
///
/// let mut builder = IndexBuilder::build(&folder, BuildOptions::default(), Vec::new())?;
/// let replayed = builder.replayer().replay_text("games.pgn", games);
/// builder.add(replayed)?;
/// builder.finish()?;
///
/// let index = Index::open(&folder)?;
/// let moves = index.moves(&shakmaty::Chess::default())?;
/// assert_eq!(moves[0].played.to_string(), "d2d4");
/// assert_eq!((moves[0].games(), moves[0].black), (1, 1));
/// # std::fs::remove_dir_all(folder).ok();
/// # Ok::<(), zobrist_index::IndexError>(())
/// ```
pub struct IndexBuilder {
    folder: Folder,
    options: BuildOptions,
    journal: Journal,
    /// How many of the segments were there before.
    old_segments: usize,
    batch: Batch,
    /// The place behind what the batch holds.
    reached: Option<Place>,
    /// With `dedup`, the games that were seen.
    seen: HashSet<u128>,
}

impl fmt::Debug for IndexBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexBuilder")
            .field("folder", &self.folder.path())
            .field("options", &self.options)
            .field("place", &self.place())
            .finish_non_exhaustive()
    }
}

/// What is to be done, and how far it has come.
#[derive(Debug, Serialize, Deserialize)]
struct Journal {
    task: Task,
    place: Place,
    manifest: Manifest,
    /// Whether the manifest is what the index is to be: only its place is left.
    done: bool,
    left_out: LeftOut,
}

/// How many games of this task are not in the index.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct LeftOut {
    rejected: u64,
    below_elo: u64,
    duplicates: u64,
}

/// What is to be done. Two runs with the same task do the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Task {
    /// The manifest that games are added to.
    base: Option<Manifest>,
    scheme: String,
    select: Select,
    sources: Vec<SourceFile>,
}

/// What a builder has made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// How many games were added.
    pub games: u64,
    /// How many games could not be replayed, an interrupted run's included.
    pub rejected: u64,
    /// How many were left out because of an Elo.
    pub below_elo: u64,
    /// How many were left out as duplicates.
    pub duplicates: u64,
}

impl IndexBuilder {
    /// Builds the index of a folder, which is made when it is not there. An index that it
    /// holds is replaced when the new one is whole.
    ///
    /// # Errors
    /// When the folder cannot be made, holds something else or an index that this version
    /// cannot read, or another process writes to it.
    pub fn build(
        folder: impl AsRef<Path>,
        options: BuildOptions,
        sources: Vec<SourceFile>,
    ) -> Result<IndexBuilder, IndexError> {
        read_manifest_if_any(folder.as_ref())?;
        let folder = Folder::lock(folder.as_ref())?;
        let mut manifest = Manifest::new(options.scheme);
        // The files of both must have different names.
        if let Some(old) = read_manifest_if_any(folder.path())? {
            manifest.next_segment = old.next_segment;
        }
        IndexBuilder::start(folder, options, sources, None, manifest)
    }

    /// Adds games to the index of a folder, as a segment of their own. The scheme is that
    /// of the index, whatever the options say.
    ///
    /// # Errors
    /// When there is no index that this version can read, or another process writes to it.
    pub fn append(
        folder: impl AsRef<Path>,
        mut options: BuildOptions,
        sources: Vec<SourceFile>,
    ) -> Result<IndexBuilder, IndexError> {
        let (_, scheme) = read_manifest(folder.as_ref())?;
        let folder = Folder::lock(folder.as_ref())?;
        // Read again: now nobody else changes it.
        let (manifest, _) = read_manifest(folder.path())?;
        options.scheme = scheme;
        IndexBuilder::start(folder, options, sources, Some(manifest.clone()), manifest)
    }

    fn start(
        folder: Folder,
        options: BuildOptions,
        sources: Vec<SourceFile>,
        base: Option<Manifest>,
        mut manifest: Manifest,
    ) -> Result<IndexBuilder, IndexError> {
        let old_segments = manifest.segments.len();
        let task = Task {
            base,
            scheme: options.scheme.name().to_owned(),
            select: options.select,
            sources,
        };
        // What cannot be told to be the same cannot be taken up.
        let present = read_manifest(folder.path()).ok().map(|(manifest, _)| manifest);
        let journal = folder.journal::<Journal>().filter(|old| {
            // Killed when all was in its place but the journal: the base is the outcome.
            let committed = old.done && Some(&old.manifest) == present.as_ref();
            let same = Task { base: old.task.base.clone(), ..task.clone() };
            (old.task == task || committed && old.task == same)
                && task.sources.iter().all(|source| source.version.is_some())
        });
        let journal = match journal {
            Some(journal) => {
                folder.keep(&journal.manifest)?;
                journal
            }
            None => {
                folder.clean()?;
                manifest.sources.extend(task.sources.iter().map(|source| Source {
                    file: source.name.clone(),
                    bytes: source.version.map(|version| version.0),
                    modified: source.version.map(|version| version.1),
                    select: options.select,
                    games: 0,
                    rejected: 0,
                    below_elo: 0,
                    duplicates: 0,
                }));
                Journal {
                    task,
                    place: Place::default(),
                    manifest,
                    done: false,
                    left_out: LeftOut::default(),
                }
            }
        };
        let manifest = &journal.manifest;
        let mut seen = HashSet::new();
        if options.select.dedup {
            for games in StoredGames::new(|file| folder.find(file), manifest, options.scheme) {
                let games = games?;
                seen.extend(games.iter().map(|g| identity(g, GameResult::from_stored(&g.result))));
            }
        }
        let batch = Batch::new(&folder, manifest.next_segment, manifest.games, options.scheme)?;
        Ok(IndexBuilder { folder, options, journal, old_segments, batch, reached: None, seen })
    }

    /// Where to go on: the start, or where an interrupted run had come to.
    pub fn place(&self) -> Place {
        self.journal.place
    }

    /// The scheme of the index.
    pub fn scheme(&self) -> IndexScheme {
        self.options.scheme
    }

    /// What replays games for this index.
    pub fn replayer(&self) -> Replayer {
        Replayer::new(self.options)
    }

    /// Takes over what was replayed, of the last of the sources if there is any.
    ///
    /// # Errors
    /// As [`add_of`](IndexBuilder::add_of).
    pub fn add(&mut self, replayed: Replayed) -> Result<(), IndexError> {
        let source = self.journal.task.sources.len().saturating_sub(1);
        let place = Place { source, ..Place::default() };
        self.add_of(source, replayed, 0, place)
    }

    /// Takes over what was replayed of a source. `rejected` games were found before they
    /// could be replayed; `behind` is the place behind all of them. Must be called in the
    /// order of the sources and of the games in them.
    ///
    /// The index keeps for each source what was counted of it. Of a number that no source has,
    /// it is told by [`finish`](IndexBuilder::finish) only.
    ///
    /// # Errors
    /// When a file cannot be written, there are too many games, or those seen do not fit
    /// the memory.
    pub fn add_of(
        &mut self,
        source: usize,
        replayed: Replayed,
        rejected: u64,
        behind: Place,
    ) -> Result<(), IndexError> {
        let mut keep = vec![true; replayed.facts.len()];
        for (keep, identity) in keep.iter_mut().zip(&replayed.identities) {
            *keep = self.seen.insert(*identity);
        }
        let needed = self.seen.capacity() * (size_of::<u128>() + 1) * 8 / 7;
        if needed > self.options.memory / 2 {
            return Err(IndexError::DedupMemory { needed });
        }
        let first = self.journal.manifest.sources.len() - self.journal.task.sources.len();
        let kept = keep.iter().filter(|keep| **keep).count() as u64;
        let rejected = replayed.rejected.len() as u64 + rejected;
        let duplicates = keep.len() as u64 - kept;
        if let Some(source) = self.journal.manifest.sources.get_mut(first + source) {
            source.games += kept;
            source.rejected += rejected;
            source.below_elo += replayed.below_elo;
            source.duplicates += duplicates;
        }
        let left_out = &mut self.journal.left_out;
        left_out.rejected += rejected;
        left_out.below_elo += replayed.below_elo;
        left_out.duplicates += duplicates;
        self.batch.add(replayed, &keep)?;
        self.reached = Some(behind);
        if self.batch.memory() >= self.options.memory / 3 {
            self.write_segment()?;
        }
        Ok(())
    }

    fn write_segment(&mut self) -> Result<(), IndexError> {
        let manifest = &mut self.journal.manifest;
        let games = manifest.games + self.batch.games();
        let number = manifest.next_segment + 1;
        let next = Batch::new(&self.folder, number, games, self.options.scheme)?;
        let batch = std::mem::replace(&mut self.batch, next);
        let (segment, games_file) = batch.write(&self.folder, self.options.threads)?;
        manifest.segments.push(segment);
        manifest.game_files.push(games_file);
        manifest.games = games;
        manifest.next_segment = number;
        if let Some(place) = self.reached.take() {
            self.journal.place = place;
        }
        self.folder.write_journal(&self.journal)
    }

    /// Writes what is held, merges the new segments, and makes all of it the index.
    ///
    /// # Errors
    /// When a file cannot be written. What was there before is then intact.
    pub fn finish(mut self) -> Result<Built, IndexError> {
        if self.batch.games() > 0 {
            self.write_segment()?;
        }
        let BuildOptions { scheme, memory, threads, .. } = self.options;
        if !self.journal.done {
            let manifest = &mut self.journal.manifest;
            let old = manifest.segments.drain(..self.old_segments).collect::<Vec<_>>();
            merge_all(&self.folder, manifest, scheme, memory, threads)?;
            manifest.segments.splice(0..0, old);
            self.journal.done = true;
            self.journal.place =
                Place { source: self.journal.task.sources.len(), ..Place::default() };
            self.folder.write_journal(&self.journal)?;
        }
        let manifest = &self.journal.manifest;
        self.folder.commit(manifest)?;
        let LeftOut { rejected, below_elo, duplicates } = self.journal.left_out;
        let before = self.journal.task.base.as_ref().map_or(0, |base| base.games);
        Ok(Built { games: u64::from(manifest.games - before), rejected, below_elo, duplicates })
    }
}
