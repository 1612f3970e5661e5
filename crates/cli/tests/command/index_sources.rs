//! Sources that change while they are read: whatever is made of them would be half of one file and
//! half of another, so nothing is.
//!
//! The program is stopped by a signal while it has read a part of the file, which the system shows
//! by the place in the open file.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::tool::{Folder, Run, ZOBRIST};

const GAME: &str =
    "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0\n\n";

/// Games that take some tenths of a second to read.
const GAMES: usize = 150_000;

/// A folder with a large file, and an index of another one.
fn large() -> Folder {
    let folder = Folder::with("a.pgn", GAME.repeat(GAMES));
    folder.write("old.pgn", "1. d4 d5 *\n");
    folder.zobrist(["index", "build", "old", "old.pgn"]).done();
    folder
}

/// More than is read of a file to find out its kind, before it is read from its beginning again.
const HEAD: u64 = 1 << 18;

/// The place up to which a process has read a file; `None` if it does not have it open, or has not
/// read more than its head.
fn place(child: &Child, file: &Path) -> Option<u64> {
    for entry in fs::read_dir(format!("/proc/{}/fd", child.id())).ok()?.flatten() {
        if fs::read_link(entry.path()).is_ok_and(|target| target == file) {
            let number = entry.file_name().into_string().ok()?;
            let info = fs::read_to_string(format!("/proc/{}/fdinfo/{number}", child.id())).ok()?;
            let place = info.lines().find_map(|line| line.strip_prefix("pos:"))?;
            return place.trim().parse().ok().filter(|place| *place > HEAD);
        }
    }
    None
}

fn signal(child: &Child, signal: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
}

/// Runs a command, and changes a file of its folder while it is read.
fn change_while_reading(folder: &Folder, line: &str, name: &str, change: &dyn Fn()) -> Run {
    let file = folder.path(name).canonicalize().unwrap();
    let size = fs::metadata(&file).unwrap().len();
    let mut command = Command::new(ZOBRIST);
    command.args(line.split(' ')).current_dir(folder.path("."));
    command.env("XDG_CACHE_HOME", folder.path("cache"));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while place(&child, &file).is_none() {
        assert!(child.try_wait().unwrap().is_none(), "{line}: it has ended");
    }
    signal(&child, "-STOP");
    let reached = place(&child, &file).expect("the file is open");
    assert!(reached < size, "{line}: all {size} bytes were read before the change");
    change();
    signal(&child, "-CONT");
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
    Run::of(status.code().unwrap_or(-1), stdout, stderr)
}

/// The changes, and the number of games in the file after each, if there is one.
type Change = (&'static str, fn(&Folder), Option<usize>, &'static str);

const CHANGES: [Change; 5] = [
    (
        "shorter",
        |folder| {
            let file = File::options().write(true).open(folder.path("a.pgn")).unwrap();
            file.set_len((GAME.len() * (GAMES - 1000)) as u64).unwrap();
        },
        Some(GAMES - 1000),
        "expected 11100000 bytes, got 11026000",
    ),
    (
        "longer",
        |folder| {
            let mut file = File::options().append(true).open(folder.path("a.pgn")).unwrap();
            file.write_all(GAME.as_bytes()).unwrap();
        },
        Some(GAMES + 1),
        "expected 11100000 bytes, got 11100074",
    ),
    (
        "of the same size and time",
        |folder| {
            let path = folder.path("a.pgn");
            let time = fs::metadata(&path).unwrap().modified().unwrap();
            let file = File::options().write(true).open(&path).unwrap();
            (&file).write_all(GAME.replace("e4", "d4").as_bytes()).unwrap();
            file.set_modified(time).unwrap();
        },
        // The first game cannot be replayed any more.
        None,
        "expected the same contents, got a file that was changed since",
    ),
    (
        "replaced",
        |folder| {
            folder.write("new.pgn", GAME.repeat(GAMES));
            fs::rename(folder.path("new.pgn"), folder.path("a.pgn")).unwrap();
        },
        Some(GAMES),
        "expected the same file, got another one of its name",
    ),
    (
        "removed",
        |folder| fs::remove_file(folder.path("a.pgn")).unwrap(),
        None,
        "expected a file, got none",
    ),
];

#[test]
fn no_index_is_built_from_a_file_that_changes() {
    assert_eq!(GAME.len() * GAMES, 11_100_000);
    for (kind, change, games, what) in CHANGES {
        let folder = large();
        let build = "index build idx a.pgn --jobs 1";
        let message = change_while_reading(&folder, build, "a.pgn", &|| change(&folder)).refused();
        assert!(message.starts_with("zobrist: ") && message.contains("a.pgn"), "{kind}: {message}");
        let expected = format!("the file has changed while it was read: {what}; nothing was put");
        assert!(message.contains(&expected), "{kind}: {message}");
        assert!(!folder.path("idx/manifest.json").exists(), "{kind}");
        // Repeated, the command has the games of the file as it is now.
        let Some(games) = games else { continue };
        let again = folder.zobrist(build.split(' '));
        assert_eq!(again.code, 0, "{kind}: {}", again.stderr);
        let info = folder.zobrist(["index", "info", "idx"]).done();
        let expected = games.to_string();
        let digits: String = info.chars().filter(|letter| *letter != ',').collect();
        assert!(digits.contains(&expected), "{kind}: {info}");
    }
}

#[test]
fn nothing_is_made_of_a_file_that_gets_shorter() {
    let (_, shorten, _, what) = CHANGES[0];
    let what = &format!("the file has changed while it was read: {what}");
    // An index that is added to stays as it was.
    let folder = large();
    let manifest = fs::read(folder.path("old/manifest.json")).unwrap();
    let run = |line: &str| change_while_reading(&folder, line, "a.pgn", &|| shorten(&folder));
    let restore = || folder.write("a.pgn", GAME.repeat(GAMES));
    let message = run("index add old a.pgn --jobs 1").refused();
    assert!(message.contains(what), "{message}");
    assert_eq!(fs::read(folder.path("old/manifest.json")).unwrap(), manifest);
    // Neither is there a book.
    restore();
    let message = run("book make -o o.bin a.pgn --jobs 1").refused();
    assert!(message.contains(what), "{message}");
    assert!(!folder.path("o.bin").exists());
    // Of a build by many tasks, a run.
    restore();
    folder.zobrist(["index", "plan", "planned", "a.pgn"]).done();
    let message = run("index run planned 1 --jobs 1").refused();
    assert!(message.contains(what), "{message}");
    // There is no answer from half of a file, and its index is not kept.
    restore();
    let explored = run("explore a.pgn --jobs 1");
    assert_eq!((explored.code, explored.stdout.as_str()), (2, ""), "{}", explored.stderr);
    assert!(explored.stderr.contains(what), "{}", explored.stderr);
    let refusal =
        "a.pgn has changed while it was read: expected 11100000 bytes, got 11026000; run the";
    assert!(explored.stderr.contains(refusal), "{}", explored.stderr);
    assert_eq!(fs::read_dir(folder.path("cache/zobrist/explore")).unwrap().count(), 0);
    // A command that prints as it reads ends with the same status, and one that writes a file keeps
    // none.
    for line in ["check a.pgn --jobs 1", "hash a.pgn --jobs 1 -o rows.csv"] {
        restore();
        let read = run(line);
        assert_eq!(read.code, 2, "{line}: {}", read.stderr);
        assert!(read.stderr.contains(what), "{line}: {}", read.stderr);
    }
    assert!(!folder.path("rows.csv").exists());
    // As of any file that fails, the readable part is accepted if that is asked for.
    restore();
    let (_, messages) = run("index build part a.pgn --jobs 1 --partial").rejected();
    assert!(messages.contains(what), "{messages}");
    let sources = folder.zobrist(["index", "info", "part", "--sources"]).done();
    assert!(sources.contains("part"), "{sources}");
}

/// A file that has been read to its end, and changes before the last one has been.
#[test]
fn all_files_are_looked_at_again_at_the_end() {
    for (command, is_partial) in [
        ("index build idx old.pgn pipe", false),
        ("index build idx old.pgn pipe --partial", true),
        ("index add old more.pgn pipe", false),
    ] {
        let folder = large();
        folder.write("more.pgn", "1. c4 c5 *\n");
        assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
        let mut zobrist = Command::new(ZOBRIST);
        zobrist.args(command.split(' ')).current_dir(folder.path("."));
        let child = zobrist.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Opened once the program has read the file before it.
        let mut pipe = File::options().write(true).open(folder.path("pipe")).unwrap();
        let file = if command.contains("add") { "more.pgn" } else { "old.pgn" };
        folder.write(file, "1. e4 e5 *\n");
        pipe.write_all(b"1. b4 b5 *\n").unwrap();
        drop(pipe);
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        let code = if is_partial { 1 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{command}: {message}");
        let expected = format!("{file} has changed while it was read: expected the same contents");
        assert!(message.contains(&expected), "{command}: {message}");
        assert_eq!(folder.path("idx/manifest.json").exists(), is_partial, "{command}");
    }
}
