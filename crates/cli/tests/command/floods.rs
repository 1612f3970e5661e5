//! Errors of one kind: the first ten are printed, the others counted.

use std::fmt::Write;

use crate::tool::{Folder, zobrist_on};

/// Games of which `bad` have an illegal move each, and two more another fault.
fn games(bad: usize) -> String {
    let mut games = String::new();
    for number in 0..bad {
        let file = ["a", "b", "c", "d"][number % 4];
        write!(games, "1. {file}4 {file}5 2. O-O *\n\n1. Q{file}6 *\n\n1. e4 *\n\n").unwrap();
    }
    games + "1. zzz *\n\n1. e4 { open *\n"
}

#[test]
fn the_eleventh_of_a_kind_is_counted() {
    let folder = Folder::with("a.pgn", games(500));
    for command in [
        &["hash", "a.pgn"][..],
        &["hash", "a.pgn", "--jobs", "1"],
        &["index", "build", "idx", "--replace", "a.pgn"],
        &["book", "make", "a.pgn", "--force", "-o", "a.bin", "--min-games", "1"],
    ] {
        let run = folder.zobrist(command.iter().copied());
        assert_eq!(run.code, 1);
        let lines: Vec<&str> = run.stderr.lines().collect();
        let illegal = lines
            .iter()
            .filter(|line| line.contains(": illegal move ") && line.contains(": game "))
            .count();
        assert_eq!(illegal, 10, "{command:?}: {}", run.stderr);
        for rest in ["game 1501: expected a move, got \"zzz\"", "got an unterminated comment"] {
            assert!(lines.iter().any(|line| line.ends_with(rest)), "{command:?}: {}", run.stderr);
        }
        let end = [
            "zobrist: 990 more: illegal move … at ply …; --all-errors prints each",
            "zobrist: rejected 1002 of 1502 games",
        ];
        assert!(lines.windows(2).any(|pair| pair == end), "{command:?}: {}", run.stderr);
    }
}

#[test]
fn all_errors_are_printed_on_request() {
    let games = games(500);
    for args in
        [["--all-errors", "hash", "--input", "pgn"], ["hash", "--input", "pgn", "--all-errors"]]
    {
        let (_, messages) = zobrist_on(&games, args).rejected();
        assert_eq!(messages.matches(": illegal move ").count(), 1000);
        assert!(!messages.contains(" more: "), "{messages}");
    }
}

#[test]
fn shortened_games_are_a_flood_of_their_own() {
    let (_, messages) =
        zobrist_on(games(50), ["hash", "--input", "pgn", "--keep-valid"]).rejected();
    let printed = messages.lines().filter(|line| {
        line.contains(": illegal move ") && line.ends_with("; kept the moves before it")
    });
    assert_eq!(printed.count(), 10, "{messages}");
    let end = "zobrist: 90 more: illegal move … at ply …; kept the moves before it; --all-errors \
               prints each\n\
               zobrist: rejected 1 of 152 games\n\
               zobrist: shortened 101 of 152 games\n";
    assert!(messages.ends_with(end), "{messages}");
}

#[test]
fn lines_and_games_of_go_are_counted_too() {
    let lines = "8/8/8/8/8/8/8/8 w - - 0 1\n".repeat(300);
    let (_, messages) = zobrist_on(lines, ["hash"]).rejected();
    assert_eq!(messages.lines().count(), 12, "{messages}");
    assert!(messages.contains("\nzobrist: 290 more: "), "{messages}");
    let games: String = (0..40).map(|n| format!("(;SZ[{}];B[aa])\n", 100 + n)).collect();
    let folder = Folder::with("a.sgf", games);
    let (_, messages) = folder.zobrist(["go", "check", "a.sgf"]).rejected();
    assert_eq!(messages.lines().count(), 12, "{messages}");
    assert!(messages.contains("\nzobrist: 30 more: "), "{messages}");
}

#[test]
fn the_count_stands_at_the_end_of_a_run_that_fails() {
    let folder = Folder::with("a.pgn", games(20));
    folder.write("b.pgn.gz", &crate::tool::gz(games(20))[..60]);
    let args = ["book", "make", "a.pgn", "b.pgn.gz", "-o", "a.bin", "--min-games", "1"];
    let message = folder.zobrist(args).refused();
    let at = message.find(" more: illegal move … at ply …; --all-errors prints each\n").unwrap();
    assert!(message[at..].contains("no book was written"), "{message}");
}

#[test]
fn files_that_are_named_again_and_again() {
    let folder = Folder::with("a.pgn", "1. e4 *\n");
    let args = ["index", "build", "idx"].into_iter().chain([("a.pgn"); 31]);
    let (_, messages) = folder.zobrist(args).rejected();
    let end = "zobrist: 20 more: files that are named again; --all-errors prints each\n";
    assert!(messages.ends_with(end), "{messages}");
    assert_eq!(messages.lines().count(), 11, "{messages}");
}
