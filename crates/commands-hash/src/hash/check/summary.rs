//! The summary of a check: how many lines are wrong, and why.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::sync::Arc;

use zobrist_chess::{ComposedScheme, EnPassant, Sample, Scheme};
use zobrist_console::message::say_lines;
use zobrist_console::terminal;
use zobrist_input::counted;

use super::constant::is_right;
use super::en_passant::RULES;
use crate::line_job::{Fault, FaultCause, Output};

/// The largest number of lines that are kept for the diagnosis.
pub(crate) const MAX_SAMPLES: usize = 1_000;

/// The largest number of causes that are kept, so that memory does not grow with the input.
const MAX_KEPT: usize = 10_000;

/// The largest number of causes that are listed.
const MAX_LISTED: usize = 20;

/// Counts lines and the causes of wrong ones.
#[derive(Default)]
pub(crate) struct Summary {
    lines: u64,
    wrong: u64,
    rejected: u64,
    /// The number of wrong lines that few features explain, or that have the error of the line
    /// before.
    explained: u64,
    /// The number of wrong lines that have the error of the line before.
    carried: u64,
    /// The number of wrong lines that differ by the en passant square of their position alone, and
    /// how many of these are right by each rule.
    en_passant: u64,
    right_by_rule: [u64; 3],
    /// The first wrong line, and its file.
    first_wrong: Option<(u64, Arc<str>)>,
    /// Up to two different hashes that are right.
    right: Vec<u128>,
    causes: HashMap<String, Cause>,
    /// The features of the causes that no hash tells from others, in words.
    confusions: BTreeSet<String>,
    /// The number of wrong lines of causes that are not kept.
    others: u64,
    /// The first lines, by which the conventions of the other program are found.
    samples: Vec<Sample>,
}

/// Facts about the keys when all lines are read.
pub(crate) struct Facts<'a> {
    /// The scheme, if its whole hash is checked.
    pub(crate) scheme: Option<&'a ComposedScheme>,
    /// The features with the key zero, in words.
    pub(crate) zeros: Option<String>,
    /// True if lines are right by other conventions, so that no error is carried between them.
    pub(crate) is_convention: bool,
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
    pub(crate) fn add(&mut self, output: &Output) {
        self.lines += output.read;
        let room = MAX_SAMPLES - self.samples.len();
        self.samples.extend(output.samples.iter().take(room));
        self.rejected += output.rejections.len() as u64;
        for hash in &output.right {
            add_right(&mut self.right, *hash);
        }
        for fault in &output.faults {
            self.add_fault(fault);
        }
        for words in &output.confusions {
            if self.confusions.len() < MAX_LISTED && !self.confusions.contains(words) {
                self.confusions.insert(words.clone());
            }
        }
    }

    fn add_fault(&mut self, Fault { cause, right_by_rule, file, line }: &Fault) {
        let before = self.wrong;
        self.wrong += 1;
        self.first_wrong.get_or_insert_with(|| (*line, file.clone()));
        if let Some(rules) = right_by_rule {
            self.en_passant += 1;
            for (count, is_right) in self.right_by_rule.iter_mut().zip(rules) {
                *count += u64::from(*is_right);
            }
        }
        let words = match cause {
            FaultCause::Carried => {
                self.carried += 1;
                self.explained += 1;
                return;
            }
            FaultCause::Features(words) => {
                self.explained += 1;
                words.as_str()
            }
            FaultCause::Unexplained(words) => words,
        };
        // A cause is copied when it is new, and not for each of its lines.
        let is_full = self.causes.len() == MAX_KEPT;
        match self.causes.get_mut(words) {
            Some(known) => known.lines += 1,
            None if is_full => self.others += 1,
            None => {
                let (file, line) = (file.clone(), *line);
                self.causes.insert(words.to_owned(), Cause { lines: 1, file, line, before });
            }
        }
    }

    /// The first lines, in the order of the input.
    pub(crate) fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// True if more than half of the lines are wrong.
    pub(crate) fn most_are_wrong(&self) -> bool {
        2 * self.wrong > self.lines
    }

    /// True if few features explain most of the wrong lines.
    pub(crate) fn most_are_explained(&self) -> bool {
        2 * self.explained > self.wrong
    }

    /// True if a wrong line has no explanation.
    pub(crate) fn has_unexplained_lines(&self) -> bool {
        self.explained < self.wrong
    }

    /// True if two different hashes are right. One may be that of a position that other conventions
    /// give the same hash, such as the start position with colors and sides exchanged.
    pub(crate) fn has_different_right_lines(&self) -> bool {
        self.right.len() > 1
    }

    /// Says that the lines that are right show the description to fit them.
    pub(crate) fn words_of_right_lines(&self, name: &str) -> String {
        let right = self.lines - self.rejected - self.wrong;
        let (line, _) = self.first_wrong.as_ref().expect("most lines are wrong");
        format!(
            "zobrist: most lines are wrong, but {right} are right, which no hash is by chance: the keys \
             of these lines and their order are those of `{name}`; the first wrong line is {line}\n"
        )
    }

    /// The rule of en passant by which most of the wrong lines are right, those with the error of
    /// the line before apart. Few of the lines that differ by the square of the position itself are
    /// wrong by it, too, and none of the first lines that are right by the scheme is wrong by it.
    pub(crate) fn words_of_en_passant(&self, scheme: Option<&ComposedScheme>) -> Option<String> {
        let (lines, of) = (self.en_passant, self.wrong - self.carried);
        let most = self.right_by_rule.into_iter().max()?;
        if lines < 2 || 2 * most <= of || 10 * most < 9 * lines {
            return None;
        }
        let rules = RULES.iter().zip(self.right_by_rule).filter(|((rule, _), right)| {
            *right == most && scheme.is_none_or(|scheme| self.agrees(scheme, *rule))
        });
        let rules: Vec<_> = rules.map(|((_, name), _)| format!("counts = \"{name}\"")).collect();
        (!rules.is_empty()).then(|| {
            format!(
                "zobrist: {most} of these lines are right with {}: the program seems to count en \
                 passant by another rule\n",
                rules.join(" or ")
            )
        })
    }

    /// True if the first lines that are right by a scheme are right by another rule of en passant,
    /// too.
    fn agrees(&self, scheme: &ComposedScheme, rule: EnPassant) -> bool {
        let mut right = self.samples.iter().filter(|sample| is_right(scheme, sample));
        right.all(|sample| sample.by(rule).en_passant == sample.by(scheme.en_passant()).en_passant)
    }

    /// Writes the summary to standard error. Files are named if there are several.
    pub(crate) fn say(&self, several_files: bool, facts: &Facts) {
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
        if self.carried > 0 {
            let words = match facts.is_convention {
                false => counted(self.carried, "line carries", "lines carry") + " an error on from",
                true => counted(self.carried, "line has", "lines have") + " the error of",
            };
            writeln!(text, "  {words} the line before").expect("a string takes all");
        }
        for words in self.confusions.iter().chain(facts.zeros.iter().filter(|_| self.wrong > 0)) {
            writeln!(text, "  {words}").expect("a string takes all");
        }
        text.extend(self.words_of_en_passant(facts.scheme));
        say_lines(&text);
    }
}

/// Adds a hash that is right to up to two different ones.
pub(crate) fn add_right(right: &mut Vec<u128>, hash: u128) {
    if right.len() < 2 && !right.contains(&hash) {
        right.push(hash);
    }
}
