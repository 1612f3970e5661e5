//! Errors of runs, which are those of their simulations.

use std::error::Error;
use std::fmt::{self, Display};

use zobrist_lattice::observables::ObservableError;
use zobrist_lattice::{
    ExchangeError, KmcError, MetropolisError, MetropolisResumeError, ResumeError, StepError,
};

/// The error of a run that cannot begin.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BeginError {
    /// A simulation by jumps cannot be created.
    Kinetic(KmcError),
    /// A simulation by exchanges cannot be created.
    Metropolis(MetropolisError),
    /// An observable cannot be prepared for the lattice.
    Observable(ObservableError),
}

impl Display for BeginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BeginError::Kinetic(error) => error.fmt(f),
            BeginError::Metropolis(error) => error.fmt(f),
            BeginError::Observable(error) => error.fmt(f),
        }
    }
}

impl Error for BeginError {}

impl From<KmcError> for BeginError {
    fn from(error: KmcError) -> BeginError {
        BeginError::Kinetic(error)
    }
}

impl From<MetropolisError> for BeginError {
    fn from(error: MetropolisError) -> BeginError {
        BeginError::Metropolis(error)
    }
}

impl From<ObservableError> for BeginError {
    fn from(error: ObservableError) -> BeginError {
        BeginError::Observable(error)
    }
}

/// The error of a run that cannot be resumed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ResumeRunError {
    /// A simulation by jumps cannot be resumed.
    Kinetic(ResumeError),
    /// A simulation by exchanges cannot be resumed.
    Metropolis(MetropolisResumeError),
    /// An observable cannot be prepared for the lattice.
    Observable(ObservableError),
}

impl Display for ResumeRunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeRunError::Kinetic(error) => error.fmt(f),
            ResumeRunError::Metropolis(error) => error.fmt(f),
            ResumeRunError::Observable(error) => error.fmt(f),
        }
    }
}

impl Error for ResumeRunError {}

impl From<ResumeError> for ResumeRunError {
    fn from(error: ResumeError) -> ResumeRunError {
        ResumeRunError::Kinetic(error)
    }
}

impl From<MetropolisResumeError> for ResumeRunError {
    fn from(error: MetropolisResumeError) -> ResumeRunError {
        ResumeRunError::Metropolis(error)
    }
}

impl From<ObservableError> for ResumeRunError {
    fn from(error: ObservableError) -> ResumeRunError {
        ResumeRunError::Observable(error)
    }
}

/// The error of a step that was not done. The state is as it was.
#[derive(Debug)]
#[non_exhaustive]
pub enum AdvanceError {
    /// A jump cannot be done.
    Kinetic(StepError),
    /// An exchange cannot be decided.
    Metropolis(ExchangeError),
}

impl Display for AdvanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdvanceError::Kinetic(error) => error.fmt(f),
            AdvanceError::Metropolis(error) => error.fmt(f),
        }
    }
}

impl Error for AdvanceError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            AdvanceError::Kinetic(error) => error.source(),
            AdvanceError::Metropolis(error) => error.source(),
        }
    }
}

impl From<StepError> for AdvanceError {
    fn from(error: StepError) -> AdvanceError {
        AdvanceError::Kinetic(error)
    }
}

impl From<ExchangeError> for AdvanceError {
    fn from(error: ExchangeError) -> AdvanceError {
        AdvanceError::Metropolis(error)
    }
}
