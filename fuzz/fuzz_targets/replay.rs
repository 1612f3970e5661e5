//! Tries to break the law of replayed games.

#![no_main]

#[path = "../../crates/shakmaty/tests/laws/replay.rs"]
mod replay;

libfuzzer_sys::fuzz_target!(|text: &[u8]| replay::law(text));
