//! The commands `zobrist go …`: games of Go are checked, hashed, found and counted, and GTP is
//! answered.
//!
//! [`Args`] are the arguments of all of them, and [`run`] runs the one that is asked for. `gtp`
//! answers a program as an engine that only knows the rules.
//!
//! ```
//! use clap::{Args, Command};
//! use zobrist_commands_go::Args as Options;
//!
//! let command = Options::augment_args(Command::new("go"));
//! assert!(command.try_get_matches_from(["go", "count", "3x3"]).is_ok());
//! ```
//!
//! Not for programs other than `zobrist`: it prints and reports to the console.

#![forbid(unsafe_code)]
// Arguments are parsed, run and never printed.
#![allow(missing_debug_implementations)]

mod check;
mod count;
mod duplicates;
mod explore;
mod find;
mod gtp;
mod hash;
mod index;
mod lines;
mod near;
mod results;
mod sequence;
mod turns;

use anyhow::Result;
use clap::Subcommand;
use zobrist_console::ending::Ending;
use zobrist_console::examples;

/// Check, hash, find and explore games of Go, and answer GTP
///
/// Cost: see each command.
#[derive(clap::Args)]
#[command(after_help = examples!("zobrist go check game.sgf", "zobrist go count 3x3"))]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Args),
    Hash(hash::Args),
    Find(find::Args),
    Index(index::Args),
    Explore(explore::Args),
    Duplicates(duplicates::Args),
    Gtp(gtp::Args),
    Count(count::Args),
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Check(args) => check::run(args),
        Command::Hash(args) => hash::run(args),
        Command::Find(args) => find::run(args),
        Command::Index(args) => index::run(args),
        Command::Explore(args) => explore::run(args),
        Command::Duplicates(args) => duplicates::run(args),
        Command::Gtp(args) => gtp::run(args),
        Command::Count(args) => count::run(args),
    }
}
