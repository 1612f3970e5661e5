//! `zobrist cache path`: where cached indexes are.

use anyhow::Result;
use zobrist_console::ending::Ending;
use zobrist_console::stdout::print;
use zobrist_console::{examples, terminal};
use zobrist_explorer::cache;

/// Print the folder of the cached indexes
///
/// It may not exist yet.
///
/// Cost: a few milliseconds.
#[derive(clap::Args)]
#[command(after_help = examples!("zobrist cache path", r#"du -sh "$(zobrist cache path)""#))]
pub(crate) struct Args {}

pub(crate) fn run(_: Args) -> Result<Ending> {
    let folder = cache::folder()?;
    let folder = folder.as_os_str().as_encoded_bytes();
    let mut line = terminal::stdout().bytes(folder).into_owned();
    line.push(b'\n');
    print(&line)?;
    Ok(Ending::Done)
}
