//! Reads the games that are mended.

use std::num::NonZeroUsize;

use zobrist_index::TextEncoding;
use zobrist_shakmaty::pgn::Language;

/// Options for reading games that are mended.
pub struct Reading {
    /// Stop at the first game or file that is rejected.
    pub strict: bool,
    pub encoding: Option<TextEncoding>,
    pub language: Language,
    pub jobs: Option<NonZeroUsize>,
}
