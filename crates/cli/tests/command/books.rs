//! Books made of lines of moves, for the tests of `zobrist book`.

use std::fs;

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position};
use zobrist_chess::{BookEntry, PackedMove, Polyglot, book_header};
use zobrist_shakmaty::{hash, pack_move};

use crate::tool::{COMPRESSIONS, Folder, gz};

/// Castling, en passant and promotions among them.
const LINES: [&str; 5] = [
    "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4",
    "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6",
    "e2e4 d7d5 e4e5 f7f5 e5f6 g7f6 d2d4",
    "a2a4 b7b5 a4b5 a7a6 b5a6 c7c6 a6a7 c6c5 a7b8n a8b8",
    "a2a4 b7b5 a4b5 a7a6 b5a6 c7c6 a6a7 c6c5 a7b8q a8b8",
];

/// The key of the start position.
pub const START_KEY: u64 = 0x463b_9618_1691_fc9c;

/// The moves of the lines, each with twice the number of lines that play it.
pub fn entries() -> Vec<BookEntry> {
    let mut played: Vec<(u64, PackedMove)> = Vec::new();
    for line in LINES {
        let mut position = Chess::default();
        for word in line.split(' ') {
            let m = word.parse::<UciMove>().unwrap().to_move(&position).unwrap();
            played.push((hash(&Polyglot, &position), pack_move(m)));
            position.play_unchecked(m);
        }
    }
    played.sort_unstable();
    let mut entries: Vec<BookEntry> = played
        .chunk_by(|a, b| a == b)
        .map(|same| BookEntry {
            key: same[0].0,
            played: same[0].1,
            weight: 2 * same.len() as u16,
            learn: u32::from(same[0].1.bits()),
        })
        .collect();
    entries.sort_by_key(|entry| (entry.key, u16::MAX - entry.weight, entry.played));
    entries
}

pub fn bytes_of(entries: &[BookEntry]) -> Vec<u8> {
    entries.iter().flat_map(|entry| entry.to_bytes()).collect()
}

pub fn header(comment: &str) -> Vec<u8> {
    book_header(&["normal"], comment).unwrap().flatten().collect()
}

/// The book that is stored: a header, and all entries.
pub fn small() -> Vec<u8> {
    [header("Five lines, for every later version to open."), bytes_of(&entries())].concat()
}

/// An entry of the start position.
pub fn at_start(from: u8, to: u8, weight: u16) -> BookEntry {
    BookEntry { key: START_KEY, played: PackedMove::new(from, to, None), weight, learn: 0 }
}

/// Rewrites the stored book, for a change of its contents.
#[test]
#[ignore = "writes tests/books"]
fn store() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/books");
    fs::write(format!("{folder}/small.bin"), small()).unwrap();
    let rows = crate::tool::zobrist(["book", "dump", &format!("{folder}/small.bin")]).done();
    fs::write(format!("{folder}/small.txt"), rows).unwrap();
}

#[test]
fn compressed_books_are_read_as_they_are() {
    let folder = Folder::with("small.bin", small());
    let of = |command: &'static str, book: &str| {
        let run = folder.zobrist(["book", command, book]);
        (run.code, run.stdout, run.stderr.replace(book, "BOOK"))
    };
    for (end, compress) in COMPRESSIONS {
        let name = format!("small.bin.{end}");
        folder.write(&name, compress(&small()));
        for command in ["probe", "dump", "check"] {
            assert!(of(command, &name) == of(command, "small.bin"), "{command} {end}");
        }
        let run = folder.zobrist(["book", "fix", &name, "--force", "-o", "out.bin"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(fs::read(folder.path("out.bin")).unwrap() == small(), "{end}");
        // On standard input, too.
        let run = folder.zobrist_on(compress(&small()), ["book", "dump", "-"]);
        assert!(run.done() == of("dump", "small.bin").1, "{end}");
    }
    // A truncated one is not a book.
    folder.write("out.bin", "before");
    folder.write("cut.gz", &gz(small())[..100]);
    let message = folder.zobrist(["book", "fix", "cut.gz", "--force", "-o", "out.bin"]).refused();
    assert!(message.starts_with("zobrist: cannot read cut.gz: "), "{message}");
    assert_eq!(fs::read(folder.path("out.bin")).unwrap(), b"before");
}

/// Keys are random numbers, and the lowest of a book can be any number.
#[test]
fn a_plain_book_may_begin_like_a_compressed_file() {
    for begin in [
        0x1f8b_0800_0000_0003_u64,
        0x1f8b_ff00_0000_0000,
        0x28b5_2ffd_0401_0000,
        0x502a_4d18_0400_0000,
        0x425a_6839_3141_5926,
        0xfd37_7a58_5a00_0004,
        0x0422_4d18_6440_a700,
        0xfffe_0000_0000_0000,
    ] {
        for (count, learn) in [(1, 0), (2, 0), (3, 0), (16, 7), (100, 7)] {
            let entry = |number| BookEntry { key: begin + number, learn, ..at_start(12, 28, 1) };
            let bytes = bytes_of(&(0..count).map(entry).collect::<Vec<_>>());
            let folder = Folder::with("a.bin", &bytes);
            let rows = folder.zobrist(["book", "dump", "a.bin"]).done();
            assert_eq!(rows.lines().count() as u64, count, "{begin:016x}");
            assert!(rows.starts_with(&format!("{begin:016x}\te2e4\t1\t{learn}\n")), "{rows}");
            // Compressed, too.
            for (_, compress) in COMPRESSIONS {
                let file = compress(&bytes);
                assert_eq!(folder.zobrist_on(file, ["book", "dump", "-"]).done(), rows);
            }
        }
    }
    // Small books with a compressed size that is a multiple of an entry.
    let mut seen = 0;
    for count in 1..200 {
        let entries: Vec<BookEntry> =
            (0..count).map(|key| BookEntry { key, ..at_start(12, 28, 1) }).collect();
        for (_, compress) in COMPRESSIONS {
            let file = compress(&bytes_of(&entries));
            if file.len() % 16 == 0 {
                let folder = Folder::with("a", file);
                let rows = folder.zobrist(["book", "dump", "a"]).done();
                assert_eq!(rows.lines().count() as u64, count);
                seen += 1;
            }
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn text_is_not_a_book() {
    let folder = Folder::with("games.pgn", "[Event \"Café\"]\r\n\r\n1. e4 1-0\r\n");
    folder.write("games.pgn.gz", gz(fs::read(folder.path("games.pgn")).unwrap()));
    folder.write("small.bin", small());
    folder.write("out.bin", "before");
    for name in ["games.pgn", "games.pgn.gz"] {
        for command in [
            &["dump", name][..],
            &["probe", name],
            &["check", name],
            &["fix", name, "--force", "-o", "out.bin"],
            &["merge", "small.bin", name, "--force", "-o", "out.bin"],
        ] {
            let args = ["book"].into_iter().chain(command.iter().copied());
            assert_eq!(
                folder.zobrist(args).refused(),
                format!(
                    "zobrist: cannot read {name}: expected a book, entries of 16 bytes, got text \
                     that begins \"[Event \\\"Café\\\"]\"; name a book (`zobrist book make` makes \
                     one from games)\n"
                )
            );
            assert_eq!(fs::read(folder.path("out.bin")).unwrap(), b"before");
        }
    }
}
