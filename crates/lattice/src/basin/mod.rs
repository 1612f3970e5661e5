//! Exits from basins: a few states that a walk goes back and forth between.

mod chain;
mod sampler;
mod survival;

pub use chain::{AbsorbingChain, ChainError, Exits};
pub(crate) use sampler::choose;
pub use sampler::{Exit, ExitSampler};
