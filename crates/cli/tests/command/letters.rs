//! `--language`: games whose moves have the letters of another language, and the hint that names
//! it.

use std::fs;

use crate::tool::{Folder, column, zobrist_on};

/// A game in English and one in Dutch.
const GAMES: &str =
    "[White \"a\"]\n\n1. e4 e5 2. Nf3 Nf6 1-0\n\n[White \"b\"]\n\n1. e4 e5 2. Pf3 Pf6 0-1\n";

/// The reason of the second game, without the option.
const REASON: &str =
    "game 2: expected a move, got \"Pf3\"; the whole game is legal with the letters of Dutch";

#[test]
fn the_hint_names_the_language_and_the_option_reads_it() {
    let (rows, messages) = zobrist_on(GAMES, ["hash", "--input", "pgn"]).rejected();
    assert_eq!(column(&rows, 1).join(" "), "1 1 1 1 1");
    assert_eq!(
        messages,
        format!(
            "zobrist: standard input:7 (byte 63): {REASON}; --language nl reads it\n\
             zobrist: rejected 1 of 2 games\n"
        )
    );
    for language in ["nl", "NL", "dutch"] {
        let args = ["hash", "--input", "pgn", "--language", language];
        let rows = zobrist_on(GAMES, args).done();
        let fens = column(&rows, 3);
        assert_eq!((fens.len(), fens[4]), (10, fens[9]));
    }
}

#[test]
fn every_command_that_reads_games_has_the_option() {
    let folder = Folder::with("a.pgn", GAMES);
    for command in [
        "hash a.pgn",
        "check a.pgn",
        "book make a.pgn -o a.bin --min-games 1",
        "index build idx a.pgn",
        "explore a.pgn",
        "keys collisions a.pgn --bits 32 --sets 1",
    ] {
        let command = command.split(' ');
        let messages = folder.zobrist(command.clone()).rejected().1;
        let has_hint = command.clone().next() == Some("check")
            || messages.contains(&format!("{REASON}; --language nl reads it"));
        assert!(has_hint, "{messages}");
        let again = command.chain(["--language", "nl"]);
        let again: Vec<&str> = match again.clone().next() {
            Some("index") => again.chain(["--replace"]).collect(),
            Some("book") => again.chain(["--force"]).collect(),
            _ => again.collect(),
        };
        let run = folder.zobrist(again);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    // The findings of a check name the language, too.
    let (rows, _) = folder.zobrist(["check", "a.pgn"]).rejected();
    assert!(rows.ends_with("the whole game is legal with the letters of Dutch\n"), "{rows}");
    // The index knows by which letters its files were read.
    let manifest = fs::read_to_string(folder.path("idx/manifest.json")).unwrap();
    assert!(manifest.contains("\"language\": \"nl\""), "{manifest}");
    let info = folder.zobrist(["index", "info", "idx", "--sources"]).done();
    assert!(info.contains("language nl"), "{info}");
    // A plan keeps it for its runs.
    folder.zobrist(["index", "plan", "many", "a.pgn", "--language", "nl"]).done();
    folder.zobrist(["index", "run", "many", "1"]).done();
}

#[test]
fn it_is_for_games_alone() {
    let positions = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1\n";
    let messages = zobrist_on(positions, ["hash", "--language", "de"]).refused();
    assert!(messages.contains("--language is for games"), "{messages}");
    let folder = Folder::with("a.pgn", "1. e4 *\n");
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    let messages = folder.zobrist(["explore", "idx", "--language", "de"]).refused();
    assert!(messages.contains("--language is for building"), "{messages}");
}

#[test]
fn keep_valid_is_named_if_the_last_move_is_the_fault() {
    let reason = "illegal move Ke3 at ply 3";
    for (game, option) in [
        ("1. e4 e5 2. Ke3 1-0\n", "; --keep-valid keeps the moves before it"),
        ("1. e4 e5 2. Ke3 Nf6 1-0\n", ""),
    ] {
        let folder = Folder::with("a.pgn", game);
        for command in
            ["hash a.pgn", "book make a.pgn -o a.bin", "index build idx a.pgn", "explore a.pgn"]
        {
            let (_, messages) = folder.zobrist(command.split(' ')).rejected();
            assert!(messages.contains(&format!("{reason}{option}\n")), "{command}: {messages}");
        }
        // Without the option.
        let (_, messages) = folder.zobrist(["hash", "a.pgn", "--keep-valid"]).rejected();
        assert!(messages.contains(&format!("{reason}; kept the moves before it\n")), "{messages}");
        let collisions = ["keys", "collisions", "a.pgn", "--bits", "32", "--sets", "1"];
        let messages = folder.zobrist(collisions).refused();
        assert!(messages.contains(&format!("{reason}\n")), "{messages}");
    }
}
