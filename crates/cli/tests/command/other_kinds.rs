//! Files that hold no games: exit status 1, what they look like, and the way out.

use crate::tool::{COMPRESSIONS, Folder, START, zip, zobrist, zobrist_on};

/// Files made for these tests: name, contents, the kind in the message, and the way out.
const FILES: [(&str, &[u8], &str, &str); 20] = [
    (
        "not-games.json.pgn",
        b"{\"message\":\"Too many requests. Try again later.\"}\n",
        "JSON",
        "it may be the error of a site; where it holds games, ask the site for PGN",
    ),
    (
        "page.pgn",
        b"<!DOCTYPE html>\n<html><body><h1>Not found</h1> 1-0 e4</body></html>\n",
        "an HTML page",
        "a browser shows it: it may tell why no games came, or have a link to their PGN",
    ),
    ("feed.pgn", b"<?xml version=\"1.0\"?>\n<games/>\n", "XML", WRITER),
    (
        "ko.txt",
        b"(;GM[1]FF[4]SZ[3]PB[Ada]PW[Jan];B[ba];W[bb])\n",
        "games of Go in SGF",
        "`zobrist go check ko.txt` checks them, and `zobrist serve` shows those of a file that ends in .sgf",
    ),
    ("games.db", b"SQLite format 3\0\x10\0\x01\x01\0\x40\x20\x20", "an SQLite database", WRITER),
    ("base.si4", b"Scid.si\0\x01\x90\0\0\x02\x01", "a file of a Scid database", SCID),
    ("base.sg5", b"\0\x07\x07games\x01", "a file of a Scid database", SCID),
    ("base.cbh", b"\0\0\x2c\0\x2e\x01\0\0\0\x03", "a file of a ChessBase database", CHESSBASE),
    ("base.cbv", b"\x01\x02\x03\0\x05\x06", "a file of a ChessBase database", CHESSBASE),
    (
        "part.parquet",
        b"PAR1\x15\x04\x15\x10\x4c",
        "a Parquet file",
        "`zobrist explore` and `zobrist serve` take the folder of an index",
    ),
    (
        "large.pgn",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n",
        "a Git LFS pointer",
        "`git lfs pull` fetches the file that it stands for",
    ),
    ("sheet.pdf", b"%PDF-1.7\n1 0 obj\n", "a PDF document", WRITER),
    (
        "fe.toml",
        b"# Iron and copper.\nseed = 42\n[lattice]\nstructure = \"bcc\"\ncells = [4, 4, 4]\n",
        "the configuration of a simulation",
        "`zobrist lattice run fe.toml` runs it, and `zobrist serve` shows the CSV that it writes",
    ),
    (
        "run.txt",
        b"step,time,energy,hits,misses\n0,0,-1.5,0,0\n",
        "the CSV of a lattice run",
        "`zobrist serve` shows that of a file that ends in .csv",
    ),
    (
        "keys.hex",
        b"9d39247e33776d41\n2af7398005aaa5c7\n44db015024623547\n9c15f73e62a76ae2\n",
        "a list of keys in hex digits",
        "`zobrist keys audit keys.hex` audits them",
    ),
    (
        "book.bin",
        b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\0\x01\0\0\0\0",
        "an opening book",
        "`zobrist book dump book.bin` lists it, and `zobrist book check book.bin` checks it",
    ),
    (
        "fe.eam",
        b"made for this test\nno source\nnobody\n1 Fe\n2 0.5 3 1.0 3.5\n26 55.845 2.866 bcc\n0 1\n",
        "a potential in the setfl format",
        "the configuration that `zobrist lattice run` takes names such a file",
    ),
    ("noise.pgn", b"32F6\x08c\x86\xcf\x07wh\xba5\xed\x0f\x16\xb1e\n", "binary data", WRITER),
    ("comments.pgn", b"{ Games of the club }\n; to come\n", "comments alone", PGN),
    ("notes.pgn", b"These are notes, not moves.\n\n1. Open the file.\n", "plain text", PGN),
];

const WRITER: &str = "the program that wrote it may export its games to a PGN file";
const SCID: &str = "Scid exports the games of a database to a PGN file (menu Tools)";
const CHESSBASE: &str = "ChessBase exports the games of a database to a PGN file";
const PGN: &str = "games are read in PGN, such as `1. e4 e5 2. Nf3 *`";

/// A folder with all files, one with games, and an index of it.
fn files() -> Folder {
    let folder = Folder::with("games.pgn", "1. e4 *\n");
    for (name, contents, ..) in FILES {
        folder.write(name, contents);
    }
    folder.zobrist(["index", "build", "index", "games.pgn"]).done();
    folder
}

fn message(name: &str, kind: &str, way_out: &str) -> String {
    format!("zobrist: no game in {name}: it looks like {kind}; {way_out}\n")
}

#[test]
fn readers_of_games_tell_what_a_file_looks_like() {
    let folder = files();
    for (file, _, kind, way_out) in FILES {
        for command in [&["check", file][..], &["hash", "--input", "pgn", file]] {
            let (_, messages) = folder.zobrist(command.iter().copied()).rejected();
            let expected = message(file, kind, way_out) + "zobrist: rejected 1 of 1 games\n";
            assert!(messages.starts_with(&expected), "{command:?}: {messages}");
        }
    }
}

/// Nothing is made of them.
#[test]
fn nothing_is_built_of_files_without_games() {
    let folder = files();
    for (file, _, kind, way_out) in FILES {
        for command in [
            &["explore", file][..],
            &["serve", file],
            &["index", "build", "new", file],
            &["index", "add", "index", file],
            &["index", "plan", "planned", file],
            &["book", "make", file, "-o", "new.bin"],
            &["keys", "collisions", "--bits", "10", file],
        ] {
            let (rows, messages) = folder.zobrist(command.iter().copied()).rejected();
            assert_eq!(rows, "");
            assert_eq!(messages, message(file, kind, way_out), "{command:?}");
        }
        for made in ["new", "planned", "new.bin"] {
            assert!(!folder.path(made).exists(), "{file}");
        }
    }
    let (_, messages) = folder.zobrist(["explore", "not-games.json.pgn", "page.pgn"]).rejected();
    assert!(messages.ends_with("zobrist: none of the 2 files holds a game\n"), "{messages}");
    assert_eq!(messages.matches("no game in ").count(), 2, "{messages}");
}

#[test]
fn the_other_files_are_read() {
    let folder = files();
    for (file, _, kind, way_out) in FILES {
        let told = message(file, kind, way_out);
        for (command, moves) in [
            (&["hash", "--input", "pgn", file, "games.pgn"][..], true),
            (&["check", "games.pgn", file], false),
            (&["index", "build", "--replace", "new", file, "games.pgn"], false),
            (
                &[
                    "book",
                    "make",
                    "--min-games",
                    "1",
                    "--unknown",
                    "1",
                    "-o",
                    "new.bin",
                    "--force",
                    file,
                    "games.pgn",
                ],
                false,
            ),
        ] {
            let (rows, messages) = folder.zobrist(command.iter().copied()).rejected();
            let expected = format!("{told}zobrist: rejected 1 of 2 games\n");
            assert!(messages.contains(&expected), "{command:?}: {messages}");
            assert_eq!(rows.contains("823c9b50fd114196"), moves, "{command:?}");
        }
        let rows = folder.zobrist(["explore", "new", "--format", "csv"]).done();
        assert!(rows.contains("\ne2e4,e4,1,"), "{rows}");
        assert_eq!(std::fs::read(folder.path("new.bin")).unwrap().len(), 16);
    }
    // The second time, it comes from the cache.
    for _ in 0..2 {
        let (rows, messages) = folder
            .zobrist(["explore", "games.pgn", "not-games.json.pgn", "--format", "csv"])
            .rejected();
        assert!(rows.contains("\ne2e4,e4,1,"), "{rows}");
        assert!(messages.contains("rejected 1"), "{messages}");
    }
}

#[test]
fn runs_of_a_plan_reject_them_too() {
    let folder = files();
    folder.zobrist(["index", "plan", "planned", "games.pgn", "not-games.json.pgn"]).done();
    let run = folder.zobrist(["index", "run", "planned", "1"]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("no game in "), "{}", run.stderr);
    folder.zobrist(["index", "combine", "planned", "1/1"]).done();
    let run = folder.zobrist(["index", "commit", "planned"]);
    assert_eq!(run.code, 1);
    assert!(run.closing.contains("1 game, 2 positions, 1 rejected"), "{}", run.closing);
}

#[test]
fn compressed_files_and_pipes_too() {
    for (end, compress) in COMPRESSIONS {
        for (name, contents, kind, _) in FILES {
            // Files without a name in an archive or a pipe are not known by their names.
            if ["base.sg5", "base.cbv", "book.bin"].contains(&name) {
                continue;
            }
            let compressed = format!("{name}.{end}");
            let folder = Folder::with(&compressed, compress(contents));
            let (_, messages) = folder.zobrist(["check", &compressed]).rejected();
            let told = format!("zobrist: no game in {compressed}: it looks like {kind}; ");
            assert!(messages.starts_with(&told), "{messages}");
            let (_, messages) = zobrist_on(compress(contents), ["check"]).rejected();
            let told = format!("zobrist: no game in standard input: it looks like {kind}; ");
            assert!(messages.starts_with(&told), "{messages}");
        }
    }
    let archive = zip(&[("a.txt", b"Notes\n"), ("b.json", b"{\"a\": 1}")]);
    let (_, messages) = zobrist_on(archive, ["check"]).rejected();
    assert!(messages.contains("no game in standard input: it looks like plain text"), "{messages}");
    for (_, contents, kind, _) in FILES {
        let (_, messages) = zobrist_on(contents, ["explore", "-"]).rejected();
        let is_named = kind.contains("database") || kind == "an opening book";
        assert!(is_named || messages.contains(&format!("it looks like {kind}")), "{messages}");
    }
}

/// A text that is too long to be held back is read game by game, and told at its end.
#[test]
fn long_texts_without_games_are_told_at_their_end() {
    let notes = "These are notes.\n\nAnd these are others.\n\n".repeat(20_000);
    let (_, messages) = zobrist_on(&notes, ["check"]).rejected();
    let told = "zobrist: no game in standard input: it looks like plain text; ";
    assert!(messages.contains(told), "{messages}");
    let folder = Folder::with("notes.pgn", &notes);
    let (_, messages) = folder.zobrist(["hash", "notes.pgn"]).rejected();
    assert!(messages.contains("no game in notes.pgn: it looks like plain text"), "{messages}");
    // Games after it are read.
    let games = notes + "[Event \"a\"]\n\n1. e4 *\n";
    let (rows, messages) = zobrist_on(&games, ["hash", "--input", "pgn"]).rejected();
    assert!(rows.contains("823c9b50fd114196") && !messages.contains("looks like"), "{messages}");
    // A signature is reported without its text.
    let json = format!("[{}0]", "\"e4\", ".repeat(100_000));
    let (rows, messages) = zobrist_on(&json, ["hash", "--input", "pgn"]).rejected();
    assert_eq!((rows.as_str(), messages.lines().count()), ("", 2), "{messages}");
}

#[test]
fn readers_of_positions_tell_them_too() {
    let folder = Folder::with("a.fen", START);
    for (name, contents, kind, way_out) in FILES {
        folder.write(name, contents);
        let has_signature = OTHERS.iter().all(|other| !kind.contains(other));
        if name.ends_with(".pgn") || !has_signature {
            continue;
        }
        let (rows, messages) = folder.zobrist(["hash", name, "a.fen"]).rejected();
        assert!(rows.ends_with("\ta.fen\n"), "{rows}");
        let told = format!(
            "zobrist: {name}:1 (byte 0): cannot be read further: expected positions, got what looks \
             like {kind}; {way_out}; what follows is lost\n"
        );
        assert!(messages.starts_with(&told), "{messages}");
    }
    let (_, messages) = zobrist_on("<html>\n<body>", ["hash"]).rejected();
    assert!(messages.contains("got what looks like an HTML page"), "{messages}");
}

/// Kinds that are no signatures: the lines of such a file are read one by one.
const OTHERS: [&str; 3] = ["binary", "comments", "plain text"];

/// Files with nothing in them, and games that look like other files at first sight.
#[test]
fn empty_files_and_games_are_no_faults() {
    for text in ["", "\n\n \n", "\u{feff}", "\u{feff}\r\n\x1a"] {
        let folder = Folder::with("empty.pgn", text);
        assert_eq!(folder.zobrist(["hash", "empty.pgn"]).done(), "");
        folder.zobrist(["check", "empty.pgn"]).done();
        folder.zobrist(["index", "build", "index", "empty.pgn"]).done();
    }
    for (text, games) in [
        ("1. e4 {a = 1} e5 *\n", 1),
        ("e8=Q *\n", 0),
        ("[Event \"a = [b]\"]\n\n1. e4 *\n", 1),
        ("[Event \"tags alone\"]\n", 1),
        ("; step,time,energy\n1. e4 *\n", 1),
        ("{\"a quoted\" comment}\n1. e4 *\n", 1),
        ("[Event \"(;\"]\n\n1. e4 *\n", 1),
        ("Games of the club\n\n[Event \"a\"]\n\n1. e4 *\n", 0),
    ] {
        let folder = Folder::with("games.pgn", text);
        let run = folder.zobrist(["index", "build", "index", "games.pgn"]);
        assert_eq!(run.code, i32::from(games == 0), "{text}: {}", run.stderr);
        assert!(!run.stderr.contains("looks like"), "{}", run.stderr);
    }
    assert_eq!(zobrist(["explore", "none.toml"]).code, 2);
}

/// The commands that the messages name take the files.
#[test]
fn the_commands_that_are_named_take_the_files() {
    let folder = files();
    for command in [
        vec!["go", "check", "ko.txt"],
        vec!["book", "dump", "book.bin"],
        vec!["keys", "audit", "keys.hex"],
    ] {
        let run = folder.zobrist(command.iter().copied());
        assert!(run.code < 2, "{command:?}: {}", run.stderr);
    }
}
