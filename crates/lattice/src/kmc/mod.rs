//! Kinetic Monte Carlo by the residence-time algorithm.

mod atoms;
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
mod parameters;
mod place;
mod ramp;
mod rates;
mod residence;
mod resume_error;
mod settings;
mod simulation;
mod stay;
mod step;
mod table;

pub use error::{KmcError, StepError};
pub use flicker::Flicker;
pub use parameters::CheckpointParameter;
pub use ramp::Stage;
pub use rates::BOLTZMANN;
pub use resume_error::ResumeError;
pub use settings::{Bound, ParseRecallModeError, RecallMode, Settings, Tracking};
pub use simulation::{Event, Kmc};
pub use table::RecallTable;
