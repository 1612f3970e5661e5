//! `zobrist lattice run`: simulates an alloy.

use std::path::{Path, PathBuf, is_separator};
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, bail};
use zobrist_files::simulation::{COLUMNS, Config, row};
use zobrist_lattice::model::Model;
use zobrist_lattice::{AuditReport, CheckpointParameter, Kmc, ResumeError};

use super::due::Due;
use super::files::{Files, LatticeLimit, load_recall};
use super::steps::Steps;
use super::{picture, rows, steps};
use crate::ending::Ending;
use crate::message::say;
use crate::rows::Format;
use crate::stdout::print_lines;
use crate::stop::Stop;

/// Run a simulation of an alloy whose vacancies jump
///
/// Writes beside the configuration NAME.toml, or where --out says: NAME.csv, a row of observables
/// at the start and after each of `samples` equal parts of the steps, 100 unless the configuration
/// says otherwise; NAME.before.svg and NAME.after.svg, a slice of the alloy, one cell thick;
/// NAME.checkpoint, from which --resume continues. If one of them exists, the run is refused before
/// any work, unless --resume or --force is given. A run that is stopped (Ctrl-C; exit status 1) or
/// reaches a step that cannot be done (2) writes all of them as far as it got. The exit status is
/// also 1 when an audit finds barriers other than those recalled, and 2 when a file cannot be
/// written; the other files are written all the same.
///
/// The CSV, the checkpoint and the file of the recall are also written every ten minutes
/// (--checkpoint-every), so that a run that is killed leaves the last of them. A run that is
/// stopped finishes its current step. A second Ctrl-C waits neither for that step nor for files:
/// the exit status is 130, and the files are as they were last written.
///
/// A resumed run has the same trajectory, times and pictures as one that did not stop. Its
/// numbers of evaluations and hits may differ, since the recall starts empty unless `[recall]`
/// has a `file`.
///
/// Observables: step; time in s; energy in eV; the vacancies' mean squared displacement in
/// squares of the lattice constant; pairs of solute atoms that are nearest neighbors; solute
/// atoms with no other beside them; evaluations of barriers; hits of the recall; the hash of
/// the state.
///
/// Cost: a step takes less than a microsecond with pair energies, one vacancy and no recall
/// (bench/README.md), and grows with the number of vacancies. A row of the CSV takes time
/// proportional to the number of sites, since its energy and its pairs of solutes are those of the
/// whole box: many rows of a large box take longer than the steps. A checkpoint has a byte per
/// site. The recall takes as much memory as its bound allows.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist lattice run alloy.toml",
    "zobrist lattice run alloy.toml --out my-run --force"
))]
pub(crate) struct Args {
    /// The simulation, in TOML (docs/lattice-config.md)
    config: PathBuf,
    /// Files to write, without endings
    ///
    /// The endings are .csv, .before.svg, .after.svg and .checkpoint. The default is CONFIG without
    /// its ending.
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Continue from NAME.checkpoint
    ///
    /// The run goes on as if it had not stopped.
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
    #[command(flatten)]
    limit: LatticeLimit,
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let config = Config::read(&args.config, args.limit.of_input())?;
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
    let files = Files::new(&name, config.recall_file.clone(), args.resume || args.force);
    files.check_places(&args.config, config.potential().as_deref())?;
    files.try_places()?;
    let stop = Stop::listen()?;
    // Threads first, before the box takes the memory.
    let due = Due::every(Duration::from_secs(args.checkpoint_every));
    let moving = Due::every(steps::INTERVAL);
    let name = || args.config.display().to_string();

    let (start, settings) = config.start(config.settings.clone())?;
    let slice = picture::slice(&start);
    let title = |when: &str| {
        format!("Cell {} of {} along the last axis, {when}", slice + 1, config.lattice.cells()[2])
    };
    let before = picture::picture(&start, &config.alloy, slice, &title("at the start"))?;
    let model = config.model()?;
    let (mut kmc, mut rows) = if args.resume {
        let kmc =
            Kmc::resume(model, settings, &files.read_checkpoint(args.limit)?).map_err(|error| {
                // The seed of a trajectory is drawn after the sites of the atoms.
                let why = match error {
                    ResumeError::Mismatch { parameter: CheckpointParameter::Seed, .. } => {
                        ", since `seed` or the composition differs"
                    }
                    _ => "",
                };
                let checkpoint = files.checkpoint.display();
                anyhow::Error::new(error).context(format!("cannot resume from {checkpoint}{why}"))
            })?;
        let due = last_sampled(kmc.steps(), config.steps, config.samples);
        let rows = files.read_rows(kmc.steps(), due, args.limit)?;
        (kmc, rows)
    } else {
        let kmc = Kmc::new(model, start, settings).with_context(name)?;
        let mut rows = Format::Csv.header(COLUMNS);
        rows::append(&mut rows, COLUMNS, &row(&kmc));
        (kmc, rows)
    };
    if kmc.steps() > config.steps {
        bail!(
            "{}: expected {} steps at most, as the configuration says, got {}",
            files.checkpoint.display(),
            config.steps,
            kmc.steps()
        );
    }
    if let Some(path) = &files.recall {
        load_recall(path, &mut kmc)?;
    }
    files.before.write(before.as_bytes())?;

    due.restart();
    let (earlier, clock) = (kmc.steps(), Instant::now());
    let shown = Steps::of(config.steps, earlier, moving);
    let mut failed = None;
    while kmc.steps() < config.steps && !stop.was_asked() {
        if let Err(error) = kmc.step() {
            failed = Some(error);
            break;
        }
        let steps = kmc.steps();
        if is_sampled(steps, config.steps, config.samples) {
            rows::append(&mut rows, COLUMNS, &row(&kmc));
        }
        shown.advance_to(steps);
        if due.is_now() {
            // An error does not end the run: the disk may have room again at its end.
            files.keep(&rows, &kmc).iter().for_each(report);
            due.restart();
        }
    }
    let seconds = clock.elapsed().as_secs_f64();
    drop(shown);

    let when = format!("after {} steps and {:.3e} s", kmc.steps(), kmc.time());
    let after = picture::picture(kmc.configuration(), &config.alloy, slice, &title(&when));
    let mut errors = files.keep(&rows, &kmc);
    errors.extend(after.and_then(|after| files.after.write(after.as_bytes())).err());
    let mut printed = Ok(());
    let mut ending = Ending::Done;
    if let Some(error) = failed {
        errors.push(Error::new(error).context(format!("step {}", kmc.steps() + 1)));
    } else {
        printed = print_lines(&summary(&kmc, kmc.steps() - earlier, seconds));
        ending = verdict(&kmc, config.steps);
    }
    if kmc.lowest_barrier() < 0.0 {
        say(&format!(
            "zobrist: expected barriers of 0 eV or more, got some down to {} eV, whose rates exceed \
             the attempt frequency; check the energies of [model]\n",
            kmc.lowest_barrier()
        ));
    }
    let Some(last) = errors.pop() else {
        printed?;
        return Ok(ending);
    };
    errors.iter().for_each(report);
    Err(last)
}

/// True if a path, as written, ends with a folder: endings would make hidden files in it.
fn is_folder(path: &Path) -> bool {
    let written = path.to_string_lossy();
    matches!(written.rsplit(is_separator).next(), Some("" | "." | ".."))
}

/// Reports an error after which the run goes on.
fn report(error: &Error) {
    say(&format!("zobrist: {error:#}\n"));
}

/// Checks that all steps were done and all barriers were right, and reports if not.
fn verdict<M: Model>(kmc: &Kmc<M>, all: u64) -> Ending {
    let mut ending = Ending::Done;
    if let Some(AuditReport { deviating: 1.., largest, .. }) = kmc.audit_report() {
        say(&format!(
            "zobrist: the audit expected what was recalled, got barriers that differ by up to \
             {largest:e} eV; begin a new recall, or verify it with \"content\"\n"
        ));
        ending = Ending::Rejected;
    }
    if kmc.steps() < all {
        let steps = kmc.steps();
        say(&format!("zobrist: stopped after {steps} of {all} steps; --resume continues\n"));
        ending = Ending::Rejected;
    }
    ending
}

/// True if a row is due after `steps` of `all` steps: one is due after each of `samples` equal
/// parts, the last of which ends with the run.
fn is_sampled(steps: u64, all: u64, samples: u64) -> bool {
    let parts = |steps: u64| u128::from(steps) * u128::from(samples) / u128::from(all);
    parts(steps) > parts(steps - 1)
}

/// The last step, up to `steps`, after which a row is due.
fn last_sampled(steps: u64, all: u64, samples: u64) -> u64 {
    let parts = u128::from(steps) * u128::from(samples) / u128::from(all.max(1));
    (parts * u128::from(all)).div_ceil(u128::from(samples)) as u64
}

/// The results, for people.
fn summary<M: Model>(kmc: &Kmc<M>, steps: u64, seconds: f64) -> String {
    let mut text = format!(
        "steps        {}\ntime         {:e} s\nhash         {:016x}\nevaluations  {}\n\
         hits         {}\n",
        kmc.steps(),
        kmc.time(),
        kmc.state().hash(),
        kmc.evaluations(),
        kmc.hits(),
    );
    if kmc.exits() > 0 {
        text += &format!("basins left  {}, {} jumps skipped\n", kmc.exits(), kmc.skipped());
    }
    if let Some((entries, bytes)) = kmc.recall_size() {
        text += &format!("recalled     {entries} entries, {bytes} bytes\n");
    }
    if let Some(report) = kmc.audit_report() {
        text += &format!(
            "audit        {} hits recomputed, {} of them different, by {:e} eV at most\n",
            report.recomputed, report.deviating, report.largest
        );
    }
    text + &format!("seconds      {seconds:.3} for {steps} steps\n")
}
