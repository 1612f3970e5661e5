//! `zobrist index run`: builds one run of a planned index.

use std::path::PathBuf;

use anyhow::Result;
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::progress::bar_of_bytes;
use zobrist_console::resources::Resources;
use zobrist_console::{closing, examples};
use zobrist_explorer::build_index::{closing_counts, merge_options};
use zobrist_index::runs::Plan;

use super::task::{TaskWatch, ended};

/// Build one run of a planned index
///
/// Any machine that sees the folder and the files can do so, and any number of them at once. If it
/// fails, repeat it: names of files carry the attempt, and only those of one that is complete
/// count. The exit status is 0 once the run is written, whatever games were rejected;
/// `zobrist index commit` ends with 1 then. A file that fails, or has changed since it was planned,
/// ends it with exit status 2.
///
/// Cost: that of building an index of its games.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index run planned 1",
    "seq 2 | xargs -P 2 -n 1 zobrist index run planned"
))]
pub(crate) struct Args {
    /// The folder of the index
    dir: PathBuf,
    /// The number of the run, from 1
    #[arg(value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    run: u32,
    #[command(flatten)]
    resources: Resources,
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let Args { dir, run, resources } = args;
    let plan = Plan::read(&dir)?;
    let bytes = plan.runs().get(run as usize - 1).map(|run| plan.bytes_of(run));
    let progress = bar_of_bytes(bytes);
    let name = format!("run {run} of {}", plan.runs().len());
    let mut watch = TaskWatch::new(progress.clone(), format!("{name} begins again"));
    let listener = terminal_listener::shown(&progress);
    let built =
        zobrist_ingest::runs::run(&dir, run, merge_options(&resources), &listener, &mut watch);
    let Some(done) = ended(watch.result(built))? else { return Ok(Ending::Done) };
    closing::made(&closing_counts(&done.built), format_args!("{name} in {}", dir.display()));
    Ok(Ending::Done)
}
