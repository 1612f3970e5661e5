//! Rejected input: it is reported and counted, and the rest is done.

use std::fmt::{self, Display};
use std::sync::Arc;

use indicatif::ProgressBar;

use crate::{Ending, say, say_lines, terminal};

/// One line or game that was rejected, and where.
#[derive(Clone, Debug)]
pub struct Rejection {
    pub file: Arc<str>,
    /// From 1.
    pub line: u64,
    /// From 0, in the file after decompression.
    pub offset: u64,
    pub reason: String,
}

impl Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rejection { file, line, offset, reason } = self;
        write!(f, "{file}:{line} (byte {offset}): {reason}")
    }
}

/// Counts what was read and what was rejected of it.
#[derive(Debug)]
pub struct Tally {
    /// What is counted: lines, games.
    what: &'static str,
    read: u64,
    rejected: u64,
    progress: ProgressBar,
}

impl Tally {
    /// Counts `what`; reports are printed above the bar, if there is one.
    pub fn new(what: &'static str, progress: ProgressBar) -> Tally {
        Tally { what, read: 0, rejected: 0, progress }
    }

    pub fn add(&mut self, read: u64, rejections: &[Rejection]) {
        self.read += read;
        self.rejected += rejections.len() as u64;
        let mut report = String::new();
        for rejection in rejections {
            report += &terminal::stderr().message(&format!("zobrist: {rejection}\n"));
        }
        if !report.is_empty() {
            self.progress.suspend(|| say_lines(&report));
        }
    }

    pub fn rejected(&self) -> u64 {
        self.rejected
    }

    pub fn any_rejected(&self) -> bool {
        self.rejected > 0
    }

    /// How the command ends, given what was rejected so far.
    pub fn ending(&self) -> Ending {
        if self.any_rejected() { Ending::Rejected } else { Ending::Done }
    }

    /// Says how many were rejected, if any, and how the command ends.
    pub fn finish(self, strict: bool) -> Ending {
        let Tally { what, read, rejected, progress } = self;
        progress.finish_and_clear();
        if rejected == 0 {
            return Ending::Done;
        }
        let stopped: &dyn Display = if strict { &"; stopped at the first" } else { &"" };
        say(&format!("zobrist: rejected {rejected} of {read} {what}{stopped}\n"));
        Ending::Rejected
    }
}
