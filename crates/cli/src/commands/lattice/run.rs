//! `zobrist lattice run`: simulates an alloy.

use std::path::{Path, PathBuf, is_separator};
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, anyhow, bail};
use zobrist_files::simulation::{Advance, AdvanceError, Config, Every, ResumeRunError, Run};
use zobrist_lattice::{
    CheckpointParameter, Configuration, MetropolisResumeError, ResumeError, Site, StepError,
};

use super::audit;
use super::curves::curves;
use super::due::Due;
use super::dump::Dump;
use super::files::{Files, LatticeLimit, load_recall};
use super::lock::lock;
use super::log::{Log, Place};
use super::picture::picture;
use super::rows::Rows;
use super::steps::{self, Steps};
use super::summary::summary;
use crate::ending::Ending;
use crate::message::say;
use crate::stdout::print_lines;
use crate::stop::Stop;

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
/// writes all of them as far as it got. The exit status is also 1 when the audit finds barriers other
/// than those recalled, and 2 when a file cannot be written; the other files are written all the
/// same. The file of the recall is locked while a run uses it.
///
/// The CSV, the checkpoint and the file of the recall are also written every ten minutes
/// (--checkpoint-every), so that a run that is killed leaves the last of them. A run that is
/// stopped finishes its current step. A second Ctrl-C waits neither for that step nor for files:
/// the exit status is 130, and the files are as they were last written.
///
/// A resumed run has the same trajectory, rows, times and pictures as one that did not stop. Its
/// numbers of evaluations and hits may differ, since the recall starts empty unless `[recall]`
/// has a `file`.
///
/// Observables: step; time in s; energy in eV; the vacancies' mean squared displacement in
/// squares of the lattice constant; pairs of solute atoms that are nearest neighbors; solute
/// atoms with no other beside them; evaluations of barriers; hits of the recall; the hash of
/// the state. The configuration can ask for clusters, order, the surroundings of vacancies,
/// displacements and physical time. If it says when there are rows, or when the run ends, the
/// closing lines have the means over time.
///
/// Progress on standard error: a bar on a terminal, otherwise a line every minute; none with
/// --quiet.
///
/// Cost: a step takes less than a microsecond with pair energies, one vacancy and no recall
/// (bench/README.md), and grows with the number of vacancies. A row of the CSV takes time
/// proportional to the number of solutes and vacancies; with the embedded-atom method, to the number
/// of sites, since its energy is that of the whole box: many rows of a large box then take longer
/// than the steps. So does a frame of a dump. A checkpoint has a byte per site. The recall takes as much memory as its bound
/// allows.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist lattice run alloy.toml",
    "zobrist lattice run alloy.toml --out my-run --force"
))]
pub(crate) struct Args {
    /// The simulation, in TOML (docs/lattice-config.md)
    config: PathBuf,
    /// Seed in place of the file's
    ///
    /// It decides the places of the atoms at the start and every step.
    #[arg(long, value_name = "N", help_heading = "Simulation")]
    seed: Option<u64>,
    /// Temperature in K in place of the file's
    ///
    /// After the last `[[ramp]]`, if there are any.
    #[arg(long, value_name = "K", value_parser = temperature, help_heading = "Simulation")]
    temperature: Option<f64>,
    /// Files to write, without endings
    ///
    /// The endings are .csv, .before.svg, .after.svg and .checkpoint, and with `[output]` .curves.svg,
    /// .at-TIME.svg, .clusters.csv, and .xyz or .dump. The default is CONFIG without its ending.
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
    /// Wait while another run uses the recall's file
    ///
    /// Without it, the run is refused. Ctrl-C ends the waiting.
    #[arg(long, help_heading = "Output")]
    wait: bool,
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
    let files = Files::new(&name, &config, args.resume || args.force);
    files.check_places(&[
        ("configuration", Some(&args.config)),
        ("potential", config.potential().as_deref()),
        ("start", config.start_file()),
    ])?;
    files.try_places()?;
    let _lock = files.recall.as_ref().map(|path| lock(path, args.wait)).transpose()?;
    let stop = Stop::listen()?;
    // Threads first, before the box takes the memory.
    let due = Due::every(Duration::from_secs(args.checkpoint_every));
    let moving = Due::every(steps::INTERVAL);
    let log = Log::begin();
    let name = || args.config.display().to_string();

    let (start, settings) = config.start(config.settings.clone())?;
    let model = config.engine_model()?;
    let has_clusters = files.clusters.is_some();
    let draw_before = |start: &Configuration, others: &[Site]| {
        picture(start, others, &config.alloy, &title("at the start"))
    };
    let frames = config.dump_frames()?;
    let (mut run, mut rows, before);
    let mut first = None;
    if args.resume {
        before = draw_before(&start, &others(&start))?;
        drop(start);
        let bytes = files.read_checkpoint(args.limit)?;
        run = Run::resume(&config, model, settings, &bytes)
            .map_err(|error| cannot_resume(error, &files))?;
        rows = Rows::new(run.columns(), has_clusters);
        files.read_rows(&mut rows, &run, args.limit)?;
    } else {
        run = Run::begin(&config, model, start, settings).with_context(name)?;
        before = draw_before(run.engine().configuration(), &run.engine().others())?;
        rows = Rows::new(run.columns(), has_clusters);
        rows.append(first.insert(run.row()));
    }
    check_ends(&run, &config, &files)?;
    if let Some(path) = &files.recall {
        load_recall(path, run.engine_mut())?;
    }
    let mut dump = match &first {
        Some(first) => Dump::begin(frames, &files, &run, first)?,
        None => Dump::resume(frames, &files, &run, &rows)?,
    };
    files.before.write(before.as_bytes())?;
    if dump.is_there() && first.is_some() {
        // A checkpoint of an earlier run would have other frames.
        files.keep(&rows, run.engine()).iter().for_each(report);
    }

    due.restart();
    let (earlier, clock) = (run.steps(), Instant::now());
    let place = |run: &Run| Place {
        step: run.steps(),
        steps: config.steps,
        time: run.time(),
        end: config.end_time(),
    };
    let hundredths = |run: &Run| (100.0 * place(run).part()) as u64;
    let shown = match config.steps {
        Some(steps) => Steps::of(steps, earlier, moving),
        None => Steps::of_time(hundredths(&run), moving),
    };
    let (mut failed, mut not_dumped) = (None, None);
    while !stop.was_asked() {
        match run.advance() {
            Ok(Advance::Step) => {}
            Ok(Advance::Due(stop)) => {
                stop.row.iter().for_each(|row| rows.append(row));
                // An error does not end the run: the disk may have room again later.
                for time in &stop.pictures {
                    draw_at(&files, *time, &run, &config).iter().for_each(report);
                }
                // Nor would the frames that are missing be written later.
                not_dumped = stop.row.and_then(|row| dump.append(&run, &row).err());
            }
            Ok(Advance::Over) => break,
            Err(error) => {
                failed = Some(error);
                break;
            }
        }
        if not_dumped.is_some() {
            break;
        }
        shown.advance(|| match config.steps {
            Some(_) => run.steps(),
            None => hundredths(&run),
        });
        log.tell(|| place(&run).line());
        if due.is_now() {
            // A checkpoint must not be ahead of its frames.
            not_dumped = dump.sync().err();
            if not_dumped.is_some() {
                break;
            }
            files.keep(&rows, run.engine()).iter().for_each(report);
            due.restart();
        }
    }
    let seconds = clock.elapsed().as_secs_f64();
    drop(shown);

    not_dumped = not_dumped.or_else(|| dump.sync().err());
    let mut errors = files.keep(&rows, run.engine());
    errors.extend(draw(&files, &run, &rows, &config));
    let mut printed = Ok(());
    let mut ending = Ending::Done;
    if let Some(error) = failed {
        errors.push(not_done(error, run.steps() + 1));
    } else if let Some(error) = not_dumped {
        let step = run.steps();
        errors.push(anyhow!(
            "{error:#}; the run stops after step {step}, and --resume continues it when that can be \
             written"
        ));
    } else {
        printed = print_lines(&summary(&run, &rows, &config, run.steps() - earlier, seconds));
        ending = verdict(&run, &config);
    }
    if let Some(lowest) = run.engine().lowest_barrier().filter(|lowest| *lowest < 0.0) {
        say(&format!(
            "zobrist: expected barriers of 0 eV or more, got some down to {lowest} eV, whose rates \
             exceed the attempt frequency; check the energies of [model]\n"
        ));
    }
    let Some(last) = errors.pop() else {
        printed?;
        return Ok(ending);
    };
    errors.iter().for_each(report);
    Err(last)
}

/// Parses a temperature in K.
fn temperature(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(kelvin) if kelvin > 0.0 && f64::is_finite(kelvin) => Ok(kelvin),
        _ => Err(format!("expected a number of K above 0, got {text:?}")),
    }
}

/// The sites without a host atom.
fn others(configuration: &Configuration) -> Vec<Site> {
    let sites = configuration.lattice().sites().zip(configuration.occupants());
    sites.filter(|(_, species)| !species.is_host()).map(|(site, _)| site).collect()
}

/// The title of a picture.
fn title(when: &str) -> String {
    format!("Solutes and vacancies along the last axis, {when}")
}

/// Draws the picture of a time in s.
fn draw_at(files: &Files, time: f64, run: &Run, config: &Config) -> Option<Error> {
    let (_, file) = files.at.iter().find(|(at, _)| *at == time)?;
    let at = run.time().unwrap_or(time);
    let engine = run.engine();
    let title = title(&format!("at {at:e} s"));
    let drawn = picture(engine.configuration(), &engine.others(), &config.alloy, &title);
    drawn.and_then(|drawn| file.write(drawn.as_bytes())).err()
}

/// Draws the picture of the end, and the curves, each even if the other cannot be written.
fn draw(files: &Files, run: &Run, rows: &Rows, config: &Config) -> Vec<Error> {
    let engine = run.engine();
    let when = match run.time() {
        Some(time) => format!("after {} steps and {time:.3e} s", run.steps()),
        None => format!("after {} steps", run.steps()),
    };
    let after = picture(engine.configuration(), &engine.others(), &config.alloy, &title(&when));
    let after = after.and_then(|after| files.after.write(after.as_bytes()));
    let every = config.output.as_ref().and_then(|output| output.every);
    let is_logarithmic = matches!(every, Some(Every::PerDecade(_)));
    let curves = files.curves.as_ref().map(|file| {
        let numbers = rows.numbers(run.columns());
        let name = Path::new(config.name()).file_name().unwrap_or_default();
        let title = format!("Observables of {}", name.display());
        file.write(curves(run.columns(), &numbers, is_logarithmic, &title)?.as_bytes())
    });
    [Some(after), curves].into_iter().flatten().filter_map(Result::err).collect()
}

fn cannot_resume(error: ResumeRunError, files: &Files) -> Error {
    // The seed of a trajectory is drawn after the sites of the atoms.
    const WHY: &str = ", since `seed` or the composition differs";
    let parameter = match &error {
        ResumeRunError::Kinetic(ResumeError::Mismatch { parameter, .. }) => Some(parameter),
        ResumeRunError::Metropolis(MetropolisResumeError::Mismatch { parameter, .. }) => {
            Some(parameter)
        }
        _ => None,
    };
    let why = if parameter == Some(&CheckpointParameter::Seed) { WHY } else { "" };
    let checkpoint = files.checkpoint.display();
    Error::new(error).context(format!("cannot resume from {checkpoint}{why}"))
}

/// Checks that a run that resumes has not gone beyond its ends.
fn check_ends(run: &Run, config: &Config, files: &Files) -> Result<()> {
    let checkpoint = files.checkpoint.display();
    if let Some(steps) = config.steps.filter(|steps| run.steps() > *steps) {
        bail!(
            "{checkpoint}: expected {steps} steps at most, as the configuration says, got {}",
            run.steps()
        );
    }
    if let Some((end, time)) = config.end_time().zip(run.time()).filter(|(end, time)| time > end) {
        bail!("{checkpoint}: expected {end} s at most, as the configuration says, got {time}");
    }
    Ok(())
}

/// Says which step cannot be done.
fn not_done(error: AdvanceError, step: u64) -> Error {
    let allows = match error {
        AdvanceError::Kinetic(StepError::Negative { .. }) => {
            "; `allow_negative_barriers = true` in [model] does such steps"
        }
        _ => "",
    };
    match allows {
        "" => Error::new(error).context(format!("step {step}")),
        // After the error, which says what to check first.
        allows => anyhow!("step {step}: {error}{allows}"),
    }
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

/// Checks that the run came to its end and all barriers were right within the tolerance, and reports if
/// not.
fn verdict(run: &Run, config: &Config) -> Ending {
    let mut ending = Ending::Done;
    let report = run.engine().audit_report();
    if let Some(complaint) = report.and_then(|it| audit::complaint(it, config.recall_tolerance)) {
        say(&complaint);
        ending = Ending::Rejected;
    }
    if !run.is_over() {
        let steps = run.steps();
        let done = match (config.steps, config.end_time(), run.time()) {
            (Some(all), ..) => format!("{steps} of {all} steps"),
            (None, Some(end), Some(time)) => format!("{time:e} of {end:e} s"),
            _ => format!("{steps} steps"),
        };
        say(&format!("zobrist: stopped after {done}; --resume continues\n"));
        ending = Ending::Rejected;
    }
    ending
}
