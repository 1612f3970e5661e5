//! `zobrist hash --text`: hashes of lines with any contents.

use anyhow::Result;
use memchr::memchr;
use zobrist::tabulation::{HashWord, Text};
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::rows::Value;
use zobrist_game_text::{Chunk, ChunkUnit, Chunks};
use zobrist_input::Content;

use super::args::Args;
use super::plain::{AnyFunction, Function};
use crate::line_job::{Job, Output};

/// The last one stands in rows of several files only.
const COLUMNS: &[&str] = &["hash", "text", "file"];

/// Hashes the lines of files.
pub(crate) fn run(args: &Args) -> Result<Ending> {
    let output = args.output.begin_apart_from(&args.files)?;
    let job = args.job(&output, args.progress(&args.files));
    let function = args.plain.function(args.scheme.bits)?;
    let inputs = terminal_listener::find_all(&args.files, Content::Anything, &job.progress)?;
    let chunks = Chunks::new(inputs, ChunkUnit::Lines);
    let columns = &COLUMNS[..COLUMNS.len() - usize::from(args.files.len() < 2)];
    let work = |chunk: Chunk| match &function {
        AnyFunction::B64(function) => hash_lines(function, &job, columns, chunk),
        AnyFunction::B128(function) => hash_lines(function, &job, columns, chunk),
    };
    let header = job.format.header(columns);
    job.run("lines", args.threads(), &header, chunks, Box::new(output), &work)
}

fn hash_lines<K: HashWord>(
    function: &Function<K>,
    job: &Job,
    columns: &[&str],
    chunk: Chunk,
) -> Output {
    let mut output = Output { rows: chunk.buffers.take(), ..Output::default() };
    let mut rest = &chunk.text[..];
    while !rest.is_empty() {
        // The last line may have no line end.
        let (line, length) = match memchr(b'\n', rest) {
            Some(end) => (rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]), end + 1),
            None => (rest, rest.len()),
        };
        rest = &rest[length..];
        let hash = Value::hex(Text::of(function, line).hash());
        let values = [hash, Value::Bytes(line), Value::Name(&chunk.file)];
        job.append(&mut output.rows, columns, &values[..columns.len()]);
        output.read += 1;
    }
    chunk.buffers.give_back(chunk.text);
    output
}
