//! Tries to break the law of positions that are read.

#![no_main]

#[path = "../../crates/shakmaty/tests/laws/position.rs"]
mod position;

libfuzzer_sys::fuzz_target!(|line: &[u8]| position::law(line));
