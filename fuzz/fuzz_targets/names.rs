//! Tries to break the law of names.

#![no_main]

#[path = "../../crates/go/tests/laws/names.rs"]
mod names;

libfuzzer_sys::fuzz_target!(|text: &[u8]| names::law(text));
