//! Boards: stones, chains, captures and area, with the hash.

mod area;
mod chain;
mod chains;
mod error;
mod outcome;
mod placed;
mod preview;
mod set_up;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod variation;

pub use area::Area;
pub use chain::Chain;
pub use error::{BoardSizeError, PlaceError, SetUpError};
pub use outcome::{Outcome, Removed};
pub(crate) use placed::{Placed, STONE, stone_bits, stone_of_bits};
pub use state::Board;
pub use text::ParseBoardError;
pub use variation::Variation;
