//! Tries to break the law of checkpoints.

#![no_main]

#[path = "../../crates/lattice/tests/laws/checkpoint.rs"]
mod checkpoint;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checkpoint::law(bytes));
