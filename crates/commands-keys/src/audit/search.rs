//! Searches for dependencies on several threads, with a progress bar and a file to resume from.

use std::error::Error;
use std::fmt::{self, Display};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use zobrist_audit::{Findings, SearchError, SearchPlan};
use zobrist_console::progress::bar_of;
use zobrist_console::stop::Stop;
use zobrist_input::counted;
use zobrist_shakmaty::parallel::on_threads;

use super::state::SearchState;

/// Seconds for a sum on one core of a slow machine of today: up to weight 9, where sums are
/// computed in blocks, and above, where they are looked up one by one.
const SECONDS_PER_SUM: [f64; 2] = [5e-9, 12e-9];
/// Seconds for a dependency that is found.
pub(crate) const SECONDS_PER_FINDING: f64 = 1e-6;
/// Time between two saves of the progress.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// The error of an audit that would take too much memory or time.
#[derive(Debug)]
pub(crate) struct TooLarge(pub String);

impl Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for TooLarge {}

/// Plans a search.
///
/// # Errors
/// As [`SearchPlan::new`]; too many keys are [`TooLarge`].
pub(crate) fn plan(keys: &[u128], weight: u32, limit: usize) -> Result<SearchPlan> {
    match SearchPlan::new(keys, weight) {
        Ok(plan) => Ok(plan.with_limit(limit)),
        Err(error @ SearchError::TooManyKeys { .. }) => Err(TooLarge(error.to_string()).into()),
        Err(error) => Err(error.into()),
    }
}

/// Refuses a search that would need too much memory or time, with the given number of seconds for
/// each dependency that is found. The error states the need.
pub(crate) fn refuse_too_large(
    plan: &SearchPlan,
    seconds_per_finding: f64,
    jobs: NonZeroUsize,
    memory: usize,
    minutes: u64,
) -> Result<(), TooLarge> {
    const MIB: u128 = 1 << 20;
    let threads = counted(jobs, "thread", "threads");
    let bytes = plan.bytes(jobs.get());
    if bytes > memory as u128 {
        return Err(TooLarge(format!(
            "the search needs about {} MiB on {threads}, and may take {} MiB: take a smaller \
             --weight, fewer --jobs, or allow more with --memory {}MiB",
            bytes / MIB,
            memory as u128 / MIB,
            bytes / MIB + 1,
        )));
    }
    let sums = plan.stages().iter().map(|stage| {
        let one_by_one = *stage.weights.end() > 9;
        stage.sums as f64 * SECONDS_PER_SUM[usize::from(one_by_one)]
    });
    let seconds = (sums.sum::<f64>() + plan.expected_dependencies() * seconds_per_finding)
        / jobs.get() as f64;
    let needed = (seconds / 60.0).ceil();
    if needed > minutes as f64 {
        return Err(TooLarge(format!(
            "the search makes {:.1e} sums and finds {:.1e} dependencies, if keys are like random \
             ones: up to {} on {threads}, and may take {minutes}; take a smaller \
             --weight, or allow more with --minutes {needed}",
            plan.sums() as f64,
            plan.expected_dependencies(),
            counted(needed, "minute", "minutes"),
        )));
    }
    Ok(())
}

/// Finds all dependencies of a plan among these keys. With a file to resume from, a request to stop
/// loses no progress.
///
/// # Errors
/// When memory is refused, the progress cannot be read or saved, or the search was stopped.
pub(crate) fn run(
    plan: SearchPlan,
    keys: &[u128],
    jobs: NonZeroUsize,
    resume: Option<&Path>,
    max_size: u64,
    stop: Option<&Stop>,
) -> Result<Findings> {
    let state = match resume {
        Some(path) => SearchState::open(path, &plan, keys, max_size)?,
        None => SearchState::new(&plan),
    };
    if let Some(path) = resume {
        // A file that cannot be written must be reported before there is progress to lose.
        state.save(path)?;
    }
    let was_stopped = || stop.is_some_and(Stop::was_asked);
    let left: Vec<usize> = state.left().collect();
    // Progress counts sums, since parts are very unequal.
    let all = plan.sums();
    let progress = bar_of(saturated(all), "sums");
    progress.set_position(saturated(state.findings.sums));
    let search = plan.prepare()?;
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((state, Instant::now(), Ok(())));
    on_threads(jobs.get().min(left.len()), || {
        let mut worker = search.worker();
        while !was_stopped()
            && let Some(part) = left.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let found = worker.run(*part);
            progress.inc(saturated(found.sums));
            let mut shared = shared.lock().expect("a panic of one thread ends all");
            let (state, saved, outcome) = &mut *shared;
            state.done(*part, found);
            if let Some(path) = resume.filter(|_| saved.elapsed() > SAVE_INTERVAL) {
                *outcome = state.save(path);
                *saved = Instant::now();
            }
            if outcome.is_err() {
                return;
            }
        }
    });
    progress.finish_and_clear();
    let (state, _, outcome) = shared.into_inner().expect("a panic of one thread ends all");
    outcome?;
    if let Some(path) = resume {
        state.save(path)?;
        if state.left().next().is_some() {
            bail!(
                "stopped after {} of {all} sums; --resume {} continues",
                state.findings.sums,
                path.display()
            );
        }
    }
    Ok(state.findings)
}

/// A number for a progress bar, saturated to 64 bits.
fn saturated(sums: u128) -> u64 {
    u64::try_from(sums).unwrap_or(u64::MAX)
}
