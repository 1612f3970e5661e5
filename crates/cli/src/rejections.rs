//! Input that was rejected: reported, counted, and the rest done.

use std::fmt::Display;
use std::sync::Arc;

use crate::Ending;

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

impl Rejection {
    fn report(&self) {
        let Rejection { file, line, offset, reason } = self;
        eprintln!("zobrist: {file}:{line} (byte {offset}): {reason}");
    }
}

/// Counts what was read and what was rejected of it.
#[derive(Debug)]
pub struct Tally {
    /// What is counted: lines, games.
    what: &'static str,
    read: u64,
    rejected: u64,
}

impl Tally {
    pub fn new(what: &'static str) -> Tally {
        Tally { what, read: 0, rejected: 0 }
    }

    pub fn add(&mut self, read: u64, rejections: &[Rejection]) {
        self.read += read;
        self.rejected += rejections.len() as u64;
        rejections.iter().for_each(Rejection::report);
    }

    pub fn any_rejected(&self) -> bool {
        self.rejected > 0
    }

    /// Says how many were rejected, if any, and how the command ends.
    pub fn finish(self, strict: bool) -> Ending {
        let Tally { what, read, rejected } = self;
        if rejected == 0 {
            return Ending::Done;
        }
        let stopped: &dyn Display = if strict { &"; stopped at the first" } else { &"" };
        eprintln!("zobrist: rejected {rejected} of {read} {what}{stopped}");
        Ending::Rejected
    }
}
