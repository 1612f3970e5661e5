//! `--keep-valid`: a game is kept up to its first bad move.

use assert_cmd::Command;

use crate::tool::{Folder, ZOBRIST, column, run, zobrist_on};

/// The first and the last game are whole, the second and third have a bad move, the fourth has a
/// fault of another kind.
const GAMES: &str = r#"[Event "1"]

1. e4 e5 *

[Event "2"]
[Result "1-0"]

1. e4 e5 2. Ke3 Nc6 1-0

[Event "3"]

1. d4 -- 2. c4 *

[Event "4"]

1. c4 { never closed

[Event "5"]

1. e4 c5 *
"#;

/// Expected messages about the games of a file.
fn expected_messages(file: &str) -> String {
    let place = |what: &str| {
        let at = GAMES.find(what).unwrap();
        format!("{} (byte {at})", GAMES[..at].matches('\n').count() + 1)
    };
    format!(
        "zobrist: {file}:{}: game 2: illegal move Ke3 at ply 3; kept the moves before it\n\
         zobrist: {file}:{}: game 3: null move -- at ply 2; kept the moves before it\n\
         zobrist: {file}:{}: game 4: expected PGN, got an unterminated comment\n\
         zobrist: rejected 1 of 5 games\n\
         zobrist: shortened 2 of 5 games\n",
        place("Ke3"),
        place("-- 2."),
        place("{ never")
    )
}

#[test]
fn hash_prints_the_positions_before_it() {
    let args = ["hash", "--input", "pgn", "--keep-valid"];
    let (rows, messages) = zobrist_on(GAMES, args).rejected();
    assert_eq!(messages, expected_messages("standard input"));
    assert_eq!(column(&rows, 1).join(" "), "1 1 1 2 2 2 3 3 5 5 5");
    // Equal to the rows of games that end there.
    let shortened = GAMES.replace("2. Ke3 Nc6 1-0", "1-0").replace("-- 2. c4 ", "");
    let (expected, messages) = zobrist_on(shortened, ["hash", "--input", "pgn"]).rejected();
    assert!(messages.ends_with("zobrist: rejected 1 of 5 games\n"), "{messages}");
    assert_eq!(rows, expected);

    let message =
        zobrist_on(GAMES, ["hash", "--input", "pgn", "--keep-valid", "--strict"]).refused();
    assert!(message.contains("cannot be used with"), "{message}");
    for plain in ["--text", "--bytes"] {
        let message = zobrist_on("x", ["hash", plain, "--keep-valid"]).refused();
        assert!(
            message.contains(&format!("'{plain}' cannot be used with '--keep-valid'")),
            "{message}"
        );
    }
    let message = zobrist_on("", ["hash", "--keep-valid"]).refused();
    assert!(message.contains("is for games, and these are positions"), "{message}");
}

#[test]
fn an_index_takes_the_moves_before_it_and_reports_them() {
    let folder = Folder::with("a.pgn", GAMES);
    folder.write("b.pgn", GAMES.replace("\"1\"", "\"a\""));
    let (_, messages) =
        folder.zobrist(["index", "build", "idx", "a.pgn", "--keep-valid"]).rejected();
    assert_eq!(messages, expected_messages("a.pgn"));
    let info = folder.zobrist(["index", "info", "idx"]).done();
    for fact in ["games\t4\n", "rejected\t1\n", "shortened\t2\n"] {
        assert!(info.contains(fact), "{info}");
    }
    let (_, messages) = folder.zobrist(["index", "add", "idx", "b.pgn", "--keep-valid"]).rejected();
    assert_eq!(messages, expected_messages("b.pgn"));
    folder.zobrist(["index", "verify", "idx"]).done();
    let moves = folder.zobrist(["explore", "idx", "--format", "csv"]).done();
    let counts: Vec<Vec<&str>> =
        moves.lines().skip(1).map(|row| row.split(',').skip(1).take(3).collect()).collect();
    assert_eq!(counts, [["e4", "6", "2"], ["d4", "2", "0"]]);

    let message = folder.zobrist(["explore", "idx", "--keep-valid"]).refused();
    assert!(message.contains("--keep-valid is for building: the index has its own"), "{message}");
}

#[test]
fn a_cached_index_depends_on_the_option() {
    let folder = Folder::with("a.pgn", GAMES);
    let moves = |more: &[&str], times| {
        let args = ["explore", "a.pgn", "--format", "csv"];
        for _ in 0..times {
            let mut command = Command::new(ZOBRIST);
            command.args(args).args(more).current_dir(folder.path("."));
            command.env("XDG_CACHE_HOME", folder.path("cache"));
            let (rows, messages) = run(&mut command).rejected();
            let first =
                rows.lines().nth(1).unwrap_or_default().split(',').nth(2).map(str::to_owned);
            assert_eq!(messages.contains("shortened 2"), !more.is_empty(), "{messages}");
            assert_eq!(first.as_deref(), Some(if more.is_empty() { "2" } else { "3" }), "{rows}");
        }
    };
    // The second time, the index is cached.
    moves(&[], 2);
    moves(&["--keep-valid"], 2);
    moves(&[], 1);
}

#[test]
fn a_book_counts_the_moves_before_it() {
    let folder = Folder::with("a.pgn", GAMES);
    let args = ["book", "make", "a.pgn", "-o", "a.bin", "--min-games", "1", "--unknown", "1"];
    let (_, messages) = folder.zobrist(args.into_iter().chain(["--keep-valid"])).rejected();
    assert_eq!(messages, expected_messages("a.pgn"));
    let shortened = GAMES.replace("2. Ke3 Nc6 1-0", "1-0").replace("-- 2. c4 ", "");
    folder.write("b.pgn", shortened);
    let args = ["book", "make", "b.pgn", "-o", "b.bin", "--min-games", "1", "--unknown", "1"];
    folder.zobrist(args).rejected();
    let read = |name| std::fs::read(folder.path(name)).unwrap();
    assert_eq!(read("a.bin"), read("b.bin"));
}
