//! `zobrist index add`: more games for an index.

use std::path::PathBuf;

use anyhow::Result;
use zobrist_index::IndexBuilder;

use crate::Ending;
use crate::ingest::{IndexOptions, ingest, sources};

/// Add files of games to an index
///
/// What is there is not built again: the games become a segment of their own, and look-ups
/// ask one more file. `zobrist index merge` makes all segments one.
///
/// Cost: that of building an index of the games that are added.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the index
    dir: PathBuf,
    /// Files to read; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    options: IndexOptions,
}

pub fn run(args: Args) -> Result<Ending> {
    let options = args.options.build(None);
    let builder = IndexBuilder::append(&args.dir, options, sources(&args.files)?)?;
    Ok(ingest(builder, &args.files, options.threads)?.0)
}
