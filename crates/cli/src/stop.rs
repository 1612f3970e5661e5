//! Ctrl-C and other requests to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Flag that is set when the user asks a run to stop, so that it can save its results.
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// From now on, SIGINT, SIGTERM and SIGHUP set the flag. A second one ends the program at once.
    pub fn listen() -> Result<Stop> {
        let stop = Stop(Arc::new(AtomicBool::new(false)));
        let requested = stop.0.clone();
        let noted = move || {
            if requested.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        ctrlc::set_handler(noted).context("cannot listen for Ctrl-C")?;
        Ok(stop)
    }

    /// True after the first signal.
    pub fn was_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
