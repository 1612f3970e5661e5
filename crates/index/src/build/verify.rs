//! Checking every row of an index.

use std::env;
use std::fmt::Debug;
use std::mem;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;

use zobrist_chess::AnyScheme;
use zobrist_shakmaty::parallel;

use crate::error::IndexError;
use crate::format::folder::{Folder, ReadFolder, read_manifest_to_lock, table_of};
use crate::format::manifest::{KeyedFile, Manifest, Segment};
use crate::format::table::{
    FileSummary, GameColumns, GameRow, OccurrenceColumns, PositionColumns, RowRange, RowReader,
    Table, TableFile, format_of,
};
use crate::games::{Replayer, read_games, replay_file};
use crate::options::BuildOptions;
use crate::segment::{BATCH, Batch, FILES_OF_SLICE, Merge, Sorted, open_parts};
use zobrist_tables::TableError;

/// Checks every row of an index: the checksum of each file is compared with the manifest, the
/// stored games are replayed, and the resulting rows are compared with those of the tables. Returns
/// the number of faults, and calls `report` with the first hundred, one line each.
///
/// ```no_run
/// let mut report = |fault: &str| eprintln!("{fault}");
/// let threads = std::num::NonZeroUsize::MIN;
/// let faults = zobrist_index::verify("index", 1 << 30, threads, &mut report)?; // 1 GiB
/// assert_eq!(faults, 0, "build the index again");
/// # Ok::<(), zobrist_index::IndexError>(())
/// ```
///
/// `memory` is in bytes and means what [`BuildOptions::memory`] does: when the rows of the replayed
/// games take a third of it, they are written to the disk. Any value will do; a small one makes
/// many small segments, and comparing takes about 2 MiB per segment and thread. `threads` threads
/// replay, write and compare at the same time.
///
/// Nothing is written in the folder of the index. While it is checked, nobody else can begin to
/// write to it, if it has a lock already; several checks can go on at once.
///
/// Cost: that of building the index, in time, memory and disk space: in the system's folder for
/// temporary files, which may be small or in memory: [`verify_in`] takes another.
///
/// # Errors
/// When there is no index, another process writes to it, the disk is full, or something in the
/// folder is a link or a device.
pub fn verify(
    folder: impl AsRef<Path>,
    memory: usize,
    threads: NonZeroUsize,
    report: &mut (dyn FnMut(&str) + Send),
) -> Result<u64, IndexError> {
    verify_in(folder, env::temp_dir(), memory, threads, report)
}

/// Checks every row of an index as [`verify`] does, and writes the rows that it compares with to a
/// new folder in `temp`, which must exist. That folder is removed at the end.
///
/// # Errors
/// As [`verify`], and when nothing can be written in `temp`.
pub fn verify_in(
    folder: impl AsRef<Path>,
    temp: impl AsRef<Path>,
    memory: usize,
    threads: NonZeroUsize,
    report: &mut (dyn FnMut(&str) + Send),
) -> Result<u64, IndexError> {
    let folder = folder.as_ref();
    read_manifest_to_lock(folder)?;
    let index = ReadFolder::open_local(folder)?;
    let _lock = index.keep_writers_away()?;
    let (manifest, scheme) = index.manifest()?;
    let scratch = tempfile::Builder::new().prefix("zobrist-verify-").tempdir_in(&temp);
    let scratch = scratch.map_err(|error| IndexError::io("write", temp.as_ref(), error))?;
    let mut options = BuildOptions::default();
    (options.scheme, options.memory, options.threads) = (scheme, memory, threads);
    let faults = Faults(Mutex::new((0, report)));
    let check = Check { index: &index, manifest: &manifest, options, faults: &faults };
    let checked = check.run(scratch.path());
    let is_sound = checked.is_ok() && faults.count() == 0;
    // In a folder without a lock, somebody may have begun to write.
    if !is_sound && index.manifest().is_ok_and(|(now, _)| now != manifest) {
        return Err(IndexError::Busy(folder.to_owned()));
    }
    checked.map(|()| faults.count())
}

/// Counts faults and reports the first of them.
struct Faults<'a>(Mutex<(u64, Report<'a>)>);

type Report<'a> = &'a mut (dyn FnMut(&str) + Send);

const MAX_REPORTS: u64 = 100;

/// Number of rows, as a power of two, that a thread compares at once.
const RANGE_BITS: u32 = 19;

impl Faults<'_> {
    fn add(&self, fault: &str) {
        let mut faults = self.0.lock().expect("no thread panics here");
        faults.0 += 1;
        if faults.0 <= MAX_REPORTS {
            (faults.1)(fault);
        }
    }

    fn count(&self) -> u64 {
        self.0.lock().expect("no thread panics here").0
    }

    /// Counts damage as a fault; other errors end the check.
    fn found<T>(&self, result: Result<T, IndexError>) -> Result<Option<T>, IndexError> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.is_damage() => {
                self.add(&error.to_string());
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

struct Check<'a, 'b> {
    index: &'a ReadFolder,
    manifest: &'a Manifest,
    options: BuildOptions,
    faults: &'a Faults<'b>,
}

impl Check<'_, '_> {
    fn run(&self, scratch: &Path) -> Result<(), IndexError> {
        let BuildOptions { threads, .. } = self.options;
        let files: Vec<_> = self.manifest.files().collect();
        let whole = parallel::try_map(&files, threads, |(name, summary)| {
            Ok::<_, IndexError>(self.faults.found(self.check_bytes(name, summary))?.is_some())
        })?;
        if !whole.into_iter().all(|whole| whole) {
            return Ok(());
        }
        let expected = Folder::lock(scratch)?;
        let segments = self.replay(&expected)?;
        let positions = |segment: &Segment| segment.positions.clone();
        let occurrences = |segment: &Segment| segment.occurrences.clone();
        self.compare::<PositionColumns>(&expected, &segments, positions)?;
        self.compare::<OccurrenceColumns>(&expected, &segments, occurrences)
    }

    /// Checks every byte of a file.
    fn check_bytes(&self, name: &str, summary: &FileSummary) -> Result<(), IndexError> {
        let file = match self.index.open_file(name) {
            Err(IndexError::MissingFile(path)) => {
                return Err(IndexError::damaged(&path, "the file is missing"));
            }
            opened => opened?,
        };
        let scheme = &self.options.scheme;
        let opened = match table_of(name) {
            Some(PositionColumns::NAME) => {
                TableFile::open(file, &PositionColumns::SPEC, summary, &format_of(scheme))
            }
            Some(OccurrenceColumns::NAME) => {
                TableFile::open(file, &OccurrenceColumns::SPEC, summary, &format_of(scheme))
            }
            _ => TableFile::open(file, &GameColumns::SPEC, summary, &format_of(scheme)),
        };
        Ok(opened?.check_all_pages(summary)?)
    }

    /// Replays the stored games into segments of their own.
    fn replay(&self, folder: &Folder) -> Result<Vec<Segment>, IndexError> {
        let (scheme, memory) = (&self.options.scheme, self.options.memory);
        let threads = self.options.threads;
        let replayer = Replayer::new(self.options.clone());
        let mut segments = Vec::new();
        let parts = self.manifest.parts();
        let mut batch = Batch::new(folder, 1, 0, scheme, parts)?;
        let mut games = 0;
        for file in &self.manifest.game_files {
            let opened = self.index.open_file(&file.file);
            let opened = opened.and_then(|opened| {
                let format = format_of(scheme);
                Ok(TableFile::open(opened, &GameColumns::SPEC, &file.summary, &format)?)
            });
            let Some(open) = self.faults.found(opened)? else { continue };
            // The next batch begins where there is a gap.
            let mut next = |batch: &mut Batch, first: u64| {
                let number = segments.len() as u32 + 2;
                let next = Batch::new(folder, number, first, scheme, parts)?;
                segments.push(mem::replace(batch, next).write(folder, None, threads)?.0);
                Ok::<_, IndexError>(())
            };
            if file.first != batch.next_game() {
                next(&mut batch, file.first)?;
            }
            let read = |rows| Ok(self.faults.found(read_games(&open, rows))?.into_iter().collect());
            replay_file(&open, &replayer, threads, read, |lot| {
                for (game, error) in lot.faults {
                    self.faults.add(&format!("game {game} cannot be replayed: {error}"));
                }
                for (game, expected) in lot.games.iter().zip(batch.next_game()..) {
                    self.check_game(game, expected);
                }
                games += lot.games.len() as u64;
                let keep = vec![true; lot.replayed.stats.len()];
                batch.add(lot.replayed, &keep)?;
                if batch.memory() >= memory / 3 {
                    let first = batch.next_game();
                    next(&mut batch, first)?;
                }
                Ok(())
            })?;
        }
        if games != self.manifest.games {
            let expected = self.manifest.games;
            self.faults.add(&format!("expected {expected} games, got {games}"));
        }
        segments.push(batch.write(folder, None, threads)?.0);
        Ok(segments)
    }

    /// Checks what a game says of itself.
    fn check_game(&self, game: &GameRow, expected: u64) {
        if game.game_id != expected {
            let got = game.game_id;
            self.faults.add(&format!("expected game {expected}, got game {got}"));
        }
        if game.game < 1 {
            let got = game.game;
            self.faults.add(&format!(
                "game {expected}: expected a number in its file from 1 on, got {got}"
            ));
        }
        let plies = game.moves.len() / 2;
        if plies != game.plies as usize || game.indexed > game.plies.saturating_add(1) {
            let got = (game.plies, game.indexed);
            self.faults.add(&format!(
                "game {expected}: expected {plies} plies and at most one position more, got {got:?}"
            ));
        }
    }

    /// Compares a table with what the replayed games give.
    fn compare<T: Sorted>(
        &self,
        folder: &Folder,
        expected: &[Segment],
        files: fn(&Segment) -> Vec<KeyedFile>,
    ) -> Result<(), IndexError>
    where
        T::Row: Debug + PartialEq,
    {
        let scheme = &self.options.scheme;
        let expected: Vec<_> = expected.iter().map(files).collect();
        let stored: Vec<_> = self.manifest.segments.iter().map(files).collect();
        let rows: u64 = stored.iter().flatten().map(|file| file.summary.rows).sum();
        let all = self.manifest.parts();
        let files = stored.iter().chain(&expected).map(Vec::len).sum::<usize>();
        let ranges = (rows >> RANGE_BITS) as usize;
        let ranges = ranges.max(files / FILES_OF_SLICE).clamp(1, all.len());
        parallel::try_map(0..ranges, self.options.threads, |range| {
            let parts = all.of_file(range, ranges);
            let open = |name: &str, _| folder.open_file(name);
            let expected = open_parts::<T>(open, &expected, &parts, scheme)?;
            let open = |name: &str, _| self.index.open_file(name);
            let opened = open_parts::<T>(open, &stored, &parts, scheme);
            let Some(stored) = self.faults.found(opened)? else { return Ok(()) };
            let keys = all.keys(parts.clone());
            let mut expected = Merge::<T>::new(&expected, &keys)?;
            let compared = Merge::<T>::new(&stored, &keys)
                .and_then(|mut stored| self.compare_rows(&mut expected, &mut stored));
            self.faults.found(compared).map(drop)
        })?;
        for file in stored.iter().flatten() {
            self.faults.found(self.check_file::<T>(file, scheme))?;
        }
        Ok(())
    }

    fn compare_rows<T: Sorted>(
        &self,
        expected: &mut Merge<T>,
        stored: &mut Merge<T>,
    ) -> Result<(), IndexError>
    where
        T::Row: Debug + PartialEq,
    {
        let (mut wanted, mut got) = (expected.next()?, stored.next()?);
        loop {
            let (a, b) = (wanted.as_ref().map(T::order), got.as_ref().map(T::order));
            match (&wanted, &got) {
                (None, None) => return Ok(()),
                (Some(row), other) if other.is_none() || a < b => {
                    self.faults.add(&format!("{}: missing: {row:?}", T::NAME));
                    wanted = expected.next()?;
                }
                (other, Some(row)) if other.is_none() || a > b => {
                    self.faults.add(&format!("{}: not in any game: {row:?}", T::NAME));
                    got = stored.next()?;
                }
                (Some(row), Some(other)) => {
                    if row != other {
                        let what = format!("{}: expected {row:?}, got {other:?}", T::NAME);
                        self.faults.add(&what);
                    }
                    (wanted, got) = (expected.next()?, stored.next()?);
                }
                _ => unreachable!("one of them is a row"),
            }
        }
    }

    /// Checks that all keys of a file belong to the parts that the manifest says, and that no row
    /// is out of order or repeated, which does not show when segments are merged.
    fn check_file<T: Sorted>(&self, file: &KeyedFile, scheme: &AnyScheme) -> Result<(), IndexError>
    where
        T::Row: Debug,
    {
        let open = TableFile::open(
            self.index.open_file(&file.file)?,
            &T::SPEC,
            &file.summary,
            &format_of(scheme),
        )?;
        let rows = |rows: Vec<RowRange>| rows.iter().map(|rows| rows.len as u64).sum::<u64>();
        let keys = self.manifest.parts().keys(file.parts.0..file.parts.1);
        let inside = rows(open.find(&keys).map_err(|e| TableError::parquet(open.path(), e))?);
        if (inside, rows(open.all().collect())) != (file.summary.rows, file.summary.rows) {
            let expected = file.summary.rows;
            let what = format!("expected {expected} rows of its keys, got {inside}");
            return Err(IndexError::damaged(open.path(), what));
        }
        let mut reader = RowReader::new(&open, open.all().collect());
        let mut batch = T::default();
        let mut last = None;
        while reader.read(&mut batch, BATCH)? {
            for row in batch.rows() {
                let order = Some(T::order(&row));
                if last >= order {
                    let what = format!("expected rows in order and without repeats, got {row:?}");
                    return Err(IndexError::damaged(open.path(), what));
                }
                last = order;
            }
            batch.clear();
        }
        Ok(())
    }
}
