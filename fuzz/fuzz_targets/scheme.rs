//! Tries to break the law of texts that describe schemes.

#![no_main]

#[path = "../../crates/chess/tests/laws/scheme.rs"]
mod scheme;

libfuzzer_sys::fuzz_target!(|text: &[u8]| scheme::law(text));
