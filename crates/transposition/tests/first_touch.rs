//! The pages of a new table have no place until somebody writes to them, in a process that has no
//! other memory to count.

#![cfg(all(feature = "native", target_os = "linux", not(miri)))]

use std::cell::Cell;
use std::fs;

use zobrist_transposition::{Pages, Table};

const BYTES: u64 = 64 << 20;

/// Number of bytes of this process that are in memory.
fn resident() -> u64 {
    let text = fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() << 10
}

#[test]
fn memory_is_placed_by_the_threads_that_clear_it() {
    let before = resident();
    let placed = Cell::new(0);
    let table = Table::<u64, u32>::with_placement(BYTES, Pages::Transparent, |memory| {
        assert!(memory.cast::<[u64; 8]>().is_aligned());
        placed.set(memory.len() as u64);
        assert!(resident() - before < BYTES / 8, "it was written to before it was placed");
    });
    let table = table.unwrap();
    assert_eq!(placed.get(), table.bytes());
    assert!(resident() - before < BYTES / 8, "it was written to when it was created");
    table.clear(2);
    assert!(resident() - before >= BYTES, "clearing did not write to all of it");
}
