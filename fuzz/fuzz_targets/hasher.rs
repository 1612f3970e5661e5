//! Tries to break the law of hashers.

#![no_main]

#[path = "../../crates/shakmaty/tests/laws/hasher.rs"]
mod hasher;

libfuzzer_sys::fuzz_target!(|changes: &[u8]| hasher::law(changes));
