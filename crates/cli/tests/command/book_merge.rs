//! `zobrist book merge`: sums that do not depend on the order of books.

use std::fs;

use zobrist_chess::BookEntry;

use crate::books::{at_start, bytes_of, entries, header, small};
use crate::tool::{COMPRESSIONS, Folder};

fn merged(folder: &Folder, books: &[&'static str]) -> (Vec<u8>, String) {
    let args =
        ["book", "merge", "--force", "-o", "out.bin"].into_iter().chain(books.iter().copied());
    let run = folder.zobrist(args);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    (fs::read(folder.path("out.bin")).unwrap(), run.stderr)
}

#[test]
fn weights_are_added_in_any_order() {
    let folder = Folder::with("small.bin", small());
    let more = [at_start(12, 28, 1), at_start(6, 21, 20), at_start(1, 18, 1)];
    folder.write("more.bin", [header("more"), bytes_of(&more)].concat());
    folder.write("third.bin", bytes_of(&[BookEntry { key: 1, ..more[0] }, at_start(12, 28, 1)]));
    let (bytes, _) = merged(&folder, &["small.bin", "more.bin", "third.bin"]);
    let (other, _) = merged(&folder, &["third.bin", "more.bin", "small.bin"]);
    assert!(bytes == other);
    let rows = folder.zobrist(["book", "probe", "out.bin"]).done();
    let moves: Vec<Vec<&str>> = rows.lines().map(|row| row.split('\t').take(3).collect()).collect();
    assert_eq!(
        moves,
        [["g1f3", "Nf3", "20"], ["e2e4", "e4", "8"], ["a2a4", "a4", "4"], ["b1c3", "Nc3", "1"]]
    );
    let check = folder.zobrist(["book", "check", "out.bin"]);
    assert_eq!(check.code, 0);
    assert!(
        check
            .stderr
            .contains("header of normal: \"Five lines, for every later version to open.\\nmore\"")
    );
    // A single book is unchanged.
    assert!(merged(&folder, &["small.bin"]).0 == small());
}

#[test]
fn sums_beyond_16_bits_are_scaled_and_do_not_wrap() {
    let folder = Folder::with("a.bin", bytes_of(&[at_start(12, 28, 65535), at_start(11, 27, 4)]));
    let (bytes, message) = merged(&folder, &["a.bin", "a.bin", "a.bin"]);
    assert!(bytes == bytes_of(&[at_start(12, 28, 65535), at_start(11, 27, 4)]));
    assert_eq!(message, "zobrist: out.bin: weights of 1 position scaled down\n");
    folder.write("b.bin", bytes_of(&[at_start(12, 28, 2)]));
    let (bytes, _) = merged(&folder, &["a.bin", "b.bin", "a.bin"]);
    // 131072 and 8.
    assert!(bytes == bytes_of(&[at_start(12, 28, 65535), at_start(11, 27, 4)]));
}

#[test]
fn a_truncated_book_is_reported_and_its_entries_merged() {
    let folder = Folder::with("a.bin", &bytes_of(&entries())[..40]);
    let (_, message) = folder.zobrist(["book", "merge", "a.bin", "-o", "out.bin"]).rejected();
    assert_eq!(message, "zobrist: a.bin: entry 3 (byte 32): expected 16 bytes, got 8; left out\n");
    assert_eq!(fs::read(folder.path("out.bin")).unwrap(), bytes_of(&entries()[..2]));
}

#[test]
fn an_unsorted_book_is_refused_and_nothing_written() {
    let folder = Folder::with("small.bin", small());
    let late = BookEntry { key: 1, ..at_start(12, 28, 1) };
    folder.write("late.bin", [header("x"), bytes_of(&[at_start(12, 28, 1), late])].concat());
    folder.write("out.bin", "before");
    let entry = header("x").len() / 16 + 2;
    for books in [["small.bin", "late.bin"], ["late.bin", "small.bin"]] {
        assert_eq!(
            folder
                .zobrist(["book", "merge", "--force", "-o", "out.bin"].into_iter().chain(books))
                .refused(),
            format!(
                "zobrist: late.bin is not sorted by key: at entry {entry} (byte {}) expected a key \
                 not below 463b96181691fc9c, got 0000000000000001; `zobrist book fix` sorts it\n",
                16 * (entry - 1)
            )
        );
        assert_eq!(fs::read(folder.path("out.bin")).unwrap(), b"before");
    }
    let fixed = folder.zobrist(["book", "fix", "late.bin", "-o", "late.bin", "--force"]);
    assert_eq!(fixed.code, 0, "{}", fixed.stderr);
    merged(&folder, &["small.bin", "late.bin"]);
}

#[test]
fn compressed_books_are_merged_like_others() {
    let folder = Folder::with("small.bin", small());
    let (expected, _) = merged(&folder, &["small.bin", "small.bin"]);
    for (end, compress) in COMPRESSIONS {
        folder.write("packed", compress(&small()));
        assert!(merged(&folder, &["small.bin", "packed"]).0 == expected, "{end}");
        assert!(merged(&folder, &["packed", "packed"]).0 == expected, "{end}");
    }
}

#[test]
fn without_a_book_there_is_nothing_to_merge() {
    let folder = Folder::new();
    folder.zobrist(["book", "merge", "-o", "out.bin"]).refused();
    let message = folder.zobrist(["book", "merge", "-", "-", "-o", "out.bin"]).refused();
    assert_eq!(message, "zobrist: standard input can be read only once; name `-` once\n");
    assert!(!folder.path("out.bin").exists());
}
