//! Rows of pairs with the same hash, of any game.

use std::collections::HashSet;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;

use anyhow::Result;
use indicatif::ProgressBar;
use zobrist::source::SplitMix64;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::progress::bar_of;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;

/// Prints pairs as they are found, each once.
pub(super) struct Pairs {
    format: Format,
    /// Number of pairs wanted.
    count: usize,
    /// True if fewer pairs are a failure: the user gave the number, or it is one.
    is_required: bool,
    seeds: SplitMix64,
    /// The texts of each pair, sorted.
    printed: HashSet<[String; 2]>,
    progress: ProgressBar,
    columns: [&'static str; 4],
}

impl Pairs {
    /// Pairs of states; `state` names the column of one. `dependencies` are as many as there are
    /// pairs, if they come from dependencies.
    pub(super) fn new(
        format: Format,
        wanted: Option<NonZeroUsize>,
        seed: u64,
        state: &'static str,
        dependencies: Option<usize>,
    ) -> Pairs {
        let count = wanted.map_or(dependencies.unwrap_or(1), NonZeroUsize::get);
        Pairs {
            format,
            count,
            is_required: wanted.is_some() || dependencies.is_none(),
            seeds: SplitMix64::new(seed),
            printed: HashSet::new(),
            progress: progress_bar(count),
            columns: ["pair", "features", "hash", state],
        }
    }

    /// True if there are fewer pairs than wanted.
    pub(super) fn is_wanted(&self) -> bool {
        self.printed.len() < self.count
    }

    /// The number of pairs.
    pub(super) fn printed(&self) -> usize {
        self.printed.len()
    }

    /// The seed of the next pair.
    pub(super) fn seed(&mut self) -> u64 {
        self.seeds.next_u64()
    }

    /// Prints the texts of a pair that is some features `apart`, unless it was printed before.
    /// Returns true if it was new.
    pub(super) fn print(&mut self, pair: [String; 2], apart: usize, hash: Value) -> Result<bool> {
        let mut sorted = pair.clone();
        sorted.sort();
        if !self.printed.insert(sorted) {
            return Ok(false);
        }
        let number = self.printed.len() as u64;
        let mut rows = if number == 1 { self.header() } else { Vec::new() };
        let from = self.first_column();
        for text in &pair {
            let [number, apart] = [number, apart as u64].map(Value::Number);
            let values = [number, apart, hash, Value::Text(text)];
            self.format.append(&mut rows, &self.columns[from..], &values[from..]);
        }
        print(&rows)?;
        self.progress.inc(1);
        Ok(true)
    }

    /// The first column that is printed: text has only the columns that `hash --check` reads.
    fn first_column(&self) -> usize {
        if self.format == Format::Text { self.columns.len() - 2 } else { 0 }
    }

    fn header(&self) -> Vec<u8> {
        self.format.header(&self.columns[self.first_column()..])
    }

    /// Says how many pairs are missing. `states` names what a pair has.
    pub(super) fn finish(self, states: &str) -> Result<Ending> {
        self.progress.finish_and_clear();
        let printed = self.printed.len();
        if printed == 0 {
            print(&self.header())?;
        }
        if printed == self.count {
            return Ok(Ending::Done);
        }
        let wanted = self.count;
        if self.is_required {
            say(&format!(
                "zobrist: expected {wanted} pairs, got {printed}: no others were found\n"
            ));
            return Ok(Ending::Rejected);
        }
        let none = wanted - printed;
        say(&format!("zobrist: {none} of {wanted} dependencies make no pair of {states}\n"));
        Ok(Ending::done_if(printed > 0))
    }
}

/// A bar of the pairs, shown when the rows do not go to a terminal.
fn progress_bar(count: usize) -> ProgressBar {
    if io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    bar_of(count as u64, "pairs")
}
