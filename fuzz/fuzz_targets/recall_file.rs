//! Tries to break the law of recall files.

#![no_main]

#[path = "../../crates/lattice/tests/laws/recall.rs"]
mod recall;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| recall::law(bytes));
