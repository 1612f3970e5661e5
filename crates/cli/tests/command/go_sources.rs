//! Where the commands of Go find games in SGF: folders, patterns and archives.

use std::fs;

use crate::tool::{Folder, column, first_line, gz, zip, zobrist, zobrist_on};

const GAME: &str = "(;SZ[9];B[aa];W[bb])";

#[test]
fn a_folder_stands_for_its_files_by_name() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("games/2026")).unwrap();
    folder.write("games/b.sgf", GAME);
    folder.write("games/a.SGF.gz", gz(GAME.repeat(2)));
    folder.write("games/c.sgf.zip", zip(&[("x/d.sgf", GAME.as_bytes())]));
    folder.write("games/2026/e.sgf", GAME);
    folder.write("games/.hidden.sgf", "x");
    folder.write("games/notes.txt", "x");
    let run = folder.zobrist(["go", "hash", "games"]);
    let (rows, said) = (run.stdout, run.stderr);
    assert_eq!(
        (run.code, said.as_str()),
        (
            0,
            "zobrist: games: left out 1 file whose name does not end in .sgf, .gib, .ngf, .ugf or .ugi \
             (notes.txt), 1 hidden file, and \
             1 folder within, which is not searched\n"
        )
    );
    let places: Vec<_> = column(&rows, 1).into_iter().zip(column(&rows, 2)).collect();
    let expected = [
        ("games/a.SGF.gz", "1"),
        ("games/a.SGF.gz", "2"),
        ("games/b.sgf", "1"),
        ("games/c.sgf.zip/x/d.sgf", "1"),
    ];
    assert!(places.chunks(3).map(|rows| rows[0]).eq(expected), "{places:?}");

    // A pattern can search folders within.
    let rows = folder.zobrist(["go", "hash", "games/**/*.sgf"]).done();
    let files = column(&rows, 1);
    assert!(files.chunks(3).map(|rows| rows[0]).eq(["games/2026/e.sgf", "games/b.sgf"]));
    // One that matches folders, too: a folder may have no games, and no file is read twice.
    fs::create_dir_all(folder.path("deep/empty")).unwrap();
    fs::create_dir_all(folder.path("deep/within")).unwrap();
    folder.write("deep/within/a.sgf", GAME);
    let rows = folder.zobrist(["go", "hash", "deep/**/*"]).done();
    assert_eq!(column(&rows, 1), ["deep/within/a.sgf"; 3]);
    let message = folder.zobrist(["go", "hash", "deep/e*"]).refused();
    assert!(
        message.starts_with("zobrist: expected files in SGF in deep/e*, got none: "),
        "{message}"
    );
    let message = folder.zobrist(["go", "check", "games/*.xyz"]).refused();
    assert_eq!(message, "zobrist: expected files or folders that match games/*.xyz, got none\n");
    fs::create_dir(folder.path("none")).unwrap();
    let message = folder.zobrist(["go", "check", "none"]).refused();
    assert!(message.starts_with("zobrist: expected files in SGF in none, got none: "), "{message}");
}

/// The ending of a pattern stands for itself in capitals, too, as for the files of a folder.
#[test]
fn endings_match_in_any_case() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("games/Deep")).unwrap();
    for name in ["games/a.sgf", "games/b.SGF", "games/c.Sgf", "games/Deep/d.SGF"] {
        folder.write(name, GAME);
    }
    folder.write("games/e.SGF.GZ", gz(GAME));
    folder.write("games/f.txt", "x");
    let files = |argument: &str| {
        let run = folder.zobrist(["go", "hash", argument]);
        let (rows, said) = (run.stdout, run.stderr);
        assert_eq!((run.code, !said.is_empty()), (0, argument == "games"), "{said}");
        let mut files: Vec<String> = column(&rows, 1).into_iter().map(str::to_owned).collect();
        files.dedup();
        files
    };
    let three = ["games/a.sgf", "games/b.SGF", "games/c.Sgf"];
    assert_eq!(files("games/*.sgf"), three);
    assert_eq!(files("games/*.SGF"), three);
    assert_eq!(files("games/?.sGf"), three);
    assert_eq!(files("games/*.sgf.gz"), ["games/e.SGF.GZ"]);
    assert_eq!(files("games"), [&three[..], &["games/e.SGF.GZ"]].concat());
    assert_eq!(files("games/**/*.sgf"), [&["games/Deep/d.SGF"][..], &three].concat());
    // Elsewhere, case matters, as for the shell.
    let refused = folder.zobrist(["go", "hash", "Games/*.sgf"]).refused();
    assert!(refused.contains("expected files or folders that match Games/*.sgf"), "{refused}");
    folder.write("x.PGN", "1. e4 *\n");
    folder.write("y.pgn", "1. e4 *\n");
    let rows = folder.zobrist(["explore", "*.pgn", "--format", "csv"]).done();
    assert!(rows.contains("\ne2e4,e4,2,"), "{rows}");
    let scheme = folder.zobrist(["schemes", "show", "polyglot"]).done();
    folder.write("MINE.TOML", scheme.replacen("\"polyglot\"", "\"mine\"", 1));
    folder.zobrist(["schemes", "check", "MINE.TOML"]).done();
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    folder.zobrist(["hash", "--scheme", "MINE.TOML", fen]).done();
}

/// Each file of an archive is one of its own: its games count from 1, and a fault ends with it.
#[test]
fn files_of_an_archive_are_apart() {
    let open = "(;SZ[9];B[aa]!C[never close";
    let files = [
        ("a.sgf", GAME),
        ("sub/open.sgf", open),
        ("b.sgf", "(;SZ[9];B[cc])(;SZ[9];B[dd])"),
        ("notes.txt", "no game here"),
        ("README.md", "none here"),
    ];
    let archive = zip(&files.map(|(name, text)| (name, text.as_bytes())));
    let folder = Folder::with("all.zip", &archive);
    let (rows, messages) = folder.zobrist(["go", "hash", "all.zip"]).rejected();
    let places: Vec<_> = column(&rows, 1).into_iter().zip(column(&rows, 2)).collect();
    let (a, b) = ("all.zip/a.sgf", "all.zip/b.sgf");
    assert_eq!(places, [(a, "1"), (a, "1"), (a, "1"), (b, "1"), (b, "1"), (b, "2"), (b, "2")]);
    for message in [
        "zobrist: all.zip/sub/open.sgf:1 (byte 13): not SGF: expected a node, property or variation, found \
         '!'\n",
        "zobrist: skipped all.zip/notes.txt, which has no game in SGF\n",
        "zobrist: all.zip: skipped README.md, which has no games by its name\n",
        "zobrist: rejected 1 of 4 games\n",
    ] {
        assert!(messages.contains(message), "{messages}");
    }
    let rows = zobrist_on(zip(&[("a.sgf", GAME.as_bytes())]), ["go", "hash"]).done();
    assert_eq!(column(&rows, 1), ["standard input/a.sgf"; 3]);

    // The readable part of a cut archive is done.
    let (rows, messages) = zobrist_on(&archive[..110], ["go", "hash"]).rejected();
    assert_eq!(column(&rows, 1), ["standard input/a.sgf"; 3]);
    let message = "cannot be read further: the compressed file is truncated";
    assert!(
        messages.contains(message) && messages.ends_with("rejected 1 of 2 games\n"),
        "{messages}"
    );
    let packed = zip(&[("a.sgf", &gz(GAME)[..])]);
    let (_, messages) = zobrist_on(packed, ["go", "check"]).rejected();
    let message = "standard input/a.sgf:1 (byte 0): cannot be read further: expected plain text";
    assert!(messages.contains(message), "{messages}");
    let only_notes = zip(&[("notes.txt", b"none")]);
    assert_eq!(zobrist_on(only_notes, ["go", "check"]).code, 2);
}

/// A large file is shared among the threads, and so are many small ones: rows and messages are the
/// same.
#[test]
fn threads_change_nothing() {
    let point = |number: usize| {
        let letter = |at: usize| (b'a' + (at % 19) as u8) as char;
        format!("[{}{}]", letter(number * 7), letter(number * 11 + number / 19))
    };
    let game = |number: usize| {
        let moves: String = (0..40)
            .map(|at| format!(";{}{}", ["B", "W"][at % 2], point(number * 13 + at * at)))
            .collect();
        let bad = if number.is_multiple_of(97) { "B[zzz]" } else { "" };
        format!("(;SZ[19]{moves};{bad})\n")
    };
    let games: Vec<String> = (0..2000).map(game).collect();
    let folder = Folder::with("large.sgf", games.concat());
    fs::create_dir(folder.path("small")).unwrap();
    for (number, games) in games.chunks(40).enumerate() {
        folder.write(&format!("small/{number:03}.sgf"), games.concat());
    }
    for command in ["check", "hash"] {
        for source in ["large.sgf", "small"] {
            let run = |jobs| folder.zobrist(["go", command, source, "--jobs", jobs]);
            let (one, many) = (run("1"), run("3"));
            assert_eq!(one.code, 1, "{}", one.stderr);
            assert!(one.stdout == many.stdout && one.stderr == many.stderr, "{command} {source}");
        }
    }
    let hashes = |source: &str| {
        let rows = folder.zobrist(["go", "hash", source]).stdout;
        column(&rows, 0).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let large = hashes("large.sgf");
    assert!(large.len() > 2000 && large == hashes("small"));
    // A reader that has seen enough ends it in silence.
    folder.write("sound.sgf", format!("{GAME}\n").repeat(20_000));
    let row = first_line(&folder, ["go", "hash", "sound.sgf"]);
    assert!(row.ends_with("\tsound.sgf\t1\t0\n"), "{row}");
}

#[test]
fn variations_have_rows_on_demand() {
    let game = "(;SZ[9];B[aa];W[bb](;B[cc];W[dd])(;B[dd](;W[cc])(;W[ee])))";
    let rows = zobrist_on(game, ["go", "hash", "--all"]).done();
    let at: Vec<_> = column(&rows, 3).into_iter().zip(column(&rows, 4)).collect();
    let places = [("0", "0"), ("0", "1"), ("0", "2"), ("0", "3"), ("0", "4")];
    let others = [("1", "3"), ("1", "4"), ("2", "4")];
    assert_eq!(at, [&places[..], &others].concat());
    // The rows of a line are those of a game with that line alone.
    let alone = zobrist_on("(;SZ[9];B[aa];W[bb];B[dd];W[ee])", ["go", "hash"]).done();
    let (all, alone) = (column(&rows, 0), column(&alone, 0));
    assert_eq!([all[0], all[1], all[2], all[5], all[7]], alone[..]);
    // Variations that begin before the first move share its position, unless stones are set up.
    for (game, rows) in [
        ("(;SZ[9](;B[aa])(;B[bb]))", [("0", "0"), ("0", "1"), ("1", "1")].as_slice()),
        ("(;SZ[9](;AB[cc];B[aa])(;B[bb]))", &[("0", "0"), ("0", "1"), ("1", "0"), ("1", "1")]),
        ("(;SZ[9](;B[bb])(;AB[cc];B[aa]))", &[("0", "0"), ("0", "1"), ("1", "0"), ("1", "1")]),
        // Later ones have no row of their own.
        ("(;SZ[9];B[bb](;AB[cc];B[aa])(;AB[cc]))", &[("0", "0"), ("0", "1"), ("0", "2")]),
    ] {
        let found = zobrist_on(game, ["go", "hash", "--all"]).done();
        let at: Vec<_> = column(&found, 3).into_iter().zip(column(&found, 4)).collect();
        assert_eq!(at, rows, "{game}");
    }
    // A fault ends its line alone.
    let bad = "(;SZ[9];B[aa](;W[aa];B[cc])(;W[bb]))";
    let (rows, messages) = zobrist_on(bad, ["go", "hash", "--all"]).rejected();
    assert_eq!(column(&rows, 3), ["0", "0", "1"]);
    assert!(messages.contains("move 2: "), "{messages}");
}

#[test]
fn each_position_is_printed_once_on_demand() {
    let folder = Folder::with("a.sgf", "(;SZ[9];B[aa];W[];B[bb])(;SZ[9];B[ia];W[bb])");
    folder.write("b.sgf", "(;SZ[9];B[aa];W[cc])(;SZ[9];W[aa])");
    let at = |options: &[&str]| {
        let args = [&["go", "hash", "--unique", "a.sgf", "b.sgf"], options].concat();
        let rows = folder.zobrist(args).done();
        let places = rows.lines().map(|row| row.split_once('\t').unwrap().1.replace('\t', " "));
        places.collect::<Vec<_>>().join(", ")
    };
    let first = "a.sgf 1 0, a.sgf 1 1, a.sgf 1 3";
    let all = "a.sgf 2 1, a.sgf 2 2, b.sgf 1 2, b.sgf 2 1";
    assert_eq!(at(&[]), format!("{first}, {all}"));
    assert_eq!(at(&["--canonical"]), format!("{first}, a.sgf 2 2, b.sgf 1 2, b.sgf 2 1"));
    let colors = ["--canonical", "--colors", "--bits", "128"];
    assert_eq!(at(&colors), format!("{first}, a.sgf 2 2, b.sgf 1 2"));
    let refused = zobrist(["go", "hash", "--colors", "a.sgf"]).refused();
    assert!(refused.contains("--canonical"), "{refused}");
}
