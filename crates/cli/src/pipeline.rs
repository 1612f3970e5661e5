//! The number of threads that a command uses.

use std::num::NonZeroUsize;
use std::thread;

use anyhow::{Result, anyhow};
use zobrist_shakmaty::parallel::MAX_THREADS;

/// Reads a number of threads.
///
/// # Errors
/// When it is not one, or is 0.
pub fn jobs(text: &str) -> Result<NonZeroUsize> {
    text.parse().map_err(|_| anyhow!("expected a number of threads, 1 or more"))
}

/// One thread per core, unless the user says otherwise; never more than a system can have.
pub fn threads(jobs: Option<NonZeroUsize>) -> NonZeroUsize {
    const MAX: NonZeroUsize = NonZeroUsize::new(MAX_THREADS).unwrap();
    jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN).min(MAX)
}
