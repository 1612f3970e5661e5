//! The tags of a game: their text, its encoding, and the result, ratings and other facts that they state.

pub(crate) mod game_stats;
pub(crate) mod other_tags;
mod text;

pub use game_stats::GameResult;
pub(crate) use game_stats::{GameStats, elo, year};
pub(crate) use text::utf8;
