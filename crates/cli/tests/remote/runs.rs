//! Indexes that many tasks build in a bucket, from files in buckets and on servers.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{SCRIPTS, Server, python, variables, zobrist};
use crate::tool::{Folder, LINES, Run, SAMPLE, ZOBRIST, gz};

pub const BUILT: &str = "s3://chess/built/index";

/// The text of `count` games of the sample from game `from` on.
fn games(from: usize, count: usize) -> String {
    let mut text = String::new();
    let file = fs::File::open(SAMPLE).unwrap();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(file), &mut text).unwrap();
    let games = text.split_inclusive("\n\n[Event ").skip(from).take(count);
    format!("[Event {}", games.collect::<String>().trim_end_matches("[Event "))
}

/// A folder with `index/games.pgn.gz`, which a store has as `my/index/games.pgn.gz`, and
/// `more.pgn`.
pub fn sources() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("index")).unwrap();
    folder.write("index/games.pgn.gz", gz(games(1, 40)));
    folder.write("more.pgn", games(41, 30));
    folder
}

pub const GAMES: &str = "s3://chess/my/index/games.pgn.gz";

/// Runs `zobrist index` with arguments that have no spaces.
#[track_caller]
pub fn index(server: &Server, line: &str) -> Run {
    let args: Vec<&str> = ["index"].into_iter().chain(line.split(' ')).collect();
    zobrist(Some(server), &args)
}

/// Does something with the objects of the bucket.
#[track_caller]
fn objects(server: &Server, args: &[&str]) -> String {
    let script = format!("{SCRIPTS}/s3_objects.py");
    let mut command = Command::new(python("boto3").unwrap());
    let output = command.args(["-B", &script, &server.url, "chess"]).args(args).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The keys in the folder of the index, without those of folders.
#[track_caller]
pub fn keys(server: &Server) -> Vec<String> {
    let mut keys: Vec<String> =
        objects(server, &["list", "built/index/"]).lines().map(str::to_owned).collect();
    keys.sort();
    keys
}

/// Copies the folder of the index to one on the disk.
#[track_caller]
pub fn download(server: &Server, to: &Path) {
    fs::create_dir_all(to).unwrap();
    objects(server, &["get", "built/index/", to.to_str().unwrap()]);
}

#[track_caller]
pub fn put(server: &Server, name: &str, file: &Path) {
    objects(server, &["put", &format!("built/index/{name}"), file.to_str().unwrap()]);
}

/// Checks that the bucket has what the manifest names and nothing else, and that `index verify`
/// finds no fault in a copy of it.
#[track_caller]
pub fn check_whole(folder: &Folder, server: &Server, copy: &str) {
    download(server, &folder.path(copy));
    let mut expected = vec!["manifest.json".to_owned()];
    let manifest = manifest(&folder.path(copy));
    let segments = manifest["segments"].as_array().unwrap().iter();
    let keyed = segments.flat_map(|all| [&all["positions"], &all["occurrences"]]);
    for files in keyed.chain([&manifest["game_files"]]) {
        let names = files.as_array().unwrap().iter().map(|file| file["file"].as_str().unwrap());
        expected.extend(names.map(str::to_owned));
    }
    expected.sort();
    assert_eq!(keys(server), expected);
    folder.zobrist(["index", "verify", copy]).done();
}

fn manifest(dir: &Path) -> Value {
    serde_json::from_slice(&fs::read(dir.join("manifest.json")).unwrap()).unwrap()
}

/// Bytes, CRC-32 and rows of the files of both keyed tables.
fn keyed_files(dir: &Path) -> Vec<[u64; 3]> {
    let manifest = manifest(dir);
    let segments = manifest["segments"].as_array().unwrap().iter();
    let tables = segments.flat_map(|all| [&all["positions"], &all["occurrences"]]);
    let files = tables.flat_map(|files| files.as_array().unwrap());
    files.map(|file| ["bytes", "crc32", "rows"].map(|name| file[name].as_u64().unwrap())).collect()
}

/// Builds all runs and ranges.
#[track_caller]
pub fn build_all(server: &Server, runs: u32, of: u32) {
    for run in 1..=runs {
        index(server, &format!("run {BUILT} {run}")).done();
    }
    for range in 1..=of {
        index(server, &format!("combine {BUILT} {range}/{of}")).done();
    }
}

#[test]
fn a_bucket_gets_the_index_of_the_folder() {
    let folder = sources();
    let (Some(server), Some(web)) = (Server::of_s3(&folder), Server::of_ranges(&folder, "")) else {
        return;
    };
    let more = format!("{}/more.pgn", web.url);
    let plan = format!("plan {BUILT} {GAMES} {more} --runs 2 --files 2");
    assert_eq!(index(&server, &plan).done(), "2\n");
    assert_eq!(keys(&server), [".building/plan.json"]);
    // A repeated plan, and another one.
    assert_eq!(index(&server, &plan).done(), "2\n");
    let other = index(&server, &plan.replace("2 --files", "1 --files")).refused();
    assert!(other.contains("holds the plan of a build that is not complete"), "{other}");
    let missing = index(&server, &format!("commit {BUILT}")).refused();
    assert!(missing.contains("build what is missing: 1, 2;"), "{missing}");

    index(&server, &format!("run {BUILT} 2")).done();
    build_all(&server, 2, 2);
    // A number of ranges that is given up.
    index(&server, &format!("combine {BUILT} 1/3")).done();
    let all = keys(&server);
    assert_eq!(all.iter().filter(|key| key.contains("/runs/")).count(), 3, "{all:?}");
    download(&server, &folder.path("before"));
    let commit = index(&server, &format!("commit {BUILT}"));
    let closing = "zobrist: 70 games, ";
    assert!(commit.code == 0 && commit.closing.starts_with(closing), "{}", commit.stderr);
    check_whole(&folder, &server, "copy");
    let again = index(&server, &format!("commit {BUILT}")).refused();
    assert!(again.contains("holds no plan of a build"), "{again}");

    // The files on the disk.
    let line = "index plan local index/games.pgn.gz more.pgn --runs 2 --files 2";
    folder.zobrist(line.split(' ')).done();
    let line = "index build same --plan local/.building/plan.json";
    folder.zobrist(line.split(' ')).done();
    let files = keyed_files(&folder.path("copy"));
    assert_eq!((files.len(), &files), (4, &keyed_files(&folder.path("same"))));
    // The plan of the bucket on one machine.
    let plan = folder.path("before/.building/plan.json").display().to_string();
    let by_plan = folder.path("by-plan").display().to_string();
    index(&server, &format!("build {by_plan} --plan {plan}")).done();
    assert_eq!(files, keyed_files(&folder.path("by-plan")));
    put(&server, "kept.json", &folder.path("before/.building/plan.json"));
    let line = format!("build {by_plan} --replace --plan {BUILT}/kept.json");
    index(&server, &line).done();
    assert_eq!(files, keyed_files(&folder.path("by-plan")));
    let none = index(&server, &line.replace("kept", "none")).refused();
    assert!(none.contains("s3://chess/built/index/none.json"), "{none}");
    let local = folder.path("same").display().to_string();
    for line in LINES {
        let [got, expected] = [BUILT, &local].map(|place| {
            let mut args = vec!["explore", place, "--moves", line, "--format", "jsonl"];
            args.extend(["--other-orders"].into_iter().filter(|_| place == BUILT));
            let run = zobrist(Some(&server), &args);
            (run.code, run.stdout)
        });
        assert_eq!(got, expected, "{line}");
    }
    let of = |place: &str| {
        let rows = index(&server, &format!("games {place} --format csv"));
        let rows = if rows.code == 0 { rows.stdout } else { panic!("{}", rows.stderr) };
        let cut = |row: &str| row.split(',').skip(2).collect::<Vec<_>>().join(",");
        rows.lines().map(cut).collect::<Vec<_>>()
    };
    assert_eq!(of(&folder.path("copy").display().to_string()), of(&local));

    // Keys are nowhere.
    for copy in ["before", "copy"] {
        for entry in walk(&folder.path(copy)) {
            let bytes = fs::read(&entry).unwrap();
            let text = String::from_utf8_lossy(&bytes);
            assert!(!text.contains("test-secret") && !text.contains("test-key"), "{entry:?}");
        }
    }
    for message in [missing, other, again, commit.stderr] {
        assert!(!message.contains("test-"), "{message}");
    }
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(walk(&path)) } else { found.push(path) }
    }
    found
}

#[test]
fn games_are_added_beside_an_index_in_a_bucket() {
    let folder = sources();
    let Some(server) = Server::of_s3(&folder) else { return };
    let more = folder.path("more.pgn").display().to_string();
    index(&server, &format!("plan {BUILT} {GAMES}")).done();
    build_all(&server, 1, 1);
    index(&server, &format!("commit {BUILT}")).done();
    let refused = index(&server, &format!("plan {BUILT} {more}")).refused();
    assert!(refused.contains("holds an index already; --add plans games beside it"), "{refused}");
    let known = index(&server, &format!("plan {BUILT} {GAMES} --add"));
    assert_eq!((known.code, &*known.stdout), (1, ""), "{}", known.stderr);
    let before = keys(&server);
    assert_eq!(index(&server, &format!("plan {BUILT} {more} --add")).done(), "1\n");
    build_all(&server, 1, 1);
    let info = index(&server, &format!("info {BUILT}")).done();
    assert!(info.contains("\ngames\t40\n"), "{info}");
    // One that is given up.
    index(&server, &format!("plan {BUILT} --abandon"));
    assert_eq!(keys(&server), before);
    index(&server, &format!("plan {BUILT} {more} --add")).done();
    build_all(&server, 1, 1);
    index(&server, &format!("commit {BUILT}")).done();
    let info = index(&server, &format!("info {BUILT}")).done();
    assert!(info.contains("\ngames\t70\n"), "{info}");
    check_whole(&folder, &server, "copy");
}

#[test]
fn urls_with_secrets_are_refused_and_not_shown() {
    let folder = sources();
    let (Some(server), Some(web)) = (Server::of_s3(&folder), Server::of_ranges(&folder, "")) else {
        return;
    };
    for (dir, file) in [
        (BUILT.to_owned(), format!("{}/more.pgn?X-Amz-Signature=s3cret", web.url)),
        (BUILT.to_owned(), web.url.replace("http://", "http://me:s3cret@") + "/more.pgn"),
        ("s3://me:s3cret@chess/built".to_owned(), GAMES.to_owned()),
        (format!("{}/built?X-Amz-Signature=s3cret", web.url), GAMES.to_owned()),
    ] {
        let message = index(&server, &format!("plan {dir} {file}")).refused();
        assert!(!message.contains("s3cret") && message.lines().count() == 1, "{message}");
        let what = ["without a query", "without a user name and password", "use s3://"];
        assert!(what.iter().any(|what| message.contains(what)), "{message}");
    }
    assert_eq!(keys(&server), Vec::<String>::new());
    // Nothing can be written to a web server.
    let message = index(&server, &format!("plan {}/built {GAMES}", web.url)).refused();
    assert!(message.contains("/built") && message.contains("s3://"), "{message}");
}

/// Each task reads its piece of a file that the plan has cut.
#[test]
fn pieces_of_a_url_are_read() {
    let folder = sources();
    let text = games(1, 60);
    let frames = text.as_bytes().chunks(7_001).flat_map(|text| {
        let packed = crate::tool::zst(text);
        let size = u32::try_from(packed.len()).unwrap().to_le_bytes();
        [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0], &size[..], &packed].concat()
    });
    folder.write("index/cut.pgn.zst", frames.collect::<Vec<u8>>());
    let (Some(server), Some(web)) = (Server::of_s3(&folder), Server::of_ranges(&folder, "")) else {
        return;
    };
    folder.zobrist(["index", "build", "plain", "index/cut.pgn.zst"]).done();
    let places = |dir: &str| {
        let run = folder.zobrist(["index", "games", dir, "--format", "csv"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let cut = |row: &str| row.split(',').skip(2).collect::<Vec<_>>().join(",");
        run.stdout.lines().map(cut).collect::<Vec<_>>()
    };
    let of_web = format!("{}/index/cut.pgn.zst", web.url);
    for (url, copy) in [("s3://chess/my/index/cut.pgn.zst", "of-s3"), (&of_web, "of-web")] {
        assert_eq!(index(&server, &format!("plan {BUILT} {url} --runs 3 --replace")).done(), "3\n");
        build_all(&server, 3, 2);
        index(&server, &format!("commit {BUILT}")).done();
        download(&server, &folder.path(copy));
        let pieces = manifest(&folder.path(copy))["game_files"].clone();
        assert!(pieces.as_array().unwrap().iter().all(|file| file["offset"].is_u64()), "{pieces}");
        assert_eq!(places(copy), places("plain"));
    }
}

/// A machine of its own for each task: they share nothing but the bucket.
#[test]
fn tasks_leave_nothing_on_their_machines() {
    let folder = sources();
    let Some(server) = Server::of_s3(&folder) else { return };
    let run = |machine: &str, line: &str| {
        let tmp = folder.path(machine);
        fs::create_dir_all(&tmp).unwrap();
        let mut command = Command::new(ZOBRIST);
        command.arg("index").args(line.split(' ')).current_dir(&tmp).env("TMPDIR", &tmp);
        let output = command.envs(variables(&server)).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{message}");
        assert_eq!(fs::read_dir(tmp).unwrap().count(), 0, "{machine}");
    };
    run("one", &format!("plan {BUILT} {GAMES}"));
    run("two", &format!("run {BUILT} 1"));
    run("three", &format!("combine {BUILT} 1/2"));
    run("four", &format!("combine {BUILT} 2/2"));
    run("five", &format!("commit {BUILT}"));
    check_whole(&folder, &server, "copy");
}
