//! Books with swapped bytes, with keys of another scheme, and with castling as two squares of the
//! king.

use std::fs;

use zobrist_chess::{AnyScheme, BookEntry, PackedMove};

use crate::books::{at_start, bytes_of, entries, small};
use crate::tool::{Folder, column};

/// The numbers of all records with their lowest byte first.
fn swapped(bytes: &[u8]) -> Vec<u8> {
    let numbers = |record: &[u8; 16]| {
        let mut record = *record;
        for number in [0..8, 8..10, 10..12, 12..16] {
            record[number].reverse();
        }
        record
    };
    bytes.as_chunks().0.iter().flat_map(numbers).collect()
}

const FOREIGN: &str = "expected numbers with the highest byte first, got the lowest first";

#[test]
fn a_swapped_book_is_told_and_mended_on_demand() {
    // With a header or without, and of one entry.
    for book in [small(), bytes_of(&entries()), at_start(12, 28, 1).to_bytes().to_vec()] {
        let folder = Folder::with("sound.bin", &book);
        folder.write("swapped.bin", swapped(&book));
        let (rows, messages) = folder.zobrist(["book", "check", "swapped.bin"]).rejected();
        assert!(rows.starts_with("1\t0\t") && rows.lines().count() == 1, "{rows}");
        assert!(rows.ends_with(&format!("\tbyte-order\t{FOREIGN}\n")), "{rows}");
        let way_out = "`zobrist book fix --swap` mends it";
        assert_eq!(messages, format!("zobrist: swapped.bin: byte-order: {FOREIGN}; {way_out}\n"));
        let json = folder.zobrist(["book", "check", "swapped.bin", "--format", "jsonl"]);
        assert!(json.rejected().0.contains("\"fault\":\"byte-order\""));

        let refused = format!("zobrist: swapped.bin has swapped bytes: {FOREIGN}; {way_out}\n");
        let fix = ["book", "fix", "swapped.bin", "-o", "fixed.bin"];
        assert_eq!(folder.zobrist(fix).refused(), refused);
        for args in [
            &["book", "probe", "swapped.bin"][..],
            &["book", "tree", "swapped.bin"],
            &["book", "dump", "swapped.bin"],
            &["book", "merge", "sound.bin", "swapped.bin", "-o", "fixed.bin"],
        ] {
            assert_eq!(folder.zobrist(args.iter().copied()).refused(), refused, "{args:?}");
        }
        assert!(!folder.path("fixed.bin").exists());

        let run = folder.zobrist(fix.into_iter().chain(["--swap"]));
        let records = book.len() / 16;
        let counted =
            if records == 1 { "1 record".to_owned() } else { format!("{records} records") };
        assert_eq!(
            (run.code, run.stderr),
            (0, format!("zobrist: swapped.bin: the bytes of {counted} swapped\n"))
        );
        assert!(fs::read(folder.path("fixed.bin")).unwrap() == book);
        let sound = ["book", "fix", "sound.bin", "-o", "other.bin", "--swap"];
        let message = folder.zobrist(sound).refused();
        assert!(message.contains("sound.bin has no swapped bytes: "), "{message}");
        assert!(!folder.path("other.bin").exists());
        assert_eq!(folder.zobrist(["book", "check", "sound.bin"]).code, 0);
    }
}

#[test]
fn keys_of_another_scheme_are_told_and_not_mended() {
    let scheme = AnyScheme::named("chess-832").unwrap().to_composed();
    let start = zobrist_shakmaty::hash(&scheme, &shakmaty::Chess::default());
    let key = zobrist::Key::to_word(start) as u64;
    let folder = Folder::with("other.bin", BookEntry { key, ..at_start(12, 28, 1) }.to_bytes());
    let what = "expected keys by the scheme `polyglot`, got those of `chess-832`";
    let anew = "make the book anew from its games";
    let (rows, messages) = folder.zobrist(["book", "check", "other.bin"]).rejected();
    assert_eq!(rows, format!("1\t0\t{key:016x}\te2e4\tscheme\t{what}\n"));
    assert_eq!(messages, format!("zobrist: other.bin: scheme: {what}; {anew}\n"));
    for args in [
        &["book", "fix", "other.bin", "-o", "fixed.bin"][..],
        &["book", "merge", "other.bin", "-o", "fixed.bin"],
        &["book", "probe", "other.bin"],
    ] {
        let message = folder.zobrist(args.iter().copied()).refused();
        assert_eq!(message, format!("zobrist: other.bin: {what}; {anew}\n"));
    }
    assert!(!folder.path("fixed.bin").exists());
}

/// The moves of the lines, with castling as two squares of the king.
fn by_squares() -> Vec<u8> {
    let mut entries = entries();
    for entry in &mut entries {
        if entry.played == PackedMove::new(4, 7, None) {
            entry.played = PackedMove::new(4, 6, None);
        }
    }
    entries.sort_by_key(|entry| (entry.key, u16::MAX - entry.weight, entry.played));
    bytes_of(&entries)
}

#[test]
fn castling_as_two_squares_is_read_as_castling_and_told() {
    let folder = Folder::with("sound.bin", bytes_of(&entries()));
    folder.write("squares.bin", by_squares());
    let is_told = |messages: &str| {
        messages
            .contains("castling is written as two squares of the king, e1g1 for e1h1, and read as")
            && messages.lines().count() == 1
    };
    let moves = "e4 e5 Nf3 Nc6 Bb5 Nf6";
    for (command, row) in [("probe", "e1g1\tO-O\t"), ("tree", "O-O")] {
        let run = folder.zobrist(["book", command, "squares.bin", "--moves", moves]);
        assert!(run.code == 0 && run.stdout.contains(row), "{}", run.stdout);
        assert!(is_told(&run.stderr), "{}", run.stderr);
        let sound = folder.zobrist(["book", command, "sound.bin", "--moves", moves]);
        assert_eq!((run.stdout, &*sound.stderr), (sound.stdout, ""));
    }
    let run = folder.zobrist(["book", "dump", "squares.bin"]);
    assert!(run.code == 0 && is_told(&run.stderr), "{}", run.stderr);
    let sound = folder.zobrist(["book", "dump", "sound.bin"]);
    assert!(run.stdout == sound.stdout && sound.stderr.is_empty());

    let (rows, _) = folder.zobrist(["book", "check", "squares.bin"]).rejected();
    assert_eq!(column(&rows, 4), ["castling", "castling"]);
    let run = folder.zobrist(["book", "fix", "squares.bin", "-o", "fixed.bin"]);
    assert_eq!((run.code, &*run.stderr), (0, "zobrist: squares.bin: castling: 2 repaired\n"));
    assert!(fs::read(folder.path("fixed.bin")).unwrap() == bytes_of(&entries()));
    let run = folder.zobrist(["book", "merge", "squares.bin", "-o", "merged.bin"]);
    let told = "zobrist: merged.bin: 2 moves of castling, written as two squares of the king, written as \
                the king taking its rook\n";
    assert_eq!((run.code, &*run.stderr), (0, told));
    assert!(fs::read(folder.path("merged.bin")).unwrap() == bytes_of(&entries()));
}

/// The rook's move between the squares is no castling, nor is the king's without its right.
#[test]
fn other_moves_between_these_squares_are_not_castling() {
    for (fen, rows, code) in [
        ("k7/8/8/8/8/8/8/K3R3 w - - 0 1", "e1g1\tRg1\t3\t100.0\t0\n", 0),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1\tO-O\t3\t100.0\t0\n", 0),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "", 1),
        ("4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "", 1),
    ] {
        let folder = Folder::new();
        let key = folder.zobrist_on(format!("{fen}\n"), ["hash"]).done()[..16].to_owned();
        let key = u64::from_str_radix(&key, 16).unwrap();
        let played = PackedMove::new(4, 6, None);
        folder.write("a.bin", BookEntry { key, played, weight: 3, learn: 0 }.to_bytes());
        let run = folder.zobrist(["book", "probe", "a.bin", "--fen", fen]);
        assert_eq!((run.code, &*run.stdout), (code, rows), "{fen} {}", run.stderr);
        assert_eq!(run.stderr.contains("read as castling"), rows.contains("O-O"), "{fen}");
    }
}

/// Made for this test: one entry, castling of White in a position with all rights, as e1g1.
#[test]
fn castling_of_a_book_of_one_entry_is_told() {
    let mut book = [0_u8; 16];
    book[..12].copy_from_slice(b"\xfd\xa2\x39\xcc\x69\x2a\x60\x53\x01\x06\x00\x02");
    let folder = Folder::with("one.bin", book);
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let run = folder.zobrist(["book", "probe", "one.bin", "--fen", fen]);
    assert_eq!((run.code, &*run.stdout), (0, "e1g1\tO-O\t2\t100.0\t0\n"));
    assert!(run.stderr.contains("e1g1 for e1h1, and read as castling"), "{}", run.stderr);
}
