//! Games that are held in memory until they are written as a segment.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::sync::{Mutex, OnceLock};

use zobrist_chess::AnyScheme;
use zobrist_shakmaty::parallel;

use crate::aggregate::write_rows;
use crate::error::IndexError;
use crate::files::{file_name, files_of, parts_of_file};
use crate::folder::Folder;
use crate::game_stats::GameStats;
use crate::manifest::{GamesFile, KeyedFile, Segment};
use crate::replayer::Replayed;
use crate::sort::{Record, sort_part};
use crate::table::{Disk, GameColumns, OccurrenceColumns, PositionColumns, Table, TableWriter};
use crate::visit::{PartitionedVisits, Visit};

/// Games that are not yet part of a segment.
pub(crate) struct Batch {
    number: u32,
    scheme: AnyScheme,
    /// The number of the first game.
    first: u32,
    stats: Vec<GameStats>,
    chunks: Vec<Chunk>,
    chunk_bytes: usize,
    visits: usize,
    games: TableWriter<GameColumns, GameColumns>,
    games_file: String,
}

/// The visits of games that were replayed in one call.
struct Chunk {
    /// The number of its first game in the index.
    first: u32,
    /// If games were left out, the number of each game, or [`LEFT_OUT`].
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
        first: u32,
        scheme: &AnyScheme,
    ) -> Result<Batch, IndexError> {
        let games_file = file_name(GameColumns::NAME, number, 0);
        let games = TableWriter::create(folder.create(&games_file)?, scheme)?;
        let (stats, chunks) = (Vec::new(), Vec::new());
        let (scheme, chunk_bytes, visits) = (scheme.clone(), 0, 0);
        Ok(Batch { number, scheme, first, stats, chunks, chunk_bytes, visits, games, games_file })
    }

    pub(crate) fn games(&self) -> u32 {
        self.stats.len() as u32
    }

    /// The number of bytes held.
    pub(crate) fn memory(&self) -> usize {
        self.chunk_bytes + self.stats.len() * size_of::<GameStats>()
    }

    /// Takes over the games for which `keep` is true.
    ///
    /// # Errors
    /// When the file of games cannot be written, there are too many, or the system refused memory.
    pub(crate) fn add(&mut self, replayed: Replayed, keep: &[bool]) -> Result<(), IndexError> {
        if let Some(bytes) = replayed.refused {
            return Err(IndexError::OutOfMemory { bytes });
        }
        let mut next = self.first + self.games();
        let kept = keep.iter().filter(|keep| **keep).count();
        if next as usize + kept > i32::MAX as usize {
            return Err(IndexError::TooManyGames);
        }
        // The visits of games that are left out would only fill the memory.
        if kept == 0 {
            return Ok(());
        }
        self.games.columns.append_numbered(&replayed.games, keep, next);
        self.games.flush_if_full()?;
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

    /// Sorts and writes everything. Files are divided by key, and each is written by one
    /// thread.
    ///
    /// # Errors
    /// When a file cannot be written, or the system refuses the memory for it.
    pub(crate) fn write(
        self,
        folder: &Folder,
        threads: NonZeroUsize,
    ) -> Result<(Segment, GamesFile), IndexError> {
        let Batch { number, scheme, first, stats, chunks, visits, games, games_file, .. } = self;
        let files = files_of(visits);
        check_room(threads.get().min(files))?;
        let rows = Rows { folder, number, scheme, first, stats, chunks, files };
        let games = Mutex::new(Some(games));
        let games_summary = OnceLock::new();
        let written = Disk::with(|disk| {
            let written =
                parallel::try_map_with(0..files, threads, Workspace::default, |space, file| {
                    // One of the threads does this alongside the others, which must find the lock free.
                    let games = games.lock().expect("no thread panics here").take();
                    if let Some(games) = games {
                        games_summary.get_or_init(|| games.finish(disk));
                    }
                    rows.write_file(file, space, disk)
                });
            // While the last files are going to the disk.
            drop(rows);
            written
        })?;
        let summary = games_summary.into_inner().expect("there is at least one file")?;
        let (positions, occurrences) = written.into_iter().unzip();
        let segment = Segment { number, positions, occurrences };
        Ok((segment, GamesFile { file: games_file, first, summary }))
    }
}

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
struct Rows<'a> {
    folder: &'a Folder,
    number: u32,
    scheme: AnyScheme,
    first: u32,
    stats: Vec<GameStats>,
    chunks: Vec<Chunk>,
    /// The number of files of each table.
    files: usize,
}

impl Rows<'_> {
    /// Writes the rows of some keys to a file of each table.
    fn write_file(
        &self,
        file: usize,
        space: &mut Workspace,
        disk: &Disk,
    ) -> Result<(KeyedFile, KeyedFile), IndexError> {
        let Workspace { sorted, positions, occurrences } = space;
        let parts = parts_of_file(file, self.files);
        let names = [PositionColumns::NAME, OccurrenceColumns::NAME]
            .map(|table| file_name(table, self.number, file));
        let [file, other] = [self.folder.create(&names[0])?, self.folder.create(&names[1])?];
        let mut positions = TableWriter::with_columns(file, &self.scheme, positions)?;
        let mut occurrences = TableWriter::with_columns(other, &self.scheme, occurrences)?;
        for part in parts.clone() {
            let at_most = self.chunks.iter().map(|chunk| chunk.visits.part_len(part)).sum();
            let visits = self.chunks.iter().flat_map(|chunk| chunk.numbered(part));
            let stats = |visit: &Visit| self.stats[(visit.game - self.first) as usize];
            sort_part(visits, at_most, stats, sorted)?;
            write_rows(sorted, &mut positions, &mut occurrences)?;
        }
        let summaries = [positions.finish(disk)?, occurrences.finish(disk)?];
        let [positions, occurrences] = names;
        let parts = (parts.start, parts.end);
        Ok((
            KeyedFile { file: positions, parts, summary: summaries[0] },
            KeyedFile { file: occurrences, parts, summary: summaries[1] },
        ))
    }
}

impl Chunk {
    /// The visits of a part, without those of left-out games, numbered as the index numbers their
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
