//! `zobrist hash` tells games from positions by their contents.

use std::fs;
use std::process::{Command, Stdio};

use crate::tool::{COMPRESSIONS, Folder, START, ZOBRIST, zobrist_on};

const GAME: &str = "[Event \"a\"]\n\n1. e4 *\n";

#[test]
fn a_bracket_begins_games() {
    let rows = zobrist_on(GAME, ["hash", "--input", "pgn"]).done();
    assert_eq!(rows.lines().count(), 2);
    for text in [GAME.to_owned(), format!("\u{feff}{GAME}"), format!("\u{feff}\r\n\n{GAME}")] {
        let folder = Folder::with("games.txt", &text);
        assert_eq!(folder.zobrist(["hash", "games.txt"]).done(), rows, "{text:?}");
        assert_eq!(zobrist_on(&text, ["hash"]).done(), rows, "{text:?}");
        for (end, compress) in COMPRESSIONS {
            let name = format!("games.{end}");
            folder.write(&name, compress(text.as_bytes()));
            assert_eq!(folder.zobrist(["hash", &name]).done(), rows, "{end}");
            assert_eq!(zobrist_on(compress(text.as_bytes()), ["hash"]).done(), rows, "{end}");
        }
    }
    // Only at the beginning, and not if the user says otherwise.
    let (rows, messages) = zobrist_on(format!("{START}\n{GAME}"), ["hash"]).rejected();
    assert_eq!(rows.lines().count(), 1);
    assert!(messages.contains("; for games, say --input pgn\n"), "{messages}");
    let (_, messages) = zobrist_on(GAME, ["hash", "--input", "fen"]).rejected();
    assert!(messages.contains("; for games, say --input pgn\n"), "{messages}");
}

#[test]
fn files_of_both_kinds_are_refused() {
    let folder = Folder::with("games", GAME);
    folder.write("positions", START);
    folder.write("empty", "");
    folder.write("named.pgn", "1. d4 *\n");
    for files in [["games", "positions"], ["positions", "games"], ["named.pgn", "positions"]] {
        let message = folder.zobrist(["hash"].into_iter().chain(files)).refused();
        let expected = "zobrist: expected inputs of one kind, got games in ";
        assert!(message.starts_with(expected), "{message}");
        assert!(message.contains(" and positions in positions; "), "{message}");
    }
    let message = folder.zobrist_on(START, ["hash", "games", "-"]).refused();
    assert!(message.contains("positions in standard input"), "{message}");
    let games = folder.zobrist(["hash", "empty", "games", "named.pgn"]).done();
    assert_eq!(games.lines().count(), 4);
    assert_eq!(folder.zobrist(["hash", "empty", "positions"]).done().lines().count(), 1);
    // Other commands of hash read what they always read.
    assert_eq!(folder.zobrist(["hash", "--text", "games", "positions"]).done().lines().count(), 4);
    assert_eq!(folder.zobrist(["hash", "--bytes", "games", "positions"]).done().lines().count(), 2);
    let (_, messages) = folder.zobrist(["hash", "--check", "games"]).rejected();
    assert!(messages.contains("games:1 (byte 0): expected "), "{messages}");
}

/// A pipe is read once, from its first byte to its last.
#[cfg(unix)]
#[test]
fn pipes_lose_no_bytes() {
    let folder = Folder::new();
    let lines = format!("{START}\n").repeat(3000);
    folder.write("a.fen", &lines);
    folder.write("a.txt", GAME.repeat(2000));
    for (command, rows) in [
        ("cat a.fen | \"$ZOBRIST\" hash /dev/stdin", 3000),
        ("cat a.fen | \"$ZOBRIST\" hash - a.fen", 6000),
        ("mkfifo p; cat a.txt > p & \"$ZOBRIST\" hash p", 4000),
        ("rm p; mkfifo p; cat a.fen > p & \"$ZOBRIST\" hash a.fen p", 6000),
    ] {
        let output = Command::new("sh")
            .args(["-c", command])
            .env("ZOBRIST", ZOBRIST)
            .current_dir(folder.path("."))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{command}");
        let count = output.stdout.iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(count, rows, "{command}");
    }
    assert_eq!(fs::read_to_string(folder.path("a.fen")).unwrap(), lines);
}
