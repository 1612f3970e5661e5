//! Rejected input: reported and counted, while the rest is done.

use std::fmt::Display;
use std::time::Instant;

use indicatif::{HumanCount, ProgressBar};
use zobrist_console::ending::Ending;
use zobrist_console::error_limit::ErrorLimiter;
use zobrist_console::message::{say, say_lines};
use zobrist_console::{closing, terminal};
use zobrist_game_text::{KEPT, Rejection};
use zobrist_ingest::Watch;
use zobrist_input::counted;

use crate::other_kind::advice;
use crate::remedies;

/// Counts what was read and what was rejected of it.
#[derive(Debug)]
pub struct Tally {
    /// The units that are counted: lines, games, files.
    what: &'static str,
    read: u64,
    rejected: u64,
    shortened: u64,
    /// True if a file has changed while it was read.
    changed: bool,
    /// The reasons of all rejections, and of all games that were shortened.
    limiters: [ErrorLimiter; 2],
    /// The number of plies, if that is counted.
    plies: u64,
    begun: Instant,
    progress: ProgressBar,
}

impl Tally {
    /// `what` names the units in the plural. Reports are printed above the progress bar.
    pub fn new(what: &'static str, progress: ProgressBar) -> Tally {
        let limiters = Default::default();
        let begun = Instant::now();
        Tally {
            what,
            read: 0,
            rejected: 0,
            shortened: 0,
            changed: false,
            limiters,
            plies: 0,
            begun,
            progress,
        }
    }

    /// Counts plies of games, for the progress.
    pub fn add_plies(&mut self, plies: u64) {
        self.plies += plies;
    }

    /// Counts what was read and what was rejected of it. The first rejections of each kind are
    /// printed now, the number of the others when the tally ends, even if that is by an error.
    pub fn add(&mut self, read: u64, rejections: &[Rejection]) {
        self.read += read;
        let shortened = rejections.iter().filter(|rejection| rejection.shortens).count() as u64;
        self.shortened += shortened;
        self.rejected += rejections.len() as u64 - shortened;
        self.changed |= rejections.iter().any(|rejection| rejection.changed);
        let mut report = String::new();
        for rejection in rejections {
            let Rejection { file, reason, shortens, looks_like, .. } = rejection;
            let reason = reason.strip_suffix(KEPT).unwrap_or(reason);
            if !self.limiters[usize::from(*shortens)].admit(file, reason) {
                continue;
            }
            let advice =
                looks_like.map_or_else(String::new, |kind| format!("; {}", advice(kind, file)));
            let remedy = remedies::text(rejection);
            report +=
                &terminal::stderr().message(&format!("zobrist: {rejection}{advice}{remedy}\n"));
        }
        if !report.is_empty() {
            say_lines(&report);
        }
        self.progress.set_message(self.pace());
    }

    /// The amount read and its speed, for the progress.
    fn pace(&self) -> String {
        let Tally { what, read, plies, .. } = self;
        let (number, unit) = if *plies > 0 { (*plies, "plies") } else { (*read, *what) };
        let rate = number as f64 / self.begun.elapsed().as_secs_f64().max(0.001);
        format!(", {} {what}, {} {unit}/s", HumanCount(*read), HumanCount(rate as u64))
    }

    /// The counts of games read and rejected, for the closing line.
    pub fn counts(&self) -> Vec<String> {
        let Tally { what, read, rejected, .. } = self;
        let done = read.saturating_sub(*rejected);
        vec![counted(done, what.trim_end_matches('s'), what), format!("{rejected} rejected")]
    }

    /// Returns the number of units that were rejected.
    pub fn rejected(&self) -> u64 {
        self.rejected
    }

    /// Returns the number of games that were shortened.
    pub fn shortened(&self) -> u64 {
        self.shortened
    }

    /// True if a unit was rejected.
    pub fn any_rejected(&self) -> bool {
        self.rejected > 0
    }

    /// True if a file has changed while it was read.
    pub fn any_changed(&self) -> bool {
        self.changed
    }

    /// The ending of the command if nothing else is rejected.
    pub fn ending(&self) -> Ending {
        if self.changed {
            return Ending::Failed;
        }
        Ending::done_if(self.rejected + self.shortened == 0)
    }

    /// Ends a command that prints rows: reports the counts, and returns its ending.
    pub fn finish(self, strict: bool) -> Ending {
        let counts = self.counts();
        let ending = self.finish_reading(strict);
        closing::printed(&counts);
        ending
    }

    /// Reports the number of rejected and shortened units, and returns the command's ending, if
    /// more is to come before its closing line.
    pub fn finish_reading(mut self, strict: bool) -> Ending {
        self.say_rest();
        let Tally { what, read, rejected, shortened, .. } = &self;
        if *rejected > 0 {
            let stopped: &dyn Display = if strict { &"; stopped at the first" } else { &"" };
            say(&format!("zobrist: rejected {rejected} of {read} {what}{stopped}\n"));
        }
        if *shortened > 0 {
            say(&format!("zobrist: shortened {shortened} of {read} {what}\n"));
        }
        self.ending()
    }

    /// Ends the progress bar: all was read.
    pub fn end_progress(&self) {
        self.progress.finish_and_clear();
    }

    /// Ends the progress bar, and says how many errors were not printed.
    fn say_rest(&mut self) {
        self.progress.finish_and_clear();
        for (limiters, end) in self.limiters.iter_mut().zip(["", KEPT]) {
            limiters.say_rest(end);
        }
    }
}

impl Watch for Tally {
    fn games(&mut self, read: u64, plies: u64, rejections: &[Rejection]) {
        self.add_plies(plies);
        self.add(read, rejections);
    }
}

impl Drop for Tally {
    fn drop(&mut self) {
        self.say_rest();
    }
}
