//! Folders of indexes that others have written to, and systems that fail: what is outside stays as
//! it is, and so does an index that cannot be replaced.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tool::{Folder, ZOBRIST, split_closing, strace_runs, with_sum};

const OLD: &str = "1. h4 *\n\n1. h4 h5 *\n";
const MORE: &str = "1. d4 d5 *\n";

/// An index of two games, and a game to add.
fn old_index() -> Folder {
    let folder = Folder::with("old.pgn", OLD);
    folder.write("more.pgn", MORE);
    folder.zobrist(["index", "build", "idx", "old.pgn"]).done();
    folder
}

/// All files of a folder and what they hold; a link is not followed.
fn bytes(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if fs::symlink_metadata(&path).unwrap().is_dir() {
            found.extend(bytes(&path));
        } else if path.is_file() {
            found.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

#[test]
fn links_in_an_index_lead_to_nothing_that_is_removed_or_written() {
    for (name, is_folder) in [
        (".building", true),
        ("positions", true),
        (".building/.lock", false),
        (".building/journal.json", false),
        ("manifest.json.new", false),
        ("manifest.json", false),
    ] {
        let folder = old_index();
        let path = folder.path("idx").join(name);
        let manifest = fs::read(folder.path("idx/manifest.json")).unwrap();
        fs::create_dir_all(folder.path("foreign/positions")).unwrap();
        for file in ["positions/000001-0000.parquet", "000001-0000.parquet", "notes.txt"] {
            fs::write(folder.path("foreign").join(file), "mine").unwrap();
        }
        fs::write(folder.path("foreign/file"), manifest).unwrap();
        if path.is_dir() {
            fs::rename(&path, folder.path("away")).unwrap();
        } else {
            fs::remove_file(&path).ok();
        }
        let target = if is_folder { "foreign" } else { "foreign/file" };
        symlink(folder.path(target), &path).unwrap();
        let before = (bytes(&folder.path("foreign")), bytes(&folder.path("idx")));
        for command in [
            "add idx more.pgn",
            "merge idx",
            "remove idx old.pgn",
            "build idx more.pgn --replace",
            "verify idx",
        ] {
            let is_read_only = command.starts_with("verify");
            let args: Vec<&str> = ["index"].into_iter().chain(command.split(' ')).collect();
            let run = folder.zobrist(args);
            if !is_read_only || !matches!(name, ".building/journal.json" | "manifest.json.new") {
                let message = run.refused();
                let expected = format!("zobrist: idx/{name}: expected ");
                assert!(message.starts_with(&expected), "{command}: {message}");
                assert!(message.contains("got a symbolic link; "), "{command}: {message}");
                assert!(
                    message.contains("remove it, or name a new folder"),
                    "{command}: {message}"
                );
            }
            let after = (bytes(&folder.path("foreign")), bytes(&folder.path("idx")));
            assert!(after == before, "{command} with {name}");
        }
        if path.ends_with("manifest.json") {
            for args in [["index", "info", "idx"].as_slice(), &["explore", "idx"]] {
                let message = folder.zobrist(args.iter().copied()).refused();
                assert!(message.contains("got a symbolic link; "), "{message}");
            }
        }
    }
}

#[test]
fn pipes_in_an_index_are_not_waited_for() {
    for name in ["manifest.json", "positions/000001-0000.parquet", ".building/.lock"] {
        let folder = old_index();
        let path = folder.path("idx").join(name);
        fs::remove_file(&path).unwrap();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        for line in [
            "explore idx",
            "index info idx",
            "index verify idx",
            "index add idx more.pgn",
            "index merge idx --wait 0",
            "index remove idx old.pgn",
        ] {
            let output = Command::new("timeout")
                .args(["--signal=KILL", "60", ZOBRIST])
                .args(line.split(' '))
                .current_dir(folder.path("."))
                .output()
                .unwrap();
            let message = String::from_utf8(output.stderr).unwrap();
            if output.status.code() == Some(0) {
                // Not everything is needed for everything.
                assert!(name != "manifest.json", "{line} with {name}");
                continue;
            }
            assert_eq!(output.status.code(), Some(2), "{line} with {name}: {message}");
            let expected =
                format!("zobrist: idx/{name}: expected a regular file, got a named pipe");
            assert!(message.starts_with(&expected), "{line}: {message}");
        }
    }
}

/// Files that would be read without end, or waited for, in the place of the manifest: each command
/// ends at once, within 2 GiB of address space.
#[test]
fn a_manifest_that_never_ends_is_read_by_no_command() {
    for (make, got) in [
        ("ln -s /dev/zero idx/manifest.json", "a symbolic link"),
        ("mkfifo idx/manifest.json", "a named pipe"),
        ("mkdir idx/manifest.json", "a folder"),
    ] {
        let folder = old_index();
        let manifest = fs::read(folder.path("idx/manifest.json")).unwrap();
        fs::remove_file(folder.path("idx/manifest.json")).unwrap();
        let shell = |line: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", line]).current_dir(folder.path(".")).env("ZOBRIST", ZOBRIST);
            shell.output().unwrap()
        };
        assert!(shell(make).status.success());
        for line in [
            "index merge idx --wait 0",
            "index remove idx old.pgn",
            "index plan idx more.pgn --runs 1",
            "index add idx more.pgn",
            "index build idx more.pgn --replace",
            "index games idx",
            "index info idx",
            "index verify idx",
            "explore idx",
            "book make -o b.bin idx",
        ] {
            let run = shell(&format!(
                "ulimit -v 2000000; exec timeout --signal=KILL 60 \"$ZOBRIST\" {line}"
            ));
            let message = String::from_utf8(run.stderr).unwrap();
            assert_eq!(run.status.code(), Some(2), "{line} with {got}: {message}");
            let expected = format!("idx/manifest.json: expected a regular file, got {got}; ");
            assert!(message.contains(&expected), "{line}: {message}");
        }
        // A build by many tasks looks for its plan first.
        for line in ["index commit idx", "index combine idx 1/1", "index run idx 1"] {
            let run = shell(&format!(
                "ulimit -v 2000000; exec timeout --signal=KILL 60 \"$ZOBRIST\" {line}"
            ));
            let message = String::from_utf8(run.stderr).unwrap();
            assert_eq!(run.status.code(), Some(2), "{line} with {got}: {message}");
            assert!(message.contains("idx holds no plan"), "{line}: {message}");
        }
        // So it is with what stands in the place of the plan.
        assert!(shell("rmdir idx/manifest.json || rm idx/manifest.json").status.success());
        fs::write(folder.path("idx/manifest.json"), manifest).unwrap();
        assert!(shell(&make.replace("manifest", ".building/plan")).status.success());
        for line in
            ["index commit idx", "index combine idx 1/1", "index run idx 1", "index merge idx"]
        {
            let run = shell(&format!(
                "ulimit -v 2000000; exec timeout --signal=KILL 60 \"$ZOBRIST\" {line}"
            ));
            let message = String::from_utf8(run.stderr).unwrap();
            assert_eq!(run.status.code(), Some(2), "{line} with {got}: {message}");
            let expected = format!("idx/.building/plan.json: expected a regular file, got {got}; ");
            let is_planned = line == "index merge idx" && message.contains("plan");
            assert!(message.contains(&expected) || is_planned, "{line}: {message}");
        }
    }
}

#[test]
fn names_in_a_manifest_lead_nowhere_else() {
    let folder = old_index();
    fs::write(folder.path("v2.txt"), "mine").unwrap();
    let path = folder.path("idx/manifest.json");
    let manifest = fs::read_to_string(&path).unwrap();
    for name in ["../../v2.txt", "/dev/zero"] {
        let changed = manifest.replace("games/000001-0000.parquet", name);
        assert!(changed != manifest);
        let changed = with_sum(&changed);
        fs::write(&path, &changed).unwrap();
        for line in [
            "explore idx --games 1",
            "index info idx",
            "index verify idx",
            "index merge idx",
            "index add idx more.pgn",
            "index build idx more.pgn",
        ] {
            let message = folder.zobrist(line.split(' ')).refused();
            let expected = format!(
                "zobrist: idx/manifest.json is damaged: expected file names such as \
                 \"games/000001-0000.parquet\", got \"{name}\""
            );
            assert!(message.starts_with(&expected), "{line}: {message}");
            assert_eq!(fs::read_to_string(folder.path("v2.txt")).unwrap(), "mine", "{line}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), changed);
    }
}

#[test]
fn verify_writes_to_the_temporary_folder_and_not_to_the_index() {
    let folder = old_index();
    fs::remove_dir_all(folder.path("idx/.building")).unwrap();
    let verify = |tmpdir: &str, args: &[&str]| {
        let output = Command::new(ZOBRIST)
            .args(["index", "verify", "idx"])
            .args(args)
            .current_dir(folder.path("."))
            .env("TMPDIR", folder.path(tmpdir))
            .output()
            .unwrap();
        (output.status.code(), split_closing(&String::from_utf8(output.stderr).unwrap()).0)
    };
    fs::create_dir(folder.path("tmp")).unwrap();
    assert_eq!(verify("tmp", &[]), (Some(0), String::new()));
    assert_eq!(verify("missing", &["--temp", "tmp"]), (Some(0), String::new()));
    for (code, message) in [verify("missing", &[]), verify("tmp", &["--temp", "missing"])] {
        assert_eq!(code, Some(2), "{message}");
        assert!(message.starts_with("zobrist: cannot write "), "{message}");
        assert!(message.contains("missing"), "{message}");
    }
    assert_eq!(fs::read_dir(folder.path("tmp")).unwrap().count(), 0, "something was left");
    assert!(!folder.path("idx/.building").exists(), "it wrote in the index");
}

/// The folder in the cache is ours, and what a link in it leads to is not.
#[test]
fn a_link_in_a_kept_index_is_removed_and_not_followed() {
    let folder = Folder::with("games.pgn", OLD);
    let explore = || {
        let mut command = Command::new(ZOBRIST);
        command.args(["explore", "games.pgn", "--format", "csv"]).current_dir(folder.path("."));
        let output = command.env("XDG_CACHE_HOME", folder.path("cache")).output().unwrap();
        assert_eq!(split_closing(&String::from_utf8(output.stderr).unwrap()).0, "");
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let first = explore();
    let cache = fs::read_dir(folder.path("cache/zobrist/explore")).unwrap();
    let mut cached = cache.map(|entry| entry.unwrap().path());
    let kept = cached.find(|path| path.is_dir()).unwrap();
    for name in [".building", "positions", "manifest.json", "games"] {
        let (path, foreign) = (kept.join(name), folder.path("foreign"));
        fs::rename(&path, &foreign).unwrap();
        symlink(&foreign, &path).unwrap();
        // Without the right answer, the file is read again.
        fs::remove_file(kept.join("occurrences/000001-0000.parquet")).unwrap();
        let file =
            if foreign.is_dir() { foreign.join("000001-0000.parquet") } else { foreign.clone() };
        fs::write(&file, "mine").unwrap();
        assert_eq!(explore(), first, "{name}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine", "{name}");
        assert!(!fs::symlink_metadata(kept.join(name)).unwrap().is_symlink(), "{name}");
        if foreign.is_dir() { fs::remove_dir_all(&foreign) } else { fs::remove_file(&foreign) }
            .unwrap();
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let new = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &new);
        } else {
            fs::copy(&path, &new).unwrap();
        }
    }
}

/// Lets each call of one kind fail in turn, and expects the old index or the new one, and what the
/// exit status says of it.
#[track_caller]
fn every_call_fails(call: &str, line: &str, games: [&str; 2], min_failures: usize) {
    if !strace_runs() {
        return;
    }
    let folder = old_index();
    folder.zobrist(["index", "add", "idx", "more.pgn"]).done();
    folder.write("other.pgn", "1. c4 *\n");
    fs::rename(folder.path("idx"), folder.path("template")).unwrap();
    let (mut failures, mut number) = (0, 0);
    loop {
        number += 1;
        assert!(number < 400, "{call} does not end");
        copy(&folder.path("template"), &folder.path("idx"));
        let output = Command::new("strace")
            .args(["-f", "-o", "log", "-e", &format!("trace={call}")])
            .args(["-e", &format!("inject={call}:error=EIO:when={number}"), ZOBRIST])
            .args(line.split(' '))
            .current_dir(folder.path("."))
            .output()
            .unwrap();
        let log = fs::read_to_string(folder.path("log")).unwrap();
        if !log.contains("(INJECTED)") {
            assert_eq!(output.status.code(), Some(0));
            break;
        }
        let what = format!("{call} number {number} of {line}: {log}");
        let found = folder.zobrist(["index", "verify", "idx"]);
        assert_eq!((found.code, &*found.stderr), (0, ""), "{what}");
        let info = folder.zobrist(["index", "info", "idx"]).done();
        let fact = info.lines().find(|line| line.starts_with("games\t")).unwrap();
        let segments = info.lines().find(|line| line.starts_with("segments\t")).unwrap();
        let state = format!("{fact} {segments}");
        let [old, new] = games;
        if output.status.success() {
            assert_eq!(state, new, "{what}");
        } else {
            failures += 1;
            assert!([old, new].contains(&&*state), "{state}, {what}");
        }
        fs::remove_dir_all(folder.path("idx")).unwrap();
    }
    assert!(failures >= min_failures, "{call}: {failures} failures");
    eprintln!("{call} of {line}: {} tried, {failures} failures", number - 1);
}

const ADD: (&str, [&str; 2]) =
    ("index add idx other.pgn --jobs 1", ["games\t3 segments\t2", "games\t4 segments\t3"]);
const MERGE: (&str, [&str; 2]) =
    ("index merge idx --jobs 1", ["games\t3 segments\t2", "games\t3 segments\t1"]);

/// An error is not taken for the absence of a file.
#[test]
fn an_index_is_whole_whichever_look_at_a_file_fails() {
    for call in ["statx", "newfstatat", "fstat"] {
        every_call_fails(call, ADD.0, ADD.1, if call == "newfstatat" { 20 } else { 1 });
    }
}

#[test]
fn a_merged_index_is_whole_whichever_look_at_a_file_fails() {
    every_call_fails("newfstatat", MERGE.0, MERGE.1, 20);
}

#[test]
fn an_index_is_whole_whichever_change_of_a_folder_fails() {
    for (line, games) in [ADD, MERGE] {
        every_call_fails("renameat", line, games, 3);
        every_call_fails("fsync", line, games, 5);
        every_call_fails("unlinkat", line, games, 0);
        every_call_fails("getdents64", line, games, 1);
    }
}
