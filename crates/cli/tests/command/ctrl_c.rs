//! Ctrl-C and other signals: what stands is said, and the same command continues.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::tool::{Folder, SAMPLE, ZOBRIST, on_terminal, with_signals};

/// How often a build has the sample: enough that it does not end before it is stopped.
const TIMES: usize = if cfg!(debug_assertions) { 10 } else { 30 };

fn many_games(times: usize) -> String {
    let mut games = String::new();
    flate2::read::GzDecoder::new(File::open(SAMPLE).unwrap()).read_to_string(&mut games).unwrap();
    games.repeat(times)
}

fn spawn(folder: &Folder, line: &str, input: Stdio) -> Child {
    let mut command = with_signals();
    command.args(line.split(' ')).current_dir(folder.path(".")).stdin(input);
    command.env("XDG_CACHE_HOME", folder.path("cache"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Gives a command more blank lines than a pipe holds: once this returns, the command is reading.
fn feed(child: &mut Child) -> ChildStdin {
    let mut input = child.stdin.take().unwrap();
    input.write_all(&[b'\n'; 1 << 20]).unwrap();
    input
}

/// Sends a signal, and returns the exit status, if there is one, and the messages.
fn signal(child: Child, signal: &str) -> (Option<i32>, String) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// True if the table of games that a build writes has begun to grow.
fn has_begun(building: &Path) -> bool {
    let size = |name: &str| building.join(name).metadata().map_or(0, |meta| meta.len());
    size("games/000001-0000.parquet") > 100_000
}

#[test]
fn a_build_that_was_stopped_is_continued_by_the_same_command() {
    let folder = Folder::with("games.pgn", many_games(TIMES));
    for (memory, name, code) in [("1GiB", "-INT", 130), ("16MiB", "-TERM", 143)] {
        let line = format!("index build idx games.pgn --jobs 1 --memory {memory}");
        let child = spawn(&folder, &line, Stdio::null());
        wait_until("the build begins", || has_begun(&folder.path("idx/.building")));
        let (stopped, messages) = signal(child, name);
        assert_eq!(stopped, Some(code), "{messages}");
        let said =
            "zobrist: stopped; nothing was put into idx yet; the same command continues after ";
        let games = messages.strip_prefix(said).and_then(|rest| rest.strip_suffix(" games\n"));
        let games: u64 = games.unwrap_or_else(|| panic!("{messages}")).parse().unwrap();
        assert!((1..TIMES as u64 * 2000).contains(&games), "{games}");
        assert!(!folder.path("idx/manifest.json").exists());

        let run = folder.zobrist(line.split(' '));
        let left =
            format!("zobrist: continuing an interrupted run, which has left {games} games\n");
        assert_eq!((run.code, run.stderr), (0, left));
        let counts = format!("{} games, {} positions", TIMES * 2000, TIMES * 219_452);
        let closing = format!("zobrist: {counts}, 0 rejected in … s: idx\n");
        assert_eq!(run.closing, closing);
        let whole = format!("index build whole games.pgn --memory {memory}");
        assert_eq!(folder.zobrist(whole.split(' ')).closing, closing.replace("idx", "whole"));
        for table in
            ["explore DIR --format jsonl", "index games DIR --format csv", "index info DIR"]
        {
            let rows = |dir: &str| {
                let rows = folder.zobrist(table.replace("DIR", dir).split(' ')).stdout;
                let same =
                    |line: &&str| !line.contains("bytes") && !line.starts_with("games_files");
                rows.lines().filter(same).map(str::to_owned).collect::<Vec<_>>()
            };
            assert!(rows("idx") == rows("whole"), "{memory}: {table}");
        }
        folder.zobrist(["index", "verify", "idx"]).done();
        for dir in ["idx", "whole"] {
            fs::remove_dir_all(folder.path(dir)).unwrap();
        }
    }
}

#[test]
fn what_a_pipe_gave_is_not_kept() {
    let folder = Folder::new();
    let mut child = spawn(&folder, "index build idx -", Stdio::piped());
    let input = feed(&mut child);
    assert!(folder.path("idx/.building").exists());
    let (code, messages) = signal(child, "-INT");
    drop(input);
    assert!(!folder.path("idx/.building").exists());
    let said = "zobrist: stopped; nothing was put into idx, and nothing is kept, since only files \
                can be read again\n";
    assert_eq!((code, messages.as_str()), (Some(130), said));
    let mut child = spawn(&folder, "explore - --format csv", Stdio::piped());
    let input = feed(&mut child);
    let (code, messages) = signal(child, "-INT");
    drop(input);
    assert_eq!((code, messages.as_str()), (Some(130), "zobrist: stopped; nothing is kept\n"));
}

#[test]
fn a_book_is_as_it_was() {
    for (there, stands) in
        [(Some("old"), "a.bin is as it was"), (None, "nothing was written to a.bin")]
    {
        let folder = Folder::new();
        if let Some(there) = there {
            folder.write("a.bin", there);
        }
        let mut child = spawn(&folder, "book make - -o a.bin --force", Stdio::piped());
        let input = feed(&mut child);
        let (code, messages) = signal(child, "-INT");
        drop(input);
        assert_eq!((code, messages), (Some(130), format!("zobrist: stopped; {stands}\n")));
        let names = fs::read_dir(folder.path(".")).unwrap().count();
        assert_eq!(names, usize::from(there.is_some()), "a temporary file is left");
        assert_eq!(fs::read_to_string(folder.path("a.bin")).ok().as_deref(), there);
    }
}

#[test]
fn an_index_that_is_merged_is_as_it_was() {
    let folder = Folder::with("games.pgn", many_games(15));
    folder.write("more.pgn", many_games(15) + "\n1. e4 *\n");
    folder.zobrist(["index", "build", "idx", "games.pgn"]).done();
    folder.zobrist(["index", "add", "idx", "more.pgn"]).done();
    let manifest = fs::read(folder.path("idx/manifest.json")).unwrap();
    for line in ["index merge idx --jobs 1", "index remove idx games.pgn --jobs 1"] {
        let building = folder.path("idx/.building");
        fs::remove_dir_all(&building).ok();
        let child = spawn(&folder, line, Stdio::null());
        let files = |table: &str| fs::read_dir(building.join(table)).map_or(0, Iterator::count);
        wait_until("the change begins", || files("positions") + files("games") > 0);
        let (code, messages) = signal(child, "-INT");
        if messages.contains("is changed completely") {
            continue;
        }
        assert_eq!(
            (code, &*messages),
            (Some(130), "zobrist: stopped; idx is as it was\n"),
            "{line}"
        );
        assert!(fs::read(folder.path("idx/manifest.json")).unwrap() == manifest, "{line}");
    }
    folder.zobrist(["index", "verify", "idx"]).done();
    folder.zobrist(["index", "merge", "idx"]).done();
}

/// Rows need no message; a program is ended by the signal itself, so that a shell knows.
#[test]
fn rows_are_just_ended() {
    let folder = Folder::new();
    let mut child = spawn(&folder, "hash -", Stdio::piped());
    let input = feed(&mut child);
    assert_eq!(signal(child, "-INT"), (None, String::new()));
    drop(input);
    // A program that was started to ignore a signal goes on.
    let line = "index build idx -";
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("trap '' HUP; exec \"$ZOBRIST\" {line}")]).env("ZOBRIST", ZOBRIST);
    shell.current_dir(folder.path(".")).stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = shell.spawn().unwrap();
    let mut input = feed(&mut child);
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-HUP", &id]).status().unwrap().success());
    thread::sleep(Duration::from_millis(200));
    input.write_all(b"1. e4 *\n").unwrap();
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// The bar is removed from the terminal before the program ends.
#[test]
fn no_bar_is_left_on_a_terminal() {
    let folder = Folder::with("a.pgn", "1. e4 e5 *\n\n");
    let line = "{ cat a.pgn; sleep 3; } | timeout --foreground --preserve-status 2 \"$ZOBRIST\" hash \
                --input pgn - > rows; echo \"status $?\"";
    let Some(output) = on_terminal(&folder, line) else { return };
    let screen = String::from_utf8(output.stdout).unwrap();
    assert!(screen.contains(" 12 B, "), "{screen:?}");
    let last = screen.trim_end().rsplit(['\r', '\n']).next().unwrap();
    assert!(last.ends_with("status 143") && !last.contains(" B, "), "{screen:?}");
}

/// Whoever reads the rows has stopped, as `less` does, while a bar is drawn.
#[test]
fn rows_that_nobody_reads_can_be_ended() {
    let folder = Folder::with("a.pgn", "1. e4 *\n\n".repeat(12_000));
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    // The first rows are written before the bar is drawn, and more once they are read.
    let line = "{ timeout --foreground --preserve-status -k 4 3 \"$ZOBRIST\" index duplicates idx; \
                echo \"status $?\" > ended; } | \
                { sleep 1.5; head -c 200000 > rows; while [ ! -e ended ]; do sleep 0.1; done; }; \
                cat ended";
    let Some(output) = on_terminal(&folder, line) else { return };
    let screen = String::from_utf8(output.stdout).unwrap();
    assert!(screen.contains("reading the games"), "{screen:?}");
    assert!(screen.trim_end().ends_with("status 143"), "{screen:?}");
}
