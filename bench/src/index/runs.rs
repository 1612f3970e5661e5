//! An index that many tasks build: what its tasks take beside one build, and what hundreds of runs
//! and thousands of ranges cost that have next to nothing to do.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;
use zobrist_game_text::Rejection;
use zobrist_index::runs::{PlanOptions, combine, commit, status};
use zobrist_index::{Index, MergeOptions};
use zobrist_ingest::{Sources, Watch};
use zobrist_input::{Listener, Nobody};

use crate::paired::quartiles;
use crate::{child, command, generate};

/// Number of rounds, in which one build and the tasks take turns.
const ROUNDS: usize = 3;

/// Number of files, which is that of runs and of ranges.
const FILES: usize = 8;

/// The most that tasks may take, as a multiple of one build on one core.
const TARGET: f64 = 2.0;

/// The most bytes that a visit may take in each pass over the keyed tables.
const BYTES_TARGET: f64 = 21.0;

/// The runs and ranges of a plan for all games of Lichess.
const MANY_RUNS: usize = 500;
const MANY_RANGES: u32 = 8192;

pub(crate) fn run() -> Result<()> {
    measure_tasks()?;
    measure_empty_tasks()
}

fn measure_tasks() -> Result<()> {
    let (path, made) = generate::kept(100_000)?;
    println!(
        "\nruns: {} generated games in {FILES} files, {} plies: one build beside {FILES} runs and \
         {FILES} ranges (aims: {TARGET} times its processor time, {BYTES_TARGET} bytes a visit and pass)",
        made.games, made.plies
    );
    let command = command::build()?;
    let folder = TempDir::new_in(generate::folder()?)?;
    let files = cut(&fs::read(&path)?, folder.path())?;
    let (mut alone, mut runs, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
    let mut seconds = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let one = folder.path().join("one");
        let mut build = Command::new(&command);
        build.args(["index", "build", "--jobs", "1", "--files"]).arg(FILES.to_string());
        let built = child::run(build.arg(&one).args(&files))?;
        alone.push(built.processor.context("Linux reports processor time")?);
        seconds[0].push(built.seconds);
        for workers in [1, 2] {
            let many = folder.path().join("many");
            let by_runs = ByRuns::new(&command, &many, &files, workers)?;
            if workers == 1 {
                runs.push(by_runs.processor[0]);
                ranges.push(by_runs.processor[1]);
            }
            seconds[workers].push(by_runs.seconds);
            ensure!(counts(&many)? == counts(&one)?, "another index");
            if workers == 2 && seconds[0].len() == ROUNDS {
                by_runs.print_bytes(made.plies + made.games);
            }
            fs::remove_dir_all(many)?;
        }
        fs::remove_dir_all(one)?;
    }
    let [_, alone, _] = quartiles(alone);
    let [runs, ranges] = [runs, ranges].map(|seconds| quartiles(seconds)[1]);
    let [one, by_one, by_two] = seconds.map(|seconds| quartiles(seconds)[1]);
    println!("  zobrist index build --jobs 1: {alone:.2} s on processors, {one:.2} s");
    println!(
        "  all tasks: {runs:.2} s on processors for runs and {ranges:.2} s for ranges, {:.2} times as \
         much; {by_one:.2} s by one worker, {by_two:.2} s by two",
        (runs + ranges) / alone
    );
    Ok(())
}

/// Cuts games into files of about the same size.
fn cut(text: &[u8], folder: &Path) -> Result<Vec<PathBuf>> {
    const MARK: &[u8] = b"\n\n[Event ";
    let mut files = Vec::new();
    let mut start = 0;
    for file in 1..=FILES {
        let about = text.len() * file / FILES;
        let next = text[about..].windows(MARK.len()).position(|bytes| bytes == MARK);
        let end = next.map_or(text.len(), |next| about + next + 2);
        let path = folder.join(format!("{file}.pgn"));
        fs::write(&path, &text[start..end])?;
        files.push(path);
        start = end;
    }
    Ok(files)
}

/// An index that was built by runs.
struct ByRuns {
    seconds: f64,
    /// The processor time of the plan and the runs, and of the ranges and the commit.
    processor: [f64; 2],
    /// The bytes of the keyed tables of all runs, those of the index, and those of its games.
    of_runs: u64,
    of_index: u64,
    of_games: u64,
}

impl ByRuns {
    fn new(command: &Path, index: &Path, files: &[PathBuf], workers: usize) -> Result<ByRuns> {
        let before = child::processor_time().context("Linux reports processor time")?;
        let start = Instant::now();
        let many = FILES.to_string();
        let mut plan = Command::new(command);
        plan.args(["index", "plan", "--runs", &many, "--files", &many]).arg(index).args(files);
        child::run(&mut plan)?;
        let task = |name: &str, argument: String| {
            let mut task = Command::new(command);
            task.args(["index", name]).arg(index).args([&*argument, "--jobs", "1"]);
            child::run(&mut task).map(|_| ())
        };
        share(workers, |run| task("run", run.to_string()))?;
        let between = child::processor_time().context("Linux reports processor time")?;
        let work = fs::read_dir(index.join(".building"))?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .find(|path| path.join("positions").exists());
        let work = work.context("a folder of the plan")?;
        let of_runs = bytes_in(&work.join("positions"))? + bytes_in(&work.join("occurrences"))?;
        share(workers, |range| task("combine", format!("{range}/{FILES}")))?;
        child::run(Command::new(command).args(["index", "commit"]).arg(index))?;
        let seconds = start.elapsed().as_secs_f64();
        let after = child::processor_time().context("Linux reports processor time")?;
        let of_index = bytes_in(&index.join("positions"))? + bytes_in(&index.join("occurrences"))?;
        let of_games = bytes_in(&index.join("games"))?;
        let processor = [between - before, after - between];
        Ok(ByRuns { seconds, processor, of_runs, of_index, of_games })
    }

    fn print_bytes(&self, visits: u64) {
        let per_visit = |bytes: u64| bytes as f64 / visits as f64;
        println!(
            "  bytes a visit: {:.2} written by runs and read by ranges, {:.2} written by ranges; and \
             {:.2} of games, once",
            per_visit(self.of_runs),
            per_visit(self.of_index),
            per_visit(self.of_games)
        );
    }
}

/// Has this number of workers do all tasks, numbered from 1.
fn share(workers: usize, task: impl Fn(usize) -> Result<()> + Sync) -> Result<()> {
    let next = AtomicUsize::new(1);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number > FILES {
                return Ok(());
            }
            task(number)?;
        }
    };
    thread::scope(|scope| {
        let all: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        all.into_iter().try_for_each(|worker| worker.join().expect("no worker panics"))
    })
}

fn bytes_in(folder: &Path) -> Result<u64> {
    fs::read_dir(folder)?.map(|file| Ok(file?.metadata()?.len())).sum()
}

/// The numbers of an index: of games, rows of positions and visits.
fn counts(index: &Path) -> Result<[u64; 3]> {
    let index = Index::open(index)?;
    Ok([index.games(), index.info().positions.rows, index.info().occurrences.rows])
}

/// Says nothing.
struct Silent;

impl Watch for Silent {
    fn games(&mut self, _: u64, _: u64, _: &[Rejection]) {}
}

/// Measures the cost of the plan of all Lichess beside its tasks: each run has a game that is
/// rejected, but for the first, and so each range has next to nothing to merge.
fn measure_empty_tasks() -> Result<()> {
    println!(
        "\nempty tasks: {MANY_RUNS} runs and {MANY_RANGES} ranges, {MANY_RANGES} files of each keyed table"
    );
    let folder = TempDir::new_in(generate::folder()?)?;
    let mut files = Vec::new();
    for number in 0..MANY_RUNS {
        let path = folder.path().join(format!("{number}.pgn"));
        fs::write(&path, if number == 0 { "1. e4 e5 1-0\n" } else { "1. Ke3 *\n" })?;
        files.push(path);
    }
    let index = folder.path().join("index");
    let mut options = PlanOptions::default();
    options.build.files = NonZeroUsize::new(MANY_RANGES as usize);
    let start = Instant::now();
    let sources = Sources::find(&files)?;
    let plan = zobrist_ingest::runs::plan(&index, &sources, options, NonZeroUsize::new(MANY_RUNS))?;
    ensure!(plan.runs().len() == MANY_RUNS, "{} runs", plan.runs().len());
    let bytes = fs::metadata(index.join(".building/plan.json"))?.len();
    println!("  plan: {:.2} s, {} KB", start.elapsed().as_secs_f64(), bytes / 1000);

    let listener: Arc<dyn Listener> = Arc::new(Nobody);
    let start = Instant::now();
    for run in 1..=MANY_RUNS as u32 {
        zobrist_ingest::runs::run(&index, run, MergeOptions::default(), &listener, &mut Silent)?;
    }
    let per_task =
        |start: Instant, tasks: u32| start.elapsed().as_secs_f64() * 1e3 / f64::from(tasks);
    println!("  a run: {:.1} ms", per_task(start, MANY_RUNS as u32));

    let start = Instant::now();
    for range in 1..=MANY_RANGES {
        combine(&index, range, MANY_RANGES, MergeOptions::default())?;
    }
    println!("  a range: {:.1} ms", per_task(start, MANY_RANGES));

    let start = Instant::now();
    let done = status(&index)?;
    ensure!(done.ranges_done.len() == MANY_RANGES as usize, "{} ranges", done.ranges_done.len());
    println!("  listing what is done: {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    let start = Instant::now();
    let built = commit(&index)?;
    ensure!((built.games, built.rejected) == (1, MANY_RUNS as u64 - 1), "{built:?}");
    let bytes = fs::metadata(index.join("manifest.json"))?.len();
    println!(
        "  commit: {:.2} s, a manifest of {} KB for {} files",
        start.elapsed().as_secs_f64(),
        bytes / 1000,
        2 * MANY_RANGES + 1
    );
    Ok(())
}
