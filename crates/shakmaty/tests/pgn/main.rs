//! Games in PGN: cut as `pgn-reader` would cut them, replayed, and refused with the
//! right words at the right line.

mod cutting;
#[path = "../laws/pgn_text.rs"]
mod pgn_text;
mod reader;
mod refusing;
mod replaying;
#[path = "../laws/scanner.rs"]
mod scanner;
mod seen;
mod starting;
