//! Tries to break the law of setfl files.

#![no_main]

#[path = "../../crates/lattice/tests/laws/setfl.rs"]
mod setfl;

libfuzzer_sys::fuzz_target!(|text: &[u8]| setfl::law(text));
