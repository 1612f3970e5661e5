//! Tries to break the laws of the reader of games.

#![no_main]

#[path = "../../crates/shakmaty/tests/laws/pgn.rs"]
mod pgn;

libfuzzer_sys::fuzz_target!(|text: &[u8]| pgn::law(text));
