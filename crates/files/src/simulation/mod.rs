//! Simulations of alloys as files describe them; `docs/lattice-config.md` is the specification.

mod alloy;
pub mod atoms;
mod config;
mod energies;
pub mod evaluator;
mod observe;

pub use alloy::{Alloy, VACANCY};
pub use config::{Config, Limits};
pub use observe::{COLUMNS, Cell, row};
