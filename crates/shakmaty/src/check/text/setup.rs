//! The tag that should stand beside a `FEN`, section 9.7 of the PGN standard.

use super::tag_lines::{TagLine, last, quoted};
use crate::game_start::is_unknown;

/// Returns how `SetUp` is wrong beside a `FEN`.
pub(super) fn check(tags: &[TagLine<'_>]) -> Option<String> {
    last(tags, "FEN").filter(|fen| !is_unknown(fen))?;
    match last(tags, "SetUp") {
        None => Some("expected SetUp \"1\" beside FEN, got none".to_owned()),
        Some(b"1") => None,
        Some(value) => Some(format!("expected SetUp \"1\" beside FEN, got {}", quoted(value))),
    }
}
