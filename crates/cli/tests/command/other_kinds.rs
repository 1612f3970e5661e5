//! Files that hold something else than games: the command that takes them is named before anything is built.

use crate::tool::{Folder, zobrist};

const CONFIGURATION: &str = "# Iron and copper.\nseed = 42\ntemperature = 773.0\n[lattice]\nstructure = \"bcc\"\n\
                             cells = [4, 4, 4]\n";
const GO: &str = "(;GM[1]FF[4]SZ[3]PB[Ada]PW[Jan];B[ba];W[bb])\n";
const RUN: &str = "step,time,energy,hits,misses\n0,0,-1.5,0,0\n";
const KEYS: &str = "9d39247e33776d41\n2af7398005aaa5c7\n44db015024623547\n9c15f73e62a76ae2\n";

/// The folder with a file of each kind, each with words of the message.
fn files() -> (Folder, Vec<(&'static str, &'static str)>) {
    let folder = Folder::with("fe.toml", CONFIGURATION);
    folder.write("scheme.toml", "name = \"mine\"\nlayout = \"polyglot\"\n");
    folder.write("ko.sgf", GO);
    folder.write("ko.txt", GO);
    folder.write("run.txt", RUN);
    folder.write("keys.hex", KEYS);
    let entry = [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 3, 0x1c, 0, 1, 0, 0, 0, 0];
    folder.write("book.bin", entry.repeat(2));
    let expected = vec![
        ("fe.toml", "got the configuration of a simulation; `zobrist lattice run fe.toml` runs it"),
        ("scheme.toml", "got a TOML file; `zobrist schemes check scheme.toml`"),
        ("ko.sgf", "got games of Go in SGF; `zobrist go check ko.sgf` checks them"),
        ("ko.txt", "got games of Go in SGF; `zobrist go check ko.txt` checks them"),
        ("run.txt", "got the CSV of a lattice run; `zobrist serve` shows"),
        ("keys.hex", "got a list of keys in hex digits; `zobrist keys audit keys.hex`"),
        ("book.bin", "got an opening book; `zobrist book dump book.bin` lists it"),
    ];
    (folder, expected)
}

#[test]
fn commands_that_read_games_name_the_one_that_takes_another_kind() {
    let (folder, files) = files();
    folder.write("games.pgn", "1. e4 *\n");
    folder.zobrist(["index", "build", "index", "games.pgn"]).done();
    for (file, words) in files {
        let mut commands = vec![
            vec!["explore", file],
            vec!["explore", "games.pgn", file],
            vec!["index", "build", "new", file],
            vec!["index", "add", "index", file],
            vec!["index", "plan", "planned", file],
            vec!["check", file],
        ];
        // That is what it serves as it is.
        if file != "ko.sgf" {
            commands.push(vec!["serve", file]);
        }
        for command in commands {
            let message = folder.zobrist(command.iter().copied()).refused();
            let begin = format!("zobrist: {file}: expected games of chess, ");
            assert!(
                message.starts_with(&begin) && message.contains(words),
                "{command:?}: {message}"
            );
            assert_eq!(message.lines().count(), 1, "{message}");
        }
        assert!(!folder.path("new").exists() && !folder.path("planned").exists(), "{file}");
    }
    // Nothing was added, and the cache has no index of them.
    let rows = folder.zobrist(["index", "info", "index"]).done();
    assert!(rows.contains('1'), "{rows}");
}

/// The commands that the messages name take the files.
#[test]
fn the_commands_that_are_named_take_the_files() {
    let (folder, _) = files();
    for command in [
        vec!["go", "check", "ko.txt"],
        vec!["go", "check", "ko.sgf"],
        vec!["book", "dump", "book.bin"],
        vec!["keys", "audit", "keys.hex"],
    ] {
        let run = folder.zobrist(command.iter().copied());
        assert!(run.code < 2, "{command:?}: {}", run.stderr);
    }
}

/// Games that look like other files at first sight are read as games.
#[test]
fn games_are_games() {
    for (text, games) in [
        ("1. e4 {a = 1} e5 *\n", 1),
        ("e8=Q *\n", 0),
        ("[Event \"a = [b]\"]\n\n1. e4 *\n", 1),
        ("; step,time,energy\n1. e4 *\n", 1),
        ("[Event \"(;\"]\n\n1. e4 *\n", 1),
    ] {
        let folder = Folder::with("games.pgn", text);
        let run = folder.zobrist(["index", "build", "index", "games.pgn"]);
        assert_eq!(run.code, i32::from(games == 0), "{text}: {}", run.stderr);
    }
    assert_eq!(zobrist(["explore", "none.toml"]).code, 2);
}
