//! Tries to break the law of books.

#![no_main]

#[path = "../../crates/chess/tests/laws/book.rs"]
mod book;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| book::law(bytes));
