//! `zobrist index verify`: whether every row of an index is right.

use std::path::PathBuf;

use anyhow::Result;

use crate::counted::counted;
use crate::ingest::Resources;
use crate::{Ending, say};

/// Check every row of an index against its games
///
/// Compares the checksum of each file with the manifest, replays all stored games and compares
/// the rows that they give with those of the tables. Faults are reported, at most a hundred of
/// them, and the exit status is 1.
///
/// Cost: about as much as building the index took, disk space included: in the folder of the
/// index, or, when that is read-only, in the system's folder for temporary files.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the index
    dir: PathBuf,
    #[command(flatten)]
    resources: Resources,
}

pub fn run(args: Args) -> Result<Ending> {
    let mut report = |fault: &str| say(&format!("zobrist: {fault}\n"));
    let faults = zobrist_index::verify(
        &args.dir,
        args.resources.memory,
        args.resources.threads(),
        &mut report,
    )?;
    if faults == 0 {
        return Ok(Ending::Done);
    }
    let found = counted(faults, "fault", "faults");
    say(&format!("zobrist: {found} in {}; build the index again\n", args.dir.display()));
    Ok(Ending::Rejected)
}
