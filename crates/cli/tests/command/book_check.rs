//! `zobrist book check` and `fix`: every fault, reported and repaired.

use std::fs;

use zobrist_chess::{BookEntry, PackedMove, book_header};

use crate::books::{START_KEY, at_start, bytes_of, entries, header, small};
use crate::tool::{Folder, column, zobrist};

/// A book with most kinds of faults.
fn faulty() -> Vec<u8> {
    let after_e4 = 0x823c_9b50_fd11_4196;
    let e5 = PackedMove::new(52, 36, None);
    let nothing = BookEntry { played: PackedMove::NONE, ..at_start(0, 0, 1) };
    let mut bytes = bytes_of(&[
        BookEntry { key: u64::MAX, ..at_start(12, 28, 1) },
        at_start(11, 27, 1),
        at_start(12, 28, 3),
        at_start(12, 28, 2),
        at_start(12, 36, 1),
        at_start(6, 21, 0),
        nothing,
        // Under the key that `fen` gives to the position after 1.e4.
        BookEntry {
            key: after_e4 ^ zobrist_chess::POLYGLOT_RANDOM64[772 + 4],
            played: e5,
            ..at_start(0, 0, 1)
        },
    ]);
    bytes.extend(header("late"));
    bytes.extend([0, 0, 7]);
    bytes
}

#[test]
fn a_sound_book() {
    let folder = Folder::with("small.bin", small());
    let run = folder.zobrist(["book", "check", "small.bin"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    let count = entries().len();
    let positions = count - 4;
    assert_eq!(
        run.stderr,
        format!(
            "zobrist: small.bin: {count} entries in {positions} positions, 0 unreached\n\
             zobrist: small.bin: header of normal: \"Five lines, for every later version to \
             open.\"\n"
        )
    );
}

/// The header of a book is printed on one line, without control characters.
#[test]
fn headers_are_printed_escaped() {
    for (variants, comment, line) in [
        (&["normal", "a\rb\u{1b}[1m"][..], "c\u{1b}\n", r#"normal, a\rb\u{1b}[1m: "c\u{1b}\n""#),
        (&[], "", r#"no variant: """#),
    ] {
        let header = book_header(variants, comment).unwrap().collect::<Vec<_>>().concat();
        let folder = Folder::with("a.bin", header);
        let run = folder.zobrist(["book", "check", "a.bin"]);
        assert!(run.stderr.ends_with(&format!("header of {line}\n")), "{}", run.stderr);
    }
}

#[test]
fn every_fault_has_its_entry_and_byte() {
    let folder = Folder::with("a.bin", faulty());
    let (rows, messages) = folder.zobrist(["book", "check", "a.bin"]).rejected();
    let faults: Vec<String> = rows
        .lines()
        .map(|row| {
            let values: Vec<&str> = row.split('\t').collect();
            assert_eq!(values.len(), 6);
            let entry: usize = values[0].parse().unwrap();
            assert_eq!(values[1], (16 * (entry - 1)).to_string());
            format!("{} {} {}", values[0], values[3], values[4])
        })
        .collect();
    assert_eq!(
        faults,
        [
            "2 d2d4 order",
            "3 e2e4 weight-order",
            "4 e2e4 duplicate",
            "5 e2e5 illegal-move",
            "6 g1f3 zero-weight",
            "7 0000 weight-order",
            "7 0000 null-move",
            "8 e7e5 en-passant",
            "9  stray-header",
            "13  partial-entry",
        ]
    );
    assert!(rows.contains("\texpected the key 823c9b50fd114196: "), "{rows}");
    assert!(messages.starts_with("zobrist: a.bin: 8 entries in 3 positions, 1 unreached\n"));
    assert!(messages.contains("zobrist: a.bin: weight-order: 2\n"), "{messages}");
    let csv = folder.zobrist(["book", "check", "a.bin", "--format", "csv"]).rejected().0;
    assert!(csv.starts_with("entry,byte,key,uci,fault,what\n2,16,463b96181691fc9c,d2d4,order,"));
    let jsonl = folder.zobrist(["book", "check", "a.bin", "--format", "jsonl"]).rejected().0;
    assert!(jsonl.starts_with("{\"entry\":2,\"byte\":16,\"key\":\"463b96181691fc9c\","));
}

#[test]
fn fix_repairs_all_faults_and_reports_them() {
    let folder = Folder::with("a.bin", faulty());
    let run = folder.zobrist(["book", "fix", "a.bin", "-o", "b.bin"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    for done in [
        "order: 1",
        "weight-order: 2",
        "duplicate: 1",
        "illegal-move: 1",
        "en-passant: 1",
        "zero-weight: 1",
    ] {
        assert!(run.stderr.contains(&format!("zobrist: a.bin: {done} repaired\n")));
    }
    assert_eq!(run.closing, "zobrist: 4 entries, 1 unreached in … s: b.bin\n");
    let after_e4 = 0x823c_9b50_fd11_4196;
    let expected = [
        at_start(12, 28, 5),
        at_start(11, 27, 1),
        BookEntry { key: after_e4, played: PackedMove::new(52, 36, None), ..at_start(0, 0, 1) },
        BookEntry { key: u64::MAX, ..at_start(12, 28, 1) },
    ];
    let expected = [header("late"), bytes_of(&expected)].concat();
    assert!(fs::read(folder.path("b.bin")).unwrap() == expected);
    let check = folder.zobrist(["book", "check", "b.bin"]);
    assert_eq!(check.code, 0, "{}", check.stdout);
    assert_eq!(check.stdout, "");

    // Fixing a book without faults changes no byte, and a book may be fixed in place.
    let again = folder.zobrist(["book", "fix", "b.bin", "-o", "b.bin", "--force"]);
    assert!(again.stderr.starts_with("zobrist: b.bin: nothing was wrong\n"), "{}", again.stderr);
    assert!(fs::read(folder.path("b.bin")).unwrap() == expected);
    let left: Vec<_> = fs::read_dir(folder.path(".")).unwrap().collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn positions_that_are_not_reached_are_reached_from_a_fen() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let hash = crate::tool::zobrist_on(fen, ["hash"]).done();
    let key = u64::from_str_radix(&hash[..16], 16).unwrap();
    assert_ne!(key, START_KEY);
    let illegal = BookEntry { key, ..at_start(12, 44, 1) };
    let folder = Folder::with("a.bin", bytes_of(&[illegal]));
    let run = folder.zobrist(["book", "check", "a.bin"]);
    assert_eq!(run.code, 0);
    assert_eq!(
        run.stderr,
        "zobrist: a.bin: 1 entry in 1 position, 1 unreached\n\
         zobrist: a.bin: no entry is reached from the start position or --fen, so the keys may be those \
         of another scheme, or the book has other positions; give --fen one of them\n"
    );
    let (rows, _) = folder.zobrist(["book", "check", "a.bin", "--fen", fen]).rejected();
    assert_eq!(column(&rows, 4), ["illegal-move"]);
    folder.zobrist(["book", "fix", "a.bin", "-o", "b.bin", "--force", "--fen", fen]);
    assert!(fs::read(folder.path("b.bin")).unwrap().is_empty());
    let message = folder.zobrist(["book", "check", "a.bin", "--fen", "hello"]).refused();
    assert!(message.starts_with("zobrist: cannot read the position \"hello\""), "{message}");
}

#[test]
fn a_book_that_cannot_be_written_keeps_the_earlier_file() {
    let folder = Folder::with("a.bin", faulty());
    let message = folder.zobrist(["book", "fix", "a.bin", "-o", "missing/b.bin"]).refused();
    assert!(message.starts_with("zobrist: cannot write missing/b.bin: "), "{message}");
    folder.write("b.bin", "before");
    folder.zobrist(["book", "fix", "missing.bin", "-o", "b.bin", "--force"]).refused();
    assert_eq!(fs::read(folder.path("b.bin")).unwrap(), b"before");
}

/// A book with only this fault.
#[test]
fn weights_of_0_are_a_fault_and_left_out() {
    let folder = Folder::with("a.bin", bytes_of(&[at_start(12, 28, 1), at_start(11, 27, 0)]));
    let (rows, messages) = folder.zobrist(["book", "check", "a.bin"]).rejected();
    assert_eq!((column(&rows, 0), column(&rows, 4)), (vec!["2"], vec!["zero-weight"]));
    assert!(messages.ends_with("zobrist: a.bin: zero-weight: 1\n"), "{messages}");
    let run = folder.zobrist(["book", "fix", "a.bin", "-o", "a.bin", "--force"]);
    assert!(run.stderr.starts_with("zobrist: a.bin: zero-weight: 1 repaired\n"), "{}", run.stderr);
    assert!(fs::read(folder.path("a.bin")).unwrap() == bytes_of(&[at_start(12, 28, 1)]));
    assert_eq!(folder.zobrist(["book", "check", "a.bin"]).code, 0);

    let help = |command| {
        let help = zobrist(["book", command, "--help"]).done();
        help.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let check = help("check");
    assert!(check.contains("zero-weight (never played). With any fault the exit status is 1"));
    assert!(
        help("fix")
            .contains("Weights of 0, null moves, illegal moves and a truncated entry are left out")
    );
}

/// Entries with random keys in the order of a generator.
fn noise(count: u64) -> Vec<BookEntry> {
    let key = |number: u64| {
        let word = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    (0..count).map(|number| BookEntry { key: key(number), ..at_start(12, 28, 1) }).collect()
}

#[test]
fn fix_refuses_files_that_are_not_books() {
    let folder = Folder::with("noise.bin", bytes_of(&noise(200)));
    folder.write("out.bin", "before");
    let falls = noise(200).windows(2).filter(|pair| pair[1].key < pair[0].key).count();
    assert_eq!(
        folder.zobrist(["book", "fix", "noise.bin", "-o", "out.bin", "--force"]).refused(),
        format!(
            "zobrist: noise.bin is not a book: expected an entry that is reached from the start \
             position or --fen, or keys that ascend, got none of 200 entries reached and {falls} \
             of 199 keys below the one before; name a book, or give --fen a position that it has\n"
        )
    );
    assert_eq!(fs::read(folder.path("out.bin")).unwrap(), b"before");
    assert_eq!(fs::read_dir(folder.path(".")).unwrap().count(), 2);
}

/// The control: each has one property of a book.
#[test]
fn fix_takes_books_of_any_order() {
    let mut sorted = noise(200);
    sorted.sort_by_key(|entry| entry.key);
    let mut of_two = sorted.clone();
    of_two.rotate_left(70);
    let reached = [noise(200), vec![at_start(12, 28, 1)]].concat();
    let mut all = sorted.clone();
    all.extend(reached.last());
    all.sort_by_key(|entry| entry.key);
    let named = [header("x"), bytes_of(&noise(200))].concat();
    let of_named = [header("x"), bytes_of(&sorted)].concat();
    for (what, book, expected) in [
        ("in order", bytes_of(&sorted), bytes_of(&sorted)),
        ("one after the other", bytes_of(&of_two), bytes_of(&sorted)),
        ("reached", bytes_of(&reached), bytes_of(&all)),
        ("with a header", named, of_named),
    ] {
        let folder = Folder::with("a.bin", book);
        let run = folder.zobrist(["book", "fix", "a.bin", "--force", "-o", "b.bin"]);
        assert_eq!(run.code, 0, "{what}: {}", run.stderr);
        assert!(fs::read(folder.path("b.bin")).unwrap() == expected, "{what}");
    }
}
