//! `zobrist check --fix`: writes the games with tags and encodings mended.

mod fixed_chunk;
mod joint;
mod reading;
mod summary;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use zobrist_game_text::{ChunkUnit, Chunks, in_order};
use zobrist_input::Content;

use self::fixed_chunk::{FixedChunk, LEFT, fix_chunk};
use self::joint::Joint;
pub(super) use self::reading::Reading;
use zobrist_commands_input::other_kind::refuse_files_without_games;
use zobrist_commands_input::rejections::Tally;
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::error_limit::ErrorLimiter;
use zobrist_console::message::{say, say_lines};
use zobrist_console::output::{self, Output};
use zobrist_console::resources::threads;
use zobrist_console::terminal::{self, Sink};

use self::summary::Summary;

/// The file of mended games.
#[derive(clap::Args)]
pub(crate) struct FixOptions {
    /// Write the games with tags and encodings mended
    #[arg(
        long,
        requires = "output",
        conflicts_with_all = ["only", "skip", "format"],
        help_heading = "Output"
    )]
    fix: bool,
    /// File for the games of --fix; `-` is standard output
    ///
    /// It is written whole or not at all, plain, and is none of the files that are read.
    #[arg(short, long, value_name = "FILE", requires = "fix", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Replace FILE if it exists; only a regular file is ever replaced
    #[arg(long, requires = "output", help_heading = "Output", hide_short_help = true)]
    force: bool,
}

impl FixOptions {
    /// The file that is asked for, if one is.
    pub(super) fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|_| self.fix)
    }
}

/// Writes the games of files to `path`, mended.
pub(super) fn run(
    files: &[PathBuf],
    options: &FixOptions,
    path: &Path,
    reading: &Reading,
) -> Result<Ending> {
    let strict = reading.strict;
    let standard_input = [PathBuf::from("-")];
    output::refuse_input(path, if files.is_empty() { &standard_input } else { files })?;
    refuse_files_without_games(files)?;
    let mut out = Output::create(path, options.force)?;
    let place = out.place();
    let progress = terminal_listener::progress_with_few_rows(files);
    let inputs = terminal_listener::find_all(files, Content::Text, &progress)?;
    let mut chunks = Chunks::new(inputs, ChunkUnit::Games).decode_tags(reading.encoding);
    let mut tally = Tally::new("games", progress);
    let mut left = ErrorLimiter::default();
    let mut summary = Summary::default();
    let mut joint = Joint::default();
    let mut is_whole = true;
    let broken: Option<anyhow::Error> = in_order(
        threads(reading.jobs),
        || chunks.next(),
        |chunk| fix_chunk(reading, chunk),
        |chunk: FixedChunk| {
            tally.add_plies(chunk.plies);
            tally.add(chunk.read, &chunk.rejections);
            say_left(&mut left, &chunk);
            summary.add(&chunk);
            is_whole &= chunk.is_whole;
            if !is_whole || strict && tally.any_rejected() {
                return ControlFlow::Break(None);
            }
            let written = joint.before(&chunk).and_then(|between| {
                write_text(&mut out, &between)?;
                write_text(&mut out, joint.part_after(&chunk))
            });
            written.map_or_else(|error| ControlFlow::Break(Some(error)), ControlFlow::Continue)
        },
    )
    .flatten();
    left.say_rest(LEFT);
    if let Some(error) = broken {
        return tally.ending().max(summary.ending()).when(Err(error));
    }
    let stopped = strict && tally.any_rejected();
    if stopped || !is_whole || tally.any_changed() {
        let ending = tally.finish_reading(stopped).max(summary.ending());
        return not_written(&out, stopped, ending);
    }
    out.finish()?;
    let counts = tally.counts();
    let ending = tally.finish_reading(false).max(summary.ending());
    summary.say(counts, place);
    Ok(ending)
}

/// Ends a run that has not read all games.
fn not_written(out: &Output, is_strict: bool, ending: Ending) -> Result<Ending> {
    let what = match out.place() {
        Some(place) => format!("nothing was written to {place}"),
        None => "standard output has not all of the games".to_owned(),
    };
    if is_strict || ending == Ending::Failed {
        say(&format!("zobrist: {what}\n"));
        return Ok(ending);
    }
    bail!(
        "{what}: expected games that can be read or at least copied, got the ones reported above"
    );
}

/// Reports the faults that are left in games: the first of each kind, the number of the others at
/// the end.
fn say_left(errors: &mut ErrorLimiter, chunk: &FixedChunk) {
    let admitted = chunk.left.iter().filter(|fault| {
        let reason = fault.reason.strip_suffix(LEFT).unwrap_or(&fault.reason);
        errors.admit(&fault.file, reason)
    });
    let lines: String = admitted
        .map(|fault| terminal::stderr().message(&format!("zobrist: {fault}\n")).into_owned())
        .collect();
    if !lines.is_empty() {
        say_lines(&lines);
    }
}

/// Writes games: exact, or on a terminal without control characters.
fn write_text(out: &mut Output, text: &[u8]) -> Result<()> {
    match out.sink() {
        Sink::Exact => out.write_all(text)?,
        sink => out.write_all(sink.lines(&String::from_utf8_lossy(text)).as_bytes())?,
    }
    Ok(())
}
