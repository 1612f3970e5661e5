//! Boards: stones, chains, captures and area, with the hash.

mod area;
mod chains;
mod error;
mod outcome;
mod preview;
mod state;
mod text;

pub use area::Area;
pub use error::{BoardSizeError, PlaceError, SetUpError};
pub use outcome::{Outcome, Removed};
pub use state::Board;
pub use text::ParseBoardError;
