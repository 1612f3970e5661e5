//! `zobrist keys`: works on sets of keys.

use anyhow::Result;
use clap::Subcommand;
use zobrist_commands_collisions::{birthday, collisions, errors};
use zobrist_commands_keys::{audit, export, forge, generate};
use zobrist_console::ending::Ending;
use zobrist_console::examples;

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
