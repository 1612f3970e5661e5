//! Whether every row of an index is correct.

use std::env;
use std::fmt::Debug;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::batch::Batch;
use crate::check_sum::check_sum;
use crate::error::IndexError;
use crate::files::{files_of, parts_of_file};
use crate::folder::{Folder, SCRATCH, read_manifest, read_manifest_to_lock};
use crate::manifest::{KeyedFile, Manifest, Segment};
use crate::merge::open_parts;
use crate::options::BuildOptions;
use crate::parallel;
use crate::replayer::Replayer;
use crate::scheme::IndexScheme;
use crate::sorted::{BATCH, Merge, Sorted};
use crate::stored::{in_batches, read_games};
use crate::table::{Games, Occurrences, Positions, RowReader, Rows, TableFile};
use crate::visit::keys_of_parts;

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
/// Cost: that of building the index, in time, memory and disk space: in the folder of the index or,
/// if nothing can be written there, in the system's folder for temporary files.
///
/// # Errors
/// When there is no index, another process writes to it, or the disk is full.
pub fn verify(
    folder: impl AsRef<Path>,
    memory: usize,
    threads: NonZeroUsize,
    report: &mut (dyn FnMut(&str) + Send),
) -> Result<u64, IndexError> {
    let folder = folder.as_ref();
    read_manifest_to_lock(folder)?;
    let (index, scratch) = begin(folder)?;
    let (manifest, scheme) = read_manifest(folder)?;
    let mut options = BuildOptions::default();
    (options.scheme, options.memory, options.threads) = (scheme, memory, threads);
    let faults = Faults(Mutex::new((0, report)));
    Check { index, manifest, options, faults: &faults }.run(&scratch.0)?;
    Ok(faults.count())
}

/// The folder to check, and an empty one for what it is compared with.
fn begin(folder: &Path) -> Result<(Folder, Scratch), IndexError> {
    let index = Folder::lock(folder).and_then(|index| {
        let scratch = Scratch(index.unfinished(SCRATCH)?);
        fs::remove_dir_all(&scratch.0).ok();
        Ok((index, scratch))
    });
    match index {
        Err(error) if error.is_read_only() => {
            let index = Folder::look(folder)?;
            let scratch = tempfile::Builder::new().prefix("zobrist-verify-").tempdir();
            let scratch = scratch.map_err(|e| IndexError::io("create", &env::temp_dir(), e))?;
            Ok((index, Scratch(scratch.keep())))
        }
        index => index,
    }
}

/// A folder that is removed when the check ends, whatever the result. What cannot be removed is in
/// nobody's way.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// Counts faults and reports the first of them.
struct Faults<'a>(Mutex<(u64, Report<'a>)>);

type Report<'a> = &'a mut (dyn FnMut(&str) + Send);

const MOST_REPORTS: u64 = 100;

impl Faults<'_> {
    fn add(&self, fault: &str) {
        let mut faults = self.0.lock().expect("no thread panics here");
        faults.0 += 1;
        if faults.0 <= MOST_REPORTS {
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
    index: Folder,
    manifest: Manifest,
    options: BuildOptions,
    faults: &'a Faults<'b>,
}

impl Check<'_, '_> {
    fn run(&self, scratch: &Path) -> Result<(), IndexError> {
        let BuildOptions { threads, .. } = self.options;
        let files: Vec<_> = self.manifest.files().collect();
        let whole = parallel::for_each(threads, files.len(), |number| {
            let (name, facts) = files[number];
            let path = self.index.path().join(name);
            Ok(self.faults.found(check_sum(&path, facts))?.is_some())
        })?;
        if !whole.into_iter().all(|whole| whole) {
            return Ok(());
        }
        let expected = Folder::lock(scratch)?;
        let segments = self.replay(&expected)?;
        let positions = |segment: &Segment| segment.positions.clone();
        let occurrences = |segment: &Segment| segment.occurrences.clone();
        self.compare::<Positions>(&expected, &segments, positions)?;
        self.compare::<Occurrences>(&expected, &segments, occurrences)
    }

    /// Replays the stored games into segments of their own.
    fn replay(&self, folder: &Folder) -> Result<Vec<Segment>, IndexError> {
        let BuildOptions { scheme, memory, threads, .. } = self.options;
        let replayer = Replayer::new(self.options);
        let mut segments = Vec::new();
        let mut batch = Batch::new(folder, 1, 0, scheme)?;
        let mut games = 0;
        for file in &self.manifest.game_files {
            let path = self.index.path().join(&file.file);
            let opened = TableFile::open::<Games>(path, &file.facts, scheme);
            let Some(open) = self.faults.found(opened)? else { continue };
            if file.first != games {
                let got = file.first;
                let what = format!("{}: expected games from {games} on, got {got}", file.file);
                self.faults.add(&what);
            }
            let batches: Vec<Rows> = open.all().flat_map(in_batches).collect();
            for round in batches.chunks(4 * threads.get()) {
                let replayed = parallel::for_each(threads, round.len(), |number| {
                    let games = self.faults.found(read_games(&open, round[number]))?;
                    Ok(games.map(|games| (replayer.replay_stored(&games), games)))
                })?;
                for ((replayed, faults), stored) in replayed.into_iter().flatten() {
                    for (game, error) in faults {
                        self.faults.add(&format!("game {game} cannot be replayed: {error}"));
                    }
                    for game in stored {
                        if game.game != games {
                            let got = game.game;
                            self.faults.add(&format!("expected game {games}, got game {got}"));
                        }
                        let plies = game.moves.len() / 2;
                        if plies != game.plies as usize
                            || game.indexed > game.plies.saturating_add(1)
                        {
                            let got = (game.plies, game.indexed);
                            self.faults.add(&format!(
                                "game {games}: expected {plies} plies and at most one position \
                                 more, got {got:?}"
                            ));
                        }
                        games += 1;
                    }
                    let keep = vec![true; replayed.facts.len()];
                    batch.add(replayed, &keep)?;
                }
                if batch.memory() >= memory / 3 {
                    let number = segments.len() as u32 + 2;
                    let next = Batch::new(folder, number, games, scheme)?;
                    segments.push(std::mem::replace(&mut batch, next).write(folder, threads)?.0);
                }
            }
        }
        if games != self.manifest.games {
            let expected = self.manifest.games;
            self.faults.add(&format!("expected {expected} games, got {games}"));
        }
        segments.push(batch.write(folder, threads)?.0);
        Ok(segments)
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
        let scheme = self.options.scheme;
        let expected: Vec<_> = expected.iter().map(files).collect();
        let stored: Vec<_> = self.manifest.segments.iter().map(files).collect();
        let rows: u64 = stored.iter().flatten().map(|file| file.facts.rows).sum();
        let ranges = files_of(rows as usize);
        parallel::for_each(self.options.threads, ranges, |range| {
            let parts = parts_of_file(range, ranges);
            let expected = open_parts::<T>(folder, &expected, &parts, scheme)?;
            let opened = open_parts::<T>(&self.index, &stored, &parts, scheme);
            let Some(stored) = self.faults.found(opened)? else { return Ok(()) };
            let keys = keys_of_parts(parts.clone());
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

    /// Whether all keys of a file belong to the parts that the manifest says, and no row is out of
    /// order or repeated, which does not show when segments are merged.
    fn check_file<T: Sorted>(&self, file: &KeyedFile, scheme: IndexScheme) -> Result<(), IndexError>
    where
        T::Row: Debug,
    {
        let path = self.index.path().join(&file.file);
        let open = TableFile::open::<T>(path, &file.facts, scheme)?;
        let rows = |rows: Vec<Rows>| rows.iter().map(|rows| rows.len as u64).sum::<u64>();
        let keys = keys_of_parts(file.parts.0..file.parts.1);
        let inside = rows(open.find(&keys).map_err(|e| IndexError::parquet(open.path(), e))?);
        if (inside, rows(open.all().collect())) != (file.facts.rows, file.facts.rows) {
            let expected = file.facts.rows;
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
