//! `zobrist cache`, and processes that share an index in the cache.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assert_cmd::Command as Runner;
use serde_json::Value;

use crate::tool::{Folder, Run, ZOBRIST, run, split_closing, with_sum};

pub const CACHE: &str = "cache/zobrist/explore";

/// Runs the command with a cache of its own.
#[track_caller]
pub fn zobrist(folder: &Folder, line: &str) -> Run {
    let mut command = Runner::new(ZOBRIST);
    command.args(line.split(' ')).current_dir(folder.path("."));
    run(command.env("XDG_CACHE_HOME", folder.path("cache")))
}

/// The folder of the index of a file.
#[track_caller]
pub fn index_of(folder: &Folder, file: &str) -> PathBuf {
    let items = fs::read_dir(folder.path(CACHE)).unwrap().map(|item| item.unwrap().path());
    let is_it = |path: &PathBuf| {
        path.is_dir() && path.file_name().unwrap().to_str().unwrap().starts_with(file)
    };
    let mut found = items.filter(is_it);
    let path = found.next().unwrap_or_else(|| panic!("no index of {file}"));
    assert_eq!(found.next(), None);
    path
}

/// A file beside an index in the cache.
pub fn beside(index: &Path, end: &str) -> PathBuf {
    PathBuf::from(format!("{}.{end}", index.display()))
}

/// The names in the cache.
fn names(folder: &Folder) -> Vec<String> {
    let items = fs::read_dir(folder.path(CACHE)).unwrap();
    let mut names: Vec<String> =
        items.map(|item| item.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn rows(folder: &Folder) -> Vec<Value> {
    let rows = zobrist(folder, "cache list --format jsonl").done();
    rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect()
}

#[test]
fn the_folder_is_printed_and_not_made() {
    let folder = Folder::new();
    let path = zobrist(&folder, "cache path").done();
    assert_eq!(path, format!("{}\n", folder.path(CACHE).display()));
    for (format, header) in
        [("text", ""), ("csv", "state,files,games,bytes,used,built,folder\n"), ("jsonl", "")]
    {
        assert_eq!(zobrist(&folder, &format!("cache list --format {format}")).done(), header);
    }
    assert_eq!(zobrist(&folder, "cache clear").done(), "removed 0 indexes: 0 bytes\n");
    assert!(!folder.path("cache").exists());
    for line in ["path", "list", "clear"] {
        let message = run(Runner::new(ZOBRIST).args(["cache", line]).env_clear()).refused();
        assert!(message.contains("there is no folder to keep the index in"), "{message}");
    }
    folder.write("cache", "a file");
    for line in ["list", "clear"] {
        let message = zobrist(&folder, &format!("cache {line}")).refused();
        assert!(message.starts_with("zobrist: cannot list "), "{message}");
    }
}

#[test]
fn each_index_has_a_row() {
    let folder = Folder::with("a.pgn", "1. e4 *\n\n1. d4 *\n");
    folder.write("b, c.pgn", "1. e4 *\n");
    zobrist(&folder, "explore a.pgn").done();
    let both = ["explore", "b, c.pgn", "--scheme", "polyglot"];
    let mut command = Runner::new(ZOBRIST);
    command.args(both).current_dir(folder.path(".")).env("XDG_CACHE_HOME", folder.path("cache"));
    run(&mut command).done();
    let (a, b) = (index_of(&folder, "a.pgn"), index_of(&folder, "b, c.pgn"));
    let real = fs::canonicalize(folder.path(".")).unwrap();
    for (index, used) in [(&a, 86_400), (&b, 0)] {
        let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_764_547_200 + used);
        File::options()
            .write(true)
            .open(beside(index, "used"))
            .unwrap()
            .set_modified(time)
            .unwrap();
        let manifest = File::options().write(true).open(index.join("manifest.json")).unwrap();
        manifest.set_modified(time - std::time::Duration::from_secs(61)).unwrap();
    }
    let bytes = |index: &Path| size(index).to_string();
    let name = |index: &Path| index.file_name().unwrap().to_str().unwrap().to_owned();
    let text = zobrist(&folder, "cache list").done();
    let row = |end: &str, index: &Path, games: u32, days: [&str; 2]| {
        format!(
            "unchanged\t{}/{end}\t{games}\t{}\t{}T00:00:00Z\t{}T23:58:59Z\t{}\n",
            real.display(),
            bytes(index),
            days[1],
            days[0],
            name(index)
        )
    };
    let expected = row("b, c.pgn", &b, 1, ["2025-11-30", "2025-12-01"])
        + &row("a.pgn", &a, 2, ["2025-12-01", "2025-12-02"]);
    assert_eq!(text, expected);
    let csv = zobrist(&folder, "cache list --format csv").done();
    let quoted = format!("\nunchanged,\"{}/b, c.pgn\",1,{},", real.display(), bytes(&b));
    assert!(csv.contains(&quoted), "{csv}");

    // The states, in JSON.
    let state = |folder: &Folder| rows(folder)[1]["state"].as_str().unwrap().to_owned();
    assert_eq!(rows(&folder)[1]["files"][0], format!("{}/a.pgn", real.display()));
    assert_eq!((&rows(&folder)[1]["games"], &*state(&folder)), (&2.into(), "unchanged"));
    folder.write("a.pgn", "1. e4 *\n");
    assert_eq!(state(&folder), "changed");
    fs::remove_file(folder.path("a.pgn")).unwrap();
    assert_eq!(state(&folder), "missing");
    fs::write(a.join("manifest.json"), "{").unwrap();
    let row = rows(&folder).remove(1);
    assert_eq!(
        (&row["state"], &row["files"], &row["games"]),
        (&"unreadable".into(), &Value::Null, &Value::Null)
    );
}

/// An index of an earlier format in the cache is replaced without a word.
#[test]
fn an_index_of_another_format_is_built_again() {
    let folder = Folder::with("a.pgn", "1. e4 *\n");
    let asked = || zobrist(&folder, "explore a.pgn --format csv").done();
    let answer = asked();
    let manifest = index_of(&folder, "a.pgn").join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("zobrist-position-index", "zobrist-index")).unwrap();
    assert_eq!(asked(), answer);
    assert!(fs::read_to_string(&manifest).unwrap().contains("zobrist-position-index"));
}

/// An index in the cache whose games were divided by another rule is replaced without a word.
#[test]
fn an_index_by_another_rule_is_built_again() {
    let folder = Folder::with("a.pgn", "1. e4 *\n");
    let asked = || zobrist(&folder, "explore a.pgn --format csv").done();
    let answer = asked();
    let manifest = index_of(&folder, "a.pgn").join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, with_sum(&text.replace("\"rule\": 1", "\"rule\": 0"))).unwrap();
    assert_eq!(asked(), answer);
    assert!(fs::read_to_string(&manifest).unwrap().contains("\"rule\": 1"));
}

/// The size of the files in a folder.
pub fn size(path: &Path) -> u64 {
    let items = fs::read_dir(path).unwrap().map(|item| item.unwrap().path());
    items.map(|path| if path.is_dir() { size(&path) } else { path.metadata().unwrap().len() }).sum()
}

#[cfg(target_os = "linux")]
#[test]
fn names_reach_a_terminal_without_control_characters() {
    let folder = Folder::with("a\u{1b}[2J\n.pgn", "1. e4 *\n");
    let mut command = Runner::new(ZOBRIST);
    command.arg("explore").arg("a\u{1b}[2J\n.pgn").current_dir(folder.path("."));
    run(command.env("XDG_CACHE_HOME", folder.path("cache"))).done();
    let text = zobrist(&folder, "cache list").done();
    assert!(text.starts_with("\\unchanged\t") && text.contains("/a\u{1b}[2J\\n.pgn\t"), "{text:?}");
    assert_eq!(text.lines().count(), 1);
    for line in ["cache list", "cache list --format jsonl"] {
        let Some(output) = crate::tool::on_terminal(&folder, &format!("\"$ZOBRIST\" {line}"))
        else {
            return;
        };
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(shown.contains("a\\u{1b}[2J") || shown.contains("a\\u001b[2J"), "{shown:?}");
        assert!(!shown.contains('\u{1b}'), "{shown:?}");
    }
}

/// Empty folders such as killed runs leave.
fn leave(folder: &Folder) -> [PathBuf; 2] {
    let killed = folder.path(CACHE).join("k.pgn-0123456789abcdef");
    fs::create_dir_all(killed.join(".building")).unwrap();
    fs::write(killed.join(".building/.lock"), "").unwrap();
    let part = beside(&killed, "part-1");
    fs::create_dir_all(part.join("games")).unwrap();
    fs::write(part.join("games/1"), "1234").unwrap();
    fs::write(part.join("manifest.json"), "{").unwrap();
    [killed, part]
}

#[test]
fn what_killed_runs_have_left_is_listed_and_removed() {
    let folder = Folder::new();
    let left = leave(&folder);
    let states = || -> Vec<(Value, Value, Value)> {
        let cells =
            |row: &Value| (row["state"].clone(), row["bytes"].clone(), row["folder"].clone());
        rows(&folder).iter().map(cells).collect()
    };
    let name = |number: usize| Value::from(left[number].file_name().unwrap().to_str().unwrap());
    let expected =
        |state: &str| vec![(state.into(), 0.into(), name(0)), (state.into(), 5.into(), name(1))];
    assert_eq!(states(), expected("unfinished"));
    // A process that runs holds the lock.
    let used = File::create(beside(&left[0], "used")).unwrap();
    used.lock_shared().unwrap();
    assert_eq!(states(), expected("building"));
    let kept = zobrist(&folder, "cache clear");
    assert_eq!((kept.code, &*kept.stderr), (0, "zobrist: left 1 index, in use\n"));
    assert_eq!(kept.stdout, "removed 0 indexes: 0 bytes\n");
    drop(used);
    let cleared = zobrist(&folder, "cache clear").done();
    assert_eq!(cleared, "removed 0 indexes and 2 leftovers of killed runs: 5 bytes\n");
    assert_eq!(names(&folder), [""; 0]);
}

#[test]
fn clear_removes_what_is_ours_and_nobody_uses() {
    let folder = Folder::with("a.pgn", "1. e4 *\n");
    folder.write("b.pgn", "1. d4 *\n");
    zobrist(&folder, "explore a.pgn").done();
    zobrist(&folder, "explore b.pgn").done();
    let (a, b) = (index_of(&folder, "a.pgn"), index_of(&folder, "b.pgn"));
    // An index somewhere else, to which a link leads; a link within an index; files of others.
    folder.zobrist(["index", "build", "mine", "a.pgn"]).done();
    symlink(folder.path("mine"), folder.path(CACHE).join("c.pgn-0123456789abcdef")).unwrap();
    symlink(folder.path("mine"), a.join("games/link")).unwrap();
    symlink(folder.path("b.pgn"), folder.path(CACHE).join("c.pgn-0123456789abcdef.lock")).unwrap();
    let foreign = [
        "c.pgn-0123456789abcdef",
        "c.pgn-0123456789abcdef.lock",
        "d.pgn-0123456789abcdef",
        "d.pgn-0123456789abcdef.lock",
        "e.pgn-0123456789abcdef",
        "notes",
        "notes.txt",
    ];
    fs::create_dir_all(folder.path(CACHE).join("notes/.building")).unwrap();
    fs::create_dir_all(folder.path(CACHE).join(foreign[2])).unwrap();
    fs::write(folder.path(CACHE).join(foreign[2]).join("mine.txt"), "mine").unwrap();
    for file in [foreign[3], foreign[4], foreign[6]] {
        fs::write(folder.path(CACHE).join(file), "mine").unwrap();
    }
    let listed = zobrist(&folder, "cache list").done();
    assert_eq!(listed.lines().count(), 2, "{listed}");

    let used = File::open(beside(&b, "used")).unwrap();
    used.lock_shared().unwrap();
    let bytes = size(&a.join("positions"))
        + size(&a.join("occurrences"))
        + fs::read_dir(a.join("games"))
            .unwrap()
            .map(|item| item.unwrap().metadata().unwrap())
            .filter(fs::Metadata::is_file)
            .map(|meta| meta.len())
            .sum::<u64>()
        + a.join("manifest.json").metadata().unwrap().len()
        + a.join("sources.json").metadata().unwrap().len()
        + size(&a.join(".building"));
    let cleared = zobrist(&folder, "cache clear");
    assert_eq!(cleared.stdout, format!("removed 1 index: {bytes} bytes\n"));
    assert_eq!((cleared.code, &*cleared.stderr), (0, "zobrist: left 1 index, in use\n"));
    drop(used);
    assert!(!a.exists() && !beside(&a, "used").exists() && !beside(&a, "lock").exists());
    let manifest = fs::metadata(b.join("manifest.json")).unwrap().modified().unwrap();
    zobrist(&folder, "explore b.pgn").done();
    assert_eq!(fs::metadata(b.join("manifest.json")).unwrap().modified().unwrap(), manifest);

    let cleared = zobrist(&folder, "cache clear").done();
    assert!(cleared.starts_with("removed 1 index: "), "{cleared}");
    assert_eq!(names(&folder), foreign);
    folder.zobrist(["index", "verify", "mine"]).done();
    assert_eq!(fs::read_to_string(folder.path("b.pgn")).unwrap(), "1. d4 *\n");
    // The indexes are built again.
    zobrist(&folder, "explore a.pgn").done();
    assert!(index_of(&folder, "a.pgn").join("manifest.json").exists());
}

/// Runs `explore a.pgn` while another process holds the lock for building, does something once it
/// says that it waits, and lets go of the lock.
fn while_building(folder: &Folder, index: &Path, finish: impl FnOnce()) -> Run {
    let building = File::options().write(true).open(beside(index, "lock")).unwrap();
    building.lock().unwrap();
    let mut child = Command::new(ZOBRIST)
        .args(["explore", "a.pgn", "--format", "csv"])
        .current_dir(folder.path("."))
        .env("XDG_CACHE_HOME", folder.path("cache"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap());
    let mut first = String::new();
    messages.read_line(&mut first).unwrap();
    assert_eq!(first, "zobrist: another process is building the index of a.pgn; waiting for it\n");
    finish();
    drop(building);
    let mut stderr = String::new();
    messages.read_to_string(&mut stderr).unwrap();
    let output = child.wait_with_output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    Run::of(output.status.code().expect("no signal"), stdout, stderr)
}

#[test]
fn a_second_process_waits_and_answers_from_the_index_of_the_first() {
    let folder = Folder::with("a.pgn", "1. e4 *\n");
    let rows = zobrist(&folder, "explore a.pgn --format csv").done();
    let index = index_of(&folder, "a.pgn");
    let built = || fs::metadata(index.join("manifest.json")).unwrap().modified().unwrap();
    let before = built();
    let aside = folder.path("aside");
    fs::rename(&index, &aside).unwrap();
    let run = while_building(&folder, &index, || fs::rename(&aside, &index).unwrap());
    assert_eq!(run.done(), rows);
    assert_eq!(built(), before, "the index was built again");
    // The first is killed, or fails: the second builds.
    fs::remove_dir_all(&index).unwrap();
    assert_eq!(while_building(&folder, &index, || ()).done(), rows);
    assert!(built() > before);
    // The file has changed meanwhile.
    fs::rename(&index, &aside).unwrap();
    let run = while_building(&folder, &index, || {
        folder.write("a.pgn", "1. e4 *\n\n1. e4 *\n");
        fs::rename(&aside, &index).unwrap();
    });
    assert!(run.done().contains("\ne2e4,e4,2,"));
    // One that only reads waits for nobody.
    let building = File::options().write(true).open(beside(&index, "lock")).unwrap();
    building.lock().unwrap();
    zobrist(&folder, "explore a.pgn").done();
}

#[test]
fn of_many_processes_one_builds() {
    let games: String =
        (0..30_000).map(|n| format!("[White \"{n}\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n")).collect();
    let folder = Folder::with("a.pgn", games);
    let spawn = |_| {
        Command::new(ZOBRIST)
            .args(["explore", "a.pgn", "--format", "csv", "--jobs", "1"])
            .current_dir(folder.path("."))
            .env("XDG_CACHE_HOME", folder.path("cache"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let children: Vec<_> = (0..6).map(spawn).collect();
    let mut built = 0;
    for child in children {
        let output = child.wait_with_output().unwrap();
        let (messages, closing) = split_closing(&String::from_utf8(output.stderr).unwrap());
        built += usize::from(!closing.is_empty());
        let waited = "zobrist: another process is building the index of a.pgn; waiting for it\n";
        assert!(["", waited].contains(&&*messages), "{messages}");
        let rows = String::from_utf8(output.stdout).unwrap();
        assert!(rows.contains("\ne2e4,e4,30000,"), "{rows}");
        assert_eq!(output.status.code(), Some(0));
    }
    assert_eq!(built, 1, "one of them made it");
    let manifest = fs::read(index_of(&folder, "a.pgn").join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    // Each build gives other numbers to its files.
    assert_eq!(manifest["next_segment"], 2);
}

/// A lock file that is a link would let a stranger's file be written to.
#[test]
fn a_lock_file_that_is_a_link_is_refused() {
    let folder = Folder::with("a.pgn", "1. e4 *\n");
    zobrist(&folder, "explore a.pgn").done();
    let used = beside(&index_of(&folder, "a.pgn"), "used");
    fs::remove_file(&used).unwrap();
    folder.write("mine", "mine");
    let time = fs::metadata(folder.path("mine")).unwrap().modified().unwrap();
    symlink(folder.path("mine"), &used).unwrap();
    // The existing index answers all the same.
    zobrist(&folder, "explore a.pgn").done();
    folder.write("a.pgn", "1. d4 d5 *\n");
    let message = zobrist(&folder, "explore a.pgn").refused();
    assert!(message.contains(".used is not a regular file; remove it; set XDG_"), "{message}");
    let cleared = zobrist(&folder, "cache clear");
    assert_eq!(cleared.code, 1);
    assert!(cleared.stderr.contains(".used is not a regular file"), "{}", cleared.stderr);
    assert_eq!(fs::read_to_string(folder.path("mine")).unwrap(), "mine");
    assert_eq!(fs::metadata(folder.path("mine")).unwrap().modified().unwrap(), time);
}
