//! Tries to break the law of texts that are edited.

#![no_main]

#[path = "../../crates/zobrist/tests/tabulation/edits.rs"]
mod edits;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| edits::law(bytes));
