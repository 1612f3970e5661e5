//! Simulations of alloys as files describe them; `docs/lattice-config.md` is the specification.

mod alloy;
pub mod atoms;
mod config;
mod energies;
pub mod evaluator;
mod models;
mod observe;
mod own_barriers;

pub use alloy::{Alloy, VACANCY};
pub use config::{Config, Limits};
pub use models::Models;
pub use observe::{COLUMNS, Cell, row};
