//! Metropolis Monte Carlo: exchanges of atoms at fixed composition.

mod checkpoint;
mod counts;
mod energies;
mod error;
mod proposal;
mod resume_error;
mod simulation;

pub use error::{ExchangeError, MetropolisError};
pub use resume_error::MetropolisResumeError;
pub use simulation::{Exchange, Metropolis};
