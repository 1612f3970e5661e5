//! Local environments of vacancies, named up to symmetry.

mod build;
mod environments;
mod reach;
mod reverse;

pub use environments::Environments;
