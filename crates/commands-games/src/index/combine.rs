//! `zobrist index combine`: merges a range of the keys over all runs of a planned index.

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Error, Result, anyhow};
use zobrist_console::ending::Ending;
use zobrist_console::progress::spinning;
use zobrist_console::resources::Resources;
use zobrist_console::stop::message_on_signal;
use zobrist_console::{closing, examples};
use zobrist_explorer::build_index::merge_options;
use zobrist_input::counted;

use super::task::ended;

/// Merge a range of the keys over all runs of a planned index
///
/// Once all runs are done, any machine that sees the folder can do so, and any number of them at
/// once. All ranges must have the same N, which need not be that of the runs. If it fails, repeat
/// it. Each table has as many files as `zobrist index plan --files` says, or of 128 to 256 MB; with
/// more ranges than files, some have nothing to do.
///
/// Cost: what the runs hold of the range is read and written once; about 2 MiB of memory for each
/// run and thread.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index combine planned 1/1",
    "seq 4 | xargs -P 2 -I{} zobrist index combine planned {}/4"
))]
pub(crate) struct Args {
    /// The folder of the index
    dir: PathBuf,
    /// The range, from 1, and the number of ranges
    #[arg(value_name = "I/N")]
    range: Range,
    #[command(flatten)]
    resources: Resources,
}

/// A range of the keys, and the number of ranges.
#[derive(Clone, Copy, Debug)]
struct Range {
    number: u32,
    of: u32,
}

impl FromStr for Range {
    type Err = Error;

    fn from_str(text: &str) -> Result<Range> {
        let expected = || anyhow!("expected the range and the number of ranges, such as 1/4");
        let (number, of) = text.split_once('/').ok_or_else(expected)?;
        let read = |text: &str| text.parse::<u32>().map_err(|_| expected());
        let (number, of) = (read(number)?, read(of)?);
        if (1..=of).contains(&number) { Ok(Range { number, of }) } else { Err(expected()) }
    }
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let Args { dir, range: Range { number, of }, resources } = args;
    let _message = message_on_signal(move || format!("nothing was kept of range {number} of {of}"));
    let combine = || zobrist_index::runs::combine(&dir, number, of, merge_options(&resources));
    let combined = spinning("merging", combine).map_err(Error::new);
    let Some(combined) = ended(combined)? else { return Ok(Ending::Done) };
    let counts = [
        counted(combined.positions, "row of positions", "rows of positions"),
        counted(combined.occurrences, "visit", "visits"),
        counted(combined.files as u64, "file", "files"),
    ];
    closing::made(&counts, format_args!("range {number} of {of} in {}", dir.display()));
    Ok(Ending::Done)
}
