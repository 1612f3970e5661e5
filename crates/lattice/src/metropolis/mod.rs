//! Metropolis Monte Carlo: exchanges of atoms at fixed composition.

mod checkpoint;
mod energies;
mod error;
mod proposal;
mod simulation;

pub use error::{ExchangeError, MetropolisError, MetropolisResumeError};
pub use simulation::{Exchange, Metropolis};
