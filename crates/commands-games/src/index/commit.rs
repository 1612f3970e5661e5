//! `zobrist index commit`: makes what the tasks of a planned index have made the index.

use std::path::{Path, PathBuf};

use anyhow::Result;
use zobrist_console::ending::Ending;
use zobrist_console::progress::spinning;
use zobrist_console::{closing, examples};
use zobrist_explorer::build_index::closing_counts;
use zobrist_index::BuildCounts;

use super::change::change_signal_message;

/// Complete a planned index
///
/// Writes the manifest, which makes all that was built the index, and then removes the runs, the
/// plan, and what attempts that were given up have left. If runs or ranges are missing, it says
/// which, and ends with exit status 2; the rest stays as it is. The exit status is 1 if games were
/// rejected or shortened, or a file was accepted in part.
///
/// Cost: what the tasks have recorded is read.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index commit planned",
    "zobrist index commit planned --quiet"
))]
pub(crate) struct Args {
    /// The folder of the index
    dir: PathBuf,
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let _message = change_signal_message(&args.dir);
    let built = spinning("completing the index", || zobrist_index::runs::commit(&args.dir))?;
    Ok(completed(&built, &args.dir))
}

/// Prints the counts of the finished index.
pub(crate) fn completed(built: &BuildCounts, dir: &Path) -> Ending {
    closing::made(&closing_counts(built), dir.display());
    Ending::done_if(built.is_whole())
}
