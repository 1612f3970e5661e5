//! `zobrist hash --check`: finds wrong hashes of another program, and the features that explain them.

mod line;
mod wrong_move;

use std::ops::ControlFlow;
use std::sync::OnceLock;

use zobrist::Feature;
use zobrist_chess::Scheme;
use zobrist_shakmaty::ReadPositionError;

use crate::chunks::Chunk;
use crate::job::{Job, Output, for_each_line};
use crate::rows::Value;

const COLUMNS: &[&str] = &["line", "hash", "expected", "features", "fen", "file"];

/// The columns of a row. With several files, the last one names the file.
pub fn columns(files: usize) -> &'static [&'static str] {
    &COLUMNS[..COLUMNS.len() - usize::from(files < 2)]
}

/// Table of differences that explains wrong hashes; built for the first wrong one.
pub struct Differences<S: Scheme>(OnceLock<zobrist::Differences<S::Key>>);

impl<S: Scheme> Default for Differences<S> {
    fn default() -> Differences<S> {
        Differences(OnceLock::new())
    }
}

impl<S: Scheme> Differences<S> {
    /// Describes the features by which a hash is wrong.
    fn explain(&self, scheme: &S, got: S::Key, expected: S::Key) -> String {
        let differences = self.0.get_or_init(|| zobrist::Differences::new(scheme.keys()));
        let describe = |feature: &Feature| scheme.chess_layout().describe(*feature).to_string();
        match differences.explain(got, expected) {
            Some(features) => features.iter().map(describe).collect::<Vec<_>>().join(" + "),
            None => "no one to three features".to_owned(),
        }
    }
}

pub fn check_lines<S: Scheme>(
    scheme: &S,
    job: &Job,
    columns: &[&str],
    differences: &Differences<S>,
    chunk: Chunk,
) -> Output {
    let mut output = Output::default();
    for_each_line(&chunk, |line| {
        output.read += 1;
        match check_line(scheme, job, line.text) {
            Ok((got, expected, _)) if got == expected => {}
            Ok((got, expected, fen)) => {
                output.failures += 1;
                let values = [
                    Value::Number(line.number),
                    Value::hash(scheme, got),
                    Value::hash(scheme, expected),
                    Value::Text(&differences.explain(scheme, got, expected)),
                    Value::Text(fen),
                    Value::Name(&chunk.file),
                ];
                job.format.append(&mut output.rows, columns, &values[..columns.len()]);
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
            Err(format!("expected a hash of up to {digits} hex digits, got {text:.60?}"))
        }
    }
}
