//! Errors of simulations, as the errors of Python.

use std::error::Error;
use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::prelude::*;
use zobrist_input::FileError;
use zobrist_lattice::StepError;

use super::dict::Text;
use super::function_model::FunctionFailure;
use crate::error::{Class, Failure, text_with_causes};

/// The failure of a configuration. `name` is that of its file; a dictionary has the text that was
/// made of it.
pub(super) fn of_config(error: &FileError, name: &str, dict: Option<&Text>) -> Failure {
    let text = text_with_causes(error);
    let class = if comes_from_reading(error) { Class::Read } else { Class::Config };
    let rest = text.strip_prefix(name).and_then(|rest| rest.strip_prefix(':'));
    let Some((line, offset, reason)) = rest.and_then(split_place) else {
        let failure = Failure::new(class, text);
        return if dict.is_some() { failure } else { failure.of_file(Path::new(name)) };
    };
    match dict {
        Some(dict) => {
            let place = dict.place(line as usize).unwrap_or(name);
            Failure::new(class, format!("{place}: {reason}"))
        }
        None => Failure::new(class, reason).of_file(Path::new(name)).at(line, offset),
    }
}

/// The line, the byte and what follows, of `3 (byte 17): reason`.
fn split_place(text: &str) -> Option<(u64, u64, &str)> {
    let (line, rest) = text.split_once(" (byte ")?;
    let (offset, reason) = rest.split_once("): ")?;
    Some((line.parse().ok()?, offset.parse().ok()?, reason))
}

/// True if the system could not read a file.
fn comes_from_reading(error: &dyn Error) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.is::<io::Error>() {
            return true;
        }
        cause = error.source();
    }
    false
}

/// The failure of a simulation that cannot begin, or of a checkpoint or a recall that is of another
/// one.
pub(super) fn of_start(what: impl Display, error: &dyn Error) -> Failure {
    Failure::new(Class::Config, format!("{what}: {}", text_with_causes(error)))
}

/// The error of a step that could not be done: that of the function itself, with a note, or one
/// that says what is wrong.
pub(super) fn of_step(py: Python, error: StepError, step: u64) -> PyErr {
    let error = match error {
        StepError::Model(source) => match source.downcast::<FunctionFailure>() {
            Ok(failure) => return of_function(py, *failure, step),
            Err(source) => StepError::Model(source),
        },
        error => error,
    };
    let failure =
        Failure::new(Class::Simulation, format!("step {step}: {}", text_with_causes(&error)));
    let failure = match error {
        StepError::Negative { .. } => {
            failure.and("`allow_negative_barriers = true` in [model] does such steps")
        }
        _ => failure,
    };
    failure.into()
}

fn of_function(py: Python, failure: FunctionFailure, step: u64) -> PyErr {
    match failure {
        FunctionFailure::Raised { error, jumps } => {
            note(py, &error, &format!("in step {step} of the simulation, asked for {jumps}"));
            error
        }
        FunctionFailure::Wrong { reason } => {
            Failure::new(Class::Simulation, format!("step {step}: {reason}")).into()
        }
    }
}

/// Adds a note to an error, which Python 3.10 does not know yet.
pub(super) fn note(py: Python, error: &PyErr, note: &str) {
    if let Ok(Some(add)) = error.value(py).getattr_opt("add_note") {
        // Without its note, the error is still the right one.
        let _ = add.call1((note,));
    }
}
