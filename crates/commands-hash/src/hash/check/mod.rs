//! `zobrist hash --check`: finds wrong hashes of another program, and the features that explain
//! them.

pub(crate) mod cause;
pub(crate) mod cause_words;
mod constant;
mod diagnosis;
mod distinct;
mod doubt;
mod en_passant;
mod explanation;
mod follow;
mod line;
mod log;
pub(crate) mod logged;
mod mistake;
pub(crate) mod number;
pub(crate) mod summary;
pub(crate) mod term;
mod wrong_move;

use std::ops::ControlFlow;

use anyhow::{Result, bail};
use zobrist::Key;
use zobrist_chess::{AnyScheme, Scheme};
use zobrist_commands_input::game_files::all_matches;
use zobrist_console::ending::Ending;
use zobrist_console::message::{quote, say_lines};
use zobrist_console::rows::{Format, Value};
use zobrist_game_text::{Chunk, ChunkUnit, Chunks};
use zobrist_shakmaty::ReadPositionError;

use self::cause::FailedSearches;
use self::explanation::Explainer;
use self::line::Checked;
use self::log::Log;
use self::number::Radix;
use self::summary::{Facts, MAX_SAMPLES, Summary};
use super::args::Args;
use super::input_kind::InputFormat;
use super::inputs::Inputs;
use super::position_lines::{PositionReader, for_each_line};
use crate::line_job::{Fault, Job, Output};

const COLUMNS: &[&str] = &["line", "hash", "expected", "features", "fen", "file"];
const FIELDS: &[&str] = &["line", "hash", "expected", "features", "move", "fen", "file"];

/// Checks the lines of files.
pub(crate) fn run(args: &Args, any: &AnyScheme) -> Result<Ending> {
    let inputs = Inputs::find(args, all_matches(&args.files)?)?;
    if args.input == Some(InputFormat::Pgn) {
        bail!("--check reads lines of hash, tab, FEN; it does not read PGN");
    }
    args.refuse_options_of_games()?;
    let several_files = inputs.are_several();
    let output = args.output.begin_apart_from(&inputs.files)?;
    let job = args.job(&output, inputs.progress);
    // In JSON the moves are a field of their own. With several files, the last column names the
    // file.
    let columns = if job.format == Format::Jsonl { FIELDS } else { COLUMNS };
    let columns = &columns[..columns.len() - usize::from(!several_files)];
    let header = job.format.header(columns);
    let chunks = Chunks::new(inputs.found, ChunkUnit::Lines);
    // Composed, so that this is compiled for one type of schemes.
    let scheme = &any.to_composed();
    let reader = args.position_reader();
    let explainer = Explainer::new(scheme, scheme.clone());
    let check = Check { scheme, explainer, job: &job, reader, columns };
    let mut summary = Summary::default();
    let see = &mut |output: Option<&Output>| match output {
        Some(output) => summary.add(output),
        None => {
            let whole = args.key.is_none().then_some(any);
            check.conclude(whole, &summary, several_files);
        }
    };
    let work = |chunk: Chunk| check.lines(chunk);
    job.run_and_show("lines", args.threads(), &header, chunks, Box::new(output), &work, see)
}

/// The scheme and options with which all lines are checked.
struct Check<'a, S: Scheme> {
    scheme: &'a S,
    explainer: Explainer<'a, S>,
    job: &'a Job,
    reader: PositionReader,
    columns: &'a [&'a str],
}

impl<S: Scheme> Check<'_, S> {
    /// Checks the lines of a chunk.
    fn lines(&self, chunk: Chunk) -> Output {
        let Check { scheme, ref explainer, job, ref reader, columns } = *self;
        let mut output = Output::default();
        let radix = Radix::of_lines(&chunk.text, scheme.bits());
        let begins_file = chunk.line_before.is_empty();
        let before = check_line(scheme, reader, radix, &chunk.line_before);
        // The line before the chunk, and those of the chunk, with their numbers.
        let mut lines = vec![before.ok().filter(|_| !begins_file)];
        let mut numbers = vec![0];
        for_each_line(&chunk, |line| {
            output.read += 1;
            let checked = check_line(scheme, reader, radix, line.text);
            if let Ok(checked) = checked
                && line.number <= MAX_SAMPLES as u64
                && let Ok(position) = line::position(reader, checked.text)
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
        let mut log = Log::new(reader, &lines, begins_file);
        let mut left = FailedSearches::default();
        for (index, (number, checked)) in numbers.iter().zip(&lines).enumerate().skip(1) {
            let Some(checked) = checked else { continue };
            if checked.is_right() {
                summary::add_right(&mut output.right, checked.got.to_word());
                continue;
            }
            let before = log.followed(index);
            let found = explainer.explain(reader, checked, before, &mut left);
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

    /// Writes the summary and, if the hash is the whole one of a scheme, by which conventions the
    /// wrong lines are right.
    fn conclude(&self, whole: Option<&AnyScheme>, summary: &Summary, several_files: bool) {
        let composed = whole.map(AnyScheme::to_composed);
        let hint = composed.as_ref().and_then(|scheme| match summary.most_are_wrong() {
            true => diagnosis::hint(scheme, summary),
            false => diagnosis::hint_of_some(scheme, summary),
        });
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
    reader: &PositionReader,
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
    let expected = line::hash(scheme, reader, fen).map_err(|error| {
        if fen.contains('\t') {
            return MORE_COLUMNS.to_owned();
        }
        let error = error.after_prefix(line.len() - fen.len());
        format!("{error}{}", reader.hint(fen.as_bytes()))
    })?;
    Ok(Checked { got, expected, text: fen })
}

fn parse_key<S: Scheme>(scheme: &S, radix: Radix, text: &str) -> Result<S::Key, String> {
    match radix.parse(text, scheme.bits()) {
        Some(word) => Ok(scheme.hash_of(word)),
        None if radix == Radix::Decimal => {
            let bits = scheme.bits();
            Err(format!("expected a hash in decimal, below 2^{bits}, got {}", quote(text)))
        }
        None => {
            let digits = scheme.bits().div_ceil(4);
            Err(format!("expected a hash of up to {digits} hex digits, got {}", quote(text)))
        }
    }
}
