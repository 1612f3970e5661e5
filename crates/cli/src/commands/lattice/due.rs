//! What is to be done again and again while a run goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// Whether an interval has passed. A thread looks at the clock, so that a loop of steps need not:
/// a look takes a good part of a fast step, and steps differ in their time by orders of magnitude.
pub struct Due(Arc<AtomicBool>);

impl Due {
    /// From now on, again and again after each interval.
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

    /// Whether one has.
    pub fn is_now(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// What was due is done; what fell due meanwhile is not made up for.
    pub fn done(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
