//! `zobrist hash --check`: finds wrong hashes of another program, and the features that explain them.

mod cause;
mod constant;
mod diagnosis;
mod distinct;
mod doubt;
mod en_passant;
mod explanation;
mod follow;
mod line;
mod log;
mod mistake;
mod number;
pub mod summary;
mod term;
mod wrong_move;

use std::ops::ControlFlow;

use zobrist::Key;
use zobrist_chess::{AnyScheme, Scheme};
use zobrist_files::Chunk;
use zobrist_shakmaty::ReadPositionError;

use self::cause::FailedSearches;
use self::explanation::Explainer;
use self::line::Checked;
use self::log::Log;
use self::number::Radix;
use self::summary::{Facts, MAX_SAMPLES, Summary};
use crate::job::{Fault, Job, Output, for_each_line};
use crate::message::say_lines;
use crate::rows::{Format, Value};
use crate::shown::shown;

const COLUMNS: &[&str] = &["line", "hash", "expected", "features", "fen", "file"];
const FIELDS: &[&str] = &["line", "hash", "expected", "features", "move", "fen", "file"];

/// The columns of a row. With several files, the last one names the file. In JSON the moves are a
/// field of their own.
pub fn columns(format: Format, files: usize) -> &'static [&'static str] {
    let columns = if format == Format::Jsonl { FIELDS } else { COLUMNS };
    &columns[..columns.len() - usize::from(files < 2)]
}

/// The scheme and options with which all lines are checked.
pub struct Check<'a, S: Scheme> {
    scheme: &'a S,
    explainer: Explainer<'a, S>,
}

impl<'a, S: Scheme> Check<'a, S> {
    pub fn new(scheme: &'a S, any: &AnyScheme) -> Check<'a, S> {
        Check { scheme, explainer: Explainer::new(scheme, any.to_composed()) }
    }

    /// Checks the lines of a chunk.
    pub fn lines(&self, job: &Job, columns: &[&str], chunk: Chunk) -> Output {
        let scheme = self.scheme;
        let mut output = Output::default();
        let radix = Radix::of_lines(&chunk.text, scheme.bits());
        let begins_file = chunk.line_before.is_empty();
        let before = check_line(scheme, job, radix, &chunk.line_before);
        // The line before the chunk, and those of the chunk, with their numbers.
        let mut lines = vec![before.ok().filter(|_| !begins_file)];
        let mut numbers = vec![0];
        for_each_line(&chunk, |line| {
            output.read += 1;
            let checked = check_line(scheme, job, radix, line.text);
            if let Ok(checked) = checked
                && line.number <= MAX_SAMPLES as u64
                && let Ok(position) = line::position(job, checked.text)
            {
                output.samples.push(diagnosis::sample(checked.got.to_word(), &position));
            }
            numbers.push(line.number);
            lines.push(checked.as_ref().ok().copied());
            if let Err(reason) = checked {
                output.rejections.push(line.reject(&chunk, reason));
                if job.strict {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        let mut log = Log::new(job, &lines, begins_file);
        let mut left = FailedSearches::default();
        for (index, (number, checked)) in numbers.iter().zip(&lines).enumerate().skip(1) {
            let Some(checked) = checked else { continue };
            if checked.is_right() {
                summary::add_right(&mut output.right, checked.got.to_word());
                continue;
            }
            let before = log.followed(index);
            let found = self.explainer.explain(job, checked, before, &mut left);
            let is_json = job.format == Format::Jsonl;
            let features = if is_json { found.words.clone() } else { found.with_moves() };
            let mut values = vec![
                Value::Number(*number),
                Value::hash(scheme, checked.got),
                Value::hash(scheme, checked.expected),
                Value::Text(&features),
            ];
            if is_json {
                values.push(Value::List(&found.moves));
            }
            values.extend([Value::Text(checked.text), Value::Name(&chunk.file)]);
            job.append(&mut output.rows, columns, &values[..columns.len()]);
            output.confusions.extend(found.confusions);
            output.faults.push(Fault {
                right_by_rule: found.right_by_rule,
                cause: found.cause,
                file: chunk.file.clone(),
                line: *number,
            });
        }
        output
    }

    /// Writes the summary and, if most lines are wrong and the hash is the whole one of a scheme, by
    /// which conventions they are right.
    pub fn conclude(&self, whole: Option<&AnyScheme>, summary: &Summary, several_files: bool) {
        let composed = whole.map(AnyScheme::to_composed);
        let to_explain = composed.as_ref().filter(|_| summary.most_are_wrong());
        let hint = to_explain.and_then(|scheme| diagnosis::hint(scheme, summary));
        let is_convention = hint.as_ref().is_some_and(|hint| hint.is_convention);
        let facts =
            Facts { scheme: composed.as_ref(), zeros: self.explainer.zeros(), is_convention };
        summary.say(several_files, &facts);
        if let Some(hint) = hint {
            say_lines(&hint.text);
        }
    }
}

const MORE_COLUMNS: &str = "expected hash, tab, FEN; got a line with more columns, of which \
                            `cut -f 1,4` leaves these where they are rows of games";

/// Reads a line, and the hash of its position.
fn check_line<'a, S: Scheme>(
    scheme: &S,
    job: &Job,
    radix: Radix,
    line: &'a [u8],
) -> Result<Checked<'a, S::Key>, String> {
    let line = str::from_utf8(line).map_err(|error| {
        ReadPositionError::NotUtf8 { column: error.valid_up_to() + 1 }.to_string()
    })?;
    let (digits, fen) =
        line.split_once('\t').ok_or("expected hash, tab, FEN; got a line without a tab")?;
    let got = parse_key(scheme, radix, digits)?;
    let fen = line::without_words(fen);
    let expected = line::hash(scheme, job, fen).map_err(|error| {
        if fen.contains('\t') {
            return MORE_COLUMNS.to_owned();
        }
        let error = error.after_prefix(line.len() - fen.len());
        format!("{error}{}", job.hint(fen.as_bytes()))
    })?;
    Ok(Checked { got, expected, text: fen })
}

fn parse_key<S: Scheme>(scheme: &S, radix: Radix, text: &str) -> Result<S::Key, String> {
    match radix.parse(text, scheme.bits()) {
        Some(word) => Ok(scheme.hash_of(word)),
        None if radix == Radix::Decimal => {
            let bits = scheme.bits();
            Err(format!("expected a hash in decimal, below 2^{bits}, got {}", shown(text)))
        }
        None => {
            let digits = scheme.bits().div_ceil(4);
            Err(format!("expected a hash of up to {digits} hex digits, got {}", shown(text)))
        }
    }
}
