//! Basins: a few states that a walk goes back and forth between, left in one step.

mod chain;
mod paths;

pub use chain::{AbsorbingChain, ChainError, Exits};
pub(crate) use paths::choose;
pub use paths::{Exit, Paths};
