//! `zobrist go index`: an index of games of Go, and what `go explore` says from it.

use crate::go_explore::games;
use crate::tool::{self, Folder, Run, ZOBRIST};

fn run(folder: &Folder, arguments: &[&str], code: i32) -> Run {
    let mut command = assert_cmd::Command::new(ZOBRIST);
    command.args([&["go"], arguments].concat()).current_dir(folder.path("."));
    let run = tool::run(command.env("XDG_CACHE_HOME", folder.path("cache")));
    assert_eq!(run.code, code, "{arguments:?}: {}", run.stderr);
    run
}

/// The answers from an index and from the files that it was built from.
fn same(folder: &Folder, index: &str, files: &[&str]) {
    for question in [
        &["--corner", "Q16"][..],
        &["--corner", "Q16", "--games"],
        &["--corner", "q16", "--exact", "--format", "csv"],
        &["--corner", "Q16", "--corner-size", "5"],
        &["--corner", "Q16", "--player", "bo", "--games", "--format", "jsonl"],
        &["--corner", "b:Q16 b:R14", "--corner-size", "7"],
        &["--side", "K4"],
        &["--size", "9", "--corner", "G7"],
        &["--position", "a.sgf", "--games"],
    ] {
        let asked = run(folder, &[&["explore", index], question].concat(), 0);
        let plain = run(folder, &[&["explore"], files, question].concat(), 0);
        assert_eq!((&asked.stdout, &asked.stderr), (&plain.stdout, &plain.stderr), "{question:?}");
    }
}

#[test]
fn an_index_answers_as_its_files_do() {
    let folder = games();
    let built = run(&folder, &["index", "idx", "a.sgf", "b.sgf"], 0);
    assert_eq!(built.stderr, "");
    assert!(built.closing.starts_with("zobrist: 2 games, 18 keys, "), "{}", built.closing);
    same(&folder, "idx", &["a.sgf", "b.sgf"]);

    let refused = run(&folder, &["index", "idx", "c.sgf"], 2).stderr;
    assert!(
        refused.contains("idx holds an index already; --add adds the games to it"),
        "{refused}"
    );
    run(&folder, &["index", "idx", "c.sgf", "--add"], 0);
    same(&folder, "idx", &["a.sgf", "b.sgf", "c.sgf"]);
    let verified = run(&folder, &["index", "idx", "--verify"], 0).stderr;
    assert!(
        verified.starts_with("zobrist: 5 games, every byte is as it was written"),
        "{verified}"
    );

    run(&folder, &["index", "idx", "c.sgf", "--replace"], 0);
    same(&folder, "idx", &["c.sgf"]);
}

/// The others are indexed; as with files of chess, the exit status is 1.
#[test]
fn a_file_that_is_in_the_index_already_is_left_out() {
    let folder = games();
    std::fs::copy(folder.path("a.sgf"), folder.path("copy.sgf")).unwrap();
    let built = run(&folder, &["index", "idx", "a.sgf", "copy.sgf", "b.sgf"], 1);
    let expected = format!(
        "zobrist: copy.sgf has the bytes of {}, which is in the index; it is left out (--again adds it all the \
         same)\n",
        folder.path("a.sgf").display()
    );
    assert_eq!(built.stderr, expected);
    same(&folder, "idx", &["a.sgf", "b.sgf"]);
    // Nothing is left of the files.
    let added = run(&folder, &["index", "idx", "copy.sgf", "--add"], 1);
    assert!(added.closing.starts_with("zobrist: 0 games, "), "{}", added.closing);
    same(&folder, "idx", &["a.sgf", "b.sgf"]);
    run(&folder, &["index", "idx", "copy.sgf", "--add", "--again"], 0);
    same(&folder, "idx", &["a.sgf", "b.sgf", "copy.sgf"]);
}

#[test]
fn games_with_faults_are_reported_and_kept_up_to_there() {
    let folder = Folder::with("a.sgf", "(;SZ[9];B[gc];W[gg];B[gg])(;SZ[9];B[gc];W[zz])(;B[");
    let built = run(&folder, &["index", "idx", "a.sgf"], 1);
    assert!(built.closing.contains("2 games, ") && built.closing.contains("2 not to their ends"));
    for said in ["a.sgf:1 (byte 0): move 3: ", "; the index has the game up to there"] {
        assert!(built.stderr.contains(said), "{said:?}: {}", built.stderr);
    }
    // Found before the fault, and not in the game that has no move after it.
    let question = ["--size", "9", "--corner", "G7", "--corner-size", "7", "--games"];
    let asked = run(&folder, &[&["explore", "idx"], &question[..]].concat(), 0);
    assert_eq!(asked.stdout.lines().count(), 1, "{}", asked.stdout);
    // With --strict nothing is written.
    let built = run(&folder, &["index", "new", "a.sgf", "--strict"], 1);
    assert!(built.stderr.contains("no index was written"), "{}", built.stderr);
    run(&folder, &["explore", "new", "--corner", "Q16"], 2);
}

#[test]
fn what_is_no_index_is_refused() {
    let folder = games();
    run(&folder, &["index", "idx", "a.sgf"], 0);
    let said = run(&folder, &["explore", "idx", "a.sgf", "--corner", "Q16"], 2).stderr;
    assert!(said.contains("expected files of games or one index, got the index idx"), "{said}");
    let said = run(&folder, &["index", "missing", "--verify"], 2).stderr;
    assert!(said.contains("missing holds no index of Go"), "{said}");
    let said = run(&folder, &["index", "new"], 2).stderr;
    assert!(said.contains("<FILE>"), "{said}");

    std::fs::create_dir(folder.path("chess")).unwrap();
    folder.write("chess/manifest.json", "{\"format\": \"zobrist-position-index\"}");
    let said = run(&folder, &["explore", "chess", "--corner", "Q16"], 2).stderr;
    assert!(
        said.contains("expected an index of the format zobrist-go-index, got zobrist-"),
        "{said}"
    );

    let table = std::fs::read_dir(folder.path("idx/occurrences")).unwrap();
    let file = table.map(|file| file.unwrap().path()).next().unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[30] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let said = run(&folder, &["explore", "idx", "--corner", "Q16"], 2).stderr;
    assert!(said.contains("is damaged") && said.contains("build the index again"), "{said}");
    let said = run(&folder, &["index", "idx", "--verify"], 1).stderr;
    assert!(said.contains("is damaged"), "{said}");
}
