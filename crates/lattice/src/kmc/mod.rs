//! Kinetic Monte Carlo.

pub(crate) mod bytes;
mod clock;
mod flicker;
