//! `zobrist go index`: an index of positions, corners and sides.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use zobrist_console::closing;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::resources::size;
use zobrist_go_games::build_index::build_index;
use zobrist_go_games::read::ReadOptions;
use zobrist_go_games::sources::sgf_files;
use zobrist_go_index::{GoBuildOptions, GoIndex, GoIndexBuilder, GoIndexError};
use zobrist_input::counted;

/// Build an index of games of Go, for `zobrist go explore`
///
/// Reads the main lines of games as `zobrist go hash` does, and writes an index of their positions,
/// corners and sides into a folder: Parquet files and a manifest (docs/go-index-format.md). A
/// folder that holds an index already is refused; with --add its games stay and others are added,
/// with --replace the new index takes its place once it is complete. A file with the same bytes as
/// one whose games the index has is left out, and the exit status is then 1; --again takes it.
///
/// A game that cannot be read is reported and counted, and so is one that cannot be replayed to its
/// end, which the index has up to there; the exit status is then 1. The index changes in one step
/// at the end: after a run that was interrupted it is as before, and the next run removes what was
/// left over. With --verify, every byte of an index is compared with its checksums, and nothing is
/// written; damage is exit status 1.
///
/// Cost: about 0.1 ms for each game of 230 moves on a core, and 3.4 kB of disk, twice that while it
/// is built (bench/README.md).
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist go index new-index games.sgf",
    "zobrist go index new-index game.sgf --replace"
))]
pub(crate) struct Args {
    /// The folder of the index
    dir: PathBuf,
    /// Files, folders or patterns of games; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "verify")]
    files: Vec<PathBuf>,
    /// Add the games to those of the index that the folder holds
    #[arg(long, help_heading = "Index")]
    add: bool,
    /// Replace the index that the folder holds
    #[arg(long, conflicts_with = "add", help_heading = "Index")]
    replace: bool,
    /// Take files that are in the index already
    #[arg(long, help_heading = "Index", hide_short_help = true)]
    again: bool,
    /// Store the paths of the files as they are given here, not as absolute paths
    #[arg(long, help_heading = "Index", hide_short_help = true)]
    relative: bool,
    /// Check every byte of an index instead
    #[arg(long, conflicts_with_all = ["files", "add", "again", "replace", "relative"], help_heading = "Index")]
    verify: bool,
    /// Memory for keys, such as 512MiB
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "1GiB",
        value_parser = size,
        help_heading = "Resources",
        hide_short_help = true
    )]
    memory: usize,
    #[command(flatten)]
    reading: ReadOptions,
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    if args.verify {
        return verify(&args.dir);
    }
    let mut options = GoBuildOptions::default();
    (options.memory, options.again) = (args.memory, args.again);
    (options.add, options.replace) = (args.add, args.replace);
    let builder = match GoIndexBuilder::new(&args.dir, options) {
        Err(error @ GoIndexError::Exists(_)) => {
            bail!("{error}; --add adds the games to it, --replace replaces it")
        }
        builder => builder?,
    };
    let files = sgf_files(&args.files)?;
    let built = build_index(builder, &files, args.relative, args.reading)?;
    match built.counts {
        Some(_) => closing::made(&built.closing_counts(), args.dir.display()),
        None => say("zobrist: no index was written, since a game was rejected (--strict)\n"),
    }
    Ok(built.ending)
}

fn verify(dir: &Path) -> Result<Ending> {
    let checked = GoIndex::open(dir).and_then(|index| index.verify().map(|()| index));
    match checked {
        Ok(index) => {
            let games = counted(index.games(), "game", "games");
            closing::made(&[games, "every byte is as it was written".to_owned()], dir.display());
            Ok(Ending::Done)
        }
        Err(error) if error.is_damage() => {
            say(&format!("zobrist: {error}\n"));
            Ok(Ending::Rejected)
        }
        Err(error) => Err(error.into()),
    }
}
