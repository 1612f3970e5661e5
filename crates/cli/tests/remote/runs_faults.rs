//! Builds in a bucket that something goes wrong with: nothing is lost, and the same command goes
//! on.

use std::fs;
use std::process::{Command, Stdio};

use super::runs::{BUILT, GAMES, build_all, check_whole, download, index, keys, put, sources};
use super::{Server, python, variables};
use crate::tool::{Folder, ZOBRIST, with_sum};

/// A build of which all but the commit is done.
fn ready(server: &Server) {
    index(server, &format!("plan {BUILT} {GAMES}")).done();
    build_all(server, 1, 1);
}

/// A proxy before the store, which loses the answers to some requests.
fn proxy(folder: &Folder, server: &Server, method: &str, end: &str, count: &str) -> Server {
    let log = folder.path("log-lost");
    fs::write(&log, "").unwrap();
    let args = [&server.url, log.to_str().unwrap(), method, end, count];
    Server::start(&python("http.client").unwrap(), "lossy_proxy.py", &log, &args)
}

#[test]
fn a_lost_answer_is_no_failure() {
    for (method, end) in [
        ("PUT", "/built/index/manifest.json"),
        ("PUT", "/built/index/.building/plan.json"),
        ("PUT", ".json"),
        ("PUT", ".parquet"),
    ] {
        let folder = sources();
        let Some(server) = Server::of_s3(&folder) else { return };
        let lossy = proxy(&folder, &server, method, end, "1");
        ready(&lossy);
        let commit = index(&lossy, &format!("commit {BUILT}"));
        assert_eq!(commit.code, 0, "{method} {end}: {}", commit.stderr);
        assert_eq!(lossy.take_requests().len(), 1, "{method} {end}");
        check_whole(&folder, &server, "copy");
    }
}

/// The manifest is there, and what is to be removed is not: the same command goes on.
#[test]
fn a_commit_that_ended_in_the_middle_is_completed_by_another() {
    let folder = sources();
    let Some(server) = Server::of_s3(&folder) else { return };
    ready(&server);
    // Objects are removed by requests to the bucket.
    let lossy = proxy(&folder, &server, "POST", "/chess", "100");
    let commit = index(&lossy, &format!("commit {BUILT}"));
    assert!(keys(&server).contains(&"manifest.json".to_owned()));
    let message = commit.refused();
    assert!(message.contains("cannot remove"), "{message}");
    assert!(keys(&server).contains(&".building/plan.json".to_owned()));
    index(&server, &format!("commit {BUILT}")).done();
    check_whole(&folder, &server, "copy");
}

#[test]
fn two_commits_at_once_make_one_index() {
    let folder = sources();
    let Some(server) = Server::of_s3(&folder) else { return };
    ready(&server);
    let commits = [(); 2].map(|()| {
        let mut command = Command::new(ZOBRIST);
        command.args(["index", "commit", BUILT]).envs(variables(&server));
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    });
    let ended = commits.map(|commit| commit.wait_with_output().unwrap());
    let codes = ended.each_ref().map(|output| output.status.code());
    assert!(codes.contains(&Some(0)), "{ended:?}");
    for output in ended.iter().filter(|output| output.status.code() != Some(0)) {
        let message = String::from_utf8_lossy(&output.stderr);
        // The other one was first.
        let is_late = ["holds no plan", "has changed since", "is missing", "missing: "];
        assert!(is_late.iter().any(|late| message.contains(late)), "{message}");
    }
    check_whole(&folder, &server, "copy");
}

#[test]
fn a_manifest_that_another_program_has_replaced_is_not_touched() {
    let folder = sources();
    let Some(server) = Server::of_s3(&folder) else { return };
    ready(&server);
    index(&server, &format!("commit {BUILT}")).done();
    let more = folder.path("more.pgn").display().to_string();
    index(&server, &format!("plan {BUILT} {more} --add")).done();
    build_all(&server, 1, 1);
    download(&server, &folder.path("old"));
    let text = fs::read_to_string(folder.path("old/manifest.json")).unwrap();
    let changed = with_sum(&text.replace("\"rejected\": 0", "\"rejected\": 7"));
    assert_ne!(changed, text);
    folder.write("changed.json", &changed);
    put(&server, "manifest.json", &folder.path("changed.json"));
    let before = keys(&server);
    let message = index(&server, &format!("commit {BUILT}")).refused();
    let expected = format!(
        "zobrist: {BUILT}: expected the index for which the build was planned, got one that has \
         changed since; abandon the build and plan it again; `zobrist index plan DIR --abandon` \
         abandons it\n"
    );
    assert_eq!(message, expected);
    assert_eq!(keys(&server), before);
    download(&server, &folder.path("after"));
    assert!(fs::read_to_string(folder.path("after/manifest.json")).unwrap() == changed);
    put(&server, "manifest.json", &folder.path("old/manifest.json"));
    index(&server, &format!("commit {BUILT}")).done();
    check_whole(&folder, &server, "copy");
}

#[test]
fn a_store_that_is_gone_is_an_error_of_each_command() {
    let folder = sources();
    let Some(server) = Server::of_s3(&folder) else { return };
    ready(&server);
    let lines = [
        format!("run {BUILT} 1"),
        format!("combine {BUILT} 1/1"),
        format!("commit {BUILT}"),
        format!("plan {BUILT} --abandon"),
    ];
    for line in &lines {
        let message = index(&server, &line.replace("chess", "none")).refused();
        assert!(message.contains("s3://none/built/index"), "{message}");
        assert!(!message.contains("test-"), "{message}");
    }
    index(&server, &format!("commit {BUILT}")).done();
    // The late one of two attempts.
    let message = index(&server, &lines[0]).refused();
    assert!(message.contains("holds no plan of a build"), "{message}");
}
