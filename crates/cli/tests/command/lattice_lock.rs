//! `zobrist lattice run`: one run uses a recall file at a time.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::lattice::{SMALL, text, with};
use crate::tool::{Folder, with_signals};

fn recalling() -> Folder {
    with("mode = ", "file = \"iron.recall\"\nmode = ")
}

/// A run that takes long, in a folder with a recall file.
fn long_run(folder: &Folder) -> Child {
    let slow =
        text(folder, "small.toml").replace("\"iron-copper\"", "\"iron-copper\"\ndelay = 0.2");
    folder.write("slow.toml", slow);
    let mut run = spawn(folder, &["lattice", "run", "slow.toml", "--force"]);
    let begun = Instant::now();
    // It is written after the file is locked.
    while !folder.path("slow.before.svg").exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the run does not begin");
        assert!(run.try_wait().unwrap().is_none(), "the run has ended");
        sleep(Duration::from_millis(10));
    }
    run
}

fn spawn(folder: &Folder, arguments: &[&str]) -> Child {
    with_signals()
        .args(arguments)
        .current_dir(folder.path("."))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn kill(mut run: Child) {
    run.kill().unwrap();
    run.wait().unwrap();
}

#[test]
fn a_second_run_is_refused_and_a_killed_one_leaves_no_lock() {
    let folder = recalling();
    let first = long_run(&folder);
    let refused = |config: &str| folder.zobrist(["lattice", "run", config]).refused();
    let message = refused("small.toml");
    assert_eq!(
        message,
        "zobrist: cannot use the recall iron.recall: expected that no other run uses it, but one \
         does; give --wait to wait until it ends\n"
    );
    assert!(!folder.path("small.csv").exists());
    // Under another name, and through a link, it is the same file.
    fs::create_dir(folder.path("sub")).unwrap();
    folder.write("sub/other.toml", SMALL.replace("mode = ", "file = \"../iron.recall\"\nmode = "));
    assert!(refused("sub/other.toml").contains("expected that no other run uses it"));
    // A run that recalls nothing, or from another file, does not mind.
    folder.write("none.toml", SMALL);
    folder.zobrist(["lattice", "run", "none.toml"]).done();
    folder.write("own.toml", SMALL.replace("mode = ", "file = \"own.recall\"\nmode = "));
    folder.zobrist(["lattice", "run", "own.toml"]).done();
    // A merge does not replace what a run will replace.
    let merge = ["lattice", "recall", "merge", "own.recall", "-o", "iron.recall", "--force"];
    let message = folder.zobrist(merge).refused();
    assert!(message.contains("expected that no other run uses it"), "{message}");
    // SIGKILL.
    kill(first);
    assert!(folder.path("iron.recall.lock").exists());
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    folder.zobrist(merge).done();
}

#[test]
fn a_run_waits_if_asked_to() {
    let folder = recalling();
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let held = File::open(folder.path("iron.recall.lock")).unwrap();
    held.lock().unwrap();
    let mut waiting = spawn(&folder, &["lattice", "run", "small.toml", "--force", "--wait"]);
    let mut messages = BufReader::new(waiting.stderr.take().unwrap());
    let mut message = String::new();
    messages.read_line(&mut message).unwrap();
    assert_eq!(
        message,
        "zobrist: another run uses the recall iron.recall; waiting until it ends\n"
    );
    sleep(Duration::from_millis(500));
    assert!(waiting.try_wait().unwrap().is_none());
    held.unlock().unwrap();
    assert!(waiting.wait().unwrap().success());
    let mut rest = String::new();
    messages.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
}

#[cfg(unix)]
#[test]
fn waiting_ends_by_ctrl_c() {
    let folder = recalling();
    folder.write("iron.recall.lock", "");
    let held = File::open(folder.path("iron.recall.lock")).unwrap();
    held.lock().unwrap();
    let mut waiting = spawn(&folder, &["lattice", "run", "small.toml", "--wait"]);
    let mut messages = BufReader::new(waiting.stderr.take().unwrap());
    messages.read_line(&mut String::new()).unwrap();
    // The reaction is chosen right after the message.
    sleep(Duration::from_millis(300));
    let id = waiting.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(waiting.wait().unwrap().code(), Some(130));
    let mut rest = String::new();
    messages.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "zobrist: stopped; nothing was written\n");
    assert!(!folder.path("small.csv").exists() && !folder.path("iron.recall").exists());
}

#[test]
fn what_cannot_be_locked_is_said() {
    let folder = recalling();
    fs::create_dir(folder.path("iron.recall.lock")).unwrap();
    let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(
        message.starts_with("zobrist: cannot lock ")
            && message.contains("expected a regular file, got a folder"),
        "{message}"
    );
}
