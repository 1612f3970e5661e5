//! `zobrist index merge`: merges all segments of an index into one.

use std::path::PathBuf;

use anyhow::Result;
use zobrist_console::ending::Ending;
use zobrist_console::progress::spinning;
use zobrist_console::resources::Resources;
use zobrist_console::{closing, examples};
use zobrist_explorer::build_index::merge_options;
use zobrist_explorer::wait::WaitOption;

use super::change::{change_signal_message, contents};
use crate::table_files::TableFilesOption;

/// Merge all segments of an index into one
///
/// A look-up then reads one file.
///
/// Cost: about as long as building took. Meanwhile, up to twice the size of the index on disk.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index merge my-index",
    "zobrist index merge my-index --files 4"
))]
pub(crate) struct Args {
    /// The folder of the index
    dir: PathBuf,
    #[command(flatten)]
    table_files: TableFilesOption,
    #[command(flatten)]
    resources: Resources,
    #[command(flatten)]
    wait: WaitOption,
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let mut options = merge_options(&args.resources);
    options.files = args.table_files.files_per_table;
    let _message = change_signal_message(&args.dir);
    let merge = || zobrist_index::merge(&args.dir, options);
    spinning("merging", || args.wait.for_lock(merge))??;
    closing::made(&contents(&args.dir)?, args.dir.display());
    Ok(Ending::Done)
}
