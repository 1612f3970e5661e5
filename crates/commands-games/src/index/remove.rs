//! `zobrist index remove`: takes a source out of an index.

use std::path::{Path, PathBuf};

use anyhow::Result;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::progress::spinning;
use zobrist_console::resources::Resources;
use zobrist_console::{closing, examples};
use zobrist_explorer::wait::WaitOption;
use zobrist_index::{MergeOptions, RemovalCounts};
use zobrist_input::counted;

use super::change::change_signal_message;

/// Take a file's games out of an index
///
/// The source is named as `zobrist index info --sources` lists it, or by a path that leads to it;
/// the end of its path, such as the name of the file, will do if no other source ends so. If it was
/// added twice, all of its games go. Those of other files keep their numbers, and are in one
/// segment.
///
/// Games that --dedup left out as duplicates of games that go do not come back: their files must be
/// added again. A message says how many there can be.
///
/// The index stays as it was until all is done. While another process writes to the index or checks
/// it, this waits: up to --wait, then the exit status is 2.
///
/// The tables of positions and occurrences are made anew, in files of 128 to 256 MB; `zobrist index
/// merge --files` makes another number of them.
///
/// Cost: that of building an index of the games that are left. Meanwhile, up to three times the
/// size of the index on disk: the old files, the segments built again, and the merged ones.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index remove my-index games.pgn",
    "zobrist index remove my-index club.pgn.gz --wait 1h"
))]
pub(crate) struct Args {
    /// The folder of the index
    dir: PathBuf,
    /// The file whose games are to go; `-` is standard input
    source: PathBuf,
    #[command(flatten)]
    resources: Resources,
    #[command(flatten)]
    wait: WaitOption,
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let mut options = MergeOptions::default();
    (options.memory, options.threads) = (args.resources.memory, args.resources.threads());
    let _message = change_signal_message(&args.dir);
    let remove = || zobrist_index::remove(&args.dir, &args.source, options);
    let removed = spinning("removing", || args.wait.for_lock(remove))??;
    if let Some(message) = duplicates(removed.duplicates) {
        say(&message);
    }
    say_closing(&removed, &args.dir);
    Ok(Ending::Done)
}

/// Words for games that were left out as duplicates, if there are some.
fn duplicates(games: u64) -> Option<String> {
    let message = match games {
        0 => return None,
        1 => "zobrist: 1 game of other sources was left out as a duplicate when it was added; if it was a \
              duplicate of a removed game, it is not in the index now: add its file again to have \
              it\n"
            .to_owned(),
        _ => format!(
            "zobrist: {games} games of other sources were left out as duplicates when they were \
             added; those that were duplicates of removed games are not in the index now: add \
             their files again, with --again, to have them\n"
        ),
    };
    Some(message)
}

/// The line at the end.
fn say_closing(RemovalCounts { source, entries, games, left, .. }: &RemovalCounts, dir: &Path) {
    let twice = match entries {
        1 => String::new(),
        entries => format!(", which was added {entries} times"),
    };
    let (games, left) = (counted(*games, "game", "games"), counted(*left, "game", "games"));
    let counts = [format!("{games} removed"), format!("{left} left")];
    closing::made(&counts, format!("{}, without {source}{twice}", dir.display()));
}
