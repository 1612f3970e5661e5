//! `zobrist index add`: adds games to an index.

use std::path::PathBuf;

use anyhow::Result;
use zobrist_commands_input::game_files::{Wanted, expand};
use zobrist_commands_input::game_inputs::{GameInputs, RelativeOption};
use zobrist_commands_input::other_kind::refuse_files_without_games;
use zobrist_commands_input::reading_options::PartialOption;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_explorer::build_index::{IndexOptions, ingest};
use zobrist_explorer::wait::WaitOption;
use zobrist_index::{IndexBuilder, IndexError};

use super::change::say_earlier_rule;

/// Add files of games to an index
///
/// Nothing that is already there is rebuilt: the new games become a segment of their own, and a
/// look-up reads one more file. `zobrist index merge` merges all segments into one.
///
/// A file that is in the index already is left out with a message, and the exit status is 1: one of
/// the same name, size and time, or of the same bytes, or of which the index holds a part.
/// --again adds it all the same. Games of other files that are in the index already are added
/// again; --dedup leaves them out.
///
/// A file that fails while it is read, such as a truncated archive, ends the run with exit status
/// 2, and the index stays as it was. The same command continues once the file is mended, or with
/// --partial. Ctrl-C ends it with exit status 130, and keeps what was read: the same command
/// continues.
///
/// While another process writes to the index or checks it, this waits: up to --wait, then the exit
/// status is 2.
///
/// Cost: that of building an index of the added games.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index add my-index league.pgn",
    "zobrist index add my-index league.pgn games.pgn --again"
))]
pub(crate) struct Args {
    /// The folder of the index
    dir: PathBuf,
    /// Files, patterns or folders of games; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Add files that are in the index already
    #[arg(long, help_heading = "Index")]
    again: bool,
    #[command(flatten)]
    relative: RelativeOption,
    #[command(flatten)]
    partial: PartialOption,
    #[command(flatten)]
    wait: WaitOption,
    #[command(flatten)]
    options: IndexOptions,
}

pub(crate) fn run(mut args: Args) -> Result<Ending> {
    let mut options = args.options.build(None)?;
    (options.again, options.partial) = (args.again, args.partial.partial);
    args.files = expand(&args.files, Wanted::GAMES)?;
    refuse_files_without_games(&args.files)?;
    let mut sources = GameInputs::find(&args.files, args.relative)?;
    let builder = loop {
        let append =
            || IndexBuilder::append_from_sources(&args.dir, options.clone(), sources.versions());
        match args.wait.for_lock(append)? {
            Err(IndexError::AlreadyIn(known)) => sources.leave_out(&known),
            builder => break builder?,
        }
        if sources.files().is_empty() {
            return Ok(Ending::Rejected);
        }
    };
    let (ending, _) = ingest(builder, sources.files(), options.threads, Some(&args.dir), None)?;
    say_earlier_rule(&args.dir)?;
    Ok(sources.ending(ending))
}
