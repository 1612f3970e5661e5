//! `zobrist book make` from files that fail while they are read.

use std::fs;

use crate::tool::{COMPRESSIONS, Folder};

fn games() -> String {
    "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n".repeat(8_000)
}

const MAKE: [&str; 4] = ["book", "make", "-o", "book.bin"];

#[track_caller]
fn files(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path(".")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_truncated_archive_makes_no_book_unless_it_is_accepted() {
    for (end, compress) in COMPRESSIONS {
        let name = format!("cut.pgn.{end}");
        let whole = compress(games().as_bytes());
        let folder = Folder::with(&name, &whole[..whole.len() - 4]);
        folder.write("next.pgn", "1. d4 1-0\n\n".repeat(3));
        let args = || MAKE.into_iter().chain([&*name, "next.pgn"]);
        for more in [&[][..], &["--strict"], &["--jobs", "1"]] {
            let message = folder.zobrist(args().chain(more.iter().copied())).refused();
            assert!(message.starts_with(&format!("zobrist: {name}:")), "{message}");
            assert!(message.contains(" (byte "), "{message}");
            assert!(message.contains("): cannot be read further: "), "{message}");
            let end = "; no book was written; mend the file, or accept what can be read with \
                       --partial\n";
            assert!(message.ends_with(end), "{message}");
            assert_eq!(files(&folder), [&*name, "next.pgn"], "{more:?}");
        }
        let (_, messages) = folder.zobrist(args().chain(["--partial"])).rejected();
        assert!(messages.contains("cannot be read further"), "{messages}");
        // White's two moves of the games before the failure, and one of the file after it.
        assert_eq!(fs::read(folder.path("book.bin")).unwrap().len(), 16 * 3, "{end}");
        // A game that is rejected before the failure ends a strict run as usual.
        fs::remove_file(folder.path("book.bin")).unwrap();
        folder.write("bad.pgn", "1. e5 *\n");
        let strict = MAKE.into_iter().chain(["bad.pgn", &*name, "--strict"]);
        let (_, messages) = folder.zobrist(strict).rejected();
        assert!(messages.contains("stopped at the first"), "{messages}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_input_error_makes_no_book() {
    let folder = Folder::with("a.pgn", "1. d4 1-0\n\n".repeat(3));
    let args = || MAKE.into_iter().chain(["a.pgn", "/proc/self/mem"]);
    let message = folder.zobrist(args()).refused();
    let expected = "zobrist: /proc/self/mem:1 (byte 0): cannot be read further: Input/output error";
    assert!(message.starts_with(expected), "{message}");
    assert_eq!(files(&folder), ["a.pgn"]);
    folder.zobrist(args().chain(["--partial"])).rejected();
    assert_eq!(fs::read(folder.path("book.bin")).unwrap().len(), 16);
}
