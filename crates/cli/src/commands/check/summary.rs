//! The summary of a check: how many lines are wrong, and why.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use zobrist_chess::Sample;

use super::diagnosis::MAX_SAMPLES;
use crate::counted::counted;
use crate::job::{Fault, Output};
use crate::message::say_lines;
use crate::terminal;

/// The largest number of causes that are kept, so that memory does not grow with the input.
const MAX_KEPT: usize = 10_000;

/// The largest number of causes that are listed.
const MAX_LISTED: usize = 20;

/// Counts lines and the causes of wrong ones.
#[derive(Default)]
pub struct Summary {
    lines: u64,
    wrong: u64,
    /// The number of wrong lines that few features explain.
    explained: u64,
    causes: HashMap<String, Cause>,
    /// The number of wrong lines of causes that are not kept.
    others: u64,
    /// The first lines, by which the conventions of the other program are found.
    samples: Vec<Sample>,
}

struct Cause {
    lines: u64,
    /// The first line, and the number of wrong lines before it.
    file: Arc<str>,
    line: u64,
    before: u64,
}

impl Summary {
    /// Adds the next lines, in the order of the input.
    pub fn add(&mut self, output: &Output) {
        self.lines += output.read;
        let room = MAX_SAMPLES - self.samples.len();
        self.samples.extend(output.samples.iter().take(room));
        for Fault { cause, explained, file, line } in &output.faults {
            self.explained += u64::from(*explained);
            let (file, line, before) = (file.clone(), *line, self.wrong);
            self.wrong += 1;
            // A cause is cloned when it is new, and not for each of its lines.
            let is_full = self.causes.len() == MAX_KEPT;
            match self.causes.get_mut(cause) {
                Some(known) => known.lines += 1,
                None if is_full => self.others += 1,
                None => {
                    self.causes.insert(cause.clone(), Cause { lines: 1, file, line, before });
                }
            }
        }
    }

    /// The first lines, in the order of the input.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// True if more than half of the lines are wrong.
    pub fn most_are_wrong(&self) -> bool {
        2 * self.wrong > self.lines
    }

    /// True if few features explain most of the wrong lines.
    pub fn most_are_explained(&self) -> bool {
        2 * self.explained > self.wrong
    }

    /// Writes the summary to standard error. Files are named if there are several.
    pub fn say(&self, several_files: bool) {
        let mut text =
            format!("zobrist: {}, {} wrong\n", counted(self.lines, "line", "lines"), self.wrong);
        let mut causes: Vec<(&String, &Cause)> = self.causes.iter().collect();
        causes.sort_unstable_by_key(|(_, cause)| (std::cmp::Reverse(cause.lines), cause.before));
        for (words, cause) in causes.iter().take(MAX_LISTED) {
            let lines = counted(cause.lines, "line", "lines");
            let first = if cause.lines == 1 { "at" } else { "first at" };
            write!(text, "  {words}: {lines}, {first} {}", cause.line).expect("a string takes all");
            if several_files {
                write!(text, " of {}", terminal::stderr().field(&cause.file))
                    .expect("a string takes all");
            }
            text.push('\n');
        }
        if causes.len() > MAX_LISTED {
            let lines: u64 = causes[MAX_LISTED..].iter().map(|(_, cause)| cause.lines).sum();
            let lines = counted(lines + self.others, "line", "lines");
            writeln!(text, "  other causes: {lines}").expect("a string takes all");
        }
        say_lines(&text);
    }
}
