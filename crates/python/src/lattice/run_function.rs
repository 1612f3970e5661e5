//! `zobrist.lattice.run`.

use std::ffi::CString;
use std::path::{Path, PathBuf, is_separator};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use zobrist_simulation::{AdvanceError, Config, EngineModel};

use super::config::{ConfigInput, config_of};
use super::failure::{note, of_step};
use super::files::Files;
use super::function_model::FunctionModel;
use super::outcome::Outcome;
use super::result::Run;
use super::simulation::{End, Ended, Plan, simulate, work};
use crate::arguments::need_numpy;
use crate::error::{Class, Failure};
use crate::work::{Counters, Progress, guarded, long};

/// Time between two looks at signals and the progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// Simulates an alloy whose vacancies jump, or whose atoms are exchanged.
///
/// ``docs/lattice-config.md`` in the repository of this package describes the configuration. The
/// trajectory is that of the command ``zobrist lattice run``, to the bit.
///
/// Args:
///     config: the path of a TOML file, or a dictionary of the same structure, whose paths are
///         relative to the current folder.
///     barriers: for ``[model] kind = "function"``: a function that is called with a list of Jump,
///         all whose barriers a step needs and the recall does not have, and returns as many
///         barriers in eV, 0 or more: an array or a list of numbers, or of pairs (barrier,
///         prefactor in 1/s). It is called in the thread that has called ``run``. Jumps that a
///         symmetry of the lattice takes to each other must have the same barrier to the last bit:
///         round the result, or sum in an order that does not depend on the orientation.
///     out: the name of files without their endings. ``NAME.csv`` has the rows and
///         ``NAME.checkpoint`` the state: they are written every ten minutes, and at the end, also
///         if that is an error. Pictures, dumps and histograms are left to the command.
///     resume: goes on from ``NAME.checkpoint``.
///     force: replaces the files that exist.
///     seed: in place of that of the configuration.
///     temperature: in K, in place of that of the configuration.
///     progress: as in ``build_index``.
///
/// Returns:
///     The rows of observables, the counts and the atoms at the end: a Run.
///
/// Raises:
///     ConfigError: the configuration does not describe a simulation, or a checkpoint or the file
///         of the recall is of another one.
///     SimulationError: a step cannot be done, for example since a barrier is not a number,
///         negative or infinite, or since there are not as many as jumps.
///     ReadError: a file cannot be read or written.
///     DataError: a file is damaged.
///     FileExistsError: ``NAME.csv`` or ``NAME.checkpoint`` is there, and neither ``resume`` nor
///         ``force`` is given.
///     KeyboardInterrupt: on Ctrl-C.
///
/// An exception of ``barriers`` ends the run and comes out as it is, with a note that has the step
/// and the jumps.
///
/// Cost: as the command, and what the function takes. A row costs a look-up for each neighbor of
/// each solute. Other threads run meanwhile, but for the time of the function.
///
/// >>> import numpy as np
/// >>> import zobrist
/// >>> config = {
/// ...     "seed": 1,
/// ...     "temperature": 900,
/// ...     "steps": 5000,
/// ...     "lattice": {"structure": "fcc", "cells": [6, 6, 6]},
/// ...     "composition": {"host": "Cu", "fractions": {"Cu": 0.95, "Au": 0.05}, "vacancies": 1},
/// ...     "model": {"kind": "function", "lattice_constant": 3.6, "reach": 2.6, "fingerprint": "count"},
/// ...     "recall": {"mode": "jump-symmetry"},
/// ... }
/// >>> def barriers(jumps):
/// ...     "Gold beside the vacancy lowers the barriers."
/// ...     return [0.7 - 0.02 * jump.symbols.count("Au") for jump in jumps]
/// >>> run = zobrist.lattice.run(config, barriers=barriers)
/// >>> run.steps, run.evaluations < 0.05 * run.hits, run.audit.deviating
/// (5000, True, 0)
#[pyfunction]
#[pyo3(signature = (
    config, *, barriers = None, out = None, resume = false, force = false, seed = None,
    temperature = None, progress = None
))]
#[expect(clippy::too_many_arguments, reason = "they are the options of Python's caller")]
pub(crate) fn run(
    py: Python,
    config: &Bound<PyAny>,
    barriers: Option<&Bound<PyAny>>,
    out: Option<PathBuf>,
    resume: bool,
    force: bool,
    seed: Option<&Bound<PyAny>>,
    temperature: Option<f64>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Run> {
    need_numpy(py)?;
    if resume && out.is_none() {
        let reason = "resume: expected the name of the files to go on from as out, got none";
        return Err(PyValueError::new_err(reason));
    }
    if let Some(out) = out.as_deref().filter(|out| is_folder(out)) {
        let reason = format!(
            "out: expected the name of the files without their endings, got the folder {}",
            out.display()
        );
        return Err(PyValueError::new_err(reason));
    }
    let config_file = config.extract::<PathBuf>().ok();
    let (config, source) = config_of(config, seed, temperature)?;
    let model = model(py, &config, &source, barriers)?;
    let files = Files::new(out.as_deref(), resume || force, &config, config_file.as_deref())?;
    let (unit, total) = work(&config);
    let progress = Progress::new(py, progress, "simulating", unit, total)?;
    let counters = Arc::new(Counters::default());
    let plan = Plan { config, source, model, files, resumes: resume };
    let ended = match barriers {
        Some(_) => here(py, &progress, &counters, plan)?,
        None => beside(py, &progress, &counters, plan)?,
    };
    finished(py, ended)
}

/// The model of the configuration, or that of the function.
fn model(
    py: Python,
    config: &Config,
    source: &ConfigInput,
    function: Option<&Bound<PyAny>>,
) -> PyResult<EngineModel> {
    let failure = |error| PyErr::from(source.failure(&error));
    let Some(function) = function else {
        return py.detach(|| config.engine_model()).map_err(failure);
    };
    if !function.is_callable() {
        let got = function.get_type().name()?;
        let expected = "barriers: expected a function of a list of jumps";
        return Err(PyTypeError::new_err(format!("{expected}, got {got}")));
    }
    let own = config.own_barriers().filter(|_| !config.has_program());
    let Some((geometry, fingerprint)) = own else {
        let reason = format!(
            "barriers: expected [model] of kind \"function\" in {}, got another kind, which has \
             barriers of its own",
            config.name()
        );
        return Err(PyValueError::new_err(reason));
    };
    let allows_negative = config.settings.allow_negative_barriers;
    let names = config.alloy.names();
    let model =
        FunctionModel::new(function, geometry.clone(), names, fingerprint, allows_negative)?;
    Ok(EngineModel::Kinetic(Box::new(model)))
}

/// Runs in this thread, so that a signal comes to the function, too.
fn here(py: Python, progress: &Progress, counters: &Counters, plan: Plan) -> PyResult<Ended> {
    let mut looked = Instant::now();
    let mut look = |done: u64| {
        if looked.elapsed() < INTERVAL {
            return Ok(());
        }
        counters.done.store(done, Ordering::Relaxed);
        let seen = Python::attach(|py| {
            py.check_signals()?;
            progress.show(py, counters)
        });
        looked = Instant::now();
        seen.map_err(End::Raised)
    };
    let ended = py.detach(|| guarded(|| Ok(simulate(plan, &mut look)?)));
    if let Ok(Ended { end: End::Over, outcome, .. }) = &ended {
        counters.done.store(outcome.steps, Ordering::Relaxed);
        progress.show(py, counters)?;
    }
    progress.close(py)?;
    ended
}

/// Runs in a thread of its own, so that this one hears signals while a step takes long.
fn beside(
    py: Python,
    progress: &Progress,
    counters: &Arc<Counters>,
    plan: Plan,
) -> PyResult<Ended> {
    let ended = long(py, progress, counters, || {
        let mut look = |done| {
            counters.done.store(done, Ordering::Relaxed);
            if counters.is_stopped() { Err(End::Asked) } else { Ok(()) }
        };
        simulate(plan, &mut look)
    });
    Ok(ended??)
}

/// The result of a run that is over, or the error that has ended it.
fn finished(py: Python, ended: Ended) -> PyResult<Run> {
    let Ended { end, outcome, files, mut unsaved } = ended;
    let error = match end {
        End::Over => {
            if let Some(failure) = unsaved.pop() {
                return Err(failure.into());
            }
            warn(py, &outcome)?;
            return Run::new(py, outcome);
        }
        // The caller of `long` has the error.
        End::Asked => Failure::new(Class::Zobrist, "stopped").into(),
        End::Raised(error) => error,
        End::Step(step, AdvanceError::Kinetic(error)) => of_step(py, error, step),
        End::Step(step, error) => {
            Failure::new(Class::Simulation, format!("step {step}: {error}")).into()
        }
    };
    for failure in &unsaved {
        note(py, &error, &failure.to_string());
    }
    if let Some(checkpoint) = files.checkpoint().filter(|_| unsaved.is_empty()) {
        let steps = outcome.steps;
        let checkpoint = checkpoint.display();
        note(
            py,
            &error,
            &format!("the state after {steps} steps is in {checkpoint}; resume=True continues"),
        );
    }
    Err(error)
}

/// Warns of what the model says, and if recalled barriers are not those that are computed.
fn warn(py: Python, outcome: &Outcome) -> PyResult<()> {
    for warning in &outcome.warnings {
        // A name of a file or a word of it may have any character.
        let text = CString::new(warning.replace('\0', "\u{fffd}")).expect("zeros are replaced");
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    let Some((_, deviating, largest, largest_prefactor)) = outcome.audit else { return Ok(()) };
    let what = match outcome.differs {
        [false, false] => return Ok(()),
        [true, _] => format!("which differ by up to {largest:e} eV"),
        [false, true] => {
            format!("whose prefactors differ by up to {:.2} %", 100.0 * largest_prefactor)
        }
    };
    let text = format!(
        "the audit computed {deviating} recalled barriers again and got others, {what}: expected the \
         same to the last bit for jumps that a symmetry takes to each other, and no dependence on \
         sites beyond reach"
    );
    let text = CString::new(text).expect("numbers have no zeros");
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)
}

/// True if a path, as written, ends with a folder: endings would make hidden files in it.
fn is_folder(path: &Path) -> bool {
    let written = path.to_string_lossy();
    matches!(written.rsplit(is_separator).next(), Some("" | "." | ".."))
}
