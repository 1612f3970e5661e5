//! `zobrist keys`: works on sets of keys; one file per subcommand.

mod audit;
mod birthday;
mod collisions;
mod dependencies;
mod drawing;
mod errors;
mod export;
mod forge;
mod generate;

use anyhow::Result;
use clap::Subcommand;

use crate::ending::Ending;

/// Make, export, audit and break sets of keys
///
/// Cost: see each command.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist keys generate --layout chess",
    "zobrist keys audit polyglot"
))]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Audit(audit::Args),
    Birthday(birthday::Args),
    Collisions(collisions::Args),
    Errors(errors::Args),
    Forge(forge::Args),
    Generate(generate::Args),
    Export(export::Args),
}

pub fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Audit(args) => audit::run(args),
        Command::Birthday(args) => birthday::run(args),
        Command::Collisions(args) => collisions::run(args),
        Command::Errors(args) => errors::run(args),
        Command::Forge(args) => forge::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Export(args) => export::run(args),
    }
}
