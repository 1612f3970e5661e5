//! Ctrl-C, and other requests to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Whether the user wants a run to stop, so that it can save its results.
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// From now on, SIGINT, SIGTERM and SIGHUP are noted; a second one ends the program at once.
    pub fn listen() -> Result<Stop> {
        let stop = Stop(Arc::new(AtomicBool::new(false)));
        let asked = stop.0.clone();
        let noted = move || {
            if asked.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        ctrlc::set_handler(noted).context("cannot listen for Ctrl-C")?;
        Ok(stop)
    }

    /// Whether one has come.
    pub fn was_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
