//! Kinetic Monte Carlo by the residence-time algorithm.

mod bytes;
mod cache;
mod checkpoint;
mod clock;
mod counts;
mod error;
mod escape;
mod evaluate;
mod flicker;
mod rates;
mod settings;
mod simulation;

pub use checkpoint::{CheckpointParameter, ResumeError};
pub use error::{KmcError, StepError};
pub use flicker::Flicker;
pub use rates::BOLTZMANN;
pub use settings::{Bound, ParseRecallModeError, RecallMode, Settings};
pub use simulation::{Event, Kmc};
