//! The paths under which an index stores its sources.

use std::fs;

use crate::index::moves;
use crate::tool::{Folder, ZOBRIST, run, zst};

/// A folder with `games/a.pgn`, and another beside it.
fn folder() -> Folder {
    let folder = Folder::new();
    for name in ["games", "elsewhere"] {
        fs::create_dir(folder.path(name)).unwrap();
    }
    folder.write("games/a.pgn", "1. e4 *\n\n1. d4 *\n");
    folder
}

/// Runs the command in a folder of the folder.
fn run_in(folder: &Folder, place: &str, line: &str) -> crate::tool::Run {
    let mut command = assert_cmd::Command::new(ZOBRIST);
    run(command.args(line.split(' ')).current_dir(folder.path(place)))
}

/// The names of the sources, and those that the games carry.
fn names(folder: &Folder) -> (Vec<String>, Vec<String>) {
    let column = |line: &str, column: &str| {
        let rows = run_in(folder, ".", line).done();
        let values = rows.lines().map(|row| {
            let row: serde_json::Value = serde_json::from_str(row).unwrap();
            row[column].as_str().map(str::to_owned)
        });
        values.flatten().collect::<Vec<_>>()
    };
    let mut of_games = column("explore idx --games 99 --format jsonl", "file");
    of_games.dedup();
    (column("index info idx --sources --format jsonl", "file"), of_games)
}

#[test]
fn paths_are_absolute_unless_they_are_to_be_relative() {
    let folder = folder();
    let absolute = folder.path("games/a.pgn").canonicalize().unwrap();
    let absolute = absolute.to_str().unwrap().to_owned();
    for (line, expected) in [
        ("index build idx games/a.pgn --replace", &*absolute),
        ("index build idx ./games/../games/a.pgn --replace", &absolute),
        ("index build idx games/a.pgn --relative --replace", "games/a.pgn"),
        ("index build idx ./games/a.pgn --relative --replace", "./games/a.pgn"),
    ] {
        run_in(&folder, ".", line).done();
        assert_eq!(
            names(&folder),
            (vec![expected.to_owned()], vec![expected.to_owned()]),
            "{line}"
        );
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("games/a.pgn", folder.path("link.pgn")).unwrap();
        run_in(&folder, ".", "index build idx link.pgn --replace").done();
        assert_eq!(names(&folder).0, [&*absolute]);
    }
    folder.zobrist_on("1. c4 *\n", ["index", "build", "idx", "-", "--replace"]).done();
    let standard_input = (vec!["-".to_owned()], vec!["standard input".to_owned()]);
    assert_eq!(names(&folder), standard_input);
}

#[test]
fn messages_name_a_file_as_it_was_given() {
    let folder = Folder::with("a.pgn", "1. e4 *\n\n1. e5 *\n");
    let (_, messages) = folder.zobrist(["index", "build", "idx", "a.pgn"]).rejected();
    assert!(messages.starts_with("zobrist: a.pgn:3 (byte "), "{messages}");
    fs::copy(folder.path("a.pgn"), folder.path("copy.pgn")).unwrap();
    let (_, messages) = folder.zobrist(["index", "add", "idx", "a.pgn", "copy.pgn"]).rejected();
    let a = folder.path("a.pgn").canonicalize().unwrap();
    let expected = format!(
        "zobrist: a.pgn is in the index already (same name, size and time); it is left out \
         (--again adds it all the same)\n\
         zobrist: copy.pgn is in the index already (the bytes are those of {}); it is left out \
         (--again adds it all the same)\n",
        a.display()
    );
    assert_eq!(messages, expected);
}

/// Without digests, so that the bytes do not tell.
#[test]
fn a_source_is_recognized_in_either_spelling_from_anywhere() {
    for (build, add) in [("", " --relative"), (" --relative", ""), ("", "")] {
        let folder = folder();
        run_in(&folder, ".", &format!("index build idx games/a.pgn{build}")).done();
        let place = if build.is_empty() { "elsewhere" } else { "." };
        let name = if place == "." { "games/a.pgn" } else { "../games/a.pgn" };
        let index = if place == "." { "idx" } else { "../idx" };
        let line = format!("index add {index} {name}{add}");
        let (_, messages) = run_in(&folder, place, &line).rejected();
        let expected = format!(
            "zobrist: {name} is in the index already (same name, size and time); it is left out \
             (--again adds it all the same)\n"
        );
        assert_eq!(messages, expected, "{line}");
        assert_eq!(moves(&folder).len(), 2);
    }
}

#[test]
fn the_same_command_from_another_folder_resumes() {
    let folder = folder();
    let games: String =
        (0..8_000).map(|n| format!("[White \"{n}\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n")).collect();
    let whole = zst(games);
    folder.write("games/cut.pgn.zst", &whole[..whole.len() - 4]);
    let message = run_in(&folder, ".", "index build idx games/cut.pgn.zst").refused();
    assert!(message.contains("run the same command again, which continues"), "{message}");
    let journal = fs::read(folder.path("idx/.building/journal.json")).unwrap();
    let segment = "idx/.building/games/000001-0000.parquet";
    let written = folder.path(segment).metadata().unwrap().modified().unwrap();
    assert!(!journal.is_empty());
    folder.write("games/cut.pgn.zst", &whole);
    run_in(&folder, "elsewhere", "index build ../idx ../games/cut.pgn.zst").continued();
    let kept = folder.path("idx/games").read_dir().unwrap().map(|entry| entry.unwrap());
    let times: Vec<_> = kept.map(|entry| entry.metadata().unwrap().modified().unwrap()).collect();
    assert!(times.contains(&written), "the first segment was made again");
    let e4 = moves(&folder);
    assert_eq!(e4, [("e4".to_owned(), 8_000)]);
    assert_eq!(names(&folder).1.len(), 1);
    folder.zobrist(["index", "verify", "idx"]).done();
}
