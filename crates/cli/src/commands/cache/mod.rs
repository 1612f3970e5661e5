//! `zobrist cache`: the indexes that `explore` keeps of files.

mod clear;
mod list;
mod path;

use anyhow::Result;
use clap::Subcommand;

use crate::ending::Ending;

/// Show and clear the indexes that `explore` keeps of files
///
/// They are in the folder $XDG_CACHE_HOME/zobrist/explore; without that variable, zobrist\explore in
/// %LOCALAPPDATA%, or ~/.cache/zobrist/explore. Everything there can be removed at any time: an index
/// that is missing is built again. `zobrist explore --cache-size` limits their size.
///
/// Cost: a few milliseconds.
#[derive(Subcommand)]
#[command(after_help = examples!("zobrist cache list", "zobrist cache clear"))]
pub enum Command {
    Path(path::Args),
    List(list::Args),
    Clear(clear::Args),
}

pub fn run(command: Command) -> Result<Ending> {
    match command {
        Command::Path(args) => path::run(args),
        Command::List(args) => list::run(args),
        Command::Clear(args) => clear::run(args),
    }
}
