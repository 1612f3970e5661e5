//! Kinetic Monte Carlo.

mod bytes;
mod clock;
mod flicker;
