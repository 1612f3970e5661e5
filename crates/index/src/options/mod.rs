//! The choices of a caller who builds or merges an index.

mod build_options;
mod duplicates;

pub use build_options::{BuildOptions, MergeOptions, Select};
pub(crate) use duplicates::start_and_players;
pub use duplicates::{Duplicates, PlayedGame, PlayersKey, first_agreeing};
