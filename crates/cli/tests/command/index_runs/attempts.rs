//! Tasks that are repeated, killed, stopped or late: only one attempt counts, and what others have
//! left is removed by the commit.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{
    check_whole, combine_all, files_below, games_rows, index, keyed_files, plan, run_all, sample,
    two_files,
};
use crate::tool::{Folder, Run};

/// Starts `zobrist index` with these arguments.
fn spawn(folder: &Folder, line: &str) -> Child {
    let mut command = crate::tool::with_signals();
    command.arg("index").args(line.split(' ')).current_dir(folder.path(".")).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn signal(child: &Child, signal: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
}

#[track_caller]
fn ended(child: Child) -> Run {
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run::of(output.status.code().unwrap_or(-9), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// The files of tasks that are at work, or were killed.
fn files_of_tasks(folder: &Folder, dir: &str) -> Vec<PathBuf> {
    let building = folder.path(dir).join(".building");
    let names = files_below(&building).into_iter().filter(|name| name.contains("/tasks/"));
    names.map(|name| building.join(name)).collect()
}

/// True once a task has written some of its tables.
fn is_at_work(folder: &Folder, dir: &str) -> bool {
    files_of_tasks(folder, dir).iter().any(|path| {
        path.extension().is_some_and(|extension| extension == "parquet")
            && fs::metadata(path).is_ok_and(|meta| meta.len() > 50_000)
    })
}

/// A plan of one large run and a small one.
fn large() -> Folder {
    let folder = Folder::with("large.pgn", sample().repeat(8));
    folder.write("small.pgn", "1. e4 e5 *\n");
    assert_eq!(plan(&folder, "idx large.pgn small.pgn --runs 2"), 2);
    folder
}

#[test]
fn tasks_can_be_repeated_and_run_twice_at_once() {
    let folder = two_files();
    for dir in ["once", "idx"] {
        plan(&folder, &format!("{dir} a.pgn b.pgn --runs 2 --files 3"));
    }
    run_all(&folder, "once", [1, 2]);
    combine_all(&folder, "once", 3);
    index(&folder, "commit once").done();
    let children = ["run idx 1", "run idx 1", "run idx 2", "run idx 1"].map(|l| spawn(&folder, l));
    for child in children {
        assert_eq!(ended(child).code, 0);
    }
    run_all(&folder, "idx", [2]);
    let lines = ["combine idx 1/3", "combine idx 1/3", "combine idx 2/2", "combine idx 3/3"];
    for child in lines.map(|line| spawn(&folder, line)) {
        assert_eq!(ended(child).code, 0);
    }
    run_all(&folder, "idx", [1]);
    combine_all(&folder, "idx", 3);
    index(&folder, "commit idx").done();
    assert_eq!(keyed_files(&folder, "idx"), keyed_files(&folder, "once"));
    assert_eq!(games_rows(&folder, "idx"), games_rows(&folder, "once"));
    check_whole(&folder, "idx");
}

#[test]
fn a_task_that_was_killed_is_repeated() {
    let folder = large();
    fs::copy(folder.path("idx/.building/plan.json"), folder.path("plan.json")).unwrap();
    let killed = spawn(&folder, "run idx 1 --jobs 1 --memory 16MiB");
    wait_until("the run writes", || is_at_work(&folder, "idx"));
    signal(&killed, "-KILL");
    assert_eq!(ended(killed).code, -9);
    assert!(is_at_work(&folder, "idx"));
    let message = index(&folder, "commit idx").refused();
    assert!(message.contains("build what is missing: 1, 2;"), "{message}");
    run_all(&folder, "idx", [1, 2]);
    let killed = spawn(&folder, "combine idx 1/1 --jobs 1");
    wait_until("the range is written", || {
        let files = files_of_tasks(&folder, "idx");
        files.iter().any(|path| path.to_string_lossy().contains("/range-"))
    });
    signal(&killed, "-KILL");
    assert_eq!(ended(killed).code, -9);
    combine_all(&folder, "idx", 1);
    index(&folder, "commit idx").done();
    check_whole(&folder, "idx");
    assert_eq!(files_below(&folder.path("idx/.building")), Vec::<String>::new());
    index(&folder, "build same --plan plan.json").done();
    assert_eq!(keyed_files(&folder, "idx"), keyed_files(&folder, "same"));
}

/// Nothing is kept of a run that is stopped.
#[test]
fn a_run_that_was_stopped_is_repeated() {
    let folder = large();
    let before = files_below(&folder.path("idx"));
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let stopped = spawn(&folder, "run idx 1 --jobs 1 --memory 16MiB");
        wait_until("the run writes", || is_at_work(&folder, "idx"));
        signal(&stopped, name);
        let run = ended(stopped);
        assert_eq!(
            (run.code, &*run.stderr),
            (code, "zobrist: stopped; nothing was kept; run 1 of 2 begins again\n")
        );
        assert_eq!(files_below(&folder.path("idx")), before);
    }
    run_all(&folder, "idx", [1, 2]);
    let stopped = spawn(&folder, "combine idx 1/1 --jobs 1");
    wait_until("the range is written", || is_at_work(&folder, "idx"));
    signal(&stopped, "-INT");
    let run = ended(stopped);
    let expected = "zobrist: stopped; nothing was kept of range 1 of 1\n";
    assert_eq!((run.code, &*run.stderr), (130, expected));
    combine_all(&folder, "idx", 1);
    index(&folder, "commit idx").done();
    check_whole(&folder, "idx");
    assert_eq!(games_rows(&folder, "idx").len(), 16_001);
}

/// A scheduler that has started a task twice need not repeat the one that is late.
#[test]
fn a_task_that_ends_after_the_commit_says_so() {
    let folder = large();
    run_all(&folder, "idx", [1, 2]);
    combine_all(&folder, "idx", 1);
    let late = ["run idx 1 --jobs 1 --memory 16MiB", "run idx 1 --jobs 1"]
        .map(|line| spawn(&folder, line));
    wait_until("the run writes", || is_at_work(&folder, "idx"));
    late.iter().for_each(|late| signal(late, "-STOP"));
    index(&folder, "commit idx").done();
    late.iter().for_each(|late| signal(late, "-CONT"));
    for late in late {
        let run = ended(late);
        let said = "zobrist: idx: the build was committed or abandoned while this task was at work; \
                    what it has made is not used\n";
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, "", said));
    }
    check_whole(&folder, "idx");
    assert_eq!(games_rows(&folder, "idx").len(), 16_001);
}
