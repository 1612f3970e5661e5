//! `zobrist keys`: sets of keys, one file a subcommand.

mod dependencies;
mod forge;

use anyhow::Result;
use clap::Subcommand;

use crate::Ending;

/// Make, export, audit and break sets of keys
///
/// Cost: see each command.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Forge(forge::Args),
}

pub fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Forge(args) => forge::run(args),
    }
}
