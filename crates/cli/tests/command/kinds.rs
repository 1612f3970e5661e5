//! Files of formats that are not read: one clear error in all commands.

use crate::tool::{COMPRESSIONS, Folder, START, START_ROW, gz, zobrist_on};

/// The formats, the first bytes of their files, and the commands that make them plain.
const KINDS: [(&str, &[u8], &str); 7] = [
    ("lzma", b"\x5d\0\0\x80\0\xff\xff\xff", "xz -dc"),
    ("lz4", b"\x04\x22\x4d\x18\x64\x40\xa7", "lz4 -dc"),
    ("7z", b"7z\xbc\xaf\x27\x1c\0\x04", "7z x -so"),
    ("rar", b"Rar!\x1a\x07\x01\0", "unrar p -inul"),
    ("UTF-16", b"\xff\xfe1\0.\0 \0", "iconv -f UTF-16 -t UTF-8"),
    ("UTF-16", b"\xfe\xff\x001\0.\0 ", "iconv -f UTF-16 -t UTF-8"),
    ("tar", &TAR, "tar -xOf"),
];

/// The beginning of an archive: the name of its first file, padded with zeros, and the mark.
const TAR: [u8; 265] = {
    let mut header = [0; 265];
    let (name, mark) = header.split_at_mut(257);
    name.split_at_mut(9).0.copy_from_slice(b"games.pgn");
    mark.copy_from_slice(b"ustar  \0");
    header
};

/// A file of a format, long enough for many lines.
fn file(begin: &[u8]) -> Vec<u8> {
    [begin, &b"\n\0\xc3(\n[".repeat(200)].concat()
}

fn refusal(kind: &str, unpack: &str, name: &str) -> String {
    format!(
        "expected a file that is plain, .zst, .gz, .bz2, .xz or .zip, got {kind}; make it plain, for example \
         with `{unpack} {name}`"
    )
}

#[test]
fn alone_they_are_refused_before_any_work() {
    for (kind, begin, unpack) in KINDS {
        let folder = Folder::with("other", file(begin));
        for command in [
            &["check", "other"][..],
            &["hash", "other"],
            &["hash", "other", "other"],
            &["hash", "--input", "pgn", "other"],
            &["hash", "--check", "other"],
            &["explore", "other"],
            &["index", "build", "idx", "other"],
            &["book", "make", "other", "-o", "out.bin"],
            &["book", "dump", "other"],
            &["book", "merge", "other", "-o", "out.bin"],
            &["book", "fix", "other", "-o", "out.bin"],
            &["go", "check", "other", "--strict"],
            &["go", "hash", "other", "--strict"],
            &["keys", "generate", "./other"],
            &["keys", "audit", "./other"],
            &["keys", "collisions", "other"],
            &["lattice", "run", "other"],
        ] {
            if kind == "UTF-16" && command[0] == "go" {
                // Its games are rejected, with a mark or without one.
                let (_, messages) = folder.zobrist(command.iter().copied()).rejected();
                assert!(messages.contains("got UTF-16"), "{messages}");
                continue;
            }
            let message = folder.zobrist(command.iter().copied()).refused();
            let path = if command[0] == "keys" && command[1] != "collisions" { "./" } else { "" };
            let name = format!("{path}other");
            let expected =
                format!("zobrist: cannot read {name}: {}\n", refusal(kind, unpack, &name));
            assert_eq!(message, expected, "{command:?}");
        }
        assert!(!folder.path("idx").exists() && !folder.path("out.bin").exists());
    }
}

/// One rejection, as for the contents of a compressed file, and the other files are done.
#[test]
fn among_other_files_they_are_rejected() {
    for (kind, begin, unpack) in KINDS {
        let folder = Folder::with("other", file(begin));
        folder.write("a.fen", START);
        folder.write("a.pgn", "1. e4 *\n");
        folder.write("a.sgf", "(;SZ[9];B[aa])");
        let refusal = refusal(kind, unpack, "other");
        let place = "zobrist: other:1 (byte 0):";
        let (rows, messages) = folder.zobrist(["hash", "other", "a.fen"]).rejected();
        assert_eq!(rows, START_ROW.replace('\n', "\ta.fen\n"));
        assert_eq!(
            messages,
            format!(
                "{place} cannot be read further: {refusal}; what follows is lost\n\
                 zobrist: rejected 1 of 2 lines\n"
            )
        );
        for command in [
            &["hash", "--input", "pgn", "a.pgn", "other"][..],
            &["index", "build", "idx", "other", "a.pgn"],
            &["index", "add", "idx", "a.pgn", "other", "--again"],
            &["book", "make", "--min-games", "1", "--force", "-o", "out.bin", "other", "a.pgn"],
            &["book", "make", "--min-games", "1", "--force", "-o", "out.bin", "other", "idx"],
            &["keys", "collisions", "--bits", "10", "other", "a.pgn"],
        ] {
            let (_, messages) = folder.zobrist(command.iter().copied()).rejected();
            let message =
                format!("{place} cannot be read further: {refusal}; what follows is lost\n");
            assert!(messages.contains(&message), "{command:?}: {messages}");
        }
        let games = folder.zobrist(["explore", "idx", "--format", "csv"]).done();
        assert!(games.contains("\ne2e4,e4,2,"), "{games}");
        for command in ["check", "hash"] {
            if kind == "UTF-16" {
                // Games of Go may be in it; here are none.
                let (_, messages) = folder.zobrist(["go", command, "other", "a.sgf"]).rejected();
                assert!(messages.contains("other is in UTF-16; read as UTF-8"), "{messages}");
                assert!(messages.contains("other:1 (byte 0): no game in SGF"), "{messages}");
                continue;
            }
            let (_, messages) = folder.zobrist(["go", command, "other", "a.sgf"]).rejected();
            assert!(
                messages.contains(&format!("{place} cannot be read further: {refusal}\n")),
                "{messages}"
            );
            assert!(messages.ends_with("zobrist: rejected 1 of 2 games\n"), "{messages}");
        }
    }
}

/// The format of a pipe is known when it is read: one rejection, and the other files are
/// done.
#[test]
fn on_standard_input_they_are_rejected() {
    for (kind, begin, unpack) in KINDS {
        let folder = Folder::with("a.fen", START);
        let (rows, messages) = folder.zobrist_on(file(begin), ["hash", "-", "a.fen"]).rejected();
        assert_eq!(rows, START_ROW.replace('\n', "\ta.fen\n"));
        assert_eq!(
            messages,
            format!(
                "zobrist: standard input:1 (byte 0): cannot be read further: {}; what follows is \
                 lost\nzobrist: rejected 1 of 2 lines\n",
                refusal(kind, unpack, "FILE")
            )
        );
        let message = folder.zobrist_on(file(begin), ["book", "dump", "-"]).refused();
        assert!(message.contains(&refusal(kind, unpack, "FILE")), "{message}");
    }
}

#[test]
fn the_contents_of_compressed_files_are_checked_too() {
    let (kind, begin, unpack) = KINDS[3];
    let folder = Folder::with("a.pgn.gz", gz(file(begin)));
    let (rows, messages) = folder.zobrist(["hash", "a.pgn.gz"]).rejected();
    assert_eq!(rows, "");
    assert!(messages.contains(&refusal(kind, unpack, "FILE")), "{messages}");
    assert_eq!(messages.lines().count(), 2, "{messages}");
}

/// `tar` removes the compression itself.
#[test]
fn the_hint_for_a_compressed_archive_names_the_file() {
    for (end, compress) in COMPRESSIONS {
        let name = format!("games.tar.{end}");
        let folder = Folder::with(&name, compress(&file(&TAR)));
        let refusal = refusal("tar", "tar -xOf", &name);
        let (rows, messages) = folder.zobrist(["hash", &name]).rejected();
        assert_eq!(rows, "");
        assert!(messages.contains(&refusal), "{messages}");
        assert_eq!(messages.lines().count(), 2, "{messages}");
        for command in [["keys", "generate"], ["book", "dump"], ["lattice", "run"]] {
            let message = folder.zobrist(command.into_iter().chain([&name[..]])).refused();
            assert!(message.contains(&refusal), "{command:?}: {message}");
        }
    }
}

/// A text may have the word at the place of an archive's mark.
#[test]
fn a_text_with_the_mark_of_an_archive_is_a_text() {
    let mut text = "x".repeat(257);
    text += "ustar";
    let line = format!("\n{START}\n");
    let (rows, _) = zobrist_on(text + &line, ["hash"]).rejected();
    assert_eq!(rows, START_ROW);
}

#[test]
fn texts_and_bytes_are_taken_as_they_are() {
    for (_, begin, _) in KINDS {
        let folder = Folder::with("other", file(begin));
        assert_eq!(folder.zobrist(["hash", "--bytes", "other"]).done().lines().count(), 1);
        let lines = zobrist_on(begin, ["hash", "--text", "--format", "jsonl"]).done();
        assert_eq!(lines.lines().count(), 1);
    }
}

#[test]
fn names_in_hints_are_quoted_for_a_shell() {
    let folder = Folder::with("my book's.lz4", file(b"\x04\x22\x4d\x18\x64\x40\xa7"));
    let message = folder.zobrist(["hash", "my book's.lz4"]).refused();
    assert!(message.contains(r"`lz4 -dc 'my book'\''s.lz4'`"), "{message}");
}

#[test]
fn files_compressed_twice_are_rejected() {
    let (rows, messages) = zobrist_on(gz(gz(START.as_bytes())), ["hash"]).rejected();
    assert_eq!(rows, "");
    assert!(messages.contains("expected a file that is compressed once"), "{messages}");
}
