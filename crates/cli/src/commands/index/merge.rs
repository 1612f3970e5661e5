//! `zobrist index merge`: merges all segments of an index into one.

use std::path::PathBuf;

use anyhow::Result;
use zobrist_index::MergeOptions;

use crate::ending::Ending;
use crate::ingest::Resources;

/// Merge all segments of an index into one, so that a look-up reads one file
///
/// Cost: about as long as building took; meanwhile, twice the size of the index on disk.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the index
    dir: PathBuf,
    #[command(flatten)]
    resources: Resources,
}

pub fn run(args: Args) -> Result<Ending> {
    let mut options = MergeOptions::default();
    (options.memory, options.threads) = (args.resources.memory, args.resources.threads());
    zobrist_index::merge(&args.dir, options)?;
    Ok(Ending::Done)
}
