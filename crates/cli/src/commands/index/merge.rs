//! `zobrist index merge`: merges all segments of an index into one.

use std::path::PathBuf;

use anyhow::Result;

use super::change::{contents, telling_of_change};
use crate::closing;
use crate::ending::Ending;
use crate::ingest::Resources;
use crate::progress::spinning;
use crate::table_files::TableFilesOption;
use crate::wait::WaitOption;

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
pub struct Args {
    /// The folder of the index
    dir: PathBuf,
    #[command(flatten)]
    table_files: TableFilesOption,
    #[command(flatten)]
    resources: Resources,
    #[command(flatten)]
    wait: WaitOption,
}

pub fn run(args: Args) -> Result<Ending> {
    let mut options = args.resources.merging();
    options.files = args.table_files.files_per_table;
    let _telling = telling_of_change(&args.dir);
    let merge = || zobrist_index::merge(&args.dir, options);
    spinning("merging", || args.wait.for_lock(merge))??;
    closing::made(&contents(&args.dir)?, args.dir.display());
    Ok(Ending::Done)
}
