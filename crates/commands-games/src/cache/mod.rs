//! `zobrist cache`: the indexes that `explore` and `go explore` keep of files.

mod clear;
mod list;
mod path;

use anyhow::Result;
use clap::Subcommand;
use zobrist_console::ending::Ending;
use zobrist_console::examples;

/// Show and clear the indexes that `explore` keeps of files
///
/// They are in the folder $XDG_CACHE_HOME/zobrist/explore; without that variable, zobrist\explore
/// in %LOCALAPPDATA%, or ~/.cache/zobrist/explore. Everything there can be removed at any time: an
/// index that is missing is built again. `go explore` keeps its own there, too; the option
/// --cache-size of both limits the size of all.
///
/// Cost: a few milliseconds.
#[derive(clap::Args)]
#[command(after_help = examples!("zobrist cache list", "zobrist cache clear"))]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Path(path::Args),
    List(list::Args),
    Clear(clear::Args),
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Path(args) => path::run(args),
        Command::List(args) => list::run(args),
        Command::Clear(args) => clear::run(args),
    }
}
