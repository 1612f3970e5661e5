//! `zobrist index merge`: all segments of an index made one.

use std::path::PathBuf;

use anyhow::Result;

use crate::Ending;
use crate::ingest::Resources;

/// Make all segments of an index one, so that look-ups ask one file
///
/// Cost: about as much as building took; twice the index on the disk for as long.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the index
    dir: PathBuf,
    #[command(flatten)]
    resources: Resources,
}

pub fn run(args: Args) -> Result<Ending> {
    zobrist_index::merge(&args.dir, args.resources.memory, args.resources.threads())?;
    Ok(Ending::Done)
}
