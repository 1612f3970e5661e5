//! `zobrist lattice run`: an alloy ages.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::model::Model;
use zobrist_lattice::{Kmc, Settings};

use super::config::Config;
use super::{observe, picture};
use crate::Ending;
use crate::output::Output;
use crate::progress::bar_of;
use crate::rows::Format;

/// Run a simulation: an alloy ages by the jumps of its vacancies
///
/// Writes beside the configuration NAME.toml, or where --out says: NAME.csv, a row of observables
/// at the start and after each hundredth of the steps; NAME.before.svg and NAME.after.svg, a
/// slice of the alloy, one cell thick; NAME.checkpoint, from which --resume goes on. A run that is
/// stopped (Ctrl-C) writes all of them as far as it came; the exit status is then 1.
///
/// Observables: step; time in s; energy in eV; the mean square of the vacancies' way in
/// squares of the lattice constant; pairs of solute atoms that are nearest neighbours; solute
/// atoms without another beside them; evaluations of barriers; hits of the recall; the
/// hash of the state.
///
/// Cost: below a microsecond a step with the energies of pairs and no recall (bench/README.md);
/// the recall takes what is set as its bound.
#[derive(clap::Args)]
pub struct Args {
    /// The simulation, in TOML (docs/lattice-config.md)
    config: PathBuf,
    /// Where to write: this, with an ending for each file [default: CONFIG without its ending]
    #[arg(long, value_name = "NAME")]
    out: Option<PathBuf>,
    /// Go on from NAME.checkpoint, as if the run had not stopped
    #[arg(long)]
    resume: bool,
}

pub fn run(args: Args) -> Result<Ending> {
    let config = Config::read(&args.config)?;
    let files = Files::new(args.out.unwrap_or_else(|| args.config.with_extension("")));
    let stop = Stop::listen()?;

    let (mut kmc, mut rows) = if args.resume {
        let kmc = files.resume(&config)?;
        let rows = files.rows_up_to(kmc.steps())?;
        (kmc, rows)
    } else {
        let kmc = begin(&config, config.settings.clone())?;
        let mut rows = Format::Csv.header(observe::COLUMNS);
        observe::append(&mut rows, &kmc);
        (kmc, rows)
    };
    if kmc.steps() > config.steps {
        bail!(
            "the checkpoint has {} steps behind it; expected {} at most, as the configuration says",
            kmc.steps(),
            config.steps
        );
    }
    load_recall(&config, &mut kmc)?;
    let slice = if args.resume { None } else { Some(picture::slice(kmc.configuration())) };
    if let Some(slice) = slice {
        files.write_picture(&config, &kmc, slice, "before")?;
    }

    let bar = bar_of(config.steps, "steps");
    bar.set_position(kmc.steps());
    let (first_step, start) = (kmc.steps(), Instant::now());
    while kmc.steps() < config.steps && !stop.was_asked() {
        kmc.step().with_context(|| format!("step {}", kmc.steps()))?;
        let steps = kmc.steps();
        if is_sampled(steps, config.steps, config.samples) {
            observe::append(&mut rows, &kmc);
        }
        if steps % 1024 == 0 {
            bar.set_position(steps);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();

    files.write(&files.csv, &rows)?;
    files.write_picture(&config, &kmc, slice.unwrap_or_else(|| files.slice_before()), "after")?;
    if let Some(path) = &config.recall_file {
        let mut output = Output::create(path)?;
        kmc.save_recall(&mut output)
            .with_context(|| format!("cannot write {}", path.display()))?;
        output.finish()?;
    }
    files.write(&files.checkpoint, &kmc.checkpoint())?;
    io::stdout().write_all(summary(&kmc, kmc.steps() - first_step, seconds).as_bytes())?;
    if kmc.steps() < config.steps {
        crate::say(&format!(
            "zobrist: stopped after {} of {} steps; --resume goes on\n",
            kmc.steps(),
            config.steps
        ));
        return Ok(Ending::Rejected);
    }
    Ok(Ending::Done)
}

/// Whether a row is due after so many steps of all: after each of as many equal parts, and at
/// the end.
fn is_sampled(steps: u64, all: u64, samples: u64) -> bool {
    let part = |steps: u64| u128::from(steps) * u128::from(samples) / u128::from(all.max(1));
    part(steps) > part(steps - 1)
}

/// The simulation at its start. Where atoms stand and where they go is drawn from one seed.
pub fn begin(config: &Config, mut settings: Settings) -> Result<Kmc<Box<dyn Model>>> {
    let mut random = Xoshiro256PlusPlus::new(settings.seed);
    let configuration = config.alloy.scattered(config.lattice, &mut random)?;
    settings.seed = random.next_u64();
    Ok(Kmc::new(config.model()?, configuration, settings)?)
}
