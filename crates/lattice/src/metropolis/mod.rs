//! Metropolis Monte Carlo: exchanges of atoms at fixed composition, substitutions in semi-grand
//! ensembles, replicas at several temperatures, and densities of states.

mod checkpoint;
mod energies;
mod error;
mod proposal;
mod replicas;
mod simulation;
mod step;
mod wang_landau;

pub use error::{ExchangeError, MetropolisError, MetropolisResumeError};
pub use replicas::{ReplicaError, Replicas};
pub use simulation::Metropolis;
pub use step::Exchange;
pub use wang_landau::{EnergyBins, WangLandau, WangLandauError};
