//! `index remove` takes a file's games out of an index, or leaves it as it was.

use std::fs;
use std::process::Command;

use crate::index::moves;
use crate::index_faults::{bytes, limited, sample};
use crate::tool::{Folder, with_sum};

const A: &str = "[White \"A\"]\n\n1. e4 e5 1-0\n\n1. d4 *\n";
const B: &str = "[White \"B\"]\n\n1. e4 c5 0-1\n";

/// The index `idx` of `a.pgn` and `b.pgn`.
fn index() -> Folder {
    let folder = Folder::with("a.pgn", A);
    folder.write("b.pgn", B);
    folder.zobrist(["index", "build", "idx", "a.pgn", "b.pgn"]).done();
    folder
}

fn counts<const N: usize>(moves: [(&str, u64); N]) -> Vec<(String, u64)> {
    moves.map(|(san, games)| (san.to_owned(), games)).to_vec()
}

/// The messages of a run with exit status 0, with the closing line.
#[track_caller]
fn messages(folder: &Folder, args: &[&str]) -> String {
    let run = folder.zobrist(args.iter().copied());
    assert_eq!((run.code, &*run.stdout), (0, ""), "{}", run.stderr);
    run.stderr + &run.closing
}

#[test]
fn a_file_is_named_as_it_was_given_or_is_stored() {
    for name in ["a.pgn", "./a.pgn", "idx/../a.pgn"] {
        let folder = index();
        let path = folder.path("a.pgn").canonicalize().unwrap();
        let removed = messages(&folder, &["index", "remove", "idx", name]);
        let expected = format!(
            "zobrist: 2 games removed, 1 game left in … s: idx, without {}\n",
            path.display()
        );
        assert_eq!(removed, expected);
        assert_eq!(moves(&folder), counts([("e4", 1)]));
        folder.zobrist(["index", "verify", "idx"]).done();
        // It can be added again, and removed by its path from elsewhere.
        folder.zobrist(["index", "add", "idx", "a.pgn"]).done();
        assert_eq!(moves(&folder), counts([("e4", 2), ("d4", 1)]));
        let (idx, path) = (folder.path("idx"), path.to_str().unwrap());
        let elsewhere = Folder::new();
        messages(&elsewhere, &["index", "remove", idx.to_str().unwrap(), path]);
        assert_eq!(moves(&folder), counts([("e4", 1)]));
    }
}

#[test]
fn a_file_that_was_added_twice_and_duplicates_are_told() {
    let folder = index();
    folder.zobrist(["index", "add", "idx", "a.pgn", "--again"]).done();
    folder.write("c.pgn", format!("{A}\n{B}\n1. c4 *\n"));
    let run = folder.zobrist(["index", "add", "idx", "c.pgn", "--dedup"]);
    assert_eq!((run.code, &*run.stderr), (0, "zobrist: left out 3 games seen before\n"));
    let a = folder.path("a.pgn").canonicalize().unwrap();
    assert_eq!(
        messages(&folder, &["index", "remove", "idx", "a.pgn"]),
        format!(
            "zobrist: 3 games of other sources were left out as duplicates when they were added; \
             those that were duplicates of removed games are not in the index now: add their files \
             again, with --again, to have them\n\
             zobrist: 4 games removed, 2 games left in … s: idx, without {}, which was added 2 times\n",
            a.display()
        )
    );
    assert_eq!(moves(&folder), counts([("c4", 1), ("e4", 1)]));
    let (b, c) = (messages(&folder, &["index", "remove", "idx", "b.pgn"]), "c.pgn");
    assert!(b.starts_with("zobrist: 3 games of other sources were left out"), "{b}");
    let c = messages(&folder, &["index", "remove", "idx", c]);
    assert!(c.contains("zobrist: 1 game removed, 0 games left in … s: idx, without "), "{c}");
    assert_eq!(moves(&folder), counts([]));
    folder.zobrist(["index", "verify", "idx"]).done();
}

#[test]
fn standard_input_is_a_source() {
    let folder = index();
    folder.zobrist_on("1. c4 *\n", ["index", "add", "idx", "-"]).done();
    assert_eq!(
        messages(&folder, &["index", "remove", "idx", "-"]),
        "zobrist: 1 game removed, 3 games left in … s: idx, without -\n"
    );
    assert_eq!(moves(&folder), counts([("e4", 2), ("d4", 1)]));
}

#[test]
fn a_file_that_is_not_in_is_refused_with_those_that_are() {
    let folder = index();
    let before = bytes(&folder.path("idx"));
    let message = folder.zobrist(["index", "remove", "idx", "c.pgn"]).refused();
    let [a, b] = ["a.pgn", "b.pgn"].map(|name| folder.path(name).canonicalize().unwrap());
    assert_eq!(
        message,
        format!(
            "zobrist: expected the name of a source of the index, got c.pgn; the index has {}, \
             {}\n",
            a.display(),
            b.display()
        )
    );
    let message = folder.zobrist(["index", "remove", "none", "a.pgn"]).refused();
    assert!(
        message.ends_with("none holds no index; `zobrist index build` makes one\n"),
        "{message}"
    );
    assert!(bytes(&folder.path("idx")) == before);
}

#[test]
fn a_busy_index_is_waited_for() {
    let folder = index();
    let lock = std::fs::File::open(folder.path("idx/.building/.lock")).unwrap();
    lock.lock().unwrap();
    let message = folder.zobrist(["index", "remove", "idx", "a.pgn", "--wait", "0"]).refused();
    assert!(message.ends_with(", or give it more time with --wait\n"), "{message}");
    drop(lock);
    messages(&folder, &["index", "remove", "idx", "a.pgn", "--wait", "0"]);
}

#[test]
fn an_index_is_as_it_was_when_the_disk_is_full_or_the_run_is_killed() {
    let folder = Folder::with("a.pgn", sample(1));
    folder.write("b.pgn", sample(4));
    folder.zobrist(["index", "build", "idx", "a.pgn", "b.pgn"]).done();
    let before = bytes(&folder.path("idx"));
    let (code, message) = limited(&folder, 100, "index remove idx a.pgn");
    assert_eq!(code, Some(2), "{message}");
    assert!(message.starts_with("zobrist: cannot write idx/.building/"), "{message}");
    assert!(bytes(&folder.path("idx")) == before);
    let left = bytes(&folder.path("idx/.building"));
    assert_eq!(left.len(), 1, "more than the lock is left");
    // A kill, as early as it has made a file.
    let args = ["index", "remove", "idx", "a.pgn", "--jobs", "1"];
    let mut child = crate::index_faults::spawn(&folder, &args);
    crate::index_faults::wait_for(
        &folder.path("idx/.building/games/000002-0000.parquet"),
        &mut child,
    );
    child.kill().unwrap();
    assert!(child.wait().unwrap().code().is_none(), "it ended before the kill");
    assert!(bytes(&folder.path("idx")) == before);
    // With room, it begins anew.
    messages(&folder, &args);
    folder.zobrist(["index", "verify", "idx"]).done();
    let games: u64 = moves(&folder).iter().map(|row| row.1).sum();
    assert_eq!(games, 8_000);
}

#[test]
fn an_index_that_cannot_be_written_to_is_left_as_it_is() {
    let folder = index();
    let before = bytes(&folder.path("idx"));
    // Root writes where it likes, unless it gives up the right to.
    let caps = "setpriv --bounding-set -dac_override,-dac_read_search,-fowner";
    let line = format!(
        "chmod -R a-w idx; if [ $(id -u) = 0 ]; then set -- {caps}; fi; \
         \"$@\" sh -c '! mkdir idx/probe 2> /dev/null' || exit 77; \
         \"$@\" {} index remove idx a.pgn; code=$?; chmod -R u+w idx; exit $code",
        crate::tool::ZOBRIST
    );
    let mut command = Command::new("sh");
    let output = command.args(["-c", &line]).current_dir(folder.path(".")).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("Permission denied"), "{message}");
    assert!(bytes(&folder.path("idx")) == before);
}

#[test]
fn files_whose_games_were_divided_by_another_rule_are_told() {
    let folder = index();
    let manifest = folder.path("idx").join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    assert_eq!(text.matches("\"rule\": 1").count(), 2);
    fs::write(&manifest, with_sum(&text.replace("\"rule\": 1", "\"rule\": 0"))).unwrap();
    folder.write("c.pgn", "1. c4 *\n");
    let earlier = "zobrist: 2 files of idx were divided into games by an earlier rule of where a game ends; build \
                   the index again to read them by that of today\n";
    for args in [&["index", "verify", "idx"][..], &["index", "add", "idx", "c.pgn"]] {
        let run = folder.zobrist(args.iter().copied());
        assert_eq!((run.code, run.stderr.as_str()), (0, earlier));
    }
    // Their games are not looked for where they were.
    let run = folder.zobrist(["index", "games", "idx", "--from-source"]);
    let refused =
        "was divided into games by an earlier rule of where a game ends; build the index again";
    assert_eq!((run.code, run.stderr.matches(refused).count()), (1, 2), "{}", run.stderr);
    assert!(run.stdout.contains("c4"), "{}", run.stdout);
    messages(&folder, &["index", "remove", "idx", "a.pgn"]);
    messages(&folder, &["index", "remove", "idx", "b.pgn"]);
    assert_eq!(folder.zobrist(["index", "verify", "idx"]).code, 0);
}
