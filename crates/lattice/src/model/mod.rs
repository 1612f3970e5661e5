//! Models of the energy barrier of a jump, and of the energy of a configuration.
//!
//! A barrier must be the same to the last bit wherever the surroundings are the same, or a
//! trajectory would depend on what was recalled. Sums of floating-point numbers depend on their
//! order, and the order depends on the direction of the jump; the models here therefore add up
//! whole numbers. [`PairModel`] counts energies in 10⁻¹² eV, so that published energies with up to
//! twelve decimals are exact; [`EamModel`] rounds the energy of each site to that unit, and
//! densities to 52 bits below the largest; [`ClusterModel`] rounds the energy of each cluster.

mod barrier;
mod clusters;
mod delayed;
mod eam;
mod error;
mod interface;
mod pair;
mod parameters;
mod setfl;
mod substitution;
mod tabulated;

pub use barrier::{Barrier, UNITS_PER_EV};
pub use clusters::{ClusterModel, ClusterParameters, ClusterTerm};
pub use delayed::Delayed;
pub use eam::EamModel;
pub use error::ModelError;
pub use interface::{EvaluationError, Jump, Model, SharedModel};
pub use pair::PairModel;
pub use parameters::PairParameters;
pub use setfl::{Element, Setfl, SetflError, SetflForm, SetflNote};
pub use substitution::SubstitutionEnergy;
