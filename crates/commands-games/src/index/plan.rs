//! `zobrist index plan`: cuts the building of an index into runs.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Result, bail};
use zobrist_commands_input::game_files::{Wanted, expand};
use zobrist_commands_input::game_inputs::{GameInputs, RelativeOption};
use zobrist_commands_input::other_kind::refuse_files_without_games;
use zobrist_commands_input::reading_options::PartialOption;
use zobrist_commands_input::schemes::{SchemeArgument, scheme_parser};
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::stdout::print_lines;
use zobrist_console::{closing, examples};
use zobrist_explorer::build_index::GamesOptions;
use zobrist_index::IndexError;
use zobrist_index::runs::{MAX_RUNS, Plan, PlanOptions, abandon};
use zobrist_ingest::IngestError;
use zobrist_input::counted;

use super::task::of_ingest;
use crate::table_files::TableFilesOption;

/// Plan an index that many tasks build
///
/// Cuts the files into runs of about the same size, and prints the number of runs. Then, on any
/// machines that see the folder and the files: `zobrist index run DIR K` for each run K from 1, in
/// any order and at once; `zobrist index combine DIR I/N` for each range I of N of the keys, once
/// all runs are done; and at the end `zobrist index commit DIR`, by which the index is complete and
/// the runs are removed.
///
/// A task can be repeated, run twice at once or be killed. Until the end, DIR answers as before.
/// DIR and FILE may be s3://…, FILE also https://…, if the command was built with the feature
/// object-storage; docs/scale.md has figures for all games of Lichess.
///
/// A file that pzstd has compressed is cut between its frames; any other is read by one run. Each
/// run has its numbers of games, with room for twice as many as the beginning of its files makes
/// expect; a run with more uses numbers after those of all runs. `zobrist index build OTHER --plan
/// DIR/.building/plan.json` builds the same on one machine.
///
/// The same command again changes nothing.
///
/// Cost: the first MiB of each file is read, and of one that is cut 12 bytes of each frame.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index plan new-index games.pgn league.pgn --runs 2",
    "zobrist index plan my-index league.pgn --add"
))]
pub(crate) struct Args {
    /// The folder of the index
    dir: PathBuf,
    /// Files to read, patterns or folders of games
    #[arg(required_unless_present = "abandon")]
    files: Vec<PathBuf>,
    /// The most runs, up to 4096 [default: one for each 4 GiB]
    #[arg(long, value_name = "N", value_parser = runs, help_heading = "Index")]
    runs: Option<NonZeroUsize>,
    /// Add the games to the index that the folder holds
    #[arg(long, help_heading = "Index")]
    add: bool,
    /// Remove the plan of DIR, and what its runs have made
    #[arg(
        long,
        conflicts_with_all = ["files", "runs", "add", "scheme", "replace", "files_per_table"],
        help_heading = "Index"
    )]
    abandon: bool,
    /// When two positions count as the same [default: fide]
    #[arg(
        long,
        value_parser = scheme_parser(),
        conflicts_with = "add",
        help_heading = "Index",
        hide_short_help = true
    )]
    scheme: Option<SchemeArgument>,
    /// Replace the index that the folder holds, at the end
    #[arg(long, conflicts_with = "add", help_heading = "Index", hide_short_help = true)]
    replace: bool,
    /// With --add, files that are in the index already, too
    #[arg(long, requires = "add", help_heading = "Index", hide_short_help = true)]
    again: bool,
    #[command(flatten)]
    table_files: TableFilesOption,
    #[command(flatten)]
    relative: RelativeOption,
    #[command(flatten)]
    partial: PartialOption,
    #[command(flatten)]
    games: GamesOptions,
}

fn runs(text: &str) -> Result<NonZeroUsize> {
    match text.parse::<NonZeroUsize>() {
        Ok(runs) if runs.get() <= MAX_RUNS => Ok(runs),
        _ => bail!("expected a number of runs from 1 to {MAX_RUNS}"),
    }
}

pub(crate) fn run(mut args: Args) -> Result<Ending> {
    if args.abandon {
        abandon(&args.dir)?;
        let dir = args.dir.display();
        say(&format!("zobrist: the plan of {dir} is removed, with all that its runs have made\n"));
        return Ok(Ending::Done);
    }
    let mut options = PlanOptions::default();
    options.build = args.games.build(args.scheme.as_ref())?;
    options.build.files = args.table_files.files_per_table;
    options.build.partial = args.partial.partial;
    (options.build.replace, options.build.again) = (args.replace, args.again);
    options.add = args.add;
    args.files = expand(&args.files, Wanted::GAMES)?;
    refuse_files_without_games(&args.files)?;
    let mut sources = GameInputs::find(&args.files, args.relative)?;
    let plan = loop {
        let plan =
            zobrist_ingest::runs::plan(&args.dir, sources.found(), options.clone(), args.runs);
        match plan {
            Err(IngestError::Index(IndexError::AlreadyIn(known))) => sources.leave_out(&known),
            Err(IngestError::Index(error @ IndexError::Exists(_))) => {
                bail!("{error}; --add plans games beside it, and --replace an index in its place")
            }
            plan => break plan.map_err(of_ingest)?,
        }
        if sources.files().is_empty() {
            return Ok(Ending::Rejected);
        }
    };
    closing::made(&counts(&plan), args.dir.display());
    print_lines(&format!("{}\n", plan.runs().len()))?;
    Ok(sources.ending(Ending::Done))
}

fn counts(plan: &Plan) -> [String; 3] {
    let room: u64 = plan.runs().iter().map(|run| run.bound - run.first).sum();
    [
        counted(plan.runs().len() as u64, "run", "runs"),
        counted(plan.sources().len() as u64, "file", "files"),
        counted(room, "number for games", "numbers for games"),
    ]
}
