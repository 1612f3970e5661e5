//! `zobrist book dump`, and the stored book that every version opens.

use std::fs;

use crate::books::{at_start, bytes_of, entries, header, small};
use crate::tool::{Folder, column, zobrist};

const STORED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/books/small.bin");
const STORED_DUMP: &str = include_str!("../books/small.txt");

#[test]
fn the_stored_book_is_opened() {
    assert_eq!(zobrist(["book", "dump", STORED]).done(), STORED_DUMP);
    assert!(fs::read(STORED).unwrap() == small(), "the book is made otherwise now");
    assert_eq!(STORED_DUMP.lines().count(), entries().len());
    let moves = column(STORED_DUMP, 1);
    for special in ["e1h1", "e5f6", "a7b8n", "a7b8q"] {
        assert!(moves.contains(&special));
    }
}

#[test]
fn formats() {
    let folder = Folder::with("a.bin", bytes_of(&[at_start(12, 28, 7), at_start(62, 45, 0)]));
    let text = folder.zobrist(["book", "dump", "a.bin"]).done();
    assert_eq!(text, "463b96181691fc9c\te2e4\t7\t0\n463b96181691fc9c\tg8f6\t0\t0\n");
    let csv = folder.zobrist(["book", "dump", "a.bin", "--format", "csv"]).done();
    let rows = text.replace('\t', ",");
    assert_eq!(csv, format!("key,uci,weight,learn\n{rows}"));
    let jsonl = folder.zobrist(["book", "dump", "a.bin", "--format", "jsonl"]).done();
    let first = "{\"key\":\"463b96181691fc9c\",\"uci\":\"e2e4\",\"weight\":7,\"learn\":0}";
    assert_eq!(jsonl.lines().next(), Some(first));
}

#[test]
fn faults_of_a_book_are_reported_and_its_entries_dumped() {
    let folder = Folder::with("a.bin", [bytes_of(&[at_start(12, 28, 7)]), vec![1, 2]].concat());
    let (rows, message) = folder.zobrist(["book", "dump", "a.bin"]).rejected();
    assert_eq!(rows.lines().count(), 1);
    assert_eq!(message, "zobrist: a.bin: entry 2 (byte 16): expected 16 bytes, got 2; left out\n");
    folder.write("empty.bin", "");
    assert_eq!(folder.zobrist(["book", "dump", "empty.bin"]).done(), "");
    let mut broken = header("x");
    broken[13] = b'7';
    folder.write("broken.bin", [broken, bytes_of(&[at_start(12, 28, 7)])].concat());
    let (rows, message) = folder.zobrist(["book", "dump", "broken.bin"]).rejected();
    assert_eq!(rows.lines().count(), 1);
    assert_eq!(
        message,
        "zobrist: broken.bin: entry 1 (byte 0): expected a header of version 1, got another; \
         left out\n"
    );
}

#[test]
fn a_missing_book_is_refused() {
    let folder = Folder::new();
    for command in [
        &["dump", "missing.bin"][..],
        &["probe", "missing.bin"],
        &["check", "missing.bin"],
        &["fix", "missing.bin", "-o", "out.bin"],
        &["merge", "missing.bin", "-o", "out.bin"],
    ] {
        let message = folder.zobrist(["book"].into_iter().chain(command.iter().copied())).refused();
        assert_eq!(
            message,
            "zobrist: cannot open missing.bin: No such file or directory (os error 2)\n"
        );
        assert!(!folder.path("out.bin").exists());
    }
    let message = folder.zobrist(["book", "dump", "."]).refused();
    assert_eq!(message, "zobrist: cannot read .: it is a directory; name a book\n");
}
