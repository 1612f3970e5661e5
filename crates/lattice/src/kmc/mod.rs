//! Kinetic Monte Carlo by the residence-time algorithm.

mod atoms;
mod cache;
mod checkpoint;
mod error;
mod escape;
mod evaluate;
mod flicker;
mod free_time;
mod observe;
mod parameters;
mod progress;
mod rates;
mod settings;
mod simulation;
mod stay;
mod step;
mod table;

pub use error::{KmcError, StepError};
pub use flicker::Flicker;
pub(crate) use parameters::fingerprint;
pub use parameters::{CheckpointParameter, ResumeError};
pub use rates::BOLTZMANN;
pub use settings::{Bound, ParseRecallModeError, RecallMode, Settings, Stage, Tracking};
pub use simulation::{Event, Kmc};
pub use table::RecallTable;
