//! `zobrist index build`: an index of files of games.

use std::path::PathBuf;

use anyhow::Result;
use zobrist_index::IndexBuilder;

use crate::Ending;
use crate::ingest::{IndexOptions, ingest, sources};
use crate::schemes::SchemeName;

/// Build the index of files of games
///
/// Reads games in PGN, plain or compressed by zstd, gzip or bzip2. An index that the folder
/// holds is replaced when the new one is whole. A run that was interrupted is taken up
/// where it had come to by the same command. A game that cannot be replayed is reported,
/// skipped and counted, and the exit status is 1.
///
/// Cost: bench/README.md has figures. About 22 bytes a ply on the disk, half as much again
/// while it is built.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the index
    dir: PathBuf,
    /// Files to read; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Which positions are one [default: fide]
    #[arg(long, value_enum)]
    scheme: Option<SchemeName>,
    #[command(flatten)]
    options: IndexOptions,
}

pub fn run(args: Args) -> Result<Ending> {
    let options = args.options.build(args.scheme);
    let builder = IndexBuilder::build(&args.dir, options, sources(&args.files)?)?;
    Ok(ingest(builder, &args.files, options.threads)?.0)
}
