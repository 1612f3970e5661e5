//! Tries to break the laws of positions that are read, leniently and strictly.

#![no_main]

#[path = "../../crates/shakmaty/tests/laws/position.rs"]
mod position;
#[path = "../../crates/shakmaty/tests/laws/strict.rs"]
mod strict;

libfuzzer_sys::fuzz_target!(|line: &[u8]| {
    position::law(line);
    strict::law(line);
});
