//! The examples in help, run in a folder with the files that they name.

use std::env;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread;
use std::time::SystemTime;

use crate::commands::all_commands;
use crate::lattice::SMALL;
use crate::lattice_dump::dumped;
use crate::tool::{Folder, SAMPLE, ZOBRIST, gz, zobrist};

/// Number of games of the sample that the examples read.
const GAMES: usize = 60;

/// Games of other files.
const CLUB: &str = "[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2100\"]\n[BlackElo \"2050\"]\n\
                    [Date \"2024.05.01\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
const LEAGUE: &str = "[White \"C\"]\n[Black \"D\"]\n[Date \"2023.01.01\"]\n[Result \"1/2-1/2\"]\n\n\
                      1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n";

/// Writes the files that the examples name.
fn prepare(folder: &Path, cache: &Path) {
    let write = |name: &str, content: &[u8]| fs::write(folder.join(name), content).unwrap();
    let mut decoder = flate2::read::MultiGzDecoder::new(fs::File::open(SAMPLE).unwrap());
    let mut text = String::new();
    decoder.read_to_string(&mut text).unwrap();
    let games: Vec<&str> = text.split_inclusive("\n\n[Event ").take(GAMES).collect();
    let games = games.concat();
    write("games.pgn", games.trim_end_matches("[Event ").as_bytes());
    write("club.pgn.gz", &gz(CLUB));
    write("league.pgn", LEAGUE.as_bytes());
    write("cup.pgn", LEAGUE.replace("2023", "2022").as_bytes());
    write(
        "positions.fen",
        b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
         rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n",
    );
    write("game.sgf", b"(;FF[4]SZ[9];B[ee];W[ec];B[gc])");
    write("position.sgf", b"(;SZ[9];B[ee];W[ec])");
    let moves = ";B[ee];W[ec];B[gc];W[ge];B[gg];W[eg];B[cg];W[ce];B[cc];W[ae];B[ie]";
    let games = format!("(;SZ[9]{moves})\n").repeat(2) + "(;SZ[3];B[aa];W[ba];B[bb])\n";
    write("games.sgf", games.as_bytes());
    let alloy = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/iron-copper.toml");
    let alloy = fs::read_to_string(alloy).unwrap();
    let steps = alloy.lines().map(|line| match line.split_once('=') {
        Some((name, _)) if name.trim() == "steps" => "steps = 2000",
        _ => line,
    });
    write("alloy.toml", steps.collect::<Vec<_>>().join("\n").as_bytes());
    for (name, seed) in [("iron", 1), ("more", 2)] {
        let recalling = SMALL.replace("mode = ", &format!("file = \"{name}.recall\"\nmode = "));
        let recalling = recalling.replace("seed = 7", &format!("seed = {seed}"));
        write(&format!("{name}.toml"), recalling.as_bytes());
    }
    let path = dumped("trajectories = true");
    let path = path.replace("[output]\n", "[output]\nevery = { steps = 100 }\n");
    write("path.toml", path.as_bytes());
    write("my-engine.toml", zobrist(["schemes", "show", "polyglot"]).done().as_bytes());
    let log = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/rookie/log.txt");
    write("log.txt", &fs::read(log).unwrap());
    write("my-engine", b"#!/bin/sh\nexec /usr/games/stockfish\n");
    fs::set_permissions(folder.join("my-engine"), fs::Permissions::from_mode(0o755)).unwrap();
    let questions = zobrist(["engine", "questions"]).done();
    write("answers.tsv", crate::engine::answered(&questions).as_bytes());
    write("keys.hex", zobrist(["keys", "generate", "--layout", "chess"]).done().as_bytes());
    let made = |line: &str| {
        let output = run(folder, cache, line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    };
    made("zobrist lattice run iron.toml");
    made("zobrist lattice run more.toml");
    made("zobrist lattice run path.toml");
    made("zobrist index build my-index games.pgn club.pgn.gz");
    made("zobrist index add my-index cup.pgn");
    made("zobrist book make games.pgn -o book.bin --min-games 1");
    made("zobrist explore games.pgn");
    // All but the commit: each task can be repeated.
    made("zobrist index plan planned games.pgn league.pgn --runs 2");
    made("seq 2 | xargs -n 1 zobrist index run planned");
    made("seq 4 | xargs -I{} zobrist index combine planned {}/4");
    made("zobrist book make league.pgn -o other.bin --min-games 1");
}

/// A line that ends: a server is asked to stop when it has said where it is.
fn ending(line: &str) -> String {
    match line.starts_with("zobrist serve") {
        true => format!(
            "{line} > address & until test -s address; do sleep 0.1; kill -0 $! || exit; done; kill $!; wait $!"
        ),
        false => line.to_owned(),
    }
}

/// Runs a line of the shell with the command on the path.
fn run(folder: &Path, cache: &Path, line: &str) -> Output {
    let bin = Path::new(ZOBRIST).parent().unwrap();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = [bin.to_owned()].into_iter().chain(env::split_paths(&others));
    let mut shell = Command::new("sh");
    shell.args(["-c", &ending(line)]).current_dir(folder).env("XDG_CACHE_HOME", cache);
    shell.env("PATH", env::join_paths(path).unwrap()).output().unwrap()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// Commands that say nothing if there is nothing wrong.
const FINDS_NOTHING: [&str; 3] = ["zobrist check ", "zobrist go check ", "zobrist index verify "];

/// The files of a folder and those in its folders, with their sizes and times.
fn state(folder: &Path) -> Vec<(PathBuf, u64, SystemTime)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let meta = path.metadata().unwrap();
        if meta.is_dir() {
            files.extend(state(&path));
        }
        files.push((path, meta.len(), meta.modified().unwrap()));
    }
    files.sort_unstable();
    files
}

/// Each example runs with exit status 0, in a folder of its own, and prints or writes something.
#[test]
fn every_example_runs() {
    let kept = Folder::new();
    fs::create_dir(kept.path("files")).unwrap();
    prepare(&kept.path("files"), &kept.path("cache"));
    let mut examples: Vec<String> = Vec::new();
    for command in all_commands() {
        examples.extend(command.examples().into_iter().map(str::to_owned));
    }
    if crate::engine::engine("stockfish").is_none() {
        examples.retain(|line| !line.starts_with("zobrist engine "));
    }
    examples.sort_unstable();
    examples.dedup();
    let next = Mutex::new(examples.iter());
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(line) = next.lock().unwrap().next() else { break };
                    let own = Folder::new();
                    let folder = own.path("files");
                    copy(&kept.path("files"), &folder);
                    copy(&kept.path("cache"), &own.path("cache"));
                    let before = state(&folder);
                    let output = run(&folder, &own.path("cache"), line);
                    let is_silent = output.stdout.is_empty() && output.stderr.is_empty();
                    let finds_nothing = FINDS_NOTHING.iter().any(|start| line.starts_with(start));
                    if !output.status.success()
                        || is_silent && !finds_nothing && state(&folder) == before
                    {
                        let messages = String::from_utf8_lossy(&output.stderr);
                        let failure = format!("{line}: {}: {messages}", output.status);
                        failures.lock().unwrap().push(failure);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(examples.len() > 80, "{}", examples.len());
}
