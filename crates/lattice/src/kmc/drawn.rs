//! The jump that comes next.
//!
//! Each step draws two random numbers, whatever is recalled, so that all modes share one
//! trajectory, and tests compare them to the last bit of the clock.

use zobrist::source::Xoshiro256PlusPlus;

/// A jump that was drawn and lies in the future.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    pub(super) vacancy: usize,
    pub(super) direction: usize,
    /// The time in s from the clock until the jump.
    pub(super) time: f64,
    /// The generator before the draw.
    pub(super) before: Xoshiro256PlusPlus,
}
