//! `index add` and `index merge` wait while another process uses the index.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use crate::tool::{Folder, Run, ZOBRIST};

/// An index of two segments, and a file for a third.
fn index() -> Folder {
    let folder = Folder::with("a.pgn", "1. e4 *\n");
    folder.write("b.pgn", "1. d4 *\n");
    folder.write("c.pgn", "1. c4 *\n");
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    folder.zobrist(["index", "add", "idx", "b.pgn"]).done();
    folder
}

/// The lock that writers and checks of an index take.
fn lock(folder: &Folder) -> File {
    File::open(folder.path("idx/.building/.lock")).unwrap()
}

/// A process that runs, after its first message.
fn spawn(folder: &Folder, line: &str) -> (Child, String, BufReader<impl Read>) {
    let mut child = Command::new(ZOBRIST)
        .args(line.split(' '))
        .current_dir(folder.path("."))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap());
    let mut first = String::new();
    messages.read_line(&mut first).unwrap();
    (child, first, messages)
}

fn end((child, _, mut messages): (Child, String, BufReader<impl Read>)) -> Run {
    let mut stderr = String::new();
    messages.read_to_string(&mut stderr).unwrap();
    let output = child.wait_with_output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    Run::of(output.status.code().expect("no signal"), stdout, stderr)
}

fn fact(folder: &Folder, name: &str) -> String {
    let facts = folder.zobrist(["index", "info", "idx"]).done();
    let line = facts.lines().find_map(|line| line.strip_prefix(&format!("{name}\t")));
    line.unwrap().to_owned()
}

#[test]
fn they_wait_until_a_writer_or_a_check_has_finished() {
    for (line, expected) in
        [("index add idx c.pgn", ("3", "3")), ("index merge idx --wait 1h", ("2", "1"))]
    {
        // A writer holds the lock alone, a check shares it.
        for take in [File::lock, File::lock_shared] {
            let folder = index();
            let held = lock(&folder);
            take(&held).unwrap();
            let waiting = spawn(&folder, line);
            let limit = if line.ends_with("1h") { "1h" } else { "10m" };
            let expected_message = format!(
                "zobrist: another process is using the index in idx; waiting for up to {limit}\n"
            );
            assert_eq!(waiting.1, expected_message, "{line}");
            assert_eq!(
                (fact(&folder, "games"), fact(&folder, "segments")),
                ("2".into(), "2".into())
            );
            drop(held);
            end(waiting).done();
            let facts = (fact(&folder, "games"), fact(&folder, "segments"));
            assert_eq!((&*facts.0, &*facts.1), expected, "{line}");
            folder.zobrist(["index", "verify", "idx"]).done();
        }
    }
}

/// The changes of the other process count.
#[test]
fn a_file_that_the_other_process_added_is_left_out() {
    let folder = index();
    let copy = |line: &str| {
        let mut command = Command::new("cp");
        let copied = command.args(line.split(' ')).current_dir(folder.path(".")).status();
        assert!(copied.unwrap().success());
    };
    copy("-a idx next");
    folder.zobrist(["index", "add", "next", "c.pgn"]).done();
    let held = lock(&folder);
    held.lock().unwrap();
    let waiting = spawn(&folder, "index add idx c.pgn");
    assert!(waiting.1.contains("waiting for up to 10m"), "{}", waiting.1);
    copy("-a next/games next/positions next/occurrences next/manifest.json idx");
    drop(held);
    let (_, messages) = end(waiting).rejected();
    assert!(messages.contains("c.pgn is in the index already"), "{messages}");
    assert!(messages.contains("it is left out"), "{messages}");
    assert_eq!(fact(&folder, "games"), "3");
}

#[test]
fn after_the_time_that_is_given_they_end() {
    let folder = index();
    let held = lock(&folder);
    held.lock().unwrap();
    let expected = "zobrist: another process is writing the index in idx; wait until it has \
                    finished, or give it more time with --wait\n";
    for line in ["index add idx c.pgn", "index merge idx"] {
        for none in ["0", "0s"] {
            let args = line.split(' ').chain(["--wait", none]);
            assert_eq!(folder.zobrist(args).refused(), expected, "{line}");
        }
        let message = folder.zobrist(line.split(' ').chain(["--wait", "300ms"])).refused();
        let (first, second) = message.split_once('\n').unwrap();
        assert!(first.ends_with("in idx; waiting for up to 300ms"), "{message}");
        assert_eq!(second, expected);
    }
    // A build does not wait.
    let message = folder.zobrist(["index", "build", "idx", "c.pgn", "--replace"]).refused();
    assert!(message.ends_with("wait until it has finished\n"), "{message}");
    drop(held);
    assert_eq!(fact(&folder, "games"), "2");
    folder.zobrist(["index", "add", "idx", "c.pgn", "--wait", "0"]).done();
}

#[test]
fn only_a_busy_index_is_waited_for() {
    let folder = index();
    for line in ["index add none c.pgn", "index merge none"] {
        let message = folder.zobrist(line.split(' ')).refused();
        assert!(message.starts_with("zobrist: none holds no index"), "{message}");
    }
    for (wait, got) in [("soon", "\"soon\""), ("10x", "\"10x\""), ("", "\"\"")] {
        let message = folder.zobrist(["index", "merge", "idx", "--wait", wait]).refused();
        let expected = format!("expected a duration such as 30s, 10m or 1h, got {got}");
        assert!(message.contains(&expected), "{message}");
    }
}
