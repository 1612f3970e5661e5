//! Tries to break the law of lines of FEN.

#![no_main]

#[path = "../../crates/shakmaty/tests/laws/fen.rs"]
mod fen;

libfuzzer_sys::fuzz_target!(|line: &[u8]| fen::law(line));
