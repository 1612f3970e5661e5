//! Memory limits: small compressed files with large contents, and lines without an end.

use std::fs::File;
use std::io::{Read, Write, copy, repeat};

use crate::lattice::SMALL;
use crate::refused::within;
use crate::tool::{COMPRESSIONS, Folder, START, zobrist, zobrist_on};

const MIB: u64 = 1 << 20;

/// A zstd file of some kilobytes that holds `begin` and then `size` times a byte.
fn bomb(begin: &str, byte: u8, size: u64) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.write_all(begin.as_bytes()).unwrap();
    copy(&mut repeat(byte).take(size), &mut encoder).unwrap();
    let bytes = encoder.finish().unwrap();
    assert!((bytes.len() as u64) < size / 1000);
    bytes
}

/// The message for a file that is too large.
fn beyond(limit: &str) -> String {
    format!("expected at most {limit} after decompression, got more; --max-size allows more")
}

/// The virtual memory, in KiB, beyond that of the program, of a run that must not grow with its
/// input.
const ROOM: u64 = 354 << 10;

#[test]
fn a_book_beyond_the_limit_is_refused() {
    let folder = Folder::with("bomb.bin.zst", bomb("", 0, 600 * MIB));
    folder.write("plain.bin", vec![0; 33 << 10]);
    for command in ["probe", "dump", "check"] {
        let args = ["book", command, "bomb.bin.zst", "--max-size", "64MiB"];
        let message = within(ROOM, &folder, &args).refused();
        assert_eq!(message, format!("zobrist: cannot read bomb.bin.zst: {}\n", beyond("64 MiB")));
        let args = ["book", command, "plain.bin", "--max-size", "32KiB"];
        let message = within(ROOM, &folder, &args).refused();
        assert_eq!(message, format!("zobrist: cannot read plain.bin: {}\n", beyond("32 KiB")));
    }
    // The default limit allows large books that are not compressed.
    File::create(folder.path("large.bin")).unwrap().set_len(600 * MIB).unwrap();
    let message = within(ROOM, &folder, &["book", "dump", "large.bin"]).refused();
    let what = "zobrist: cannot read large.bin: the system refuses ";
    assert!(message.starts_with(what), "{message}");
    for command in ["probe", "tree", "dump", "check", "fix", "merge"] {
        let help = zobrist(["book", command, "--help"]).done();
        assert!(help.contains("--max-size <SIZE>"), "{help}");
        assert!(help.contains("[default: 64MiB, or 1GiB if not compressed]"), "{help}");
    }
}

/// A kilobyte of a book in all compressions, and a gigabyte of zeros in a megabyte: by default the
/// limit is that of lists of keys. Memory for the work on a book is refused with an error, too.
#[test]
fn a_compressed_book_has_the_limit_of_a_list_of_keys() {
    let folder = Folder::with("bomb.bin.zst", bomb("", 0, 1024 * MIB));
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    copy(&mut repeat(0).take(70 * MIB), &mut gzip).unwrap();
    folder.write("bomb.bin.gz", gzip.finish().unwrap());
    for name in ["bomb.bin.zst", "bomb.bin.gz"] {
        let expected = format!("zobrist: cannot read {name}: {}\n", beyond("64 MiB"));
        for command in ["probe", "tree", "dump", "check"] {
            let message = within(ROOM, &folder, &["book", command, name]).refused();
            assert_eq!(message, expected);
        }
        for command in ["fix", "merge"] {
            let args = ["book", command, name, "-o", "out.bin"];
            assert_eq!(within(ROOM, &folder, &args).refused(), expected);
        }
    }
    folder.write("large.bin.zst", bomb("", 0, 60 * MIB));
    for args in [
        &["book", "check", "large.bin.zst"][..],
        &["book", "fix", "large.bin.zst", "-o", "out.bin"],
        &["book", "merge", "large.bin.zst", "-o", "out.bin"],
    ] {
        let message = within(ROOM, &folder, args).refused();
        let what = "of memory for 3932160 entries of large.bin.zst; take a smaller book\n";
        assert!(message.starts_with("zobrist: the system refuses "), "{message}");
        assert!(message.ends_with(what), "{message}");
    }
    assert!(!folder.path("out.bin").exists());
}

#[test]
fn games_of_go_before_the_limit_are_done_and_the_rest_is_rejected() {
    let folder = Folder::with("bomb.sgf.zst", bomb("(;SZ[9];B[ee])", b' ', 600 * MIB));
    for (command, row) in [("check", ""), ("hash", "\t1\t1\n")] {
        let run = within(ROOM, &folder, &["go", command, "bomb.sgf.zst"]);
        let (rows, messages) = run.rejected();
        assert!(rows.ends_with(row), "{rows}");
        let what = format!("zobrist: bomb.sgf.zst:1 (byte {}): cannot be read", 64 * MIB);
        assert!(messages.starts_with(&what), "{messages}");
        assert!(messages.contains(&beyond("64 MiB")), "{messages}");
    }
    // Nor do its nodes take more.
    folder.write("nodes.sgf.zst", bomb("(;SZ[9];B[ee])(;SZ[9]", b';', 600 * MIB));
    let args = ["go", "check", "nodes.sgf.zst", "--max-size", "3MiB"];
    let (_, messages) = within(ROOM, &folder, &args).rejected();
    assert!(messages.contains(&beyond("3 MiB")), "{messages}");
    let nodes = format!("(;SZ[9]{})", ";".repeat(3 << 20));
    folder.write("nodes.sgf", nodes);
    let (_, messages) = within(ROOM, &folder, &["go", "check", "nodes.sgf"]).rejected();
    assert!(messages.contains("expected a game of at most 1048576 nodes, got more"), "{messages}");

    folder.write("more.sgf.zst", bomb("(;SZ[9];B[ee])", b' ', 65 * MIB));
    assert_eq!(within(ROOM, &folder, &["go", "check", "more.sgf.zst"]).code, 1);
    let args = ["go", "check", "more.sgf.zst", "--max-size", "66MiB"];
    within(ROOM, &folder, &args).done();
}

#[test]
fn a_list_of_keys_beyond_the_limit_is_refused() {
    let folder = Folder::with("bomb.hex.zst", bomb("1\n2\n", b'\n', 600 * MIB));
    let what = format!("zobrist: cannot read bomb.hex.zst: {}\n", beyond("64 MiB"));
    for command in ["audit", "generate", "export"] {
        let mut args = vec!["keys", command, "bomb.hex.zst"];
        if command == "export" {
            args.extend(["--lang", "json"]);
        }
        assert_eq!(within(ROOM, &folder, &args).refused(), what);
    }
    folder.write("more.hex.zst", bomb("1\n2\n", b'\n', 65 * MIB));
    let args = ["keys", "generate", "more.hex.zst"];
    assert!(folder.zobrist(args).refused().contains(&beyond("64 MiB")));
    let args = ["keys", "generate", "more.hex.zst", "--max-size", "66MiB"];
    assert_eq!(folder.zobrist(args).done(), "1\n2\n");
}

/// Literals, lists and openers without an end take memory and time in proportion to the text.
#[test]
fn program_text_takes_no_more_than_its_share() {
    let folder = Folder::new();
    for (unit, keys) in [
        ("0x10000,", 1 << 18),
        ("0x10000;{0x10000,0x10000};", 3 << 16),
        ("[", 0),
        ("/* ", 0),
        ("\\\"", 0),
    ] {
        let text = unit.repeat((2 << 20) / unit.len());
        folder.write("x", format!("\" {text} 0x10000"));
        let args = ["keys", "generate", "x", "--input", "code"];
        let run = within(154 << 10, &folder, &args);
        assert!(run.code == 0 && run.stdout.lines().count() > keys, "{unit}: {}", run.stderr);
    }
    folder.write("bomb.c.zst", bomb("k = {0x10000};", b'{', 600 * MIB));
    let message = within(ROOM, &folder, &["keys", "generate", "bomb.c.zst"]).refused();
    assert_eq!(message, format!("zobrist: cannot read bomb.c.zst: {}\n", beyond("64 MiB")));
}

#[test]
fn layouts_dependencies_and_progress_have_limits() {
    let folder = Folder::with("kinds.toml", "#".repeat(2 << 20));
    let message = folder.zobrist(["keys", "generate", "--layout", "kinds.toml"]).refused();
    assert_eq!(message, format!("zobrist: cannot read kinds.toml: {}\n", beyond("1 MiB")));
    let raised = ["keys", "generate", "--layout", "kinds.toml", "--max-size", "3MiB"];
    assert!(!folder.zobrist(raised).refused().contains("max-size"));

    folder.write("audit.json", "{".repeat(5000));
    let args = ["keys", "forge", "--dependencies", "audit.json", "--max-size", "4KiB"];
    let message = folder.zobrist(args).refused();
    assert_eq!(message, format!("zobrist: cannot read audit.json: {}\n", beyond("4 KiB")));
    let message =
        zobrist_on(" ".repeat(5000), args.map(|a| if a == "audit.json" { "-" } else { a }));
    let what = format!("zobrist: cannot read standard input: {}\n", beyond("4 KiB"));
    assert_eq!(message.refused(), what);

    let audit = ["keys", "audit", "polyglot", "--weight", "2", "--resume", "done.json"];
    folder.write("done.json", " ".repeat(5000));
    let message = folder.zobrist(audit.into_iter().chain(["--max-size", "4KiB"])).refused();
    assert!(message.starts_with("zobrist: cannot resume from done.json: "), "{message}");
    assert!(message.contains(&beyond("4 KiB")), "{message}");
}

#[test]
fn files_of_a_simulation_have_limits() {
    let folder = Folder::with("small.toml", SMALL);
    folder.write("bomb.toml.zst", bomb(SMALL, b'\n', 600 * MIB));
    for command in ["run", "compare"] {
        let message = within(ROOM, &folder, &["lattice", command, "bomb.toml.zst"]).refused();
        let what = format!("zobrist: cannot read bomb.toml.zst: {}\n", beyond("1 MiB"));
        assert_eq!(message, what);
    }
    let potential = "kind = \"eam\"\nmigration = { Fe = 0.65, Cu = 0.56 }\n\
                     lattice_constant = 2.87\nfile = \"bomb.setfl.zst\"";
    folder.write("eam.toml", SMALL.replace("kind = \"iron-copper\"", potential));
    // A line without an end.
    folder.write("bomb.setfl.zst", bomb("a\nb\n", b'c', 600 * MIB));
    let message = within(ROOM, &folder, &["lattice", "run", "eam.toml"]).refused();
    assert!(message.contains("cannot read the potential bomb.setfl.zst"), "{message}");
    assert!(message.contains(&beyond("64 MiB")), "{message}");

    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let resume = ["lattice", "run", "small.toml", "--resume", "--max-size", "16KiB"];
    for name in ["small.csv", "small.checkpoint"] {
        let file = File::options().append(true).open(folder.path(name)).unwrap();
        file.set_len(17 << 10).unwrap();
        let message = folder.zobrist(resume).refused();
        assert!(message.starts_with(&format!("zobrist: cannot read {name}")), "{message}");
        assert!(message.contains(&beyond("16 KiB")), "{message}");
    }
}

#[test]
fn lines_and_games_without_an_end_are_rejected() {
    let line = bomb(START, b'x', 150 * MIB);
    let folder = Folder::with("line.fen.zst", &line);
    folder.write("line.pgn.zst", bomb("1. e4 {", b'x', 150 * MIB));
    for (name, limit) in [("line.fen.zst", "1048576"), ("line.pgn.zst", "16777216")] {
        let run = within(82 << 10, &folder, &["hash", "--jobs", "1", name]);
        let (_, messages) = run.rejected();
        assert!(
            messages.contains(&format!("expected at most {limit} bytes, got more")),
            "{messages}"
        );
    }
    // The command after it is answered.
    let lines = format!("7 {}\n8 name\n", "x".repeat(3 << 20));
    let answers = zobrist_on(lines, ["go", "gtp"]).done();
    let too_long = "?7 line too long: expected less than 1048576 bytes";
    assert_eq!(answers, format!("{too_long}\n\n=8 Zobrist\n\n"));
    // A line of which not all is a command is as long as it may be.
    let line = format!("1 name {}\n2 quit\n", " ".repeat((1 << 20) - 8));
    assert!(zobrist_on(line, ["go", "gtp"]).done().starts_with("=1 "));
}

/// A frame's header asks for a window, which the decoder must hold.
#[test]
fn a_window_of_zstd_has_a_limit() {
    // By RFC 8878: the magic number, no flags, the window, and one raw block, the last.
    let frame = |exponent: u8| {
        let block = (START.len() as u32 + 1) << 3 | 1;
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, exponent << 3];
        frame.extend_from_slice(&block.to_le_bytes()[..3]);
        frame.extend_from_slice(START.as_bytes());
        frame.push(b'\n');
        frame
    };
    let log = |log: u8| frame(log - 10);
    let folder = Folder::with("small.fen.zst", log(27));
    folder.write("large.fen.zst", log(31));
    assert_eq!(folder.zobrist(["hash", "small.fen.zst"]).done().lines().count(), 1);
    let (_, message) = within(ROOM, &folder, &["hash", "large.fen.zst"]).rejected();
    assert!(
        message.contains("expected a zstd window of at most 128 MiB, got a larger one"),
        "{message}"
    );
    assert!(message.contains("`zstd -dc --long=31`"), "{message}");
}

/// Fields of a gzip header have no end of their own.
#[test]
fn the_header_of_gzip_has_a_limit() {
    let mut file = vec![0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3];
    file.extend(vec![b'x'; 100 << 20]);
    let folder = Folder::with("name.fen.gz", file);
    let (_, message) =
        within(18 << 10, &folder, &["hash", "--jobs", "1", "name.fen.gz"]).rejected();
    assert!(message.contains("cannot be read further"), "{message}");
}

/// Many small members take no more memory than one.
#[test]
fn members_are_read_one_after_the_other() {
    for (_, compress) in COMPRESSIONS {
        let file = compress(format!("{START}\n").as_bytes()).repeat(2000);
        let folder = Folder::with("members", file);
        let run = within(154 << 10, &folder, &["hash", "--jobs", "1", "members"]);
        assert_eq!(run.done().lines().count(), 2000);
    }
}
