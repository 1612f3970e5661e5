//! `zobrist schemes`: lists the schemes, shows one as a file, checks a file, and guesses one from
//! hashes.

mod check;
mod guess;
mod list;
mod show;

use anyhow::Result;
use clap::Subcommand;
use zobrist_console::ending::Ending;
use zobrist_console::examples;

/// List schemes; show, check or guess the file of one
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
    Guess(guess::Args),
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
        Some(Command::Guess(args)) => guess::run(args),
    }
}
