//! Basins: a few states among which a walk goes to and fro, left in one step.

mod chain;
mod paths;

pub use chain::{AbsorbingChain, ChainError, Exits};
pub(crate) use paths::choose;
pub use paths::{Exit, Paths};
