//! `zobrist index add`: adds games to an index.

use std::path::PathBuf;

use anyhow::Result;
use zobrist_index::IndexBuilder;

use crate::Ending;
use crate::ingest::{IndexOptions, ingest, sources};

/// Add files of games to an index
///
/// Nothing that is already there is rebuilt: the new games become a segment of their own, and a
/// look-up reads one more file. `zobrist index merge` merges all segments into one.
///
/// Games that are already in the index are added again; --dedup leaves them out.
///
/// Cost: that of building an index of the added games.
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
    let builder = IndexBuilder::append_from_sources(&args.dir, options, sources(&args.files)?)?;
    Ok(ingest(builder, &args.files, options.threads)?.0)
}
