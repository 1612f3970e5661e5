//! The search for dependencies on several threads, with a progress bar, taken up where it
//! was left.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use zobrist::audit::{Findings, SearchPlan};

use super::state::State;
use crate::progress::bar_of;

/// What a sum takes on one core, in seconds, on a slow machine of our days: made in blocks, as
/// up to weight 9, or looked up one by one.
const A_SUM: [f64; 2] = [5e-9, 12e-9];
/// What a dependency that is found takes.
const A_FINDING: f64 = 1e-6;
/// How often what has been done is kept.
const KEEP: Duration = Duration::from_secs(10);

/// Says what a search would take, when that is more than it may.
///
/// # Errors
/// When it is.
pub fn refuse_what_is_too_large(
    plan: &SearchPlan,
    jobs: NonZeroUsize,
    memory: usize,
    minutes: u64,
) -> Result<()> {
    const MIB: u128 = 1 << 20;
    let bytes = plan.bytes(jobs.get());
    if bytes > memory as u128 {
        bail!(
            "the search needs about {} MiB on {jobs} threads, and may take {} MiB: take a smaller \
             --weight, fewer --jobs, or give it more by --memory {}MiB",
            bytes / MIB,
            memory as u128 / MIB,
            bytes / MIB + 1,
        );
    }
    let sums = plan.stages().iter().map(|stage| {
        let one_by_one = *stage.weights.end() > 9;
        stage.sums as f64 * A_SUM[usize::from(one_by_one)]
    });
    let seconds = (sums.sum::<f64>() + plan.expected() * A_FINDING) / jobs.get() as f64;
    let needed = (seconds / 60.0).ceil();
    if needed > minutes as f64 {
        bail!(
            "the search makes {:.1e} sums and finds {:.1e} dependencies, if keys are like random \
             ones: up to {needed} minutes on {jobs} threads, and may take {minutes}; take a smaller \
             --weight, or give it more by --minutes {needed}",
            plan.sums() as f64,
            plan.expected(),
        );
    }
    Ok(())
}

/// Finds all dependencies of a plan.
///
/// # Errors
/// When memory cannot be had, or what has been done can be neither read nor kept.
pub fn run(plan: SearchPlan, jobs: NonZeroUsize, resume: Option<&Path>) -> Result<Findings> {
    let state = match resume {
        Some(path) => State::open(path, &plan)?,
        None => State::new(&plan),
    };
    let left: Vec<usize> = state.left().collect();
    let progress = bar_of(plan.parts() as u64, "parts");
    progress.set_position((plan.parts() - left.len()) as u64);
    let search = plan.prepare()?;
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((state, Instant::now(), Ok(())));
    thread::scope(|scope| {
        for _ in 0..jobs.get().min(left.len()) {
            scope.spawn(|| {
                let mut worker = search.worker();
                while let Some(part) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = worker.part(*part);
                    let mut shared = shared.lock().expect("a panic of one thread ends all");
                    let (state, kept, outcome) = &mut *shared;
                    state.done(*part, found);
                    progress.inc(1);
                    if let Some(path) = resume.filter(|_| kept.elapsed() > KEEP) {
                        *outcome = state.keep(path);
                        *kept = Instant::now();
                    }
                    if outcome.is_err() {
                        return;
                    }
                }
            });
        }
    });
    progress.finish_and_clear();
    let (state, _, outcome) = shared.into_inner().expect("a panic of one thread ends all");
    outcome?;
    if let Some(path) = resume {
        state.keep(path)?;
    }
    Ok(state.findings)
}
