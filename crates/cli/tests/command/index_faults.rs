//! Indexes when things go wrong: kills, full disks, two runs at once. The state before stays
//! intact.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::index::moves;
use crate::pipes::FULL;
use crate::tool::{Folder, SAMPLE, ZOBRIST, gz, split_closing};

const OLD: &str = "1. h4 *\n\n1. h4 h5 *\n";

/// The games of the sample, several times over.
pub fn sample(times: usize) -> Vec<u8> {
    let mut text = Vec::new();
    let file = fs::File::open(SAMPLE).unwrap();
    flate2::read::GzDecoder::new(file).read_to_end(&mut text).unwrap();
    text.repeat(times)
}

/// All files of an index and their bytes, except those that are being made.
pub fn bytes(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap() == ".building" {
            continue;
        }
        if path.is_dir() {
            found.extend(bytes(&path));
        } else {
            found.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

/// A folder with an old index, and its bytes.
pub fn old_index() -> (Folder, Vec<(PathBuf, Vec<u8>)>) {
    let folder = Folder::with("old.pgn", OLD);
    folder.zobrist(["index", "build", "idx", "old.pgn"]).done();
    let before = bytes(&folder.path("idx"));
    (folder, before)
}

#[track_caller]
pub fn assert_old(folder: &Folder, before: &[(PathBuf, Vec<u8>)]) {
    assert!(bytes(&folder.path("idx")) == before);
    assert_eq!(moves(folder), [("h4".to_owned(), 2)]);
}

/// On a full disk, what no run resumes from would be in the way.
#[track_caller]
fn assert_nothing_unfinished(folder: &Folder) {
    let building = folder.path("idx/.building");
    let left: Vec<PathBuf> = bytes(&building).into_iter().map(|file| file.0).collect();
    assert_eq!(left, [building.join(".lock")]);
}

pub fn spawn(folder: &Folder, args: &[&str]) -> Child {
    let mut command = Command::new(ZOBRIST);
    command.args(args).current_dir(folder.path("."));
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Waits until a file that a running command makes is there.
#[track_caller]
pub fn wait_for(path: &Path, child: &mut Child) {
    let end = Instant::now() + Duration::from_secs(60);
    while !path.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before the kill");
        assert!(Instant::now() < end, "{} does not come", path.display());
        thread::sleep(Duration::from_millis(1));
    }
}

/// Runs a command line with a limit on the size of files, in KiB.
pub fn limited(folder: &Folder, limit: u32, line: &str) -> (Option<i32>, String) {
    let line = format!("trap '' XFSZ; ulimit -f {limit}; exec {ZOBRIST} {line}");
    let output = Command::new("bash")
        .args(["-c", &line])
        .current_dir(folder.path("."))
        .env("XDG_CACHE_HOME", folder.path("cache"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_build_that_is_killed_goes_on_from_its_last_segment() {
    let (folder, before) = old_index();
    folder.write("games.pgn", sample(5));
    let args =
        ["index", "build", "idx", "games.pgn", "--replace", "--memory", "16MiB", "--jobs", "1"];
    let mut child = spawn(&folder, &args);
    wait_for(&folder.path("idx/.building/journal.json"), &mut child);
    child.kill().unwrap();
    assert!(child.wait().unwrap().code().is_none(), "it ended before the kill");
    assert_old(&folder, &before);

    let finished = |path: &Path| {
        let times = path.metadata().map(|meta| meta.modified().unwrap());
        times.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let first = "games/000002-0000.parquet";
    let written = finished(&folder.path(&format!("idx/.building/{first}")));
    folder.zobrist(args).continued();
    let kept = folder.path(&format!("idx/{first}"));
    assert_eq!(finished(&kept), written, "the first segment was made again");
    folder.zobrist(["index", "verify", "idx"]).done();

    folder.zobrist(["index", "build", "other", "games.pgn"]).done();
    let facts = |index: &str| {
        let info = folder.zobrist(["index", "info", index]).done();
        let same = |line: &&str| !line.contains("bytes") && !line.starts_with("games_files");
        info.lines().filter(same).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(facts("idx"), facts("other"));
    let table =
        |table: &str, name: &str| fs::read(folder.path(&format!("{name}/{table}"))).unwrap();
    let explored = |index| folder.zobrist(["explore", index, "--format", "jsonl"]).done();
    assert_eq!(explored("idx"), explored("other"));
    assert!(table("manifest.json", "idx") != before[0].1);
    let left = fs::read_dir(folder.path("idx/.building")).unwrap().map(|e| e.unwrap().path());
    assert_eq!(left.filter(|path| path.is_file()).count(), 1, "only the lock is left");
}

#[test]
fn an_addition_that_is_killed_leaves_the_index_as_it_was() {
    let (folder, before) = old_index();
    folder.write("games.pgn", sample(5));
    let args = ["index", "add", "idx", "games.pgn", "--memory", "16MiB", "--jobs", "1"];
    let mut child = spawn(&folder, &args);
    wait_for(&folder.path("idx/.building/journal.json"), &mut child);
    child.kill().unwrap();
    assert!(child.wait().unwrap().code().is_none(), "it ended before the kill");
    assert_old(&folder, &before);
    folder.zobrist(args).continued();
    let games: u64 = moves(&folder).iter().map(|row| row.1).sum();
    assert_eq!(games, 10_002);
    folder.zobrist(["index", "verify", "idx"]).done();
}

#[test]
fn a_build_from_a_pipe_that_is_killed_begins_anew() {
    let (folder, before) = old_index();
    let args = ["index", "build", "idx", "-", "--replace"];
    let mut child = spawn(&folder, &args);
    wait_for(&folder.path("idx/.building/games/000002-0000.parquet"), &mut child);
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"1. e4 *\n\n1. e4 e5 *\n\n").unwrap();
    // Somebody asks while it is being built, and somebody else would like to build.
    assert_old(&folder, &before);
    let build = ["index", "build", "idx", "old.pgn", "--replace"];
    let busy = "zobrist: another process is writing the index in idx; wait until it has finished";
    let message = folder.zobrist(build).refused();
    assert_eq!(message, format!("{busy}\n"));
    let message = folder.zobrist(["index", "merge", "idx", "--wait", "0"]).refused();
    assert_eq!(message, format!("{busy}, or give it more time with --wait\n"));
    child.kill().unwrap();
    assert!(child.wait().unwrap().code().is_none());
    assert_old(&folder, &before);
    folder.zobrist_on("1. d4 *\n", args).done();
    assert_eq!(moves(&folder), [("d4".to_owned(), 1)]);
}

#[test]
fn a_disk_that_is_full_is_an_error_and_nothing_is_half_written() {
    let (folder, before) = old_index();
    folder.write("games.pgn", sample(1));
    for line in ["index build idx games.pgn --replace", "index add idx games.pgn --jobs 1"] {
        let (code, message) = limited(&folder, 100, line);
        assert_eq!(code, Some(2), "{line}: {message}");
        assert!(message.starts_with("zobrist: cannot write idx/.building/"), "{line}: {message}");
        assert!(message.contains("File too large (os error 27)"), "{line}: {message}");
        assert_eq!(message.lines().count(), 1, "{line}: {message}");
        assert_old(&folder, &before);
        assert_nothing_unfinished(&folder);
    }
    // A new index is not there before it is whole.
    let (code, _) = limited(&folder, 100, "index build new games.pgn");
    assert_eq!(code, Some(2));
    let message = folder.zobrist(["explore", "new"]).refused();
    assert!(message.contains("new holds no index"), "{message}");
    let (code, message) = limited(&folder, 100, "explore games.pgn");
    assert_eq!(code, Some(2), "{message}");
    assert!(message.starts_with("zobrist: cannot write "), "{message}");
    // With room, all is well.
    let (code, message) = limited(&folder, 100_000, "index build idx games.pgn --replace");
    assert_eq!((code, &*split_closing(&message).0), (Some(0), ""));
    folder.zobrist(["index", "verify", "idx"]).done();
}

/// Somebody else's index can be verified.
#[test]
fn an_index_that_cannot_be_written_to_is_verified() {
    let folder = Folder::with("old.pgn", OLD);
    folder.zobrist(["index", "build", "idx", "old.pgn"]).done();
    fs::create_dir(folder.path("tmp")).unwrap();
    // Root writes where it likes, unless it gives up the right to.
    let verify = |line: &str| {
        let caps = "setpriv --bounding-set -dac_override,-dac_read_search,-fowner";
        let run = format!(
            "chmod -R a-w idx; if [ $(id -u) = 0 ]; then set -- {caps}; fi; \
             \"$@\" sh -c '! mkdir idx/probe 2> /dev/null' || exit 77; \
             {line} \"$@\" {ZOBRIST} index verify idx; code=$?; chmod -R u+w idx; exit $code"
        );
        let output = Command::new("sh")
            .args(["-c", &run])
            .current_dir(folder.path("."))
            .env("TMPDIR", folder.path("tmp"))
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, messages) = verify("");
    assert_ne!(code, Some(77), "this user can write to what is read-only: {messages}");
    assert_eq!((code, &*split_closing(&messages).0), (Some(0), ""));
    assert_eq!(fs::read_dir(folder.path("tmp")).unwrap().count(), 0, "something was left");
    let (code, messages) = verify("exec 9< idx/.building/.lock; flock -x 9;");
    assert_eq!(code, Some(2), "{messages}");
    assert!(messages.contains("another process is writing the index in idx"), "{messages}");
}

#[test]
fn no_room_to_merge_or_to_verify_is_no_fault_of_the_index() {
    let folder = Folder::new();
    folder.write("games.pgn", sample(1));
    folder.zobrist(["index", "build", "idx", "games.pgn"]).done();
    folder.zobrist(["index", "add", "idx", "games.pgn", "--again"]).done();
    let before = bytes(&folder.path("idx"));
    fs::create_dir(folder.path("tmp")).unwrap();
    for (line, written) in [
        ("index merge idx", "idx/.building/"),
        ("index verify idx --temp tmp", "/tmp/zobrist-verify-"),
    ] {
        let (code, message) = limited(&folder, 100, line);
        assert_eq!(code, Some(2), "{line}: {message}");
        assert!(message.starts_with("zobrist: cannot write "), "{line}: {message}");
        assert!(message.contains(written), "{line}: {message}");
        assert_eq!(fs::read_dir(folder.path("tmp")).unwrap().count(), 0, "something was left");
        assert!(bytes(&folder.path("idx")) == before, "{line}");
        assert_nothing_unfinished(&folder);
    }
    folder.zobrist(["index", "verify", "idx"]).done();
    folder.zobrist(["index", "merge", "idx"]).done();
    folder.zobrist(["index", "verify", "idx"]).done();
}

#[test]
fn damage_is_told_with_the_way_out() {
    let (folder, _) = old_index();
    let path = folder.path("idx/positions/000001-0000.parquet");
    let whole = fs::read(&path).unwrap();

    let mut flipped = whole.clone();
    flipped[20] ^= 1;
    fs::write(&path, &flipped).unwrap();
    let (_, messages) = folder.zobrist(["index", "verify", "idx"]).rejected();
    let page = "zobrist: idx/positions/000001-0000.parquet is damaged: page 0 of the column key in row \
                group 0, at byte 4: expected the checksum ";
    assert!(messages.starts_with(page), "{messages}");
    assert!(messages.ends_with("zobrist: 1 fault in idx; build the index again\n"), "{messages}");

    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let message = folder.zobrist(["explore", "idx"]).refused();
    let expected = format!(
        "zobrist: idx/positions/000001-0000.parquet is damaged: expected {} bytes, got {}; build \
         the index again\n",
        whole.len(),
        whole.len() / 2
    );
    assert_eq!(message, expected);

    // The header of the first page is not a header.
    let mut overwritten = whole.clone();
    overwritten[4..34].fill(0xff);
    fs::write(&path, &overwritten).unwrap();
    let message = folder.zobrist(["explore", "idx"]).refused();
    assert!(message.starts_with(page), "{message}");
    assert!(message.ends_with("; build the index again\n"), "{message}");
    // Built again, all is well.
    folder.zobrist(["index", "build", "idx", "old.pgn", "--replace"]).done();
    assert_eq!(moves(&folder), [("h4".to_owned(), 2)]);
}

#[test]
fn a_manifest_of_another_version_is_told_with_the_way_out() {
    let (folder, _) = old_index();
    let manifest = fs::read_to_string(folder.path("idx/manifest.json")).unwrap();
    let newer = manifest.replace("\"version\": 1", "\"version\": 3");
    assert!(newer != manifest);
    folder.write("idx/manifest.json", newer);
    for args in [
        &["explore", "idx"][..],
        &["index", "info", "idx"],
        &["index", "add", "idx", "old.pgn"],
        &["index", "merge", "idx"],
        &["index", "verify", "idx"],
        &["index", "build", "idx", "old.pgn"],
    ] {
        let message = folder.zobrist(args.iter().copied()).refused();
        assert_eq!(
            message,
            "zobrist: idx/manifest.json: expected an index of format version 1, got 3; read it \
             with the program that wrote it, or remove the folder and build it again; a newer \
             version of this program reads it\n",
            "{args:?}"
        );
    }
    folder.write("idx/manifest.json", manifest.replace("zobrist-position-index", "zobrist-index"));
    assert_eq!(
        folder.zobrist(["explore", "idx"]).refused(),
        "zobrist: idx/manifest.json: expected an index of the format zobrist-position-index, got \
         zobrist-index; remove the folder and build the index again\n"
    );
    fs::remove_dir_all(folder.path("idx")).unwrap();
    folder.zobrist(["index", "build", "idx", "old.pgn"]).done();
    assert_eq!(moves(&folder), [("h4".to_owned(), 2)]);
}

/// Files in a folder that is not an index are not ours to remove.
#[test]
fn a_folder_of_other_files_is_left_alone() {
    let folder = Folder::with("a.pgn", "1. e4 e5 *\n");
    fs::create_dir_all(folder.path("mine/games")).unwrap();
    folder.write("mine/games/000001-0000.parquet", "mine");
    let message = folder.zobrist(["index", "build", "mine", "a.pgn"]).refused();
    assert_eq!(message, "zobrist: mine holds other files; name a new folder for the index\n");
    assert_eq!(fs::read(folder.path("mine/games/000001-0000.parquet")).unwrap(), b"mine");
    folder.write("mine/manifest.json", "{\"name\": \"an extension\"}");
    assert!(folder.zobrist(["index", "build", "mine", "a.pgn"]).refused().contains("manifest"));
    assert_eq!(fs::read(folder.path("mine/games/000001-0000.parquet")).unwrap(), b"mine");

    // In an index, files of other names stay.
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    folder.write("idx/games/mine.parquet", "mine");
    folder.zobrist(["index", "build", "idx", "a.pgn", "--replace"]).done();
    assert_eq!(fs::read(folder.path("idx/games/mine.parquet")).unwrap(), b"mine");
}

#[test]
fn pipes_that_close_and_devices_that_are_full() {
    let folder = Folder::with("a.pgn.gz", gz(sample(1)));
    folder.zobrist(["index", "build", "idx", "a.pgn.gz"]).done();
    for format in ["text", "csv", "jsonl"] {
        let line = format!(
            "explore idx --games 2000 --format {format} | head -n 1; exit ${{PIPESTATUS[0]}}"
        );
        let line = format!("{ZOBRIST} {line}");
        let run = |line: &str| {
            let mut command = Command::new("bash");
            command.args(["-c", line]).current_dir(folder.path(".")).output().unwrap()
        };
        let output = run(&line);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{format}");
        assert_eq!(output.status.code(), Some(0), "{format}");
        assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), 1);
        for command in ["explore idx", "index info idx"] {
            let output = run(&format!("{ZOBRIST} {command} --format {format} > /dev/full"));
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(message, FULL, "{command}");
            assert_eq!(output.status.code(), Some(2));
        }
    }
}

/// The library that reads the files panics at some contents.
#[test]
fn damage_is_told_once_and_as_an_error() {
    let folder = Folder::with("games.pgn", "1. e4 e5 *\n");
    folder.zobrist(["index", "build", "idx", "games.pgn"]).done();
    let path = folder.path("idx/positions/000001-0000.parquet");
    let whole = fs::read(&path).unwrap();
    for at in 16..64 {
        let mut damaged = whole.clone();
        damaged[at] ^= 0xff;
        fs::write(&path, damaged).unwrap();
        let message = folder.zobrist(["explore", "idx"]).refused();
        assert!(message.starts_with("zobrist: idx/positions/"), "{at}: {message}");
        assert!(message.contains("expected the checksum "), "{at}: {message}");
        assert_eq!(message.lines().count(), 1, "{at}: {message}");
    }
}
