//! `zobrist hash` with a scheme of slots, of any game: hashes of lines of slots, and with --check
//! the wrong ones in lines of hash and slots. Nothing here knows a game.

mod check;
mod doubts;
mod other_keys;

use std::ops::ControlFlow;

use anyhow::{Result, bail};
use zobrist::{AnyKey, Key};
use zobrist_commands_input::game_files::all_matches;
use zobrist_commands_input::slots::SlotReader;
use zobrist_console::ending::Ending;
use zobrist_console::rows::{TableFormat, Value};
use zobrist_game_text::{Chunk, ChunkUnit, Chunks};
use zobrist_key_lists::SlotScheme;

use super::args::Args;
use super::inputs::Inputs;
use super::position_lines::for_each_line;
use crate::line_job::{Job, Output};

const COLUMNS: &[&str] = &["hash", "slots", "file"];

/// Hashes or checks the lines of files.
pub(crate) fn run(args: &Args, scheme: &SlotScheme) -> Result<Ending> {
    refuse_options_of_positions(args)?;
    let inputs = Inputs::find(args, all_matches(&args.files)?)?;
    if args.check {
        return check::run(args, scheme, inputs);
    }
    let columns = &COLUMNS[..2 + usize::from(inputs.are_several())];
    let output = args.output.begin_apart_from(&inputs.files)?;
    let job = args.job(&output, inputs.progress);
    let header = job.format.header(columns);
    let chunks = Chunks::new(inputs.found, ChunkUnit::Lines);
    let reader = SlotReader::new(scheme);
    let work = |chunk: Chunk| hash_lines(scheme, &reader, &job, columns, &chunk);
    job.run("lines", args.threads(), &header, chunks, Box::new(output), &work)
}

fn hash_lines(
    scheme: &SlotScheme,
    reader: &SlotReader,
    job: &Job,
    columns: &[&str],
    chunk: &Chunk,
) -> Output {
    let mut output = Output::default();
    for_each_line(chunk, |line| {
        if is_comment(line.text) {
            return ControlFlow::Continue(());
        }
        output.read += 1;
        let read = text(line.text).and_then(|text| Ok((text, reader.read(text, 0)?)));
        match read {
            Ok((text, slots)) => {
                let hash = scheme.hash(slots);
                let values = [hex(scheme, hash), Value::Text(text), Value::Name(&chunk.file)];
                job.append(&mut output.rows, columns, &values[..columns.len()]);
            }
            Err(reason) => {
                output.rejections.push(line.reject(chunk, reason));
                if job.strict {
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    });
    output
}

/// A hash of a scheme, with one hex digit for four bits.
fn hex(scheme: &SlotScheme, hash: AnyKey) -> Value<'static> {
    Value::Hex { word: hash.to_word(), digits: scheme.bits().div_ceil(4) }
}

/// The text of a line.
fn text(line: &[u8]) -> Result<&str, String> {
    str::from_utf8(line).map_err(|error| {
        format!("column {}: expected UTF-8, got something else", error.valid_up_to() + 1)
    })
}

/// True for a line that a reader skips.
fn is_comment(line: &[u8]) -> bool {
    line.first() == Some(&b'#')
}

/// # Errors
/// When an option is given that is for positions or games alone.
fn refuse_options_of_positions(args: &Args) -> Result<()> {
    args.refuse_options_of_games()?;
    let given = [
        ("--column", args.column.is_some()),
        ("--input", args.input.is_some()),
        ("--key", args.key.is_some()),
        ("--lenient", args.lenient),
        ("--number", args.number),
        ("--signed", args.signed),
        ("--unique", args.unique),
        ("--variant", args.scheme.variant.asked().is_some()),
        ("--format parquet", args.format == TableFormat::Parquet),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            bail!("{option} is for positions of chess, and the scheme is one of slots")
        }
        None => Ok(()),
    }
}
