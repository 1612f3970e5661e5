//! Zip archives: their files are read one after the other.

use std::process::{Command, Stdio};

use crate::tool::{COMPRESSIONS, Folder, START, START_ROW, say, xz, zip, zobrist_on};

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

#[test]
fn all_files_but_hidden_ones_are_read_in_their_order() {
    let files: [(&str, &[u8]); 7] = [
        ("games/", b""),
        ("games/b.fen", START.as_bytes()),
        ("__MACOSX/games/._b.fen", b"\0\x05\x16\x07"),
        ("games/.DS_Store", b"\0\0\0\x01Bud1"),
        ("games/empty.fen", b""),
        ("games/a.fen", KINGS.as_bytes()),
        ("c.fen", START.as_bytes()),
    ];
    let folder = Folder::with("all.fen.zip", zip(&files));
    let rows = folder.zobrist(["hash", "all.fen.zip"]).done();
    // A line end is put between them.
    assert_eq!(rows, zobrist_on(format!("{START}\n{KINGS}\n{START}"), ["hash"]).done());
    assert_eq!(zobrist_on(zip(&[]), ["hash"]).done(), "");
}

#[test]
fn a_blank_line_is_put_before_games() {
    for end in ["", "\n", "\n\n", "\r\n"] {
        let game = format!("1. e4 *{end}");
        let files = [("a.pgn", game.as_bytes()), ("b.PGN", b"1. d4 *")];
        let rows = zobrist_on(zip(&files), ["hash", "--input", "pgn"]).done();
        assert_eq!(rows.lines().count(), 4, "{end:?}");
    }
}

#[test]
fn documentation_is_skipped() {
    let game: &[u8] = b"1. e4 *";
    for names in [["README.txt", "a.pgn"], ["a.pgn", "doc/ReadMe"], ["x.nfo", "a.pgn"]] {
        let files = names.map(|name| (name, if name == "a.pgn" { game } else { b"no game (" }));
        let folder = Folder::with("all.zip", zip(&files));
        let run = folder.zobrist(["hash", "all.zip", "--input", "pgn"]);
        let skipped = names.iter().find(|name| **name != "a.pgn").unwrap();
        let said = format!("zobrist: all.zip: skipped {skipped}, which has no games by its name\n");
        assert_eq!((run.code, run.stdout.lines().count(), run.stderr), (0, 2, said));
        // Once, although the beginning is read twice.
        let guessed = folder.zobrist(["hash", "all.zip"]);
        assert_eq!(guessed.stderr.matches("skipped").count(), 1, "{}", guessed.stderr);
    }
    let folder = Folder::with("a.zip", zip(&[("readme.pgn", game), ("../up.pgn", game)]));
    let run = folder.zobrist(["hash", "a.zip", "--input", "pgn"]).done();
    assert_eq!(run.lines().count(), 4);
}

/// Bytes after games do not spoil the last one.
#[test]
fn a_blank_line_is_put_after_games() {
    let files: [(&str, &[u8]); 2] = [("a.pgn", b"1. e4 *"), ("notes.txt", b"1. Ke7 *")];
    let (rows, message) = zobrist_on(zip(&files), ["hash", "--input", "pgn"]).rejected();
    assert_eq!(rows.lines().count(), 2);
    assert!(message.ends_with("zobrist: rejected 1 of 2 games\n"), "{message}");
}

#[test]
fn an_archive_of_nothing_to_read_is_an_error() {
    let files: [(&str, &[u8]); 3] = [("README", b"a"), ("games/", b""), (".b.pgn", b"1. e4 *")];
    let (rows, message) = zobrist_on(zip(&files), ["hash"]).rejected();
    let expected = "expected a zip archive with a file of positions or games, got only README, \
                    games/, .b.pgn, which are skipped";
    assert!(rows.is_empty() && message.contains(expected), "{message}");
}

/// Archives of the usual program: to a file, and to a pipe, where sizes follow each file.
#[test]
fn archives_of_another_program() {
    let folder = Folder::with("a.pgn", "1. e4 e5 *\n\n");
    folder.write("b.pgn", "1. d4 *\n\n".repeat(3000));
    if Command::new("zip").arg("-v").stdout(Stdio::null()).status().is_err() {
        return say("there is no `zip`");
    }
    for line in [
        "zip -q to.pgn.zip a.pgn b.pgn",
        "zip -q0 to.pgn.zip a.pgn b.pgn",
        "zip -q - a.pgn b.pgn | cat > to.pgn.zip",
        "cat a.pgn | zip -q - - | cat > to.pgn.zip",
        "echo remark | zip -qz to.pgn.zip a.pgn > /dev/null",
    ] {
        let made = Command::new("sh").args(["-c", line]).current_dir(folder.path(".")).status();
        assert!(made.unwrap().success(), "{line}");
        let whole =
            format!("unzip -p to.pgn.zip | \"{}\" hash --input pgn -", crate::tool::ZOBRIST);
        let whole = Command::new("sh").args(["-c", &whole]).current_dir(folder.path(".")).output();
        let rows = folder.zobrist(["hash", "to.pgn.zip"]).done();
        assert!(rows.lines().count() >= 3, "{line}");
        assert_eq!(rows.as_bytes(), whole.unwrap().stdout, "{line}");
        std::fs::remove_file(folder.path("to.pgn.zip")).unwrap();
    }
    let encrypt = "zip -q -P secret to.pgn.zip a.pgn";
    Command::new("sh").args(["-c", encrypt]).current_dir(folder.path(".")).status().unwrap();
    let (rows, message) = folder.zobrist(["hash", "to.pgn.zip"]).rejected();
    let expected = "cannot be read further: a.pgn in the zip archive is encrypted; make it plain, for \
                    example with `unzip -p FILE`";
    assert!(rows.is_empty() && message.contains(expected), "{message}");
}

#[test]
fn other_methods_are_named() {
    let mut archive = zip(&[("a.fen", START.as_bytes())]);
    for (method, name) in [(9, "deflate64"), (14, "lzma"), (93, "zstd"), (50, "method 50")] {
        archive[8] = method;
        let (_, message) = zobrist_on(&archive, ["hash"]).rejected();
        let expected =
            format!("a.fen in the zip archive is compressed by {name}, and only deflate");
        assert!(message.contains(&expected), "{message}");
    }
}

#[test]
fn damage_is_noticed() {
    let line = format!("{START}\n");
    let whole = zip(&[("a.fen", line.as_bytes()), ("b.fen", line.as_bytes())]);
    // The checksum of the first file.
    let mut archive = whole.clone();
    archive[14] ^= 1;
    let (rows, message) = zobrist_on(&archive, ["hash"]).rejected();
    assert_eq!(rows, START_ROW);
    assert!(
        message.contains("a.fen in the zip archive is damaged: expected 57 bytes with"),
        "{message}"
    );
    // A file that the directory does not have.
    let one = zip(&[("a.fen", line.as_bytes())]);
    let archive = [&one[..whole.len().min(one.len()) - 22 - 51], &one].concat();
    let (_, message) = zobrist_on(&archive, ["hash"]).rejected();
    assert!(
        message.contains("expected the 2 files that it has in its directory, got 1"),
        "{message}"
    );
}

/// As for other compressions.
#[test]
fn a_compressed_file_in_an_archive_is_compressed_twice() {
    for (end, compress) in COMPRESSIONS {
        let name = format!("a.fen.{end}");
        let archive = zip(&[(name.as_str(), &compress(START.as_bytes()))]);
        let (_, message) = zobrist_on(archive, ["hash"]).rejected();
        assert!(message.contains("got one compressed twice"), "{end}: {message}");
    }
}

#[test]
fn an_xz_dictionary_of_up_to_128_mebibytes_is_read() {
    let file = xz(format!("{START}\n"));
    let with = |size: u8| {
        let mut file = file.clone();
        // The block follows the header of the stream, and ends with a checksum.
        let length = 4 * (usize::from(file[12]) + 1);
        file[12 + 4] = size;
        let mut sum = flate2::Crc::new();
        sum.update(&file[12..12 + length - 4]);
        file[12 + length - 4..12 + length].copy_from_slice(&sum.sum().to_le_bytes());
        file
    };
    assert_eq!(zobrist_on(with(30), ["hash"]).done(), START_ROW);
    let (_, message) = zobrist_on(with(31), ["hash"]).rejected();
    assert!(
        message.contains("expected an xz dictionary of at most 128 MiB, got a larger one"),
        "{message}"
    );
}
