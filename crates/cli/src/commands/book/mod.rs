//! `zobrist book`: opening books in Polyglot's format, one file a subcommand.

mod make;

use anyhow::Result;
use clap::Subcommand;

use crate::Ending;

/// Make opening books in Polyglot's format
///
/// Cost: see each command.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Make(make::Args),
}

pub fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Make(args) => make::run(args),
    }
}
