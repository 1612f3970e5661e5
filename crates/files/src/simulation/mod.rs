//! Simulations of alloys as files describe them; `docs/lattice-config.md` is the specification.

mod alloy;
pub mod atoms;
mod config;
mod energies;
pub mod evaluator;
mod lock;
mod models;
mod observe;
mod own_barriers;
mod parsed;
mod recall_table;

pub use alloy::{Alloy, VACANCY};
pub use config::{Config, Limits};
pub use lock::{LockError, RecallLock};
pub use models::Models;
pub use observe::{COLUMNS, Cell, row};
