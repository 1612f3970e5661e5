//! `zobrist lattice`: kinetic Monte Carlo of vacancies in an alloy, one file per subcommand.

mod audit;
mod axis;
mod compare;
mod curves;
mod drawing;
mod due;
mod dump;
mod earlier;
mod ensemble;
mod files;
mod lock;
mod log;
mod means;
mod one;
mod picture;
mod recall;
mod recall_file;
mod rows;
mod run;
mod seeds;
mod steps;
mod summary;
mod svg;
mod warnings;

use anyhow::Result;
use clap::Subcommand;

use crate::ending::Ending;

/// Simulate an alloy whose vacancies jump
///
/// Barriers that were computed before are recalled. `run` and `compare` read a simulation from a
/// TOML file; docs/lattice-config.md documents every key.
///
/// Cost: see each command.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist lattice run alloy.toml --out my-run",
    "zobrist lattice compare alloy.toml"
))]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Args),
    Compare(compare::Args),
    Recall(recall::Args),
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Run(args) => run::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Recall(args) => recall::run(args),
    }
}
