//! Local environments of vacancies, named up to symmetry.
//!
//! A jump has an environment of its own, beside that of the defect: it depends on a third of the
//! sites, and the surroundings of a vacancy as a whole are new when one distant atom is.

mod build;
mod environments;
mod reach;

pub use environments::Environments;
