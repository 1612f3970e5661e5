//! Closed pipes, full devices, and input that arrives piece by piece.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::books;
use crate::lattice::SMALL;
use crate::tool::{Folder, SAMPLE, START, START_ROW, ZOBRIST};

/// The result of a command line in a shell.
fn shell(folder: &Folder, line: &str) -> Output {
    let path = [ZOBRIST.rsplit_once('/').unwrap().0, &std::env::var("PATH").unwrap()].join(":");
    Command::new("sh")
        .args(["-c", line])
        .env("PATH", path)
        .current_dir(folder.path("."))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn a_broken_pipe_is_silence() {
    for args in [
        &["hash", SAMPLE][..],
        &["hash", "--unique", "--format", "csv", SAMPLE],
        &["hash", "--text", SAMPLE],
        &["keys", "forge", "--scheme", "zobrist", "--bits", "32", "--count", "1000000"],
    ] {
        let mut child = Command::new(ZOBRIST)
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut row = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut row).unwrap();
        assert!(!row.is_empty());
        let mut messages = String::new();
        child.stderr.take().unwrap().read_to_string(&mut messages).unwrap();
        assert_eq!((child.wait().unwrap().code(), messages.as_str()), (Some(0), ""));
    }
}

/// A closed pipe does not hide an earlier rejection.
#[test]
fn a_broken_pipe_after_a_fault_is_silent_and_no_success() {
    let folder = Folder::with("check.txt", format!("1\t{START}\n").repeat(50_000));
    folder.write("bad.fen", format!("bad\n{}", format!("{START}\n").repeat(50_000)));
    folder.write("bad.sgf", "(;SZ[3];B[aa];W[aa])".repeat(20_000));
    folder.write("bad.pgn", "1. e5 *\n\n".repeat(50_000));
    // Weights of 0.
    let entry = |number: u64| [&number.to_be_bytes()[..], &[0x03, 0x1c], &[0; 6]].concat();
    folder.write("bad.bin", (1..20_000).flat_map(entry).collect::<Vec<u8>>());
    for (command, heard) in [
        ("hash --check check.txt", false),
        ("hash bad.fen", true),
        ("check bad.pgn", false),
        ("go check bad.sgf", false),
        ("book check bad.bin", false),
    ] {
        let line = format!("{{ zobrist {command}; echo $? > code; }} | head -n 1");
        let output = shell(&folder, &line);
        assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), 1, "{command}");
        assert_eq!(fs::read_to_string(folder.path("code")).unwrap(), "1\n", "{command}");
        let messages = String::from_utf8(output.stderr).unwrap();
        assert_eq!(messages.lines().count(), usize::from(heard), "{command}: {messages}");
    }
}

/// Counting to ply 20 would take for ever.
#[test]
fn every_ply_is_printed_when_it_is_counted() {
    for format in ["text", "csv", "jsonl"] {
        let mut child = Command::new(ZOBRIST)
            .args(["perft", "20", "--unique", "--format", format])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let rows = BufReader::new(child.stdout.take().unwrap()).lines();
        let rows: Vec<String> = rows.take(4).map(Result::unwrap).collect();
        child.kill().unwrap();
        child.wait().unwrap();
        let expected: &[&str] = match format {
            "text" => &["1\t20", "2\t400", "3\t5362", "4\t72078"],
            "csv" => &["ply,count", "1,20", "2,400", "3,5362"],
            _ => &[
                "{\"ply\":1,\"count\":20}",
                "{\"ply\":2,\"count\":400}",
                "{\"ply\":3,\"count\":5362}",
                "{\"ply\":4,\"count\":72078}",
            ],
        };
        assert_eq!(rows, expected);
    }
}

pub const FULL: &str =
    "zobrist: cannot write to standard output: No space left on device (os error 28)\n";

#[test]
fn a_full_device_ends_every_command() {
    let folder = Folder::with("a.fen", START);
    folder.write("check.txt", format!("1\t{START}\n"));
    folder.write("a.pgn", "1. e4 *\n");
    folder.write("a.bin", books::small());
    folder.write("a.sgf", "(;SZ[3];B[aa];W[aa])");
    folder.write("b.sgf", "(;SZ[3];B[aa])");
    folder.write("a.gtp", "name\n");
    folder.write("a.toml", SMALL);
    let built = shell(&folder, "zobrist index build idx a.pgn");
    assert!(built.status.success());
    for command in [
        "check --format csv a.pgn",
        "hash a.fen",
        "hash --format csv a.fen",
        "hash --unique a.pgn",
        "hash --check check.txt",
        "hash --text a.fen",
        "hash --bytes a.fen",
        "explain 4k3/8/8/8/8/8/8/4K3",
        "diff e4 d4",
        "perft 1",
        "perft 1 --unique",
        "schemes",
        "book dump a.bin",
        "book probe a.bin",
        "book check --format csv a.bin",
        "explore idx",
        "explore --format csv idx",
        "index info idx",
        "perft 1 --table 1MiB",
        "solve connect4 --moves 1212127676763434",
        "go check --format csv a.sgf",
        "go hash b.sgf",
        "go gtp < a.gtp",
        "go count 1x1",
        "lattice run a.toml",
        "lattice compare a.toml",
        "lattice compare --format csv a.toml",
        "keys forge --scheme zobrist --bits 32",
        "keys generate polyglot",
        "keys export polyglot --lang c",
        "keys audit polyglot --weight 2",
    ] {
        let output = shell(&folder, &format!("zobrist {command} > /dev/full"));
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(message, FULL, "{command}");
        assert_eq!(output.status.code(), Some(2), "{command}");
    }
}

#[test]
fn messages_to_a_closed_stream_are_ignored() {
    let bad = format!("bad\n{START}\n").repeat(20_000);
    let folder = Folder::with("bad.fen", &bad);
    for heard in ["2> /dev/full", "2>&-", "2>&1 > rows | head -n 1"] {
        let output =
            shell(&folder, &format!("{{ zobrist hash bad.fen > rows; echo $? > code; }} {heard}"));
        assert!(output.status.success());
        assert!(fs::read_to_string(folder.path("rows")).unwrap() == START_ROW.repeat(20_000));
        assert_eq!(fs::read_to_string(folder.path("code")).unwrap(), "1\n", "{heard}");
    }
    let output = shell(&folder, "zobrist hash missing 2> /dev/full");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn closed_streams_cause_no_panic() {
    let folder = Folder::with("a.fen", START);
    for line in ["zobrist hash a.fen >&-", "zobrist hash <&-", "zobrist perft 1 <&- >&- 2>&-"] {
        let output = shell(&folder, line);
        let message = String::from_utf8(output.stderr).unwrap();
        assert!([0, 2].contains(&output.status.code().unwrap()), "{line}: {message}");
        assert!(!message.contains("panic"), "{message}");
    }
}

/// Writes each piece and waits for its rows before the next.
fn converse(args: &[&str], pieces: &[(&str, usize)], at_the_end: usize) {
    let mut child = Command::new(ZOBRIST)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let (send, rows) = mpsc::channel();
    thread::spawn(move || output.lines().try_for_each(|row| send.send(row.unwrap())));
    for (piece, count) in pieces {
        input.write_all(piece.as_bytes()).unwrap();
        for _ in 0..*count {
            rows.recv_timeout(Duration::from_secs(20)).expect("a row at once");
        }
    }
    drop(input);
    assert_eq!(rows.iter().count(), at_the_end);
    assert!(child.wait().unwrap().success());
}

#[test]
fn rows_come_as_soon_as_their_lines() {
    let line = format!("{START}\n");
    converse(&["hash"], &[(&line, 1), (&line, 1), (&line.repeat(3), 3)], 0);
    // A game ends when the next begins.
    let pieces = [("1. e4 *\n\n[Event", 0), (" \"b\"]\n", 2), ("\n1. d4 d5 *\n\n1. c4\n", 3)];
    converse(&["hash", "--input", "pgn"], &pieces, 2);
}

#[test]
fn named_pipes_are_opened_once() {
    let folder = Folder::new();
    let made = Command::new("mkfifo").args([folder.path("a"), folder.path("b")]).status();
    assert!(made.unwrap().success());
    let writers: Vec<_> = ["a", "b"]
        .map(|name| folder.path(name))
        .into_iter()
        .map(|path| thread::spawn(move || File::create(path).unwrap().write_all(START.as_bytes())))
        .collect();
    let row = START_ROW.trim_end();
    assert_eq!(folder.zobrist(["hash", "a", "b"]).done(), format!("{row}\ta\n{row}\tb\n"));
    for writer in writers {
        writer.join().unwrap().unwrap();
    }
}

#[test]
fn more_files_than_a_process_may_hold_open() {
    let folder = Folder::new();
    for number in 0..100 {
        folder.write(&format!("{number}.fen"), START);
    }
    let output = shell(&folder, "ulimit -n 40; exec zobrist hash *.fen");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    let rows = String::from_utf8(output.stdout).unwrap();
    assert_eq!(rows.lines().count(), 100);
    let is_row = |row: &str| {
        row.strip_prefix(START_ROW.trim_end()).is_some_and(|file| file.ends_with(".fen"))
    };
    assert!(rows.lines().all(is_row), "{rows}");
}

/// The last bytes of an array come after its last line end, and are written, too.
#[test]
fn a_full_device_ends_commands_with_messages() {
    let folder = Folder::with("a.pgn", "1. e4 *\n");
    folder.write("one.toml", "[[kind]]\nname = \"one\"\nsize = 1\n");
    for command in ["keys export bch --layout one.toml --lang npy", "keys collisions a.pgn"] {
        let output = shell(&folder, &format!("zobrist {command} > /dev/full"));
        let messages = String::from_utf8(output.stderr).unwrap();
        assert!(messages.ends_with(FULL), "{messages}");
        assert_eq!(output.status.code(), Some(2), "{command}");
    }
}

/// The recall is the only file of this run that is larger than the limit.
#[test]
fn a_file_that_cannot_be_written_is_named_once() {
    let folder = Folder::with("a.toml", SMALL.replace("mode = ", "file = \"a.recall\"\nmode = "));
    let limit = "trap '' XFSZ; ulimit -f 20";
    let output = shell(&folder, &format!("{limit}; exec zobrist lattice run a.toml"));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("zobrist: cannot write a.recall: "), "{message}");
    for text in ["cannot write", "a.recall", "\n"] {
        assert_eq!(message.matches(text).count(), 1, "{message}");
    }
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn standard_input_that_cannot_be_read_is_named() {
    let output = shell(&Folder::new(), "zobrist go gtp < .");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("zobrist: cannot read standard input: "), "{message}");
    assert_eq!(output.status.code(), Some(2));
}
