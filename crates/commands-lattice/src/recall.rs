//! `zobrist lattice recall`: files of recalled barriers.

use std::io::{self, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail};
use clap::Subcommand;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::output::{self, Output};
use zobrist_console::{closing, examples};
use zobrist_input::{counted, refuse_standard_input_twice};
use zobrist_lattice::{MergeError, Merged, merge_recalls};
use zobrist_simulation::{RecallLock, TOLERANCE};
use zobrist_storage::open_regular;

/// Work with files of recalled barriers
///
/// Runs of `lattice run` keep them if `[recall]` has a `file` (docs/recall-format.md).
///
/// Cost: see each command.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist lattice recall merge iron.recall more.recall -o all.recall",
    "zobrist lattice recall merge iron.recall more.recall -o - | wc -c"
))]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Merge(MergeArgs),
}

/// Merge files of recalled barriers
///
/// Barriers that several runs have computed at the same time, each with a file of its own, serve
/// the next run together. All files must be of one potential, lattice, seed of keys, mode and
/// verification.
///
/// OUT has all entries of the first file in their order, then those of the second that the first
/// does not have, and so on; a run whose bound is too small for all keeps the last of them. If
/// files have different values under one name, by more than 1e-6 eV or this fraction of a
/// prefactor, the first is kept, the others are counted, and the exit status is 1.
///
/// The closing line has the numbers of entries read from each file, kept, found again with the same
/// value, and differing. All files are read completely before OUT is written. A file that is
/// damaged or of another kind is refused (exit status 2), and nothing is written, as when a run
/// uses OUT. Meanwhile OUT is locked: no run can use it. OUT.lock stays beside it, as after a run;
/// it can be removed while nothing uses OUT.
///
/// Cost: time proportional to the entries; as much memory as a recall of all entries kept.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist lattice recall merge iron.recall more.recall -o all.recall",
    "zobrist lattice recall merge *.recall -o merged --force"
))]
struct MergeArgs {
    /// The files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file to write; `-` is standard output
    ///
    /// It is written whole or not at all.
    #[arg(short, long, value_name = "OUT", help_heading = "Output")]
    output: PathBuf,
    /// Replace OUT if it exists
    ///
    /// Only a regular file is ever replaced.
    #[arg(long, help_heading = "Output")]
    force: bool,
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Merge(args) => merge(&args),
    }
}

fn merge(args: &MergeArgs) -> Result<Ending> {
    let MergeArgs { files, output, force } = args;
    refuse_standard_input_twice(files)?;
    output::refuse_input(output, files)?;
    let mut out = Output::create(output, *force)?;
    if out.is_stdout() && io::stdout().is_terminal() {
        bail!("a recall is not for a terminal; name a file with --output");
    }
    // A run that uses it, or begins to meanwhile, would replace what is written.
    let _lock = match out.is_stdout() {
        true => None,
        false => Some(RecallLock::take(output)?),
    };
    let opened: Vec<Box<dyn Read>> = files.iter().map(|file| open(file)).collect::<Result<_>>()?;
    let merged = merge_recalls(opened, TOLERANCE, &mut out).map_err(|error| match error {
        MergeError::Load { number, error } => {
            Error::new(error).context(format!("cannot merge {}", files[number].display()))
        }
        // The output names the file in its errors.
        MergeError::Write(error) => Error::new(error),
        error => anyhow!(error),
    })?;
    let (written, place) = (out.name(), out.place());
    out.finish()?;
    let Merged { read, kept, duplicates, differing, largest, largest_prefactor, .. } = merged;
    if differing > 0 {
        say(&format!(
            "zobrist: {written}: expected one value of each name, got {} that differ, barriers by \
             up to {largest:e} eV and prefactors by up to {largest_prefactor:e} of them; the first \
             of each was kept, but one of the files may be wrong\n",
            counted(differing, "value", "values")
        ));
    }
    // Those read are in the order of the files.
    let mut counts: Vec<String> = read.iter().map(|read| format!("{read} read")).collect();
    counts.push(format!("{kept} kept"));
    counts.push(counted(duplicates, "duplicate", "duplicates"));
    counts.push(format!("{differing} differing"));
    closing::made_or_printed(&counts, place);
    Ok(Ending::done_if(differing == 0))
}

fn open(file: &Path) -> Result<Box<dyn Read>> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let opened = open_regular(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(Box::new(BufReader::new(opened)))
}
