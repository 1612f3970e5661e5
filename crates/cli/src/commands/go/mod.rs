//! `zobrist go`: boards and games of Go, one file per subcommand.

pub(crate) mod charset;
mod check;
mod count;
mod damage;
mod duplicates;
pub(crate) mod faults;
mod find;
mod gtp;
mod hash;
mod katago;
mod komi;
mod lines;
pub(crate) mod read;
pub(crate) mod refusal;
mod results;
mod row_buffer;
pub(crate) mod rules;
mod sequence;
pub(crate) mod sources;
mod symmetry;
mod walk;

use anyhow::Result;
use clap::Subcommand;

use crate::ending::Ending;

/// Check, hash, find and count games of Go, and answer GTP
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
    Find(find::Args),
    Duplicates(duplicates::Args),
    Gtp(gtp::Args),
    Count(count::Args),
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Check(args) => check::run(args),
        Command::Hash(args) => hash::run(args),
        Command::Find(args) => find::run(args),
        Command::Duplicates(args) => duplicates::run(args),
        Command::Gtp(args) => gtp::run(args),
        Command::Count(args) => count::run(args),
    }
}
