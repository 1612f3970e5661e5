//! `zobrist index verify`: checks every row of an index.

use std::env;
use std::path::PathBuf;

use anyhow::Result;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::progress::spinning;
use zobrist_console::resources::Resources;
use zobrist_console::{closing, examples};
use zobrist_input::counted;

use super::change::{contents, say_earlier_rule};

/// Check every row of an index against its games
///
/// Compares the checksum of each file with the manifest, replays all stored games and compares
/// the rows that they give with those of the tables. Faults are reported, at most a hundred of
/// them, and the exit status is 1. Nothing is written in the folder of the index.
///
/// Cost: about as much as building the index took, disk space included: in the system's folder
/// for temporary files, or in that of --temp if there is too little room.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index verify my-index",
    "zobrist index verify my-index --temp . --jobs 1"
))]
pub(crate) struct Args {
    /// The folder of the index
    dir: PathBuf,
    /// Folder for temporary files [default: the system's]
    ///
    /// They are removed at the end.
    #[arg(long, value_name = "DIR", help_heading = "Resources")]
    temp: Option<PathBuf>,
    #[command(flatten)]
    resources: Resources,
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let mut report = |fault: &str| say(&format!("zobrist: {fault}\n"));
    let (memory, threads) = (args.resources.memory, args.resources.threads());
    let temp = args.temp.unwrap_or_else(env::temp_dir);
    let faults = spinning("checking", || {
        zobrist_index::verify_in(&args.dir, temp, memory, threads, &mut report)
    })?;
    say_earlier_rule(&args.dir)?;
    if faults == 0 {
        let mut counts = contents(&args.dir)?;
        counts.push("0 faults".to_owned());
        closing::made(&counts, args.dir.display());
        return Ok(Ending::Done);
    }
    let found = counted(faults, "fault", "faults");
    say(&format!("zobrist: {found} in {}; build the index again\n", args.dir.display()));
    Ok(Ending::Rejected)
}
