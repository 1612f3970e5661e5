//! What is to be done repeatedly during a run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// Whether an interval has passed. A thread looks at the clock, so that a loop of steps need not:
/// a look takes a good part of a fast step, and the times of steps differ by orders of magnitude.
pub struct Due(Arc<AtomicBool>);

impl Due {
    /// Starts now, and falls due after each interval.
    pub fn every(interval: Duration) -> Result<Due> {
        let due = Due(Arc::new(AtomicBool::new(false)));
        let passed = Arc::downgrade(&due.0);
        let wait = move || {
            loop {
                thread::sleep(interval);
                let Some(passed) = passed.upgrade() else { return };
                passed.store(true, Ordering::Relaxed);
            }
        };
        thread::Builder::new().spawn(wait).context("cannot start a clock")?;
        Ok(due)
    }

    /// Whether an interval has passed.
    pub fn is_now(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// What was due has been done; what fell due meanwhile is not made up for.
    pub fn done(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
