//! `zobrist go`: boards and games of Go, one file per subcommand.

mod check;
mod count;
pub(crate) mod faults;
mod gtp;
mod hash;
pub(crate) mod read;
pub(crate) mod rules;

use anyhow::Result;
use clap::Subcommand;

use crate::ending::Ending;

/// Check, hash and count games of Go, and play them over GTP
///
/// Cost: see each command.
#[derive(clap::Args)]
#[command(after_help = examples!("zobrist go check game.sgf", "zobrist go count 3x3"))]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Args),
    Hash(hash::Args),
    Gtp(gtp::Args),
    Count(count::Args),
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Check(args) => check::run(args),
        Command::Hash(args) => hash::run(args),
        Command::Gtp(args) => gtp::run(args),
        Command::Count(args) => count::run(args),
    }
}
