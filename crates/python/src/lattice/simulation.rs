//! A run from its beginning to its end, without the lock of the interpreter.

use std::time::{Duration, Instant};

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use zobrist_simulation::{Advance, AdvanceError, Config, EngineModel, Run};

use super::columns::RunRows;
use super::config::ConfigInput;
use super::failure::of_start;
use super::files::Files;
use super::outcome::Outcome;
use crate::error::{Class, Failure};

/// Time between two writings of the files.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(600);

/// A run that is ready to begin.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) config: Config,
    pub(super) source: ConfigInput,
    pub(super) model: EngineModel,
    pub(super) files: Files,
    pub(super) resumes: bool,
}

/// Why a run ended.
#[derive(Debug)]
pub(super) enum End {
    /// It is over.
    Over,
    /// Its result is not wanted any more.
    Asked,
    /// This was raised meanwhile, such as KeyboardInterrupt.
    Raised(PyErr),
    /// This step, from 1, cannot be done.
    Step(u64, AdvanceError),
}

/// A run that has ended. Its files are written.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) end: End,
    pub(super) outcome: Outcome,
    pub(super) files: Files,
    /// The files that could not be written.
    pub(super) unsaved: Vec<Failure>,
}

/// Runs a simulation. `look` is called after each step with what is done, as [`done`] has it, and
/// can end it.
///
/// # Errors
/// When it cannot begin.
pub(super) fn simulate(
    plan: Plan,
    look: &mut dyn FnMut(u64) -> Result<(), End>,
) -> Result<Ended, Failure> {
    let Plan { config, source, model, files, resumes } = plan;
    let start = config.start(config.settings.clone());
    let (start, settings) = start.map_err(|error| source.failure(&error))?;
    let (mut run, mut rows) = if resumes {
        let bytes = files.read_checkpoint()?;
        let run = Run::resume(&config, model, settings, &bytes);
        let run = run.map_err(|error| files.unusable(&error))?;
        check_ends(&run, &config, &files)?;
        let mut rows = RunRows::new(run.columns());
        files.read_rows(&mut rows, &run)?;
        (run, rows)
    } else {
        let run = Run::begin(&config, model, start, settings);
        let run = run.map_err(|error| of_start(&source.name, &error))?;
        let rows = RunRows::new(run.columns());
        (run, rows)
    };
    files.load_recall(&mut run)?;
    // It may look up barriers.
    match resumes {
        true => rows.complete(&mut run),
        false => rows.append(run.row().cells),
    }
    let mut written = Instant::now();
    let end = loop {
        match run.advance() {
            Ok(Advance::Step) => {}
            Ok(Advance::Due(due)) => {
                if let Some(row) = due.row {
                    rows.append(row.cells);
                }
            }
            Ok(Advance::Over) => break End::Over,
            Err(error) => break End::Step(run.steps() + 1, error),
        }
        if let Err(end) = look(done(&run, &config)) {
            break end;
        }
        if written.elapsed() >= CHECKPOINT_EVERY {
            // This does not end the run: the disk may have room again later.
            files.keep(&rows, run.engine()).iter().for_each(warn);
            written = Instant::now();
        }
    };
    let unsaved = files.keep(&rows, run.engine());
    Ok(Ended { end, outcome: Outcome::of(&run, rows, &config), files, unsaved })
}

/// The part of a run that is done: steps, or hundredths of the time if it has no number of steps.
fn done(run: &Run, config: &Config) -> u64 {
    match (config.steps, config.end_time(), run.time()) {
        (None, Some(end), Some(time)) => (100.0 * time / end) as u64,
        _ => run.steps(),
    }
}

/// The unit and the total of what is done.
pub(super) fn work(config: &Config) -> (&'static str, Option<u64>) {
    match config.steps {
        Some(steps) => ("steps", Some(steps)),
        None => ("%", Some(100)),
    }
}

/// Refuses a run that has gone beyond its ends already.
fn check_ends(run: &Run, config: &Config, files: &Files) -> Result<(), Failure> {
    let path = files.checkpoint().map(|path| path.display().to_string()).unwrap_or_default();
    let (what, got) = match (config.steps, config.end_time(), run.time()) {
        (Some(steps), ..) if run.steps() > steps => {
            (format!("{steps} steps at most"), run.steps().to_string())
        }
        (_, Some(end), Some(time)) if time > end => (format!("{end} s at most"), time.to_string()),
        _ => return Ok(()),
    };
    let reason = format!("{path}: expected {what}, as the configuration says, got {got}");
    Err(Failure::new(Class::Config, reason))
}

/// Says what went wrong without an end to the run.
fn warn(failure: &Failure) {
    Python::attach(|py| {
        let Ok(text) = std::ffi::CString::new(failure.to_string()) else { return };
        // Where warnings are errors, that is shown as an error nobody can handle.
        if let Err(error) = PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1) {
            error.write_unraisable(py, None);
        }
    });
}
