//! `zobrist lattice run`: simulates an alloy.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf, is_separator};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::resources::{jobs, threads};
use zobrist_console::stdout::print_lines;
use zobrist_console::stop::Stop;
use zobrist_console::verbosity;
use zobrist_simulation::{Config, Run};

use super::audit;
use super::due::Due;
use super::ensemble::{self, Order};
use super::files::{Files, LatticeLimit};
use super::lock::lock;
use super::log::{Log, Place};
use super::one::{Beginning, SingleRun};
use super::recall_file::RecallFile;
use super::seeds::Seeds;
use super::steps::{self, Steps};
use super::summary::summary;
use super::warnings::Warnings;

/// Run a simulation of an alloy whose vacancies jump
///
/// Writes beside the configuration NAME.toml, or where --out says: NAME.csv, a row of observables
/// at the start, after each of `samples` equal parts of the run, 100 unless the configuration says
/// otherwise, and at the end; NAME.before.svg and NAME.after.svg, the solutes and vacancies of the
/// box, seen along its last axis; NAME.checkpoint, from which --resume continues. With a table
/// `[output]` also NAME.curves.svg, the observables as curves, and what it asks for:
/// NAME.at-TIME.svg, the box at a time; NAME.clusters.csv, the clusters by size; and NAME.xyz or
/// NAME.dump, the atoms at each row, from which another run can start. A frame of it that cannot be
/// written stops the run (2).
///
/// If one of these files exists, the run is refused before any work, unless --resume or --force is
/// given. A run that is stopped (Ctrl-C; exit status 1) or reaches a step that cannot be done (2)
/// writes all of them as far as it got. The exit status is also 1 when the audit finds barriers
/// other than those recalled, and 2 when a file cannot be written; the other files are written all
/// the same. The file of the recall is locked while a run uses it.
///
/// The CSV and the checkpoint are also written at the start, and with the file of the recall every
/// ten minutes (--checkpoint-every), so that a run that is killed leaves the last of them. A run
/// that is stopped finishes its current step. A second Ctrl-C waits neither for that step nor for
/// files: the exit status is 130, and the files are as they were last written.
///
/// A resumed run has the same trajectory, rows, times and pictures as one that did not stop. One
/// without a checkpoint, since it was killed before the first, begins. Its numbers of evaluations
/// and hits may differ, since the recall starts empty unless `[recall]` has a `file`.
///
/// With --seeds, there is a run for each seed, as many at the same time as the machine has cores
/// (--jobs). They recall from one table in memory, so that what one has computed serves all, and
/// share the workers of an external program. What a seed writes is what `--seed` would, but for the
/// numbers of evaluations and hits. NAME.summary.csv has, at times or steps that all seeds have in
/// common, the mean of each observable over the seeds and its standard error; NAME.summary.svg
/// draws them. A seed that fails does not stop the others. --resume continues those that were
/// stopped or have failed, begins those that have not begun, and leaves those that have ended as
/// they are. The exit status is 2 if one failed, else 1 if one was stopped. With Metropolis, each
/// run has a recall of its own.
///
/// When a program that gives barriers fails, its request is left in NAME.request.xyz.
///
/// Observables: step; time in s; energy in eV; the vacancies' mean squared displacement in squares
/// of the lattice constant; pairs of solute atoms that are nearest neighbors; solute atoms with no
/// other beside them; evaluations of barriers; hits of the recall; the hash of the state. The
/// configuration can ask for clusters, order, the surroundings of vacancies, displacements and
/// physical time. Rows after steps have the mean time until the next step (residence), by which
/// they count in means. If the configuration says when there are rows, or when the run ends, the
/// closing lines have the means over time.
///
/// Progress on standard error: a bar on a terminal, otherwise a line every minute. With --quiet
/// there is neither progress nor closing lines: nothing is printed but errors and warnings.
///
/// Cost: a step takes less than a microsecond with pair energies, one vacancy and no recall
/// (bench/README.md), and grows with the number of vacancies. A row of the CSV takes time
/// proportional to the number of solutes and vacancies; with the embedded-atom method, to the
/// number of sites, since its energy is that of the whole box: many rows of a large box then take
/// longer than the steps. So does a frame of a dump. A checkpoint has a byte per site. The recall
/// takes as much memory as its bound allows, once for all seeds; all else is needed for each seed
/// that runs.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist lattice run alloy.toml --out my-run --force",
    "zobrist lattice run alloy.toml --seeds 1-8"
))]
pub(crate) struct Args {
    /// The simulation, in TOML (docs/lattice-config.md)
    config: PathBuf,
    /// Seed in place of the file's
    ///
    /// It decides the places of the atoms at the start and every step.
    #[arg(long, value_name = "N", help_heading = "Simulation")]
    seed: Option<u64>,
    /// Run each of several seeds, as 1-8 or 1-4,9
    ///
    /// Both ends of a range are included. Each is the run that --seed gives, and writes
    /// NAME.seed-N.csv and so on; NAME.summary.csv and NAME.summary.svg have the means over the
    /// seeds.
    #[arg(
        long,
        value_name = "LIST",
        value_parser = Seeds::parse,
        conflicts_with = "seed",
        help_heading = "Simulation"
    )]
    seeds: Option<Seeds>,
    /// Temperature in K in place of the file's
    ///
    /// After the last `[[ramp]]`, if there are any.
    #[arg(long, value_name = "K", value_parser = temperature, help_heading = "Simulation")]
    temperature: Option<f64>,
    /// Files to write, without endings
    ///
    /// The endings are .csv, .before.svg, .after.svg and .checkpoint, and with `[output]`
    /// .curves.svg, .at-TIME.svg, .clusters.csv, and .xyz or .dump. The default is CONFIG without
    /// its ending.
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Continue from NAME.checkpoint
    ///
    /// The run goes on as if it had not stopped. Without a checkpoint it begins.
    #[arg(long, help_heading = "Output")]
    resume: bool,
    /// Replace the files that exist
    ///
    /// Only regular files are ever replaced.
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Interval at which the files are written
    ///
    /// These are the CSV, the checkpoint and the recall's file.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 600,
        value_parser = clap::value_parser!(u64).range(1..),
        help_heading = "Output"
    )]
    checkpoint_every: u64,
    /// Wait while another run uses the recall's file
    ///
    /// Without it, the run is refused. Ctrl-C ends the waiting.
    #[arg(long, help_heading = "Output")]
    wait: bool,
    /// Number of seeds that run at the same time [default: one per core]
    #[arg(
        long,
        value_parser = jobs,
        requires = "seeds",
        help_heading = "Resources",
        hide_short_help = true
    )]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    limit: LatticeLimit,
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let mut config = Config::read(&args.config, args.limit.of_input())?;
    if let Some(seed) = args.seed {
        config.set_seed(seed);
    }
    if let Some(temperature) = args.temperature {
        config.settings.temperature = temperature;
    }
    let name = args.config.with_extension("");
    if let Some(out) = &args.out
        && is_folder(out)
    {
        let with = out.join(name.file_name().unwrap_or("NAME".as_ref()));
        bail!(
            "--out {}: expected the name of the files without their endings, got a folder; \
             give {}",
            out.display(),
            with.display()
        );
    }
    let name = args.out.unwrap_or(name);
    let potential = config.potential();
    let read = [
        ("configuration", Some(&*args.config)),
        ("potential", potential.as_deref()),
        ("start", config.start_file()),
    ];
    let checkpoint_every = Duration::from_secs(args.checkpoint_every);
    if let Some(seeds) = &args.seeds {
        return ensemble::run(&Order {
            config: &config,
            read: &read,
            name,
            seeds,
            jobs: threads(args.jobs),
            resume: args.resume,
            force: args.force,
            checkpoint_every,
            wait: args.wait,
            limit: args.limit,
        });
    }
    let files = Files::new(&name, &config, args.resume || args.force);
    files.check_places(&read, &[])?;
    files.try_places(&[])?;
    let recall = files.recall.as_ref().map(RecallFile::path);
    let _lock = recall.map(|path| lock(path, args.wait)).transpose()?;
    let stop = Stop::listen()?;
    // Threads first, before the box takes the memory.
    let due = Due::every(checkpoint_every);
    let moving = Due::every(steps::INTERVAL);
    let log = Log::begin();
    let from = if args.resume { Beginning::Checkpoint(args.limit) } else { Beginning::Start };
    let warnings = Warnings::new(&config);
    let model = config.engine_model()?;
    warnings.tell("", model.warnings());
    let mut one = SingleRun::begin(&config, &files, model, None, from, String::new())?;

    due.restart();
    let clock = Instant::now();
    let hundredths = |run: &Run| (100.0 * Place::of(run, &config).part()) as u64;
    let shown = match config.steps {
        Some(steps) => Steps::of(steps, one.run.steps(), moving),
        None => Steps::of_time(hundredths(&one.run), moving),
    };
    let watch = |run: &Run| {
        shown.advance(|| match config.steps {
            Some(_) => run.steps(),
            None => hundredths(run),
        });
        log.tell(|| Place::of(run, &config).line());
    };
    let gone = one.go(&stop, &due, watch, |_, _| {});
    let seconds = clock.elapsed().as_secs_f64();
    drop(shown);

    let mut errors = one.finish();
    let mut printed = Ok(());
    let mut ending = Ending::Done;
    match gone {
        Err(error) => errors.push(error),
        Ok(()) => {
            if !verbosity::is_quiet() {
                printed = print_lines(&summary(&one.run, &one.rows, &config, one.steps(), seconds));
            }
            ending = verdict(&one, &config);
        }
    }
    warnings.tell("", one.run.engine().warnings());
    one.warn_of_negative_barriers();
    one.warn_of_missed_pictures();
    let Some(last) = errors.pop() else {
        printed?;
        return Ok(ending);
    };
    errors.iter().for_each(|error| one.report(error));
    Err(last)
}

/// Parses a temperature in K.
fn temperature(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(kelvin) if kelvin > 0.0 && f64::is_finite(kelvin) => Ok(kelvin),
        _ => Err(format!("expected a number of K above 0, got {text:?}")),
    }
}

/// True if a path, as written, ends with a folder: endings would make hidden files in it.
fn is_folder(path: &Path) -> bool {
    let written = path.to_string_lossy();
    matches!(written.rsplit(is_separator).next(), Some("" | "." | ".."))
}

/// Checks that the run came to its end and all barriers were right within the tolerance, and
/// reports if not.
fn verdict(one: &SingleRun<'_>, config: &Config) -> Ending {
    let mut ending = Ending::Done;
    let report = one.run.engine().audit_report();
    if let Some(complaint) = report.and_then(|it| audit::complaint(it, config)) {
        say(&complaint);
        ending = Ending::Rejected;
    }
    if let Some(done) = one.unfinished() {
        say(&format!("zobrist: stopped after {done}; --resume continues\n"));
        ending = Ending::Rejected;
    }
    ending
}
