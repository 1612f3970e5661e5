//! The lines of logs of hash, tab and position, without a scheme to check them by.

use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Result;
use zobrist_chess::Sample;
use zobrist_commands_input::game_files::all_matches;
use zobrist_commands_input::rejections::Tally;
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::message::quote;
use zobrist_game_text::{Chunk, ChunkUnit, Chunks, Rejection};
use zobrist_input::Content;

use super::diagnosis::sample;
use super::line;
use super::number::Radix;
use crate::hash::position_lines::{PositionReader, for_each_line};

/// The widths of hashes that are tried, in bits.
const WIDTHS: [u32; 3] = [32, 64, 128];

/// The largest number of lines that are kept.
const MAX_LINES: usize = 4000;

/// The first lines of logs.
pub(crate) struct LoggedLines {
    /// Their positions and hashes.
    pub(crate) samples: Vec<Sample>,
    /// Their numbers in their file, from 1.
    pub(crate) numbers: Vec<u64>,
    /// The number of bits of a hash: the smallest of 32, 64 and 128 that holds all.
    pub(crate) bits: u32,
    /// The ending of reading: some lines may have been rejected.
    pub(crate) ending: Ending,
}

/// A line before the form of hashes is known.
struct Line {
    number: u64,
    hash: String,
    /// The position, without the hash.
    position: Sample,
    /// The error if it turns out to have no hash.
    rejection: Rejection,
}

/// Reads the first lines of files, or of standard input if there are none. A line that has no hash
/// and position is reported and left out.
///
/// # Errors
/// When a file cannot be opened.
pub(crate) fn read(files: &[PathBuf], reader: &PositionReader) -> Result<LoggedLines> {
    let files = all_matches(files)?;
    let progress = terminal_listener::progress_with_few_rows(&files);
    let inputs = terminal_listener::find_all(&files, Content::Text, &progress)?;
    let mut chunks = Chunks::new(inputs, ChunkUnit::Lines);
    let mut tally = Tally::new("lines", progress);
    let (mut lines, mut read) = (Vec::new(), 0);
    while lines.len() < MAX_LINES
        && let Some(mut chunk) = chunks.next()
    {
        let mut rejections = std::mem::take(&mut chunk.rejections);
        let before = lines.len();
        read_chunk(&chunk, reader, &mut lines, &mut rejections);
        read += lines.len() - before;
        tally.add(rejections.len() as u64, &rejections);
    }
    // All lines tell the form: the first chunk of a pipe may be short.
    let hashes: String = lines.iter().map(|line| format!("{}\t\n", line.hash)).collect();
    let radix = Radix::of_log(hashes.as_bytes());
    let holds_all = |bits: &u32| lines.iter().all(|line| radix.parse(&line.hash, *bits).is_some());
    let bits = WIDTHS.into_iter().find(holds_all).unwrap_or(WIDTHS[WIDTHS.len() - 1]);
    let (mut samples, mut numbers) = (Vec::new(), Vec::new());
    for line in lines {
        match radix.parse(&line.hash, bits) {
            Some(hash) => {
                let mut sample = line.position;
                sample.hash = hash;
                samples.push(sample);
                numbers.push(line.number);
            }
            None => tally.add(0, &[line.rejection]),
        }
    }
    tally.add(read as u64, &[]);
    Ok(LoggedLines { samples, numbers, bits, ending: tally.finish_reading(false) })
}

/// Reads the lines of a chunk, and rejects those that are none.
fn read_chunk(
    chunk: &Chunk,
    reader: &PositionReader,
    lines: &mut Vec<Line>,
    rejections: &mut Vec<Rejection>,
) {
    for_each_line(chunk, |line| {
        let reject = |reason| line.reject(chunk, reason);
        match read_line(line.text, line.number, reader, reject) {
            Ok(line) => lines.push(line),
            Err(reason) => rejections.push(line.reject(chunk, reason)),
        }
        if lines.len() < MAX_LINES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
}

fn read_line(
    line: &[u8],
    number: u64,
    reader: &PositionReader,
    reject: impl Fn(String) -> Rejection,
) -> Result<Line, String> {
    let text = str::from_utf8(line).map_err(|error| {
        format!("expected UTF-8, got something else in column {}", error.valid_up_to() + 1)
    })?;
    let (hash, fen) =
        text.split_once('\t').ok_or("expected hash, tab, FEN; got a line without a tab")?;
    let no_hash = || format!("expected a hash of up to 128 bits, got {}", quote(hash));
    if [Radix::Hex, Radix::Decimal].iter().all(|radix| radix.parse(hash, 128).is_none()) {
        return Err(no_hash());
    }
    let fen = line::without_words(fen);
    let position = line::position(reader, fen)
        .map_err(|error| error.after_prefix(text.len() - fen.len()).to_string())?;
    Ok(Line {
        number,
        hash: hash.to_owned(),
        position: sample(0, &position),
        rejection: reject(no_hash()),
    })
}
