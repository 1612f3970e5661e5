//! `zobrist index build`: builds an index from files of games.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use zobrist_commands_input::game_files::{Wanted, expand};
use zobrist_commands_input::game_inputs::{GameInputs, RelativeOption};
use zobrist_commands_input::other_kind::refuse_files_without_games;
use zobrist_commands_input::reading_options::PartialOption;
use zobrist_commands_input::schemes::{SchemeArgument, scheme_parser};
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::progress::bar_of_bytes;
use zobrist_console::resources::Resources;
use zobrist_explorer::build_index::{IndexOptions, ingest, merge_options};
use zobrist_index::runs::Plan;
use zobrist_index::{IndexBuilder, IndexError};

use super::commit::completed;
use super::task::TaskWatch;
use crate::table_files::TableFilesOption;

/// Build an index from files of games
///
/// Reads games in PGN, plain or compressed by zstd, gzip, bzip2, xz or zip. A folder that holds an
/// index already is refused; with --replace, the index is replaced once the new one is complete.
/// The same command resumes a run that was interrupted. A game that cannot be replayed is reported,
/// skipped and counted, and the exit status is 1, as it is when the same file is named twice: its
/// games count once.
///
/// A file that fails while it is read, such as a truncated archive, ends the run with exit status
/// 2, and no index is written. The same command continues once the file is mended, or with
/// --partial. Ctrl-C ends it with exit status 130, and keeps what was read: the same command
/// continues. What came from standard input is not kept.
///
/// Cost: bench/README.md has figures. About 27 bytes per ply on disk, and half as much again
/// during the build.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index build new-index games.pgn",
    "zobrist index build new-index club.pgn.gz games.pgn --min-elo 2000"
))]
pub(crate) struct Args {
    /// The folder of the index
    dir: PathBuf,
    /// Files, patterns or folders of games; `-` is standard input
    #[arg(required_unless_present = "plan")]
    files: Vec<PathBuf>,
    /// When two positions count as the same [default: fide]
    #[arg(long, value_parser = scheme_parser(), help_heading = "Index")]
    scheme: Option<SchemeArgument>,
    /// Replace the index that the folder holds
    #[arg(long, help_heading = "Index")]
    replace: bool,
    /// Build what a plan of `zobrist index plan` has many tasks build: its files, by its options
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "files", "scheme", "files_per_table", "relative", "partial", "max_ply", "min_elo",
            "dedup", "keep_valid", "encoding",
        ],
        help_heading = "Index",
        hide_short_help = true
    )]
    plan: Option<PathBuf>,
    #[command(flatten)]
    table_files: TableFilesOption,
    #[command(flatten)]
    relative: RelativeOption,
    #[command(flatten)]
    partial: PartialOption,
    #[command(flatten)]
    options: IndexOptions,
}

pub(crate) fn run(mut args: Args) -> Result<Ending> {
    if let Some(plan) = &args.plan {
        return by_plan(&args.dir, plan, args.replace, args.options.resources);
    }
    let mut options = args.options.build(args.scheme.as_ref())?;
    (options.replace, options.partial) = (args.replace, args.partial.partial);
    options.files = args.table_files.files_per_table;
    let threads = options.threads;
    args.files = expand(&args.files, Wanted::GAMES)?;
    refuse_files_without_games(&args.files)?;
    let sources = GameInputs::find(&args.files, args.relative)?;
    let builder = match IndexBuilder::create_from_sources(&args.dir, options, sources.versions()) {
        Err(error @ IndexError::Exists(_)) => bail!(
            "{error}; `zobrist index add` adds games to it, and --replace builds another in its \
             place"
        ),
        builder => builder?,
    };
    let (ending, _) = ingest(builder, sources.files(), threads, Some(&args.dir), None)?;
    Ok(sources.ending(ending))
}

/// Builds what a plan has many tasks build.
fn by_plan(dir: &Path, plan: &Path, replace: bool, resources: Resources) -> Result<Ending> {
    let plan = Plan::read_file(plan)?;
    let bytes = plan.sources().iter().map(|source| source.bytes).sum();
    let progress = bar_of_bytes(Some(bytes));
    let next = "the same command continues after the runs that are done".to_owned();
    let mut watch = TaskWatch::new(progress.clone(), next);
    let (listener, options) = (terminal_listener::shown(&progress), merge_options(&resources));
    let built = zobrist_ingest::runs::build(dir, &plan, replace, options, &listener, &mut watch);
    let built = match watch.result(built) {
        Err(error) if is_exists(&error) => bail!("{error}; --replace builds another in its place"),
        built => built?,
    };
    Ok(completed(&built, dir))
}

fn is_exists(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(IndexError::Exists(_)))
}
