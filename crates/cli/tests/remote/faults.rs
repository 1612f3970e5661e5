//! Servers that lie, stall or cut end a command with an error, never with another answer.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use super::{Server, command, two_segments};
use crate::tool::{Folder, SAMPLE, run};

/// The message of a command of an index behind a URL. It must end soon.
#[track_caller]
fn refused(server: Option<&Server>, args: &[&str]) -> String {
    let begun = Instant::now();
    let run = run(command(server).env("ZOBRIST_REMOTE_TIMEOUT", "2").args(args));
    assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
    let message = run.refused();
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn a_server_that_is_wrong_is_an_error() {
    let folder = two_segments();
    for (fault, expected) in [
        ("whole", "expected a range (status 206), got the whole file (status 200)"),
        ("size", "expected a file of "),
        ("short", "Requested "),
        ("elsewhere", "Requested "),
        ("less", "expected "),
        ("more", "expected "),
        ("bytes", "the checksum"),
        ("cut", "message"),
        ("stall", "expected an answer, got none in time"),
        ("silent", "expected an answer, got none in time"),
        ("etag", "it changed while it was read"),
        ("refused", "the server answered 403 Forbidden"),
        ("broken", "the server answered 500 Internal Server Error"),
        ("manifest-cut", "message"),
        ("manifest-stall", "expected an answer, got none in time"),
        ("manifest-silent", "expected an answer, got none in time"),
        ("manifest-refused", "the server answered 403 Forbidden"),
        ("manifest-broken", "the server answered 500 Internal Server Error"),
    ] {
        let Some(server) = Server::of_ranges(&folder, fault) else { return };
        let url = format!("{}/index", server.url);
        let message = refused(None, &["explore", &url, "--moves", "e4 c5"]);
        assert!(message.contains(expected), "{fault}: {message}");
        assert!(message.contains(&url), "{fault}: {message}");
    }
}

#[test]
fn a_server_that_is_gone_and_an_index_that_is_missing_are_errors() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let message = refused(None, &["explore", &format!("http://{free}/index")]);
    assert!(message.contains("Connection refused"), "{message}");
    let folder = two_segments();
    let Some(server) = Server::of_ranges(&folder, "") else { return };
    let none = format!("{}/none", server.url);
    let message = refused(None, &["index", "info", &none]);
    assert_eq!(
        message,
        format!("zobrist: {none} holds no index; `zobrist index build` makes one\n")
    );
    std::fs::remove_dir_all(folder.path("index/positions")).unwrap();
    let url = format!("{}/index", server.url);
    let message = refused(None, &["explore", &url]);
    assert!(message.contains("the file is missing") && message.contains(&url), "{message}");
}

#[test]
fn a_store_that_refuses_is_an_error() {
    let folder = Folder::new();
    folder.zobrist(["index", "build", "index", SAMPLE]).done();
    let Some(server) = Server::of_s3(&folder) else { return };
    let message = refused(Some(&server), &["index", "info", "s3://chess/none"]);
    assert!(message.starts_with("zobrist: s3://chess/none holds no index"), "{message}");
    let message = refused(Some(&server), &["index", "info", "s3://other/none"]);
    assert!(message.contains("s3://other/none"), "{message}");
    let mut unsafely = command(Some(&server));
    let message =
        run(unsafely.env_remove("AWS_ALLOW_HTTP").args(["explore", "s3://chess/my/index"]));
    assert!(message.refused().contains("AWS_ALLOW_HTTP=true"));
}

#[test]
fn what_writes_refuses_a_url() {
    let folder = Folder::with("a.pgn", "1. e4 1-0\n");
    for args in [
        &["index", "build", "http://127.0.0.1:1/index", "a.pgn"][..],
        &["index", "add", "http://127.0.0.1:1/index", "a.pgn"],
        &["index", "merge", "http://127.0.0.1:1/index"],
        &["index", "verify", "http://127.0.0.1:1/index"],
        &["index", "remove", "http://127.0.0.1:1/index", "a.pgn"],
    ] {
        let run = folder.zobrist(args.iter().copied());
        let message = run.refused();
        let expected = "expected a folder on this machine, got http://127.0.0.1:1/index: an index behind \
                        a URL can only be asked";
        assert!(message.contains(expected), "{args:?}: {message}");
    }
    let message = folder.zobrist(["explore", "https://127.0.0.1:1/a.pgn.zst"]).refused();
    assert!(message.contains("expected the URL of an index"), "{message}");
    assert_eq!(std::fs::read_dir(folder.path(".")).unwrap().count(), 1);
}
