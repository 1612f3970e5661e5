//! Warnings of the model of a run.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use zobrist_console::message::say;
use zobrist_simulation::Config;

/// The warnings that were told. Several runs of one model tell each once.
pub(super) struct Warnings {
    /// The potential, before each message; empty if there is none.
    potential: String,
    told: Mutex<BTreeSet<String>>,
}

impl Warnings {
    /// Nothing has been told yet.
    pub(super) fn new(config: &Config) -> Warnings {
        let potential = config.potential().map(|path| format!("{}: ", path.display()));
        Warnings { potential: potential.unwrap_or_default(), told: Mutex::default() }
    }

    /// Tells the warnings that are new. `label` is for messages; it is empty or ends with a space.
    pub(super) fn tell(&self, label: &str, warnings: Vec<String>) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        for warning in warnings {
            let message = format!("zobrist: {label}{}{warning}\n", self.potential);
            if told.insert(warning) {
                say(&message);
            }
        }
    }
}
