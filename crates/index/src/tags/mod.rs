//! The tags of a game: their text, and the result, ratings and other facts that they state.

pub(crate) mod game_stats;
pub(crate) mod other_tags;

use std::borrow::Cow;

use zobrist_text_encoding::TextEncoding;

pub use game_stats::GameResult;
pub(crate) use game_stats::{GameStats, elo, year};

/// Text that is UTF-8, or otherwise taken as windows-1252, which old PGN is in.
pub(crate) fn utf8(text: &[u8]) -> Cow<'_, str> {
    TextEncoding::default().decode(text)
}
