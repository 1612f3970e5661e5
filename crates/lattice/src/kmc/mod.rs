//! Kinetic Monte Carlo by the residence-time algorithm.

mod atoms;
mod bytes;
mod cache;
mod check;
mod checkpoint;
mod clock;
mod counts;
mod drawn;
mod error;
mod escape;
mod evaluate;
mod flicker;
mod free_time;
mod observe;
mod place;
mod ramp;
mod rates;
mod settings;
mod simulation;
mod step;
mod table;

pub use checkpoint::{CheckpointParameter, ResumeError};
pub use error::{KmcError, StepError};
pub use flicker::Flicker;
pub use ramp::Stage;
pub use rates::BOLTZMANN;
pub use settings::{Bound, ParseRecallModeError, RecallMode, Settings, Tracking};
pub use simulation::{Event, Kmc};
pub use table::RecallTable;
