//! Building one run of a plan.

use std::fmt;
use std::path::Path;

use zobrist_storage::{FileState, SourceHasher};

use super::counts::SourceCounts;
use super::place::{BuildFolder, open};
use super::plan::{MAX_SPILLED, Plan, PlannedRun, PlannedSource, new_attempt};
use super::record::{self, RunRecord};
use super::task_files::{TaskFiles, TaskFolder};
use crate::build::{BuildCounts, GameBuffer};
use crate::error::IndexError;
use crate::format::manifest::{GamesFile, Manifest};
use crate::format::table::{Disk, GameColumns, OccurrenceColumns, PositionColumns, Table};
use crate::format::{SourceFile, WriteOptions, file_name};
use crate::games::{Replayed, Replayer};
use crate::options::{BuildOptions, MergeOptions};
use crate::segment::{Batch, GamesWriter, merge_all};

/// Builds one run of a plan: the games of some sources as a segment of their own, which
/// [`combine`](super::combine) merges with the others.
///
/// The caller reads the [sources](RunBuilder::sources), replays their games by the
/// [`replayer`](RunBuilder::replayer) on any number of threads, and hands them over in their order.
/// `zobrist-ingest` does that for files of PGN.
///
/// Memory is bounded by [`MergeOptions::memory`]. A builder that is dropped leaves nothing but the
/// folder of its task, if it is killed.
pub struct RunBuilder {
    place: Box<dyn BuildFolder>,
    plan: Plan,
    number: u32,
    attempt: u64,
    task: TaskFolder,
    options: BuildOptions,
    /// The games that are held. Their batches write their games into one file of games.
    games: GameBuffer,
    /// The segments so far, as those of an index in the folder of the task.
    manifest: Manifest,
    /// Complete files of games, by their names in the folder of the task.
    games_files: Vec<GamesFile>,
    sources: Vec<SourceCounts>,
    text_bytes: u64,
    /// The states of the sources when the run began; `None` for those behind URLs.
    states: Vec<Option<FileState>>,
    /// The number after the last one that games can have now.
    bound: u64,
    spills: bool,
}

impl fmt::Debug for RunBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunBuilder")
            .field("folder", &self.place.path())
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

/// The counts of a finished run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunCounts {
    /// The number of the run, from 1.
    pub run: u32,
    /// The counts of its games. A run leaves out no duplicates.
    pub built: BuildCounts,
}

/// The number of the segment in the folder of a task.
const SEGMENT: u32 = 1;

impl RunBuilder {
    /// Begins run number `number`, from 1, of the plan that stands in a folder. Any number of tasks
    /// can do so at once, those of the same run too.
    ///
    /// # Errors
    /// When there is no plan or no such run, one of its sources has changed since, or the folder
    /// cannot be written to.
    pub fn begin(
        folder: impl AsRef<Path>,
        number: u32,
        options: MergeOptions,
    ) -> Result<RunBuilder, IndexError> {
        let place = open(folder.as_ref())?;
        let plan = place.plan()?;
        let PlannedRun { first, bound, pieces } = plan.run(number, place.path())?.clone();
        // First, so that no change after the check is missed.
        let sources = &plan.sources[pieces.sources()];
        let states = sources.iter().map(|source| SourceFile::new(&source.path).state()).collect();
        check_sources(sources)?;
        let mut build = plan.options(place.path())?;
        (build.memory, build.threads) = (options.memory, options.threads);
        let attempt = new_attempt();
        let task = TaskFolder::begin(&*place, &plan, &format!("run-{number:06}-{attempt}"))?;
        let sources = SourceCounts::of_run(&plan, &pieces);
        let manifest = Manifest::new(&build.scheme);
        let name = file_name(GameColumns::NAME, SEGMENT, 0, None);
        let games = GamesWriter::create(&task.folder, name, first, &build.scheme)?;
        let batch = Batch::with_games(SEGMENT, first, &build.scheme, manifest.parts(), games);
        Ok(RunBuilder {
            place,
            plan,
            number,
            attempt,
            task,
            games: GameBuffer::new(Replayer::new(build.clone()), build.memory, batch),
            options: build,
            manifest,
            games_files: Vec::new(),
            sources,
            text_bytes: 0,
            states,
            bound,
            spills: false,
        })
    }

    /// Returns the plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the run: what is to be read, and the numbers of its games.
    pub fn run(&self) -> &PlannedRun {
        &self.plan.runs[self.number as usize - 1]
    }

    /// Returns the sources of the run. Numbers of sources count from the first of these, from 0.
    pub fn sources(&self) -> &[PlannedSource] {
        &self.plan.sources[self.run().pieces.sources()]
    }

    /// Returns a replayer of games for this index, which works on any thread.
    pub fn replayer(&self) -> Replayer {
        self.games.replayer().clone()
    }

    /// Adds games that were replayed from a source. Must be called in the order of the sources and
    /// of the games in them; `unread` games were rejected before they could be replayed.
    ///
    /// # Errors
    /// When a file cannot be written, or the system refuses memory. The run must then begin again.
    ///
    /// # Panics
    /// When the games were replayed by the [`Replayer`] of something else, or there is no such
    /// source.
    pub fn add(
        &mut self,
        source: usize,
        replayed: Replayed,
        unread: u64,
    ) -> Result<(), IndexError> {
        self.games.expect_own(&replayed);
        self.sources[source].add(&replayed, unread);
        let added = self.take_over(replayed);
        added.map_err(|error| self.place.error_of_task(&self.plan, error))
    }

    fn take_over(&mut self, replayed: Replayed) -> Result<(), IndexError> {
        let games = replayed.stats.len();
        if games == 0 {
            return Ok(());
        }
        let mut batch = self.games.take(self.place.path())?;
        if batch.next_game() + games as u64 > self.bound {
            batch = self.spill(batch)?;
        }
        batch.add(replayed, &vec![true; games])?;
        if self.games.is_filled_by(&batch) {
            batch = self.write_segment(batch)?;
        }
        self.games.put(batch);
        Ok(())
    }

    /// Records that a whole source was read to its end, all of its bytes as they are on the disk
    /// having gone through the hasher.
    ///
    /// # Panics
    /// When there is no such source.
    pub fn source_read(&mut self, source: usize, read: &SourceHasher) {
        self.sources[source].source.read_to_end(read);
    }

    /// Records that a piece was read to its end, and the number of bytes of text between its
    /// beginning and that of the next piece.
    pub fn piece_read(&mut self, text_bytes: u64) {
        self.text_bytes = text_bytes;
    }

    /// Accepts a source of which only a part can be read.
    ///
    /// # Panics
    /// When the [plan does not](Plan::accepts_parts), or there is no such source.
    pub fn accept_part(&mut self, source: usize) {
        assert!(self.plan.accepts_parts(), "the plan accepts no parts of sources");
        self.sources[source].source.partial = true;
    }

    /// Goes on with the numbers after those of all runs.
    fn spill(&mut self, batch: Batch) -> Result<Batch, IndexError> {
        if self.spills {
            let what = format!("expected at most {MAX_SPILLED} games more than the plan, got more");
            return Err(IndexError::Plan { path: self.place.path().to_owned(), what });
        }
        let batch = self.write_segment(batch)?;
        self.end_games(batch)?;
        let (scheme, first) = (&self.options.scheme, self.plan.spilled(self.number));
        (self.bound, self.spills) = (first + MAX_SPILLED, true);
        let name = file_name(GameColumns::NAME, SEGMENT, 1, None);
        let games = GamesWriter::create(&self.task.folder, name, first, scheme)?;
        let number = self.manifest.next_segment;
        Ok(Batch::with_games(number, first, scheme, self.manifest.parts(), games))
    }

    /// Completes the file of games of a batch that has none any more.
    fn end_games(&mut self, batch: Batch) -> Result<(), IndexError> {
        let games = Disk::with(|disk| batch.into_games().finish(disk))?;
        if games.summary.rows > 0 {
            self.games_files.push(games);
        }
        Ok(())
    }

    /// Writes the games that are held, if there are any, as a segment. Returns the next batch.
    fn write_segment(&mut self, batch: Batch) -> Result<Batch, IndexError> {
        if batch.games() == 0 {
            return Ok(batch);
        }
        let BuildOptions { scheme, threads, .. } = &self.options;
        let next = batch.next_game();
        let (segment, games) = batch.write_without_games(&self.task.folder, *threads)?;
        self.manifest.segments.push(segment);
        self.manifest.next_segment += 1;
        let number = self.manifest.next_segment;
        Ok(Batch::with_games(number, next, scheme, self.manifest.parts(), games))
    }

    /// Completes the run: merges what was written before, puts all files into the folder of the
    /// index, and records them.
    ///
    /// # Errors
    /// When a file cannot be written, a source has changed meanwhile, or the build was committed or
    /// abandoned meanwhile, so that the run is of no use.
    pub fn finish(mut self) -> Result<RunCounts, IndexError> {
        let built = self.put();
        built.map_err(|error| self.place.error_of_task(&self.plan, error))
    }

    fn put(&mut self) -> Result<RunCounts, IndexError> {
        let batch = self.games.take(self.place.path())?;
        let batch = self.write_segment(batch)?;
        self.end_games(batch)?;
        let BuildOptions { scheme, memory, threads, .. } = &self.options;
        let how = WriteOptions::new(*memory, *threads, None);
        merge_all(&self.task.folder, &mut self.manifest, scheme, how)?;
        check_sources(self.sources())?;
        for (source, state) in self.sources().iter().zip(&self.states) {
            check_state(source, state.as_ref())?;
        }
        let (plan, number) = (&self.plan, self.number);
        self.place.expect_plan(plan)?;
        let files = TaskFiles { place: &*self.place, task: &self.task, attempt: self.attempt };
        let segment = self.manifest.segments.pop();
        let (positions, occurrences) =
            segment.map_or_else(Default::default, |all| (all.positions, all.occurrences));
        let keyed = |table, made| {
            files.take_keyed(table, made, number, self.manifest.parts(), |name| plan.within(name))
        };
        let mut games = Vec::new();
        for (made, attempt) in self.games_files.drain(..).zip([self.attempt, new_attempt()]) {
            let name =
                file_name(GameColumns::NAME, plan.segment(), (number - 1) as u16, Some(attempt));
            let place = self.place.before_commit(&name);
            self.place.take(&self.task.folder, &made.file, &place)?;
            games.push(GamesFile { file: name, ..made });
        }
        let record = RunRecord {
            plan: plan.id.clone(),
            run: number,
            sources: self.sources.clone(),
            text_bytes: self.text_bytes,
            part_bits: self.manifest.part_bits,
            positions: keyed(PositionColumns::NAME, positions)?,
            occurrences: keyed(OccurrenceColumns::NAME, occurrences)?,
            games,
        };
        record::write(&*self.place, plan, self.attempt, &record)?;
        Ok(RunCounts::of(&record))
    }
}

impl RunCounts {
    fn of(record: &RunRecord) -> RunCounts {
        let mut built = BuildCounts::default();
        for counts in &record.sources {
            built += BuildCounts::of_source(&counts.source);
        }
        built.positions = record.occurrences.iter().map(|file| file.summary.rows).sum();
        RunCounts { run: record.run, built }
    }
}

/// # Errors
/// When a source is not as it was when the run began.
fn check_state(source: &PlannedSource, before: Option<&FileState>) -> Result<(), IndexError> {
    let Some(before) = before else { return Ok(()) };
    let now = FileState::at(&source.path);
    let now = now.map_err(|error| IndexError::io("open", &source.path, error))?;
    match before.difference(&now) {
        Some(what) => Err(IndexError::ChangedWhileRead { path: source.path.clone(), what }),
        None => Ok(()),
    }
}

/// # Errors
/// When a source has changed since the plan was made.
fn check_sources(sources: &[PlannedSource]) -> Result<(), IndexError> {
    for source in sources {
        let change = source.change();
        let change = change.map_err(|error| IndexError::io("open", &source.path, error))?;
        if let Some(what) = change {
            return Err(IndexError::SourceChanged { path: source.path.clone(), what });
        }
    }
    Ok(())
}
