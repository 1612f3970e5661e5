//! Building an index, and adding to one.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::Path;

use zobrist_shakmaty::GameScanner;

use crate::batch::Batch;
use crate::error::IndexError;
use crate::facts::GameResult;
use crate::folder::{Folder, read_manifest_if_any, read_manifest_to_lock};
use crate::journal::{Journal, LeftOut, Task};
use crate::manifest::Manifest;
use crate::merge::merge_all;
use crate::options::BuildOptions;
use crate::replayer::{GamesText, RejectedGame, Replayed, Replayer, identity};
use crate::scheme::IndexScheme;
use crate::source_file::{ResumePoint, SourceFile};
use crate::stored::StoredGames;

/// How many bytes of a text are replayed before memory is checked again.
const AT_ONCE: usize = 128 << 10;

/// Builds an index, or adds games to one.
///
/// Memory is bounded by [`BuildOptions::memory`]: full segments are written to the disk, and merged
/// at the end. Nothing that the folder held before is touched until
/// [`finish`](IndexBuilder::finish) has written everything new; a builder that is dropped leaves
/// the index as it was.
///
/// [`create`](IndexBuilder::create) or [`append`](IndexBuilder::append), then
/// [`add_pgn`](IndexBuilder::add_pgn) for each text, then `finish`:
///
/// ```
/// use zobrist_index::{BuildOptions, Index, IndexBuilder};
///
/// let folder = std::env::temp_dir().join(format!("zobrist-doc-{}", std::process::id()));
/// let games = b"[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n";
///
/// let mut builder = IndexBuilder::create(&folder, BuildOptions::default())?;
/// let rejected = builder.add_pgn("games.pgn", games)?;
/// assert!(rejected.is_empty());
/// builder.finish()?;
///
/// let index = Index::open(&folder)?;
/// let moves = index.moves(&shakmaty::Chess::default())?;
/// assert_eq!(moves[0].played.to_string(), "d2d4");
/// assert_eq!((moves[0].games(), moves[0].black), (1, 1));
/// # std::fs::remove_dir_all(folder).ok();
/// # Ok::<(), zobrist_index::IndexError>(())
/// ```
///
/// # On all cores
/// Most of the time goes into replaying the games, which any number of threads can do at once: give
/// each a copy of the [`replayer`](IndexBuilder::replayer), and hand what they return to
/// [`add`](IndexBuilder::add) on one thread.
///
/// # Going on after an interruption
/// A builder that is told its files when it is created, by
/// [`create_from_sources`](IndexBuilder::create_from_sources) or
/// [`append_from_sources`](IndexBuilder::append_from_sources), resumes what an interrupted run with
/// the same files and options has left: read on from [`resume_point`](IndexBuilder::resume_point),
/// and hand games to [`add_from_source`](IndexBuilder::add_from_source). A builder without sources
/// always starts over.
pub struct IndexBuilder {
    folder: Folder,
    options: BuildOptions,
    journal: Journal,
    /// How many of the segments existed before.
    old_segments: usize,
    batch: Batch,
    /// The point after what the batch holds.
    reached: Option<ResumePoint>,
    /// With `dedup`, the games seen so far.
    seen: HashSet<u128>,
    /// Whether games that were handed over are missing.
    failed: bool,
}

impl fmt::Debug for IndexBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexBuilder")
            .field("folder", &self.folder.path())
            .field("options", &self.options)
            .field("resume_point", &self.resume_point())
            .finish_non_exhaustive()
    }
}

/// The numbers of games that a builder has added and left out, including those of an interrupted
/// run that it resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// The number of games that were added.
    pub games: u64,
    /// The number of games that could not be replayed.
    pub rejected: u64,
    /// The number of games that were left out by [`Select::min_elo`](crate::Select::min_elo).
    pub below_elo: u64,
    /// The number of games that were left out as duplicates, by
    /// [`Select::dedup`](crate::Select::dedup).
    pub duplicates: u64,
}

impl IndexBuilder {
    /// Begins an index in a folder, which is created if missing. An index that it already holds is
    /// replaced by [`finish`](IndexBuilder::finish), and stays as it is until then.
    ///
    /// # Errors
    /// When the folder cannot be created or written to, holds something else or an index that this
    /// version cannot read, or another builder, merge or check is at work in it.
    pub fn create(
        folder: impl AsRef<Path>,
        options: BuildOptions,
    ) -> Result<IndexBuilder, IndexError> {
        IndexBuilder::create_from_sources(folder, options, Vec::new())
    }

    /// Begins an index as [`create`](IndexBuilder::create) does, from files that are named now, so
    /// that an interrupted run can be resumed. The index keeps a [`Source`](crate::Source) for each.
    ///
    /// # Errors
    /// As [`create`](IndexBuilder::create), and, with [`Select::dedup`](crate::Select::dedup), when
    /// the games that an interrupted run has left cannot be read.
    pub fn create_from_sources(
        folder: impl AsRef<Path>,
        options: BuildOptions,
        sources: Vec<SourceFile>,
    ) -> Result<IndexBuilder, IndexError> {
        read_manifest_if_any(folder.as_ref())?;
        let folder = Folder::lock(folder.as_ref())?;
        let mut manifest = Manifest::new(options.scheme);
        // The files of both must have different names.
        if let Some(old) = folder.manifest_if_any() {
            manifest.next_segment = old.next_segment;
        }
        IndexBuilder::start(folder, options, sources, None, manifest)
    }

    /// Begins to add games to the index in a folder, as a segment of their own. The scheme is that
    /// of the index, whatever the options say.
    ///
    /// # Errors
    /// When there is no index that this version can read, the folder cannot be written to, another
    /// builder, merge or check is at work in it, or, with [`Select::dedup`](crate::Select::dedup),
    /// its games cannot be read.
    pub fn append(
        folder: impl AsRef<Path>,
        options: BuildOptions,
    ) -> Result<IndexBuilder, IndexError> {
        IndexBuilder::append_from_sources(folder, options, Vec::new())
    }

    /// Begins to add games as [`append`](IndexBuilder::append) does, from files that are named now,
    /// so that an interrupted run can be resumed. The index keeps a [`Source`](crate::Source) for
    /// each.
    ///
    /// # Errors
    /// As [`append`](IndexBuilder::append).
    pub fn append_from_sources(
        folder: impl AsRef<Path>,
        mut options: BuildOptions,
        sources: Vec<SourceFile>,
    ) -> Result<IndexBuilder, IndexError> {
        read_manifest_to_lock(folder.as_ref())?;
        let folder = Folder::lock(folder.as_ref())?;
        // As it was read when the folder was locked: nobody else changes it now.
        let (manifest, scheme) = folder.manifest()?;
        options.scheme = scheme;
        IndexBuilder::start(folder, options, sources, Some(manifest.clone()), manifest)
    }

    fn start(
        folder: Folder,
        options: BuildOptions,
        sources: Vec<SourceFile>,
        base: Option<Manifest>,
        manifest: Manifest,
    ) -> Result<IndexBuilder, IndexError> {
        let old_segments = manifest.segments.len();
        let task = Task {
            base,
            scheme: options.scheme.name().to_owned(),
            select: options.select,
            sources,
        };
        let journal = folder.journal::<Journal>()?.filter(|old| {
            // Killed when all was in place, before the journal was removed: the base is the outcome.
            let committed = old.done && Some(&old.manifest) == folder.manifest_if_any();
            let same = Task { base: old.task.base.clone(), ..task.clone() };
            (old.task == task || committed && old.task == same) && task.can_be_taken_up()
        });
        let journal = match journal {
            Some(journal) if folder.has_all(&journal.manifest)? => {
                folder.keep(&journal.manifest)?;
                journal
            }
            _ => {
                folder.clean()?;
                Journal::start(task, manifest)
            }
        };
        let manifest = &journal.manifest;
        let mut seen = HashSet::new();
        if options.select.dedup {
            for games in StoredGames::new(|file| folder.open_file(file), manifest, options.scheme) {
                let games = games.inspect_err(|error| forget_if_damaged(&folder, error))?;
                let all = seen.len() + games.len();
                seen.try_reserve(games.len()).map_err(|_| IndexError::refused::<u128>(all))?;
                seen.extend(games.iter().map(|g| identity(g, GameResult::from_stored(&g.result))));
            }
        }
        let batch = Batch::new(&folder, manifest.next_segment, manifest.games, options.scheme)?;
        let (reached, failed) = (None, false);
        Ok(IndexBuilder { folder, options, journal, old_segments, batch, reached, seen, failed })
    }

    /// Returns the point from which to read the sources: their start, or the point that an
    /// interrupted run had reached.
    pub fn resume_point(&self) -> ResumePoint {
        self.journal.place
    }

    /// Returns the scheme of the index.
    pub fn scheme(&self) -> IndexScheme {
        self.options.scheme
    }

    /// Returns what replays games for this index, on any thread.
    pub fn replayer(&self) -> Replayer {
        Replayer::new(self.options)
    }

    /// Adds the games of a text in PGN, and returns those that cannot be replayed. `name` appears
    /// in the table of games as the file that they came from, with offsets from the start of `pgn`.
    ///
    /// The games are replayed on the calling thread; see [`IndexBuilder`] for more.
    ///
    /// # Errors
    /// As [`add_from_source`](IndexBuilder::add_from_source).
    ///
    /// # Panics
    /// When the builder was made with sources: only
    /// [`add_from_source`](IndexBuilder::add_from_source) says how far they have been read.
    pub fn add_pgn(&mut self, name: &str, pgn: &[u8]) -> Result<Vec<RejectedGame>, IndexError> {
        let mut rejected = Vec::new();
        let mut scanner = GameScanner::new();
        let (mut start, mut end, mut number) = (0, 0, 0);
        let mut ends = Vec::new();
        loop {
            let length = scanner.end_of_game(&pgn[end..], true);
            if let Some(length) = length {
                end += length;
                ends.push(end - start);
                if end - start < AT_ONCE {
                    continue;
                }
            }
            let (offset, text) = (start as u64, &pgn[start..end]);
            let mut replayed =
                self.replayer().replay(GamesText { file: name, offset, text, ends: &ends });
            let refused = std::mem::take(&mut replayed.rejected);
            self.take_over(None, replayed, refused.len() as u64)?;
            rejected.extend(refused.into_iter().map(|game| RejectedGame {
                number: number + game.number,
                at: start + game.at,
                error: game.error,
            }));
            if length.is_none() {
                return Ok(rejected);
            }
            number += ends.len();
            start = end;
            ends.clear();
        }
    }

    /// Adds games that a [`Replayer`] has replayed, if you replay on several threads. Games are
    /// numbered in the order in which they are added.
    ///
    /// # Errors
    /// As [`add_from_source`](IndexBuilder::add_from_source).
    ///
    /// # Panics
    /// When the builder was made with sources: only
    /// [`add_from_source`](IndexBuilder::add_from_source) says how far they have been read. When the
    /// games were replayed by the [`Replayer`] of a builder of another scheme or
    /// [`Select`](crate::Select).
    pub fn add(&mut self, replayed: Replayed) -> Result<(), IndexError> {
        let rejected = replayed.rejected.len() as u64;
        self.take_over(None, replayed, rejected)
    }

    /// Adds games that were replayed from one of the sources that the builder was made with,
    /// counted from 0. Must be called in the order of the sources and of the games in them.
    ///
    /// `unread` games were rejected before they could be replayed; `reached` is the point after all
    /// of these games, at which a later run resumes if this one is interrupted. The counts of each
    /// source are kept in its [`Source`](crate::Source); games of a source number that does not exist
    /// are counted only by [`finish`](IndexBuilder::finish).
    ///
    /// # Errors
    /// When a file cannot be written, there are more games than an index can number (2^31 − 1), the
    /// system refuses memory, or, with [`Select::dedup`](crate::Select::dedup), those seen so far do
    /// not fit in half of the memory. The games of that call are missing then, so all later calls and
    /// [`finish`](IndexBuilder::finish) fail too.
    ///
    /// # Panics
    /// When the games were replayed by the [`Replayer`] of a builder of another scheme or
    /// [`Select`](crate::Select).
    pub fn add_from_source(
        &mut self,
        source: usize,
        replayed: Replayed,
        unread: u64,
        reached: ResumePoint,
    ) -> Result<(), IndexError> {
        let rejected = replayed.rejected.len() as u64;
        self.take_over(Some((source, reached)), replayed, rejected + unread)
    }

    /// Adds what was replayed from a source, up to a point, or from no source.
    fn take_over(
        &mut self,
        source: Option<(usize, ResumePoint)>,
        replayed: Replayed,
        rejected: u64,
    ) -> Result<(), IndexError> {
        assert!(
            source.is_some() || self.journal.task.sources.is_empty(),
            "the builder has sources: add their games with `add_from_source`"
        );
        let task = (self.options.scheme, self.options.select);
        assert!(
            replayed.task.is_none_or(|other| other == task),
            "the games were replayed for {:?}, and the builder is for {task:?}: replay them with \
             its `replayer`",
            replayed.task
        );
        self.refuse_after_failure()?;
        let taken = self.take(source, replayed, rejected);
        self.failed = taken.is_err();
        taken
    }

    /// An index that lacks the games of a call that failed would look like a whole one.
    fn refuse_after_failure(&self) -> Result<(), IndexError> {
        if self.failed {
            let error = io::Error::other("an earlier call failed; begin again");
            return Err(IndexError::io("write", self.folder.path(), error));
        }
        Ok(())
    }

    fn take(
        &mut self,
        source: Option<(usize, ResumePoint)>,
        replayed: Replayed,
        rejected: u64,
    ) -> Result<(), IndexError> {
        let mut keep = vec![true; replayed.facts.len()];
        self.seen.try_reserve(replayed.identities.len()).map_err(|_| {
            IndexError::refused::<u128>(self.seen.len() + replayed.identities.len())
        })?;
        for (keep, identity) in keep.iter_mut().zip(&replayed.identities) {
            *keep = self.seen.insert(*identity);
        }
        let needed = self.seen.capacity() * (size_of::<u128>() + 1) * 8 / 7;
        if needed > self.options.memory / 2 {
            return Err(IndexError::DedupMemory { needed });
        }
        let first = self.journal.manifest.sources.len() - self.journal.task.sources.len();
        let kept = keep.iter().filter(|keep| **keep).count() as u64;
        let duplicates = keep.len() as u64 - kept;
        let sources = &mut self.journal.manifest.sources;
        if let Some(source) = source.and_then(|(number, _)| sources.get_mut(first + number)) {
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
        self.reached = source.map(|(_, reached)| reached);
        if self.batch.games() > 0 && self.batch.memory() >= self.options.memory / 3 {
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

    /// Writes what is held, merges the new segments, and makes the whole of it the index.
    ///
    /// # Errors
    /// When a file cannot be written or removed, one that an interrupted run has left is damaged, or
    /// games could not be added. The index is then as it was before or, if everything was written,
    /// the new one.
    pub fn finish(mut self) -> Result<Built, IndexError> {
        self.make_index().inspect_err(|error| forget_if_damaged(&self.folder, error))
    }

    fn make_index(&mut self) -> Result<Built, IndexError> {
        self.refuse_after_failure()?;
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
                ResumePoint { source: self.journal.task.sources.len(), ..ResumePoint::default() };
            self.folder.write_journal(&self.journal)?;
        }
        let manifest = &self.journal.manifest;
        self.folder.commit(manifest)?;
        let LeftOut { rejected, below_elo, duplicates } = self.journal.left_out;
        let before = self.journal.task.base.as_ref().map_or(0, |base| base.games);
        Ok(Built { games: u64::from(manifest.games - before), rejected, below_elo, duplicates })
    }
}

/// A builder that fails or is abandoned leaves its journal and what that names, if another can
/// resume it: the rest fills the disk and is of no use.
impl Drop for IndexBuilder {
    fn drop(&mut self) {
        if !self.journal.task.can_be_taken_up() {
            self.folder.forget_journal();
        }
        self.folder.keep_what_is_written_down();
    }
}

/// If what an interrupted run has left is damaged, it must not be resumed again and again: running
/// the same once more then starts over.
fn forget_if_damaged(folder: &Folder, error: &IndexError) {
    if error.is_damage() {
        folder.forget_journal();
    }
}
