//! Errors, as the classes of `zobrist._errors`.

use std::error::Error;
use std::fmt::{self, Display, Write};
use std::io::ErrorKind;
use std::path::Path;

use pyo3::exceptions::PyFileExistsError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use zobrist_game_text::Rejection;
use zobrist_index::{FORMAT_VERSION, FilterError, IndexError};
use zobrist_ingest::{BrokenFile, IngestError};
use zobrist_input::FileError;

/// The classes of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Position,
    Move,
    Scheme,
    Read,
    Data,
    Filter,
    Plan,
    Config,
    Simulation,
    /// The base of all.
    Zobrist,
    /// Python's own `FileExistsError`.
    FileExists,
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
            Class::Plan => "PlanError",
            Class::Config => "ConfigError",
            Class::Simulation => "SimulationError",
            Class::Zobrist => "ZobristError",
            Class::FileExists => "FileExistsError",
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
        Failure::new(class, text_with_causes(error))
    }

    /// The failure of a position that has become one of Python's errors already.
    pub(crate) fn of_position(py: Python, error: &PyErr) -> Option<Failure> {
        let class = error.get_type(py).name().ok()?;
        let reason = error.value(py).getattr("reason").ok()?;
        (class == Class::Position.name()).then(|| Failure::new(Class::Position, reason))
    }

    /// The failure of a file, which the reason names already.
    pub(crate) fn of_file(self, file: &Path) -> Failure {
        Failure { file: Some(file.to_string_lossy().into_owned()), ..self }
    }

    /// The failure at a line of the file, from 1, and a byte, from 0.
    pub(crate) fn at(self, line: u64, offset: u64) -> Failure {
        Failure { line: Some(line), offset: Some(offset), ..self }
    }

    /// The failure of a row of a column, from 0.
    pub(crate) fn in_row(self, row: usize) -> Failure {
        Failure { row: Some(row), ..self }
    }

    /// An error that says more.
    pub(crate) fn and(self, text: impl Display) -> Failure {
        Failure { reason: format!("{}; {text}", self.reason), ..self }
    }

    fn message(&self) -> String {
        match (&self.file, self.line, self.row) {
            (Some(file), Some(line), _) => {
                let offset = self.offset.map_or(String::new(), |at| format!(" (byte {at})"));
                format!("{file}:{line}{offset}: {}", self.reason)
            }
            (_, _, Some(row)) => format!("row {row}: {}", self.reason),
            _ => self.reason.clone(),
        }
    }
}

/// The text of an error, and those of its causes.
pub(crate) fn text_with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        write!(text, ": {error}").expect("a string takes all");
        cause = error.source();
    }
    text
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.class.name(), self.message())
    }
}

impl From<&BrokenFile<'_>> for Failure {
    fn from(broken: &BrokenFile) -> Failure {
        Failure::from(broken.failure).and(broken.outcome).and(&broken.advice)
    }
}

impl From<&Rejection> for Failure {
    fn from(rejection: &Rejection) -> Failure {
        let Rejection { file, piece, line, offset, reason, .. } = rejection;
        if piece.is_some() {
            // The line in the file is not known.
            return Failure::new(Class::Read, rejection).of_file(Path::new(&**file));
        }
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
        let failure = Failure::with_causes(Class::Read, &error);
        match error.file() {
            Some(file) => failure.of_file(file),
            None => failure,
        }
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
            IndexError::Io { .. }
            | IndexError::NotAFile(_)
            | IndexError::ChangedWhileRead { .. } => Class::Read,
            IndexError::NoPlan(_)
            | IndexError::Planned(_)
            | IndexError::NoRun { .. }
            | IndexError::NoRange { .. }
            | IndexError::MissingRuns { .. }
            | IndexError::MissingRanges { .. }
            | IndexError::Superseded(_)
            | IndexError::IndexChanged(_)
            | IndexError::SourceChanged { .. }
            | IndexError::DedupOfPlan => Class::Plan,
            IndexError::Exists(_) => Class::FileExists,
            IndexError::SchemeWidth(_)
            | IndexError::SchemeClock(_)
            | IndexError::SchemeText { .. } => Class::Scheme,
            IndexError::Busy(_)
            | IndexError::NotLocal(_)
            | IndexError::DedupMemory { .. }
            | IndexError::OutOfMemory { .. } => Class::Zobrist,
            _ => Class::Data,
        };
        let failure = Failure::with_causes(class, &error);
        let failure = match error.path() {
            Some(path) => failure.of_file(path),
            None => failure,
        };
        match &error {
            IndexError::NotAnIndex(_) => failure.and("zobrist.build_index makes one"),
            IndexError::Exists(_) => failure
                .and("zobrist.add adds games to it, and replace=True builds another in its place"),
            IndexError::NotLocal(_) => failure.and("zobrist.runs builds one in S3"),
            IndexError::NoPlan(_) => failure.and("zobrist.runs.plan does it"),
            IndexError::Planned(_) => failure
                .and("zobrist.runs.commit completes it, and zobrist.runs.abandon gives it up"),
            IndexError::MissingRuns { .. } => failure.and("zobrist.runs.run builds one"),
            IndexError::MissingRanges { .. } => failure.and("zobrist.runs.combine merges one"),
            IndexError::Plan { .. }
            | IndexError::IndexChanged(_)
            | IndexError::SourceChanged { .. } => failure.and("zobrist.runs.abandon gives it up"),
            IndexError::Parquet { .. } => failure.and("zobrist.verify reports more"),
            IndexError::Version { got, .. } if *got > FORMAT_VERSION.into() => {
                failure.and("a newer version of this package reads it")
            }
            IndexError::Io { error, .. } if error.kind() == ErrorKind::StorageFull => {
                failure.and("free some space and do the same again")
            }
            _ => failure,
        }
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        Python::attach(|py| raised(py, &failure).unwrap_or_else(|error| error))
    }
}

fn raised(py: Python, failure: &Failure) -> PyResult<PyErr> {
    if failure.class == Class::FileExists {
        return Ok(PyFileExistsError::new_err(failure.message()));
    }
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

/// The failure of planning or of a run.
pub(crate) fn of_run(error: IngestError) -> Failure {
    match error {
        IngestError::Files(error) => error.into(),
        IngestError::Index(error) => error.into(),
        IngestError::Source { failure, .. } => {
            let outcome = "nothing is kept of the run";
            let advice =
                "abandon the build, mend the file and plan it again, or accept what can be \
                          read by planning with partial=True"
                    .to_owned();
            Failure::from(&BrokenFile::new(&failure, outcome, advice))
        }
        error => Failure::with_causes(Class::Zobrist, &error),
    }
}
