//! `zobrist go explore` of files, whose index is kept in the cache.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;

use crate::cache::{index_of, zobrist};
use crate::go_explore::games;
use crate::tool::{Folder, Run, ZOBRIST, run};

const CORNER: &[&str] = &["--corner", "Q16", "--games"];

fn command(folder: &Folder, within: &str, words: &[&str]) -> Run {
    let mut command = Command::new(ZOBRIST);
    command.args(words).current_dir(folder.path(within));
    run(command.env("XDG_CACHE_HOME", folder.path("cache")))
}

fn ask(folder: &Folder, files: &[&str], question: &[&str]) -> Run {
    command(folder, ".", &[&["go", "explore"], files, question].concat())
}

#[test]
fn answers_are_those_of_a_built_index_and_of_a_replay() {
    let folder = games();
    let files = ["a.sgf", "b.sgf", "c.sgf"];
    command(&folder, ".", &["go", "index", "idx", "a.sgf", "b.sgf", "c.sgf", "--relative"]);
    let all = files.map(|file| fs::read_to_string(folder.path(file)).unwrap()).concat();
    for question in [
        &["--corner", "Q16"][..],
        CORNER,
        &["--corner", "Q16", "--exact", "--format", "csv"],
        &["--corner", "Q16", "--corner-size", "5"],
        &["--corner", "Q16", "--player", "bo", "--games", "--format", "jsonl"],
        &["--side", "K4"],
        &["--size", "9", "--corner", "G7"],
        &["--position", "a.sgf", "--games"],
        &["--position", "a.sgf", "--player", "nobody"],
    ] {
        let built = ask(&folder, &["idx"], question);
        for _ in 0..2 {
            let kept = ask(&folder, &files, question);
            assert_eq!((&kept.stdout, &kept.stderr), (&built.stdout, &built.stderr));
            assert_eq!((kept.code, built.code), (0, 0));
        }
        // With --strict, and from standard input, the games are looked through.
        let strict = ask(&folder, &files, &[question, &["--strict"]].concat());
        assert_eq!((&strict.stdout, &strict.stderr), (&built.stdout, &built.stderr));
        let piped = folder.zobrist_on(&all, [&["go", "explore"], question].concat());
        if !question.contains(&"--games") {
            assert_eq!((&piped.stdout, &piped.stderr), (&built.stdout, &built.stderr));
        }
    }
}

#[test]
fn an_index_is_used_until_a_file_changes() {
    let folder = games();
    let files = ["a.sgf", "b.sgf"];
    let first = ask(&folder, &files, CORNER);
    assert!(first.closing.starts_with("zobrist: 2 games, 18 keys, "), "{}", first.closing);
    let index = index_of(&folder, "a.sgf-and-1-more");
    assert!(first.closing.contains(index.to_str().unwrap()), "{}", first.closing);
    let built = || fs::metadata(index.join("manifest.json")).unwrap().modified().unwrap();
    let time = built();
    let second = ask(&folder, &files, CORNER);
    assert_eq!((second.stdout.as_str(), second.closing.as_str()), (&*first.stdout, ""));
    assert_eq!(built(), time);
    // Names are those that are given, wherever the index was built.
    fs::create_dir(folder.path("within")).unwrap();
    let other =
        command(&folder, "within", &[&["go", "explore", "../a.sgf", "../b.sgf"], CORNER].concat());
    assert_eq!(
        other.stdout,
        first.stdout.replace("a.sgf", "../a.sgf").replace("b.sgf", "../b.sgf")
    );
    assert_eq!((built(), other.closing.as_str()), (time, ""));
    // Another charset may read other games.
    ask(&folder, &["a.sgf"], &["--corner", "Q16", "--charset", "gbk"]);
    ask(&folder, &["a.sgf"], &["--corner", "Q16"]);
    let alone = |name: &Path| name.is_dir() && name.file_name().unwrap().len() == 22;
    let entries = fs::read_dir(index.parent().unwrap()).unwrap();
    assert_eq!(entries.filter(|entry| alone(&entry.as_ref().unwrap().path())).count(), 2);

    // A change within size and time of a file is seen.
    let path = folder.path("b.sgf");
    let text = fs::read_to_string(&path).unwrap();
    let modified = fs::metadata(&path).unwrap().modified().unwrap();
    std::thread::sleep(Duration::from_millis(20));
    fs::write(&path, text.replace("dp", "ee")).unwrap();
    File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
    let changed = ask(&folder, &files, CORNER);
    assert_eq!(changed.stdout.lines().count(), 1, "{}", changed.stdout);
    assert!(changed.closing.contains("2 games"), "{}", changed.closing);
    // A file whose bytes are as before is the same file.
    fs::write(&path, text.replace("dp", "ee")).unwrap();
    assert_eq!(ask(&folder, &files, CORNER).closing, "");
}

#[test]
fn it_is_listed_and_cleared() {
    let folder = games();
    ask(&folder, &["a.sgf"], CORNER);
    let row = || {
        let rows = zobrist(&folder, "cache list --format jsonl").done();
        serde_json::from_str::<Value>(&rows).unwrap()
    };
    let file = fs::canonicalize(folder.path("a.sgf")).unwrap();
    assert_eq!((&row()["state"], &row()["games"]), (&"unchanged".into(), &1.into()));
    assert_eq!(row()["files"][0], file.to_str().unwrap());
    folder.write("a.sgf", "(;SZ[19])");
    assert_eq!(row()["state"], "changed");
    fs::remove_file(&file).unwrap();
    assert_eq!(row()["state"], "missing");
    let cleared = zobrist(&folder, "cache clear").done();
    assert!(cleared.starts_with("removed 1 index: "), "{cleared}");
}

/// Damage is no error for the user: the index is built again.
#[test]
fn a_damaged_index_is_built_again() {
    let folder = games();
    let first = ask(&folder, &["a.sgf"], CORNER);
    let index = index_of(&folder, "a.sgf");
    for table in ["occurrences", "games"] {
        let file = fs::read_dir(index.join(table)).unwrap().next().unwrap().unwrap().path();
        let mut bytes = fs::read(&file).unwrap();
        // Not all columns are read.
        let end = bytes.len() / 3;
        bytes[30..end].iter_mut().for_each(|byte| *byte ^= 1);
        fs::write(&file, bytes).unwrap();
        let again = ask(&folder, &["a.sgf"], CORNER);
        assert_eq!((again.code, &again.stdout), (0, &first.stdout), "{}", again.stderr);
        assert!(again.closing.contains("1 game, "), "{}", again.closing);
    }
    fs::write(index.join("manifest.json"), "{\"format\":\"zobrist-go-index\",\"version\":9}")
        .unwrap();
    let again = ask(&folder, &["a.sgf"], CORNER);
    assert_eq!((again.code, &again.stdout), (0, &first.stdout), "{}", again.stderr);
}

#[test]
fn rejected_games_are_told_each_time() {
    let folder = Folder::with("a.sgf", "(;SZ[9];B[gc];W[gg];B[gg])(;SZ[9];B[gc];W[cc])");
    let question = ["--size", "9", "--corner", "G7", "--corner-size", "7", "--games"];
    let first = ask(&folder, &["a.sgf"], &question);
    assert_eq!(first.code, 1, "{}", first.stderr);
    assert!(first.stderr.contains("a.sgf:1 (byte 0): move 3: "), "{}", first.stderr);
    let second = ask(&folder, &["a.sgf"], &question);
    assert_eq!((second.code, &second.stdout), (1, &first.stdout));
    let told =
        "zobrist: rejected 1 game when the index was built; `zobrist go check` reports which";
    assert!(second.stderr.contains(told), "{}", second.stderr);
}

/// The index of a file that breaks off is not kept.
#[test]
fn a_file_that_breaks_off_is_not_kept() {
    let folder = Folder::new();
    let games = "(;SZ[19];B[pd];W[dp];B[qf])\n".repeat(20_000);
    let mut cut = zstd::encode_all(games.as_bytes(), 1).unwrap();
    cut.truncate(cut.len() - 4);
    fs::write(folder.path("a.sgf.zst"), cut).unwrap();
    let asked = ask(&folder, &["a.sgf.zst"], &["--corner", "Q16"]);
    assert_eq!(asked.code, 1, "{}", asked.stderr);
    assert!(asked.stderr.contains("cannot be read further"), "{}", asked.stderr);
    assert!(asked.stdout.starts_with("R14\tBlack\t"), "{}", asked.stdout);
    assert_eq!(fs::read_dir(folder.path("cache/zobrist/explore")).unwrap().count(), 0);
}

#[test]
fn a_cache_that_cannot_be_used_is_an_error() {
    let folder = games();
    folder.write("cache", "a file");
    let said = ask(&folder, &["a.sgf"], CORNER);
    assert_eq!(said.code, 2, "{}", said.stdout);
    for text in ["cannot keep the index in ", "`zobrist go index DIR FILE` and name DIR"] {
        assert!(said.stderr.contains(text), "{}", said.stderr);
    }
    let mut command = Command::new(ZOBRIST);
    command.args(["go", "explore", "a.sgf", "--corner", "Q16"]).current_dir(folder.path("."));
    let said = run(command.env_clear()).refused();
    assert!(said.contains("there is no folder to keep the index in"), "{said}");
}

/// The longest unused indexes make room.
#[test]
fn its_size_is_limited() {
    let folder = games();
    ask(&folder, &["a.sgf"], CORNER);
    index_of(&folder, "a.sgf");
    ask(&folder, &["b.sgf"], &["--corner", "Q16", "--cache-size", "10"]);
    let cache = folder.path("cache/zobrist/explore");
    let names = fs::read_dir(cache).unwrap().map(|item| item.unwrap().file_name());
    let names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    assert!(names.iter().all(|name| name.starts_with("b.sgf")) && !names.is_empty(), "{names:?}");
}
