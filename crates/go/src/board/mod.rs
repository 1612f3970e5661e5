//! Boards: stones, chains, captures and area, with the hash.

mod area;
mod chain;
mod chains;
mod error;
mod placed;
mod preview;
mod set_up;
mod shape;
mod state;
#[cfg(test)]
mod tests;
mod variation;

pub use area::Area;
pub use chain::Chain;
pub use error::{BoardSizeError, PlaceError, SetUpError};
pub use placed::{Outcome, Removed};
pub(crate) use placed::{Placed, STONE, stone_bits, stone_of_bits};
pub use set_up::ParseBoardError;
pub(crate) use shape::Images;
pub use state::Board;
pub use variation::Variation;
