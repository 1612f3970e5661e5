//! Games that are held in memory until they are written as a segment.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::sync::{Mutex, OnceLock};

use zobrist_chess::AnyScheme;
use zobrist_shakmaty::parallel;

use super::aggregate::{Record, sort_part, write_rows};
use super::games_writer::GamesWriter;
use super::slices::{self, slices};
use super::table_files::{TableFiles, Target};
use crate::error::IndexError;
use crate::format::folder::Folder;
use crate::format::manifest::{GamesFile, Segment};
use crate::format::table::{Disk, GameColumns, OccurrenceColumns, PositionColumns, Table};
use crate::format::{Parts, file_name, files_of};
use crate::games::{PARTS, PartitionedVisits, Replayed, Visit};
use crate::tags::GameStats;

/// Games that are not yet part of a segment.
pub(crate) struct Batch {
    number: u32,
    scheme: AnyScheme,
    /// The parts by which its files are cut.
    parts: Parts,
    /// The number of the first game.
    first: u64,
    stats: Vec<GameStats>,
    chunks: Vec<Chunk>,
    chunk_bytes: usize,
    visits: usize,
    games: GamesWriter,
}

/// The visits of games that were replayed in one call.
struct Chunk {
    /// The number of its first game in the batch.
    first: u32,
    /// If games were left out, the number of each game in the batch, or [`LEFT_OUT`].
    numbers: Option<Box<[u32]>>,
    visits: PartitionedVisits,
}

const LEFT_OUT: u32 = u32::MAX;

/// Memory in which a thread writes files, reused from one file to the next.
#[derive(Default)]
struct Workspace {
    sorted: Vec<Record>,
    positions: PositionColumns,
    occurrences: OccurrenceColumns,
}

impl Batch {
    /// A batch that becomes segment `number`, its games numbered from `first` on.
    ///
    /// # Errors
    /// When the file of its games cannot be created.
    pub(crate) fn new(
        folder: &Folder,
        number: u32,
        first: u64,
        scheme: &AnyScheme,
        parts: Parts,
    ) -> Result<Batch, IndexError> {
        let name = file_name(GameColumns::NAME, number, 0, None);
        let games = GamesWriter::create(folder, name, first, scheme)?;
        Ok(Batch::with_games(number, first, scheme, parts, games))
    }

    /// A batch as [`new`](Batch::new) makes it, whose games go into a file that was begun.
    pub(crate) fn with_games(
        number: u32,
        first: u64,
        scheme: &AnyScheme,
        parts: Parts,
        games: GamesWriter,
    ) -> Batch {
        let (stats, chunks) = (Vec::new(), Vec::new());
        let (scheme, chunk_bytes, visits) = (scheme.clone(), 0, 0);
        Batch { number, scheme, parts, first, stats, chunks, chunk_bytes, visits, games }
    }

    /// The writer of its games.
    pub(crate) fn into_games(self) -> GamesWriter {
        self.games
    }

    pub(crate) fn games(&self) -> u64 {
        self.stats.len() as u64
    }

    /// The number that the next game gets.
    pub(crate) fn next_game(&self) -> u64 {
        self.first + self.games()
    }

    /// True if it has as many games as it can number.
    pub(crate) fn is_full(&self) -> bool {
        self.games() >= u64::from(MAX_GAMES)
    }

    /// The number of bytes held.
    pub(crate) fn memory(&self) -> usize {
        self.chunk_bytes + self.stats.len() * size_of::<GameStats>()
    }

    /// Takes over the games for which `keep` is true.
    ///
    /// # Errors
    /// When the file of games cannot be written, or the system refused memory.
    pub(crate) fn add(&mut self, replayed: Replayed, keep: &[bool]) -> Result<(), IndexError> {
        if let Some(bytes) = replayed.refused {
            return Err(IndexError::OutOfMemory { bytes });
        }
        let kept = keep.iter().filter(|keep| **keep).count();
        // The visits of games that are left out would only fill the memory.
        if kept == 0 {
            return Ok(());
        }
        self.games.append(&replayed.games, keep, self.next_game())?;
        let mut next = self.stats.len() as u32;
        let games = self.stats.len() + kept;
        self.stats.try_reserve(kept).map_err(|_| IndexError::refused::<GameStats>(games))?;
        let first = next;
        let mut numbers = Vec::with_capacity(keep.len());
        for (keep, stats) in keep.iter().zip(replayed.stats) {
            numbers.push(if *keep { next } else { LEFT_OUT });
            if *keep {
                self.stats.push(stats);
                next += 1;
            }
        }
        for visits in replayed.visits {
            let games = visits.games.start as usize..visits.games.end as usize;
            let numbers = (kept < keep.len()).then(|| numbers[games].into());
            let first = first + visits.games.start;
            self.chunk_bytes += visits.memory();
            self.visits += visits.len();
            self.chunks.push(Chunk { first, numbers, visits });
        }
        Ok(())
    }

    /// Sorts and writes everything, in `files` files of each table or as many as
    /// [`files_of`] says.
    ///
    /// # Errors
    /// When a file cannot be written, or the system refuses the memory for it.
    pub(crate) fn write(
        self,
        folder: &Folder,
        files: Option<usize>,
        threads: NonZeroUsize,
    ) -> Result<(Segment, GamesFile), IndexError> {
        let games_file = OnceLock::new();
        let (segment, games) = self.write_keyed(folder, files, threads, |games, disk| {
            games_file.get_or_init(|| games.finish(disk));
            None
        })?;
        debug_assert!(games.is_none());
        Ok((segment, games_file.into_inner().expect("there is at least one slice")?))
    }

    /// Writes everything as [`write`](Batch::write) does, but for the end of the file of games, to
    /// which more may come.
    ///
    /// # Errors
    /// As [`write`](Batch::write).
    pub(crate) fn write_without_games(
        self,
        folder: &Folder,
        threads: NonZeroUsize,
    ) -> Result<(Segment, GamesWriter), IndexError> {
        let (segment, games) = self.write_keyed(folder, None, threads, |games, _| Some(games))?;
        Ok((segment, games.expect("it was given back")))
    }

    /// Sorts and writes the keyed tables. One of the threads calls `end_games` alongside the
    /// others; what that gives back is returned.
    fn write_keyed(
        self,
        folder: &Folder,
        files: Option<usize>,
        threads: NonZeroUsize,
        end_games: impl Fn(GamesWriter, &Disk) -> Option<GamesWriter> + Sync,
    ) -> Result<(Segment, Option<GamesWriter>), IndexError> {
        let Batch { number, scheme, parts, first, stats, chunks, visits, games, .. } = self;
        let files = [PositionColumns::SPEC, OccurrenceColumns::SPEC]
            .map(|table| files.unwrap_or_else(|| files_of(visits as u64, table.row_bytes)))
            .map(|files| files.min(parts.len()));
        let slices = slices(parts, files, visits / SLICE);
        check_room(threads.get().min(slices.len()))?;
        let rows = VisitRows { first, stats, chunks };
        let games = Mutex::new(Some(games));
        let kept = Mutex::new(None);
        let written: Result<_, IndexError> = Disk::with(|disk| {
            let target = Target { folder, segment: number, scheme: &scheme, disk };
            let positions = TableFiles::new(target, parts, files[0]);
            let occurrences = TableFiles::new(target, parts, files[1]);
            parallel::try_map_with(
                slices.iter().enumerate(),
                threads,
                Workspace::default,
                |space, slice| {
                    // One of the threads does this alongside the others, which must find the lock
                    // free.
                    let games = games.lock().expect("no thread panics here").take();
                    if let Some(games) = games.and_then(|games| end_games(games, disk)) {
                        *kept.lock().expect("no thread panics here") = Some(games);
                    }
                    rows.write_slice(slice, parts, space, &positions, &occurrences)
                },
            )?;
            // While the last files are going to the disk.
            drop(rows);
            Ok((positions.finish()?, occurrences.finish()?))
        });
        let (positions, occurrences) = written?;
        let segment = Segment { number, positions, occurrences };
        Ok((segment, kept.into_inner().expect("no thread panics here")))
    }
}

/// Number of visits that a thread sorts and encodes at once.
const SLICE: usize = 1 << 16;

/// The most games of a batch: visits have as many bits for them, but for the mark of those that are
/// left out.
const MAX_GAMES: u32 = 1 << 31;

/// Upper estimate of the bytes that a thread takes to sort and write a file.
const WRITING: usize = 16 << 20;

/// Asks the system for the memory in which `threads` threads write, and gives it back. The Parquet
/// library aborts the process where memory is refused; here that can be reported.
///
/// # Errors
/// When the system refuses it.
fn check_room(threads: usize) -> Result<(), IndexError> {
    let bytes = WRITING.saturating_mul(threads);
    let mut room: Vec<u8> = Vec::new();
    room.try_reserve_exact(bytes).map_err(|_| IndexError::OutOfMemory { bytes })?;
    // Or the compiler would see that nobody uses it.
    black_box(&room);
    Ok(())
}

/// The rows of a segment that are sorted by key, before they are divided into files.
struct VisitRows {
    first: u64,
    stats: Vec<GameStats>,
    chunks: Vec<Chunk>,
}

impl VisitRows {
    /// Writes the rows of some keys to a file of each table.
    fn write_slice(
        &self,
        (number, slice): (usize, &slices::Slice<2>),
        parts: Parts,
        space: &mut Workspace,
        positions: &TableFiles<PositionColumns>,
        occurrences: &TableFiles<OccurrenceColumns>,
    ) -> Result<(), IndexError> {
        let Workspace { sorted, positions: position_columns, occurrences: occurrence_columns } =
            space;
        let mut positions = positions.slice(number, slice.of[0], position_columns);
        let mut occurrences = occurrences.slice(number, slice.of[1], occurrence_columns);
        let stats = |visit: &Visit| self.stats[visit.game as usize];
        let keys = parts.keys(slice.parts.clone());
        for part in PARTS.of(*keys.start())..=PARTS.of(*keys.end()) {
            let at_most = self.chunks.iter().map(|chunk| chunk.visits.part_len(part)).sum();
            let visits = self.chunks.iter().flat_map(|chunk| chunk.numbered(part));
            if parts == PARTS {
                sort_part(visits, at_most, stats, sorted)?;
            } else {
                let visits = visits.filter(|visit| keys.contains(&visit.key));
                sort_part(visits, at_most, stats, sorted)?;
            }
            write_rows(sorted, self.first, &mut positions, &mut occurrences)?;
        }
        occurrences.finish()?;
        positions.finish()
    }
}

impl Chunk {
    /// The visits of a part, without those of left-out games, numbered as the batch numbers their
    /// games.
    #[inline]
    fn numbered(&self, part: usize) -> impl Iterator<Item = Visit> + Clone {
        self.visits.part(part).filter_map(|visit| {
            let game = match &self.numbers {
                None => self.first + visit.game,
                Some(numbers) => numbers[visit.game as usize],
            };
            (game != LEFT_OUT).then_some(Visit { game, ..visit })
        })
    }
}
