//! Recall of states and environments for kinetic Monte Carlo on lattices.

#![forbid(unsafe_code)]

mod basin;
mod variates;

pub mod model;

pub use basin::{AbsorbingChain, ChainError, Exit, Exits, Paths};
