//! Exits from basins: a few states that a walk goes back and forth between.

mod bridge;
mod chain;
mod sampler;
mod survival;

pub(crate) use bridge::Bridge;
pub use chain::{AbsorbingChain, ChainError, Exits};
pub(crate) use sampler::choose;
pub use sampler::{Exit, ExitSampler};
