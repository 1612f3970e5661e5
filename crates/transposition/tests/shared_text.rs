//! Two processes share a file with a text: the second one knows the keys by the text alone.
//!
//! The test program starts itself, under an emulator too (see [`itself`]).

#![cfg(all(feature = "native", feature = "files", unix, not(miri)))]

use std::env;
use std::fs;
use std::process::Stdio;

use zobrist::Fnv1a;
use zobrist_transposition::{Table, table_file_text};

mod itself;

const FILE: &str = "ZOBRIST_TEST_TABLE";

type Shared = Table<u64, u32>;

/// The keys of a text, one a line, and their fingerprint.
fn scheme(text: &str) -> (Vec<u64>, u64) {
    let keys = text.lines().map(|line| u64::from_str_radix(line, 16).unwrap());
    (keys.collect(), Fnv1a::new().bytes(text.as_bytes()).finish())
}

fn store_by_the_text(path: &str) {
    let (keys, fingerprint) = scheme(&table_file_text(path).unwrap().unwrap());
    let table = Shared::open_shared(path, fingerprint).unwrap();
    for (key, n) in keys.iter().zip(0..) {
        assert_eq!(table.probe(*key), Some(n));
        table.store(*key, n + 1, 1);
    }
}

#[test]
fn a_second_process_reads_the_keys_in_the_file() {
    if let Ok(path) = env::var(FILE) {
        return store_by_the_text(&path);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    // Longer than a page.
    let line = |n: u64| format!("{:016x}\n", n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let text: String = (1..=500).map(line).collect();
    let (keys, fingerprint) = scheme(&text);
    let table = Shared::create_shared_with_text(&path, 1 << 16, fingerprint, &text).unwrap();
    assert_eq!(table.bytes(), 1 << 16, "a text takes nothing from the lines");
    for (key, n) in keys.iter().zip(0..) {
        table.store(*key, n, 1);
    }
    let before = fs::read(&path).unwrap()[..128].to_vec();

    let test = "a_second_process_reads_the_keys_in_the_file";
    let mut child = itself::itself();
    child.args(["--exact", test]).env(FILE, &path).stdout(Stdio::null());
    match child.status() {
        Ok(status) => assert!(status.success(), "{status}"),
        Err(why) => {
            eprintln!("not tested: another process, since none can be started: {why}");
            store_by_the_text(path.to_str().unwrap());
        }
    }
    for (key, n) in keys.iter().zip(1..) {
        assert_eq!(table.probe(*key), Some(n), "what the other process stored is found");
    }
    table.new_generation();
    table.flush().unwrap();
    drop(table);
    assert_eq!(fs::read(&path).unwrap()[..128], before, "the generation is beyond");
    assert_eq!(table_file_text(&path).unwrap(), Some(text));
    let copy = Shared::load(&path, fingerprint).unwrap();
    assert_eq!(copy.entries().count(), 500);
    assert!(copy.entries().all(|entry| entry.age == 1));
}
