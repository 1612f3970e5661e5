//! `zobrist index`: position indexes on disk.

mod add;
mod build;
mod change;
mod combine;
mod commit;
mod duplicates;
mod games;
mod info;
mod merge;
mod plan;
mod remove;
mod run;
mod source_rows;
mod source_table;
mod task;
mod verify;

use anyhow::Result;
use clap::Subcommand;
use zobrist_console::ending::Ending;
use zobrist_console::examples;

/// Build, extend and check position indexes
///
/// An index is a folder of Parquet files: what was played in every position, which games
/// reached it, and the games. docs/index-format.md describes every column.
///
/// Cost: see each command.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index build new-index games.pgn",
    "zobrist index info my-index"
))]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Args),
    Add(add::Args),
    Merge(merge::Args),
    Remove(remove::Args),
    Info(info::Args),
    Games(games::Args),
    Duplicates(duplicates::Args),
    Verify(verify::Args),
    Plan(plan::Args),
    Run(run::Args),
    Combine(combine::Args),
    Commit(commit::Args),
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Build(args) => build::run(args),
        Command::Add(args) => add::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Remove(args) => remove::run(args),
        Command::Info(args) => info::run(args),
        Command::Games(args) => games::run(args),
        Command::Duplicates(args) => duplicates::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Plan(args) => plan::run(args),
        Command::Run(args) => run::run(args),
        Command::Combine(args) => combine::run(args),
        Command::Commit(args) => commit::run(args),
    }
}
