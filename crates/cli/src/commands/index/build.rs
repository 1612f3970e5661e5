//! `zobrist index build`: builds an index from files of games.

use std::path::PathBuf;

use anyhow::Result;
use zobrist_index::IndexBuilder;

use crate::Ending;
use crate::ingest::{IndexOptions, ingest, sources};
use crate::schemes::SchemeName;

/// Build an index from files of games
///
/// Reads games in PGN, plain or compressed by zstd, gzip or bzip2. An index that is already in
/// the folder is replaced once the new one is complete. The same command resumes a run that was
/// interrupted. A game that cannot be replayed is reported, skipped and counted, and the exit
/// status is 1.
///
/// Cost: bench/README.md has figures. About 22 bytes per ply on disk, and half as much again
/// during the build.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the index
    dir: PathBuf,
    /// Files to read; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// When two positions count as the same [default: fide]
    #[arg(long, value_enum)]
    scheme: Option<SchemeName>,
    #[command(flatten)]
    options: IndexOptions,
}

pub fn run(args: Args) -> Result<Ending> {
    let options = args.options.build(args.scheme);
    let builder = IndexBuilder::create_from_sources(&args.dir, options, sources(&args.files)?)?;
    Ok(ingest(builder, &args.files, options.threads)?.0)
}
