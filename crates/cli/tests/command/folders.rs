//! Folders of games, and patterns that the shell did not expand, in all commands that read games.

use std::fs;

use crate::tool::{Folder, START, gz, zip};

const GAME: &str = "1. e4 *\n";

/// A folder `games` with three files of games, in `.PGN`, compressed and in an archive of another
/// name, with other files, a hidden one, and a folder within.
fn folder() -> Folder {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("games/2026")).unwrap();
    folder.write("games/a.PGN", GAME);
    folder.write("games/b.pgn.gz", gz(GAME));
    folder.write("games/c.zip", zip(&[("c.pgn", format!("[Event \"c\"]\n\n{GAME}").as_bytes())]));
    folder.write("games/notes.txt", "Games of the club.\n");
    folder.write("games/base.si4", b"Scid.si\0\x01\x90");
    folder.write("games/.hidden.pgn", GAME);
    folder.write("games/2026/d.pgn", GAME);
    folder
}

const FILES: &str = "2 files whose names do not end in .pgn or .zip (base.si4, notes.txt)";

const WITHIN: &str = "1 hidden file, and 1 folder within, which is not searched";

/// Messages without the summary of `keys collisions`.
fn notices(stderr: &str) -> String {
    stderr.split_inclusive('\n').filter(|line| !line.contains(" different positions")).collect()
}

/// The commands that read games, with these sources.
fn commands(source: &str) -> [Vec<&str>; 6] {
    [
        vec!["check", source],
        vec!["explore", source, "--format", "csv"],
        vec!["index", "build", "index", "--replace", source],
        vec!["index", "plan", "planned", "--replace", source],
        vec![
            "book",
            "make",
            source,
            "--min-games",
            "1",
            "--unknown",
            "1",
            "--force",
            "-o",
            "new.bin",
        ],
        vec!["keys", "collisions", "--bits", "10", source],
    ]
}

#[test]
fn a_folder_stands_for_its_games_and_says_what_it_leaves_out() {
    let folder = folder();
    let said = format!("zobrist: games: left out {FILES}, {WITHIN}\n");
    for command in commands("games") {
        let run = folder.zobrist(command.iter().copied());
        assert_eq!((run.code, notices(&run.stderr)), (0, said.clone()), "{command:?}");
        if command[0] == "explore" {
            assert!(run.stdout.contains("\ne2e4,e4,3,"), "{}", run.stdout);
        }
    }
    let rows = folder.zobrist(["explore", "index", "--format", "csv"]).done();
    assert!(rows.contains("\ne2e4,e4,3,"), "{rows}");
    // Positions count where they are read.
    folder.write("games/d.epd", START);
    let message = folder.zobrist(["hash", "games"]).refused();
    let left_out =
        "left out 2 files whose names do not end in .pgn, .fen, .epd or .zip (base.si4, notes.txt)";
    assert!(message.contains(left_out), "{message}");
    assert!(message.contains("got games in games/a.PGN and positions in games/d.epd"), "{message}");
    fs::remove_file(folder.path("games/d.epd")).unwrap();
    let run = folder.zobrist(["hash", "games"]);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 6), "{}", run.stderr);
    assert!(run.stderr.contains(left_out), "{}", run.stderr);
}

#[test]
fn patterns_in_quotes_are_the_files_that_match() {
    let folder = folder();
    for (pattern, games, said) in [
        ("games/*.pgn", 1, String::new()),
        ("games/**/*.pgn", 2, String::new()),
        ("games/*.pgn.gz", 1, String::new()),
        ("games/?.*", 3, String::new()),
        ("games/*.zip", 1, String::new()),
        // This one does not say how names end. Folders that match are searched.
        ("games/*", 4, format!("zobrist: games/*: left out {FILES}\n")),
        ("games/**/*", 4, format!("zobrist: games/**/*: left out {FILES}\n")),
        ("game*", 3, format!("zobrist: game*: left out {FILES}, {WITHIN}\n")),
    ] {
        for command in commands(pattern) {
            fs::remove_dir_all(folder.path("planned")).ok();
            let run = folder.zobrist(command.iter().copied());
            assert_eq!((run.code, notices(&run.stderr)), (0, said.clone()), "{command:?}");
        }
        let rows = folder.zobrist(["explore", "index", "--format", "csv"]).done();
        assert!(rows.contains(&format!("\ne2e4,e4,{games},")), "{pattern}: {rows}");
        let run = folder.zobrist(["hash", pattern]);
        assert_eq!((run.code, run.stdout.lines().count()), (0, 2 * games), "{pattern}");
    }
    // Where no name ends as those of games do, all files are meant.
    let run = folder.zobrist(["check", "games/n*"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.starts_with("zobrist: no game in games/notes.txt: "), "{}", run.stderr);
}

#[test]
fn what_has_no_games_is_an_error_before_any_work() {
    let folder = folder();
    fs::create_dir_all(folder.path("none/within")).unwrap();
    folder.write("none/notes.txt", "x");
    for command in commands("none") {
        let message = folder.zobrist(command.iter().copied()).refused();
        let expected = " of games in PGN in none, got 1 file whose name does not end in .pgn or .zip (notes.txt), \
                        and 1 folder within, which is not searched: their names end in .pgn or .zip, also before \
                        .zst, .gz, .bz2, .xz or .zip, and a pattern such as 'none/**/*.pgn' searches the folders \
                        within\n";
        assert!(message.ends_with(expected), "{command:?}: {message}");
    }
    for command in commands("none/*.pgn") {
        let message = folder.zobrist(command.iter().copied()).refused();
        assert_eq!(
            message, "zobrist: expected files or folders that match none/*.pgn, got none\n",
            "{command:?}"
        );
    }
    for made in ["index", "planned", "new.bin"] {
        assert!(!folder.path(made).exists());
    }
    // Tables and texts are patterns too.
    folder.write("none/a.csv", format!("fen\n{START}\n"));
    let rows = folder.zobrist(["hash", "--column", "fen", "none/*.csv"]).done();
    assert_eq!(rows.lines().count(), 2);
}
