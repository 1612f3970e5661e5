//! Building an index, and adding to one.

use std::fmt;
use std::mem;
use std::num::NonZeroUsize;

use zobrist_chess::AnyScheme;
use zobrist_shakmaty::pgn::GameScanner;
use zobrist_storage::SourceHasher;

use zobrist_shakmaty::pgn::RejectedGame;

use super::build_counts::BuildCounts;
use super::game_buffer::GameBuffer;
use super::journal::{Failure, Journal};
use crate::error::IndexError;
use crate::format::folder::Folder;
use crate::format::manifest::IndexedSource;
use crate::format::{ResumePoint, WriteOptions};
use crate::games::{GamesText, Replayed, Replayer, Seen};
use crate::options::BuildOptions;
use crate::segment::{Batch, merge_all};

/// Number of bytes of a text that are replayed before memory is checked again.
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
/// assert_eq!((moves[0].games(), moves[0].counts.black), (1, 1));
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
/// A builder that gets its files when it is created, by
/// [`create_from_sources`](IndexBuilder::create_from_sources) or
/// [`append_from_sources`](IndexBuilder::append_from_sources), resumes what an interrupted run with
/// the same files and options has left: read on from [`resume_point`](IndexBuilder::resume_point),
/// and hand games to [`add_from_source`](IndexBuilder::add_from_source). A builder without sources
/// always starts over.
///
/// # Sources that cannot be read to their end
/// An index must not lack half of a source in silence. When reading one fails, either
/// [`suspend`](IndexBuilder::suspend) the run, so that the same run goes on once the source is
/// mended, or say by [`accept_part`](IndexBuilder::accept_part) that what could be read is enough.
pub struct IndexBuilder {
    pub(crate) folder: Folder,
    pub(crate) options: BuildOptions,
    pub(crate) games: GameBuffer,
    pub(crate) journal: Journal,
    /// The number of segments that existed before.
    pub(crate) old_segments: usize,
    /// The point after the games that are held.
    pub(crate) reached: Option<ResumePoint>,
    /// With `dedup`, the games seen so far.
    pub(crate) seen: Seen,
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

impl IndexBuilder {
    /// Returns the point from which to read the sources: their start, or the point that an
    /// interrupted run had reached.
    pub fn resume_point(&self) -> ResumePoint {
        self.journal.place
    }

    /// Returns the number of games that have been added, including those of an interrupted run that
    /// this one resumes.
    pub fn games(&self) -> u64 {
        let base = self.journal.task.base.as_ref().map_or(0, |base| base.games);
        self.journal.manifest.games - base + self.games.games()
    }

    /// Returns the names of the sources, which the table of games holds as the file of their games.
    pub fn source_names(&self) -> impl Iterator<Item = &str> {
        self.journal.task.sources.iter().map(|source| &*source.name)
    }

    /// Returns the scheme of the index.
    pub fn scheme(&self) -> &AnyScheme {
        &self.options.scheme
    }

    /// Returns true if sources may be accepted in part.
    pub fn accepts_parts(&self) -> bool {
        self.options.partial
    }

    /// Returns a replayer of games for this index, which works on any thread.
    pub fn replayer(&self) -> Replayer {
        self.games.replayer().clone()
    }

    /// Adds the games of a text in PGN, and returns those that cannot be replayed, but for those
    /// that [`BuildOptions::keep_valid`] takes in part. `name` appears in the table of games as the
    /// file that they came from, with offsets from the start of `pgn`.
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
            let encoding = self.options.encoding.unwrap_or_default();
            let first = number as u64 + 1;
            let games = GamesText { file: name, offset, text, ends: &ends, first, encoding };
            let mut replayed = self.games.replayer().replay(games);
            let refused = mem::take(&mut replayed.rejected);
            self.take_over(None, replayed, refused.len() as u64)?;
            rejected.extend(refused.into_iter().map(|mut game| {
                game.number += number;
                game.at += start;
                game
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
    /// [`add_from_source`](IndexBuilder::add_from_source) says how far they have been read. When
    /// the games were replayed by the [`Replayer`] of a builder of another scheme or
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
    /// source are kept in its [`IndexedSource`](crate::IndexedSource); games of a source number
    /// that does not exist are counted only by [`finish`](IndexBuilder::finish).
    ///
    /// # Errors
    /// When a file cannot be written, the system refuses memory, or, with
    /// [`Select::dedup`](crate::Select::dedup), those seen so far do not fit in half of the memory.
    /// The games of that call are missing then, so all later calls and
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
        self.games.expect_own(&replayed);
        let mut batch = self.games.take(self.folder.path())?;
        let keep = match self.options.select.dedup {
            None => vec![true; replayed.stats.len()],
            Some(_) => self.seen.keep(&replayed.identities)?,
        };
        self.seen.check(self.options.memory)?;
        let counts = BuildCounts::of_replayed(&replayed, &keep, rejected);
        if let Some(source) = source.and_then(|(number, _)| self.source_mut(number)) {
            counts.add_to(source);
            source.encoding = source.encoding.or(replayed.encoding);
            let dates = keep.iter().zip(&replayed.dates).filter(|(keep, _)| **keep);
            dates.for_each(|(_, date)| source.note_date(*date));
        }
        self.journal.left_out.add(&counts);
        batch.add(replayed, &keep)?;
        self.reached = source.map(|(_, reached)| reached);
        if self.games.is_filled_by(&batch) {
            batch = self.write_segment(batch)?;
        }
        self.games.put(batch);
        Ok(())
    }

    /// Records that a source was read to its end, all of its bytes as they are on the disk having
    /// gone through the hasher: its [`IndexedSource`] gets their digest, by which it is recognized
    /// when it is to be added again. Must be called before games of a later source are added.
    ///
    /// If the number of bytes is not the size of the file, which then was written to meanwhile, no
    /// digest is recorded, nor for a source number that does not exist.
    pub fn source_read(&mut self, source: usize, read: &SourceHasher) {
        if let Some(source) = self.source_mut(source) {
            source.read_to_end(read);
        }
    }

    /// Accepts a source of which only a part can be read: its [`IndexedSource`] is marked as
    /// partial. Must be called before the last games of that part are added.
    ///
    /// # Panics
    /// When [`BuildOptions::partial`] is false: a run that is interrupted must not be resumed by
    /// one that accepts no parts.
    pub fn accept_part(&mut self, source: usize) {
        assert!(self.options.partial, "`BuildOptions::partial` is false");
        if let Some(source) = self.source_mut(source) {
            source.partial = true;
        }
    }

    /// Ends the run because a source cannot be read further than up to about `offset`, in bytes
    /// after decompression, and keeps what was added. The index stays as it was. A run with the
    /// same task resumes from here, even if that source or a later one has changed by then; it
    /// starts over if the bytes that had been read of the source, those that have gone through the
    /// hasher, have changed. Returns true if a run can resume: if each of the sources is a file.
    ///
    /// Games that were cut out of the end of what could be read must not have been added: they may
    /// be others when there is more to read.
    ///
    /// # Errors
    /// When a file cannot be written, or games could not be added.
    pub fn suspend(
        mut self,
        source: usize,
        offset: u64,
        read: &SourceHasher,
    ) -> Result<bool, IndexError> {
        self.games.refuse_after_failure(self.folder.path())?;
        if !self.journal.task.can_be_resumed() {
            return Ok(false);
        }
        let place = self.journal.place;
        if self.reached.is_none() && source == place.source && offset < place.offset {
            // Not even what an earlier run had read: its journal says what must be the same.
            return Ok(true);
        }
        self.journal.failure = Some(Failure { source, bytes: read.bytes(), digest: read.digest() });
        if self.games.games() > 0 {
            self.write_held()?;
        } else {
            self.journal.place = self.reached.take().unwrap_or(self.journal.place);
            self.folder.write_journal(&self.journal)?;
        }
        Ok(true)
    }

    /// Returns true if a later run can resume this one: if each of the sources is a file.
    pub fn can_be_resumed(&self) -> bool {
        self.journal.task.can_be_resumed()
    }

    /// Ends the run before all was read, and keeps what was added. The index stays as it was. A run
    /// with the same task resumes from here, if [it can](IndexBuilder::can_be_resumed); if not,
    /// nothing is kept.
    ///
    /// # Errors
    /// When a file cannot be written, or games could not be added.
    pub fn interrupt(mut self) -> Result<(), IndexError> {
        self.games.refuse_after_failure(self.folder.path())?;
        if !self.can_be_resumed() {
            return Ok(());
        }
        if self.games.games() > 0 {
            self.write_held()?;
        } else if let Some(place) = self.reached.take() {
            self.journal.place = place;
            self.folder.write_journal(&self.journal)?;
        }
        Ok(())
    }

    /// The entry of a source of this run in the manifest.
    fn source_mut(&mut self, number: usize) -> Option<&mut IndexedSource> {
        let first = self.journal.first_source();
        self.journal.manifest.sources.get_mut(first + number)
    }

    /// Writes the games that are held, if there are any.
    fn write_held(&mut self) -> Result<(), IndexError> {
        let mut batch = self.games.take(self.folder.path())?;
        if batch.games() > 0 {
            batch = self.write_segment(batch)?;
        }
        self.games.put(batch);
        Ok(())
    }

    /// Writes games as a segment. Returns the next batch.
    fn write_segment(&mut self, batch: Batch) -> Result<Batch, IndexError> {
        let manifest = &mut self.journal.manifest;
        manifest.games += batch.games();
        let number = manifest.next_segment + 1;
        let BuildOptions { scheme, threads, files, .. } = &self.options;
        let next = batch.next_game();
        let next = Batch::new(&self.folder, number, next, scheme, manifest.parts())?;
        let files = files.map(NonZeroUsize::get);
        let (segment, games_file) = batch.write(&self.folder, files, *threads)?;
        manifest.segments.push(segment);
        manifest.game_files.push(games_file);
        manifest.next_segment = number;
        if let Some(place) = self.reached.take() {
            self.journal.place = place;
        }
        self.folder.write_journal(&self.journal)?;
        Ok(next)
    }

    /// Writes what is held, merges the new segments, and makes the whole of it the index.
    ///
    /// # Errors
    /// When a file cannot be written or removed, one that an interrupted run has left is damaged,
    /// games could not be added, or a source [has changed](IndexBuilder::changed_sources). The
    /// index is then as it was before or, if everything was written, the new one.
    pub fn finish(mut self) -> Result<BuildCounts, IndexError> {
        self.make_index().inspect_err(|error| forget_if_damaged(&self.folder, error))
    }

    fn make_index(&mut self) -> Result<BuildCounts, IndexError> {
        self.games.refuse_after_failure(self.folder.path())?;
        self.refuse_changed()?;
        self.write_held()?;
        let BuildOptions { scheme, memory, threads, files, .. } = &self.options;
        if !self.journal.done {
            let manifest = &mut self.journal.manifest;
            let old = manifest.segments.drain(..self.old_segments).collect::<Vec<_>>();
            let how = WriteOptions::new(*memory, *threads, *files);
            let bits = manifest.part_bits;
            merge_all(&self.folder, manifest, scheme, how)?;
            // Files that were there before are divided as the new ones are.
            let parts = manifest.parts();
            let merged = mem::replace(&mut manifest.segments, old);
            manifest.part_bits = bits;
            manifest.divide_into(parts);
            manifest.segments.extend(merged);
            self.journal.done = true;
            self.journal.place =
                ResumePoint { source: self.journal.task.sources.len(), ..ResumePoint::default() };
            self.folder.write_journal(&self.journal)?;
        }
        let manifest = &self.journal.manifest;
        self.folder.commit(manifest)?;
        let base = self.journal.task.base.as_ref();
        let games = manifest.games - base.map_or(0, |base| base.games);
        let added = manifest.segments.iter().skip(base.map_or(0, |base| base.segments.len()));
        let positions =
            added.flat_map(|segment| &segment.occurrences).map(|f| f.summary.rows).sum();
        let partial = self.journal.parts();
        Ok(BuildCounts { games, positions, partial, ..self.journal.left_out.counts() })
    }
}

/// A builder that fails or is abandoned leaves its journal and what that names, if another can
/// resume it: the rest fills the disk and is of no use.
impl Drop for IndexBuilder {
    fn drop(&mut self) {
        if !self.journal.task.can_be_resumed() {
            self.folder.forget_journal();
        }
        self.folder.keep_journaled();
    }
}

/// If what an interrupted run has left is damaged, it must not be resumed again and again: running
/// the same once more then starts over.
pub(crate) fn forget_if_damaged(folder: &Folder, error: &IndexError) {
    if error.is_damage() {
        folder.forget_journal();
    }
}
