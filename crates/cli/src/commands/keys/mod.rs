//! `zobrist keys`: sets of keys, one file a subcommand.

mod export;
mod generate;

use anyhow::Result;
use clap::Subcommand;

use crate::Ending;

/// Make and export sets of keys
///
/// Cost: see each command.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Generate(generate::Args),
    Export(export::Args),
}

pub fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Generate(args) => generate::run(args),
        Command::Export(args) => export::run(args),
    }
}
