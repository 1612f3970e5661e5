//! Tries to break the law of table files.

#![no_main]

#[path = "../../crates/transposition/tests/laws/file.rs"]
mod file;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| file::law(bytes));
