//! `zobrist hash --text` and `--bytes`: hashes of lines and of whole files with any contents.

use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Result, bail};
use memchr::{memchr, memchr_iter};
use zobrist::tabulation::{HashWord, Mixed, Text};
use zobrist_files::{Chunk, ChunkUnit, Chunks, Holds, Input, Rejection};

use crate::ending::Ending;
use crate::input;
use crate::job::{Job, Output};
use crate::key_set::seed;
use crate::output;
use crate::rejections::Tally;
use crate::row_writer::RowWriter;
use crate::rows::Value;
use crate::schemes::Bits;

/// Options to hash lines or files instead of positions.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Options {
    /// Hash every line as it stands
    ///
    /// Rows are hash and line. Lines have up to 1 MiB, without their line ends; blank lines count,
    /// too.
    #[arg(
        long,
        group = "plain",
        conflicts_with_all = [
            "scheme", "variant", "input", "unique", "check", "key", "lenient", "keep_valid", "encoding",
            "language",
        ],
        help_heading = "Input"
    )]
    text: bool,
    /// Hash every file as a whole
    ///
    /// Rows are hash and file. Compressed files are hashed by their contents. If the name of a file
    /// contains a tab or a line end, its row of text begins with a backslash, and the name is
    /// written with \t, \n, \r and \\.
    #[arg(
        long,
        group = "plain",
        conflicts_with_all = [
            "scheme", "variant", "input", "unique", "check", "key", "lenient", "keep_valid",
            "language", "jobs"
        ],
        help_heading = "Input"
    )]
    bytes: bool,
    /// The seed of the tables, decimal or 0x…, with --text or --bytes [default: 0]
    #[arg(
        long,
        requires = "plain",
        value_parser = seed,
        help_heading = "Input",
        hide_short_help = true
    )]
    seed: Option<u64>,
}

/// Has eight derived characters. With four, texts that differ in two exchanged bytes share a hash too
/// often ([`Text`]).
type Function<K> = Mixed<K, 8, 8>;

/// Choice between lines and files, and the seed.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    lines: bool,
    seed: u64,
}

impl Options {
    /// The request, or `None` for positions.
    pub fn requested(self) -> Option<Plain> {
        let seed = self.seed.unwrap_or(0);
        (self.text || self.bytes).then_some(Plain { lines: self.text, seed })
    }
}

pub fn run(
    plain: Plain,
    files: &[PathBuf],
    bits: Bits,
    job: &Job,
    threads: NonZeroUsize,
    output: output::Output,
) -> Result<Ending> {
    match bits {
        Bits::B32 => bail!("hashes of texts and bytes have 64 bits or 128, not 32"),
        Bits::B64 => {
            run_with(&Function::<u64>::seeded(plain.seed), plain, files, job, threads, output)
        }
        Bits::B128 => {
            run_with(&Function::<u128>::seeded(plain.seed), plain, files, job, threads, output)
        }
    }
}

fn run_with<K: HashWord>(
    function: &Function<K>,
    plain: Plain,
    files: &[PathBuf],
    job: &Job,
    threads: NonZeroUsize,
    mut writer: output::Output,
) -> Result<Ending> {
    let inputs = input::find_all(files, Holds::Anything, &job.progress)?;
    if plain.lines {
        let chunks = Chunks::new(inputs, ChunkUnit::Lines);
        let columns = &LINE_COLUMNS[..LINE_COLUMNS.len() - usize::from(files.len() < 2)];
        let work = |chunk: Chunk| hash_lines(function, job, columns, chunk);
        let header = job.format.header(columns);
        return job.run("lines", threads, &header, chunks, Box::new(writer), &work);
    }
    writer.write_rows(&job.format.header(FILE_COLUMNS))?;
    let mut tally = Tally::new("files", job.progress.clone());
    for input in inputs {
        let mut input = input.open();
        match hash_of(function, &mut input) {
            Ok(hash) => {
                let mut row = Vec::new();
                let values = [Value::hex(hash), Value::Name(&input.name)];
                job.append(&mut row, FILE_COLUMNS, &values);
                if let Err(error) = writer.write_rows(&row) {
                    return tally.ending().when(Err(error));
                }
                tally.add(1, &[]);
            }
            Err(rejection) => tally.add(1, &[rejection]),
        }
        if job.strict && tally.any_rejected() {
            break;
        }
    }
    let stopped = job.strict && tally.any_rejected() || tally.any_changed();
    let counts = tally.counts();
    job.end(tally.finish_reading(job.strict), Box::new(writer), stopped, &counts)
}

/// The last one stands in rows of several files only.
const LINE_COLUMNS: &[&str] = &["hash", "text", "file"];
const FILE_COLUMNS: &[&str] = &["hash", "file"];

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

/// The hash of a whole input, which is read piece by piece.
fn hash_of<K: HashWord>(function: &Function<K>, input: &mut Input) -> Result<K, Rejection> {
    let mut text = Text::new(function);
    let mut line = 1;
    let mut piece = vec![0; 128 << 10];
    loop {
        match input.reader.read(&mut piece) {
            Ok(0) => return Ok(text.hash()),
            Ok(read) => {
                text.extend(&piece[..read]);
                line += memchr_iter(b'\n', &piece[..read]).count() as u64;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => {
                let reason = format!("cannot be read further: {error}; the file has no hash");
                let file = input.name.clone();
                return Err(Rejection::new(file, line, text.len(), reason).by_error(&error));
            }
        }
    }
}
