//! `zobrist index build`: builds an index from files of games.

use std::path::PathBuf;

use anyhow::{Result, bail};
use zobrist_index::{IndexBuilder, IndexError};

use crate::ending::Ending;
use crate::ingest::{IndexOptions, PartialOption, ingest};
use crate::schemes::{SchemeArgument, scheme_parser};
use crate::sources::{RelativeOption, Sources};
use crate::table_files::TableFilesOption;

/// Build an index from files of games
///
/// Reads games in PGN, plain or compressed by zstd, gzip, bzip2, xz or zip. A folder that holds an index
/// already is refused; with --replace, the index is replaced once the new one is complete. The same
/// command resumes a run that was interrupted. A game that cannot be replayed is reported, skipped
/// and counted, and the exit status is 1, as it is when the same file is named twice: its games
/// count once.
///
/// A file that fails while it is read, such as a truncated archive, ends the run with exit status
/// 2, and no index is written. The same command continues once the file is mended, or with
/// --partial. Ctrl-C ends it with exit status 130, and keeps what was read: the same command
/// continues. What came from standard input is not kept.
///
/// Cost: bench/README.md has figures. About 27 bytes per ply on disk, and half as much again
/// during the build.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index build new-index games.pgn",
    "zobrist index build new-index club.pgn.gz games.pgn --min-elo 2000"
))]
pub struct Args {
    /// The folder of the index
    dir: PathBuf,
    /// Files to read; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// When two positions count as the same [default: fide]
    #[arg(long, value_parser = scheme_parser(), help_heading = "Index")]
    scheme: Option<SchemeArgument>,
    /// Replace the index that the folder holds
    #[arg(long, help_heading = "Index")]
    replace: bool,
    #[command(flatten)]
    table_files: TableFilesOption,
    #[command(flatten)]
    relative: RelativeOption,
    #[command(flatten)]
    partial: PartialOption,
    #[command(flatten)]
    options: IndexOptions,
}

pub fn run(args: Args) -> Result<Ending> {
    let mut options = args.options.build(args.scheme.as_ref())?;
    (options.replace, options.partial) = (args.replace, args.partial.partial);
    options.files = args.table_files.files_per_table;
    let threads = options.threads;
    let sources = Sources::find(&args.files, args.relative)?;
    let builder = match IndexBuilder::create_from_sources(&args.dir, options, sources.versions()) {
        Err(error @ IndexError::Exists(_)) => bail!(
            "{error}; `zobrist index add` adds games to it, and --replace builds another in its \
             place"
        ),
        builder => builder?,
    };
    let (ending, _) = ingest(builder, sources.files(), threads, Some(&args.dir))?;
    Ok(sources.ending(ending))
}
