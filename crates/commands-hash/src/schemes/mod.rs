//! `zobrist schemes`: lists the schemes, shows one as a file, and checks a file.

mod check;
mod list;
mod show;

use anyhow::Result;
use clap::Subcommand;
use zobrist_console::ending::Ending;
use zobrist_console::examples;

/// List schemes, show one as a file, or check a file
///
/// A scheme's values never change. docs/schemes.md defines each to the bit, and the file that
/// describes a scheme of your own.
///
/// Cost: a few milliseconds.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = examples!("zobrist schemes", "zobrist schemes show polyglot"))]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    list: list::Args,
}

#[derive(Subcommand)]
enum Command {
    Show(show::Args),
    Check(check::Args),
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    match args.command {
        None => list::run(args.list),
        Some(Command::Show(args)) => show::run(args),
        Some(Command::Check(args)) => check::run(args),
    }
}
