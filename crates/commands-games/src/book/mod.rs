//! `zobrist book`: opening books in Polyglot's format, one file per subcommand.

mod check;
mod dump;
mod entries;
mod fix;
mod make;
mod merge;
mod output;
mod probe;
mod read;
mod tree;

use anyhow::Result;
use clap::Subcommand;
use zobrist_console::ending::Ending;
use zobrist_console::examples;

/// Make, merge, search, check and fix opening books
///
/// Books have Polyglot's format.
///
/// Cost: see each command.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist book make games.pgn -o new.bin",
    "zobrist book probe book.bin --moves e4"
))]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Make(make::Args),
    Merge(merge::Args),
    Probe(probe::Args),
    Tree(tree::Args),
    Dump(dump::Args),
    Check(check::Args),
    Fix(fix::Args),
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Make(args) => make::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Probe(args) => probe::run(args),
        Command::Tree(args) => tree::run(args),
        Command::Dump(args) => dump::run(args),
        Command::Check(args) => check::run(args),
        Command::Fix(args) => fix::run(args),
    }
}
