//! Errors, as the classes of `zobrist._errors`.

use std::error::Error;
use std::fmt::{self, Display, Write};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use zobrist_files::{FileError, Rejection};
use zobrist_index::{FilterError, IndexError};

/// The classes of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Position,
    Move,
    Scheme,
    Read,
    Data,
    Filter,
    /// The base of all.
    Zobrist,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Class::Position => "PositionError",
            Class::Move => "MoveError",
            Class::Scheme => "SchemeError",
            Class::Read => "ReadError",
            Class::Data => "DataError",
            Class::Filter => "FilterError",
            Class::Zobrist => "ZobristError",
        }
    }
}

/// An error that has not become one of Python's yet, so that it can be made on any thread.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    class: Class,
    reason: String,
    row: Option<usize>,
    file: Option<String>,
    line: Option<u64>,
    offset: Option<u64>,
}

impl Failure {
    pub(crate) fn new(class: Class, reason: impl Display) -> Failure {
        let reason = reason.to_string();
        Failure { class, reason, row: None, file: None, line: None, offset: None }
    }

    /// An error with its causes.
    pub(crate) fn with_causes(class: Class, error: &dyn Error) -> Failure {
        let mut reason = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            write!(reason, ": {error}").expect("a string takes all");
            cause = error.source();
        }
        Failure::new(class, reason)
    }

    /// The failure of a row of a column, from 0.
    pub(crate) fn in_row(self, row: usize) -> Failure {
        Failure { row: Some(row), ..self }
    }

    fn message(&self) -> String {
        match (&self.file, self.row) {
            (Some(file), _) => {
                let line = self.line.map_or(String::new(), |line| format!(":{line}"));
                let offset = self.offset.map_or(String::new(), |at| format!(" (byte {at})"));
                format!("{file}{line}{offset}: {}", self.reason)
            }
            (None, Some(row)) => format!("row {row}: {}", self.reason),
            (None, None) => self.reason.clone(),
        }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.class.name(), self.message())
    }
}

impl From<&Rejection> for Failure {
    fn from(rejection: &Rejection) -> Failure {
        let Rejection { file, line, offset, reason, .. } = rejection;
        Failure {
            class: Class::Read,
            reason: reason.clone(),
            row: None,
            file: Some(file.to_string()),
            line: Some(*line),
            offset: Some(*offset),
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::with_causes(Class::Read, &error)
    }
}

impl From<FilterError> for Failure {
    fn from(error: FilterError) -> Failure {
        Failure::with_causes(Class::Filter, &error)
    }
}

impl From<IndexError> for Failure {
    fn from(error: IndexError) -> Failure {
        let class = match error {
            IndexError::Filter(_) => Class::Filter,
            _ => Class::Data,
        };
        Failure::with_causes(class, &error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        Python::attach(|py| raised(py, &failure).unwrap_or_else(|error| error))
    }
}

fn raised(py: Python, failure: &Failure) -> PyResult<PyErr> {
    let class = py.import("zobrist._errors")?.getattr(failure.class.name())?;
    let place = PyDict::new(py);
    place.set_item("reason", &failure.reason)?;
    place.set_item("file", &failure.file)?;
    place.set_item("line", failure.line)?;
    place.set_item("offset", failure.offset)?;
    place.set_item("row", failure.row)?;
    let error = class.cast::<PyType>()?.call((failure.message(),), Some(&place))?;
    Ok(PyErr::from_value(error))
}
