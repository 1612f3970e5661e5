//! Tries to break the law of records in SGF.

#![no_main]

#[path = "../../crates/go/tests/laws/sgf.rs"]
mod sgf;

libfuzzer_sys::fuzz_target!(|text: &[u8]| sgf::law(text));
