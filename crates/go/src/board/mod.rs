//! Boards: stones, chains, captures and area, with the hash.

mod area;
mod chains;
mod error;
mod outcome;
mod placed;
mod preview;
mod set_up;
mod state;
mod text;

pub use area::Area;
pub use error::{BoardSizeError, PlaceError, SetUpError};
pub use outcome::{Outcome, Removed};
pub(crate) use placed::{Placed, stone_bits, stone_of_bits};
pub use state::Board;
pub use text::ParseBoardError;
