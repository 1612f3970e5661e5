//! `zobrist hash --check` with a scheme of slots: wrong hashes in lines of hash and slots, and the
//! slots that explain them.

use std::ops::ControlFlow;

use anyhow::Result;
use zobrist::{AnyKey, Combine, Feature, Group, Key};
use zobrist_commands_input::slots::SlotReader;
use zobrist_console::ending::Ending;
use zobrist_console::message::{quote, say_lines};
use zobrist_console::rows::Value;
use zobrist_game_text::{Chunk, ChunkUnit, Chunks};
use zobrist_key_lists::SlotScheme;

use super::doubts::SlotDoubts;
use super::{hex, is_comment, other_keys, text};
use crate::hash::args::Args;
use crate::hash::check::cause::{Cause, Causes, FailedSearches, MOST};
use crate::hash::check::cause_words::{CauseWords, confusion_words, zero_words};
use crate::hash::check::number::Radix;
use crate::hash::check::summary::{self, Facts, MAX_SAMPLES, Summary};
use crate::hash::inputs::Inputs;
use crate::hash::position_lines::{ChunkLine, for_each_line};
use crate::line_job::{Fault, FaultCause, Job, Output, SlotSample};

const COLUMNS: &[&str] = &["line", "hash", "expected", "features", "slots", "file"];

/// Checks the lines of files.
pub(super) fn run(args: &Args, scheme: &SlotScheme, inputs: Inputs) -> Result<Ending> {
    let several_files = inputs.are_several();
    let output = args.output.begin_apart_from(&inputs.files)?;
    let job = args.job(&output, inputs.progress);
    let columns = &COLUMNS[..COLUMNS.len() - usize::from(!several_files)];
    let header = job.format.header(columns);
    let chunks = Chunks::new(inputs.found, ChunkUnit::Lines);
    let is_linear = scheme.combine() == Combine::Xor;
    let causes = Causes::new(scheme.keys(), is_linear);
    let check = Check { scheme, reader: SlotReader::new(scheme), causes, job: &job, columns };
    let (mut summary, mut samples) = (Summary::default(), Vec::new());
    let see = &mut |output: Option<&Output>| match output {
        Some(output) => {
            summary.add(output);
            let room = MAX_SAMPLES - samples.len();
            samples.extend(output.slots.iter().take(room).cloned());
        }
        None => check.conclude(&summary, &samples, several_files),
    };
    let work = |chunk: Chunk| check.lines(&chunk);
    job.run_and_show("lines", args.threads(), &header, chunks, Box::new(output), &work, see)
}

/// The scheme and the options with which all lines are checked.
struct Check<'a> {
    scheme: &'a SlotScheme,
    reader: SlotReader<'a>,
    causes: Causes<'a, AnyKey>,
    job: &'a Job,
    columns: &'a [&'a str],
}

/// A line that was read.
struct Checked<'a> {
    /// The hash in the line.
    got: AnyKey,
    /// The correct hash.
    expected: AnyKey,
    /// The slots, as the line has them.
    text: &'a str,
    /// The slots, ascending.
    slots: Vec<Feature>,
}

impl Checked<'_> {
    /// The difference between the hash that was read and the correct one.
    fn error(&self) -> AnyKey {
        self.got.minus(self.expected)
    }
}

impl Check<'_> {
    /// Checks the lines of a chunk.
    fn lines(&self, chunk: &Chunk) -> Output {
        let mut output = Output::default();
        let radix = radix_of(&chunk.text, self.scheme.bits());
        let mut before = self.read(radix, &chunk.line_before).ok();
        let mut left = FailedSearches::default();
        for_each_line(chunk, |line| {
            if is_comment(line.text) {
                return ControlFlow::Continue(());
            }
            output.read += 1;
            let checked = match self.read(radix, line.text) {
                Ok(checked) => checked,
                Err(reason) => {
                    output.rejections.push(line.reject(chunk, reason));
                    before = None;
                    return match self.job.strict {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    };
                }
            };
            if line.number <= MAX_SAMPLES as u64 {
                let (error, slots) = (checked.error(), checked.slots.clone());
                output.slots.push(SlotSample { error, slots });
            }
            if checked.error() == AnyKey::ZERO {
                summary::add_right(&mut output.right, checked.got.to_word());
            } else {
                let before = before.as_ref();
                let (cause, words) =
                    self.explain(&checked, before, &mut left, &mut output.confusions);
                self.add_fault(chunk, &line, &checked, (cause, &words), &mut output);
            }
            before = Some(checked);
            ControlFlow::Continue(())
        });
        output
    }

    /// Reads a line, and the hash of its slots.
    fn read<'t>(&self, radix: Radix, line: &'t [u8]) -> Result<Checked<'t>, String> {
        let line = text(line)?;
        let [digits, text] = split(line);
        let bits = self.scheme.bits();
        let word = radix.parse(digits, bits).ok_or_else(|| match radix {
            Radix::Decimal => {
                format!("expected a hash in decimal, below 2^{bits}, got {}", quote(digits))
            }
            Radix::Hex => {
                let most = bits.div_ceil(4);
                format!("expected a hash of up to {most} hex digits, got {}", quote(digits))
            }
        })?;
        let slots = self.reader.read(text, line.len() - text.len())?;
        let expected = self.scheme.hash(slots.iter().copied());
        let slots = slots.into_iter().map(Feature::from_slot).collect();
        Ok(Checked { got: AnyKey::new(word, self.scheme.combine()), expected, text, slots })
    }

    /// Adds the row of a wrong line.
    fn add_fault(
        &self,
        chunk: &Chunk,
        line: &ChunkLine,
        checked: &Checked,
        (cause, words): (FaultCause, &str),
        output: &mut Output,
    ) {
        let values = [
            Value::Number(line.number),
            hex(self.scheme, checked.got),
            hex(self.scheme, checked.expected),
            Value::Text(words),
            Value::Text(checked.text),
            Value::Name(&chunk.file),
        ];
        self.job.append(&mut output.rows, self.columns, &values[..self.columns.len()]);
        let file = chunk.file.clone();
        output.faults.push(Fault { cause, right_by_rule: None, file, line: line.number });
    }

    /// Explains a wrong line, unless it has the error of the line before: by itself, or by fewer
    /// slots beside that error.
    fn explain(
        &self,
        line: &Checked,
        before: Option<&Checked>,
        left: &mut FailedSearches,
        confusions: &mut Vec<String>,
    ) -> (FaultCause, String) {
        let error_before = before.map_or(AnyKey::ZERO, Checked::error);
        if error_before == line.error() {
            return (FaultCause::Carried, "as in the line before".to_owned());
        }
        let earlier = before.map_or(&[][..], |before| &before.slots);
        let doubts = SlotDoubts { present: &line.slots, earlier };
        let mut find =
            |got: AnyKey, most| self.causes.find(got, line.expected, &doubts, most, left);
        let mut cause = find(line.got, MOST);
        let mut beside = "";
        let most = cause.size().map_or(MOST, |size| size - 1);
        if error_before != AnyKey::ZERO && most > 0 {
            let new = find(line.got.minus(error_before), most);
            if new.size().is_some() {
                (cause, beside) = (new, ", beside the error of the line before");
            }
        }
        let describe = |feature: Feature| self.scheme.describe(feature.slot());
        if let Cause::Features(sums) = &cause {
            confusions.extend(confusion_words(&self.causes, sums, &describe));
        }
        let CauseWords { cause, words } = CauseWords::of(&cause, &describe, "state");
        (cause, words + beside)
    }

    /// Writes the summary and, if few other keys make all lines right, which.
    fn conclude(&self, summary: &Summary, samples: &[SlotSample], several_files: bool) {
        let describe = |feature: Feature| self.scheme.describe(feature.slot());
        let zeros = zero_words(self.causes.zeros(), &describe);
        summary.say(several_files, &Facts { scheme: None, zeros, is_convention: false });
        if let Some(hint) = other_keys::hint(self.scheme, summary, samples) {
            say_lines(&hint);
        }
    }
}

/// The hash of a line and its slots. A tab ends the hash or, without one, a space.
fn split(line: &str) -> [&str; 2] {
    let (hash, slots) = line.split_once('\t').or(line.split_once(' ')).unwrap_or((line, ""));
    [hash, slots]
}

/// The base of the hashes of some lines.
fn radix_of(text: &[u8], bits: u32) -> Radix {
    let mut hashes = String::new();
    for line in text.split(|byte| *byte == b'\n').filter(|line| !is_comment(line)) {
        let Ok(line) = str::from_utf8(line) else { continue };
        hashes.extend([split(line.trim_end())[0], "\t\n"]);
    }
    Radix::of_lines(hashes.as_bytes(), bits)
}
