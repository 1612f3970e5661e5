//! Tries to break the law of the scanner.

#![no_main]

#[path = "../../crates/shakmaty/tests/laws/scanner.rs"]
mod scanner;

libfuzzer_sys::fuzz_target!(|text: &[u8]| scanner::law(text));
