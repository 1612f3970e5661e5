//! The memory of a table that is moved, swapped, resized and shared by threads.
//!
//! `.ci/miri` runs these tests under Miri, which checks that no pointer into the memory was
//! invalidated.

use std::mem;
use std::sync::Arc;
use std::thread;

use zobrist_transposition::{Long, Outcome, Pages, SlotSize, Small, Table, TwoTier, Wide};

/// Keys spread over the whole range.
fn key(n: u64) -> u64 {
    n.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[test]
fn a_table_is_moved() {
    let table = Table::<u64, u32>::with_pages(4096, Pages::Default).unwrap();
    table.new_generation();
    let table = Box::new(table);
    assert_eq!(table.store(key(1), 7, 1), Outcome::New);
    table.new_generation();
    let mut table = *table;
    let entry = table.entries().next().unwrap();
    assert_eq!((entry.value, entry.age), (7, 1));
    let mut other = Table::with_pages(64, Pages::Default).unwrap();
    mem::swap(&mut table, &mut other);
    assert_eq!((table.probe(key(1)), other.probe(key(1))), (None, Some(7)));
    drop(table);
    other.new_generation();
    assert_eq!(other.entries().next().unwrap().age, 2);
}

/// Several threads own a table, and the last one drops it.
fn is_shared<S: SlotSize>() {
    let table =
        Arc::new(Table::<u64, u32, TwoTier, S>::with_pages(8 * 64, Pages::Default).unwrap());
    let threads = [0, 1].map(|number| {
        let table = Arc::clone(&table);
        thread::spawn(move || {
            for n in 0..30 {
                table.store(key(n), n as u32, n);
                if n % 10 == number {
                    table.new_generation();
                }
                table.prefetch(key(n + 1));
                assert!(table.probe(key(n)).is_none_or(|found| found == n as u32));
            }
        })
    });
    drop(table);
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

/// Calls all methods from one thread.
fn is_used<S: SlotSize>() {
    let mut table = Table::<u64, u32, TwoTier, S>::with_pages(8 * 64, Pages::Default).unwrap();
    let keys: Vec<u64> = (0..if cfg!(miri) { 40 } else { 100 }).map(key).collect();
    for (n, key) in (0..).zip(&keys) {
        table.store(*key, n, u64::from(n));
    }
    table.new_generation();
    let mut found = vec![None; keys.len()];
    table.probe_many(&keys, &mut found);
    let present = found.iter().flatten().count() as u64;
    assert!(present > 0 && present <= table.capacity());
    for (n, found) in found.iter().enumerate() {
        assert!(found.is_none_or(|found| found as usize == n));
        assert_eq!(table.probe_if(keys[n], |_| true), *found);
        assert_eq!(table.update(keys[n], |old| old + 1), found.map(|found| found + 1));
    }
    assert_eq!(table.entries().count() as u64, present);
    let fill = table.fill(u64::MAX);
    assert_eq!((fill.used, fill.current), (present, present));
    table.resize(16 * 64, 2).unwrap();
    assert_eq!(table.entries().count() as u64, if table.is_exact() { present } else { 0 });
    table.store(5, 6, 7);
    assert_eq!(table.entries().find(|entry| entry.value == 6).unwrap().age, 0);
    table.clear(2);
    assert_eq!(table.entries().count(), 0);
}

#[test]
fn small_slots() {
    is_used::<Small>();
    is_shared::<Small>();
}

#[test]
fn wide_slots() {
    is_used::<Wide>();
    is_shared::<Wide>();
}

#[test]
fn long_slots() {
    is_used::<Long>();
    is_shared::<Long>();
}

/// Lines begin at a multiple of 2 MiB, after the beginning of the memory.
#[test]
fn on_large_pages() {
    let table = Table::<u64, u32>::with_pages(2 << 20, Pages::Transparent).unwrap();
    for key in [0, 1 << 63, u64::MAX] {
        table.store(key, key as u32, 1);
        assert_eq!(table.probe(key), Some(key as u32));
    }
}
