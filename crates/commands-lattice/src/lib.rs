//! The commands `zobrist lattice …`: simulations of alloys with recall, their ensembles,
//! pictures, trajectories and files of recalls.
//!
//! [`Args`] are the arguments of all of them, and [`run`] runs the one that is asked for.
//!
//! ```
//! use clap::{Args, Command};
//! use zobrist_commands_lattice::Args as Options;
//!
//! let command = Options::augment_args(Command::new("lattice"));
//! assert!(command.try_get_matches_from(["lattice", "run", "alloy.toml"]).is_ok());
//! ```
//!
//! Not for programs other than `zobrist`: it prints and reports to the console.

#![forbid(unsafe_code)]
// Arguments are parsed, run and never printed.
#![allow(missing_debug_implementations)]

mod audit;
mod axis;
mod compare;
mod curves;
mod displacement;
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
use zobrist_console::ending::Ending;
use zobrist_console::examples;

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
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Args),
    Compare(compare::Args),
    Displacement(displacement::Args),
    Recall(recall::Args),
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Run(args) => run::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Displacement(args) => displacement::run(args),
        Command::Recall(args) => recall::run(args),
    }
}
