//! Reads the games that are mended.

use std::num::NonZeroUsize;

use zobrist_index::TextEncoding;
use zobrist_shakmaty::pgn::Language;

/// Options for reading games that are mended.
pub(crate) struct Reading {
    /// Stop at the first game or file that is rejected.
    pub(crate) strict: bool,
    pub(crate) encoding: Option<TextEncoding>,
    pub(crate) language: Language,
    pub(crate) jobs: Option<NonZeroUsize>,
}
