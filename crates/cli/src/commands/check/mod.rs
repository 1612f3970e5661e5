//! `zobrist hash --check`: finds wrong hashes of another program, and the features that explain them.

mod cause;
mod diagnosis;
mod line;
pub mod summary;
mod wrong_move;

use std::collections::HashSet;
use std::ops::ControlFlow;

use zobrist::Key;
use zobrist_chess::{AnyScheme, ComposedScheme, Scheme};
use zobrist_shakmaty::{ReadPositionError, for_each_feature};

use self::cause::{Cause, Causes, FailedSearches};
use self::diagnosis::MAX_SAMPLES;
use self::summary::Summary;
use self::wrong_move::wrong_move;

use crate::chunks::Chunk;
use crate::job::{Fault, Job, Output, for_each_line};
use crate::rows::Value;
use crate::shown::shown;

const COLUMNS: &[&str] = &["line", "hash", "expected", "features", "fen", "file"];

/// The columns of a row. With several files, the last one names the file.
pub fn columns(files: usize) -> &'static [&'static str] {
    &COLUMNS[..COLUMNS.len() - usize::from(files < 2)]
}

/// What all lines are checked with.
pub struct Check<'a, S: Scheme> {
    scheme: &'a S,
    /// The same scheme, for what is done for wrong lines alone.
    composed: ComposedScheme,
    causes: Causes<S>,
}

impl<'a, S: Scheme> Check<'a, S> {
    pub fn new(scheme: &'a S, any: &AnyScheme) -> Check<'a, S> {
        let composed = any.to_composed();
        Check { scheme, composed, causes: Causes::default() }
    }

    /// Checks the lines of a chunk.
    pub fn lines(&self, job: &Job, columns: &[&str], chunk: Chunk) -> Output {
        let scheme = self.scheme;
        let mut output = Output::default();
        let mut left = FailedSearches::default();
        for_each_line(&chunk, |line| {
            output.read += 1;
            let checked = check_line(scheme, job, line.text);
            if let Ok((got, _, text)) = checked
                && line.number <= MAX_SAMPLES as u64
                && let Ok(position) = line::position(job, text)
            {
                output.samples.push(diagnosis::sample(got.to_word(), &position));
            }
            match checked {
                Ok((got, expected, _)) if got == expected => {}
                Ok((got, expected, text)) => {
                    let hashes = [got, expected];
                    let (cause, row, explained) = self.explain(job, hashes, text, &mut left);
                    let values = [
                        Value::Number(line.number),
                        Value::hash(scheme, got),
                        Value::hash(scheme, expected),
                        Value::Text(&row),
                        Value::Text(text),
                        Value::Name(&chunk.file),
                    ];
                    job.format.append(&mut output.rows, columns, &values[..columns.len()]);
                    output.faults.push(Fault {
                        cause,
                        explained,
                        file: chunk.file.clone(),
                        line: line.number,
                    });
                }
                Err(reason) => {
                    output.rejections.push(line.reject(&chunk, reason));
                    if job.strict {
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
        output
    }

    /// Why a hash is wrong, in words, the same with the move at which it went wrong, and true if few
    /// features explain it.
    fn explain(
        &self,
        job: &Job,
        [got, expected]: [S::Key; 2],
        text: &str,
        left: &mut FailedSearches,
    ) -> (String, String, bool) {
        let scheme = &self.composed;
        let cause = self.causes.find(self.scheme, got, expected, left);
        let mut present = HashSet::new();
        if let Ok(position) = line::position(job, text) {
            for_each_feature(scheme, &position, |feature| {
                present.insert(feature);
            });
        }
        let words = cause::words(scheme, &cause, &present);
        let Cause::Features(features) = cause else { return (words.clone(), words, false) };
        let row = match wrong_move(scheme, job, text, &features) {
            Some(at) => format!("{words}, by the move {}", at.text),
            None => words.clone(),
        };
        (words, row, true)
    }

    /// Writes the summary and, if most lines are wrong and the hash is the whole one of a scheme, by
    /// which conventions they are right.
    pub fn conclude(&self, whole: Option<&AnyScheme>, summary: &Summary, several_files: bool) {
        summary.say(several_files);
        if let Some(scheme) = whole.filter(|_| summary.most_are_wrong()) {
            diagnosis::say(scheme, summary.samples(), summary.most_are_explained());
        }
    }
}

const MORE_COLUMNS: &str = "expected hash, tab, FEN; got a line with more columns, of which \
                            `cut -f 1,4` leaves these where they are rows of games";

/// The hash in the line, the correct hash, and the FEN with the moves from there.
fn check_line<'a, S: Scheme>(
    scheme: &S,
    job: &Job,
    line: &'a [u8],
) -> Result<(S::Key, S::Key, &'a str), String> {
    let line = str::from_utf8(line).map_err(|error| {
        ReadPositionError::NotUtf8 { column: error.valid_up_to() + 1 }.to_string()
    })?;
    let (digits, fen) =
        line.split_once('\t').ok_or("expected hash, tab, FEN; got a line without a tab")?;
    let got = parse_key(scheme, digits)?;
    let expected = line::hash(scheme, job, fen).map_err(|error| {
        if fen.contains('\t') {
            return MORE_COLUMNS.to_owned();
        }
        let error = error.after_prefix(line.len() - fen.len());
        format!("{error}{}", job.hint(fen.as_bytes()))
    })?;
    Ok((got, expected, fen))
}

fn parse_key<S: Scheme>(scheme: &S, text: &str) -> Result<S::Key, String> {
    let digits = text.trim();
    let digits = digits.strip_prefix("0x").or(digits.strip_prefix("0X")).unwrap_or(digits);
    let word = (!digits.starts_with('+')).then(|| u128::from_str_radix(digits, 16).ok()).flatten();
    match word {
        Some(word) if word.checked_shr(scheme.bits()).unwrap_or(0) == 0 => Ok(scheme.hash_of(word)),
        _ => {
            let digits = scheme.bits().div_ceil(4);
            Err(format!("expected a hash of up to {digits} hex digits, got {}", shown(text)))
        }
    }
}
