//! The beginning and the end of a server.

use std::net::TcpListener;

use super::Server;
use crate::tool::{Folder, SAMPLE, ZOBRIST, run, zobrist};

#[test]
fn it_prints_its_address_and_ends_with_0() {
    for signal in ["INT", "TERM"] {
        let mut server = Server::start(&[SAMPLE]);
        assert!(server.line.starts_with("http://127.0.0.1:"), "{}", server.line);
        assert_eq!(server.json("/api/source")["games"], 2000);
        assert_eq!(server.end(signal).code(), Some(0), "{signal}");
        let messages = server.messages();
        assert!(messages.starts_with("zobrist: 2000 games"), "{messages}");
        assert_eq!(messages.lines().count(), 1, "{messages}");
    }
}

#[test]
fn rejected_games_make_it_end_with_1() {
    let folder = Folder::with("games.pgn", "1. e4 e5 *\n\n1. e4 Ke5 *\n");
    let mut server = Server::start(&[&folder.arg("games.pgn")]);
    assert_eq!(server.json("/api/source")["games"], 1);
    assert_eq!(server.end("TERM").code(), Some(1));
}

#[test]
fn a_port_that_is_taken_is_an_error_only_if_it_was_asked_for() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let message = zobrist(["serve", "--port", &port]).refused();
    assert!(message.contains(&format!("port {port} is taken")), "{message}");
    // If it cannot be taken here, somebody else has it.
    let _default = TcpListener::bind("127.0.0.1:8960");
    let server = Server::start_at_default_port(&[]);
    assert_ne!(server.address, "127.0.0.1:8960");
    assert_eq!(server.json("/api/source")["games"], serde_json::Value::Null);
}

#[test]
fn what_does_not_exist_is_refused() {
    for (args, expected) in [
        (vec!["serve", "no-such.pgn"], "no-such.pgn"),
        (vec!["serve", "--scheme", "no-such.toml"], "no-such.toml"),
        (vec!["serve", "--bind", "0.0.0.0"], "--host NAME"),
        (vec!["serve", "--bind", "192.0.2.1", "--port", "0"], "cannot listen at 192.0.2.1:0"),
        (vec!["serve", "--cors", "lichess.org"], "expected an origin"),
        (vec!["serve", "--host", "a/b"], "expected a name"),
    ] {
        let message = zobrist(args.iter().copied()).refused();
        assert!(message.contains(expected), "{args:?}: {message}");
    }
}

#[test]
fn sources_of_two_schemes_are_refused_with_the_way_out() {
    let folder = Folder::with("games.pgn", "1. e4 e5 *\n");
    folder.zobrist(["index", "build", "index", "games.pgn", "--scheme", "polyglot"]).done();
    let mut serve = assert_cmd::Command::new(ZOBRIST);
    serve.args(["serve", "index", "games.pgn", "--port", "0"]).current_dir(folder.path(""));
    let message = run(serve.env("XDG_CACHE_HOME", folder.path("cache"))).stderr;
    assert!(message.contains("expected sources of one scheme, got index by polyglot"), "{message}");
    assert!(message.contains("zobrist index build --scheme"), "{message}");
}

/// The page says so; the games stay those that were read.
#[test]
fn a_changed_file_is_named() {
    let folder = Folder::with("games.pgn", "1. e4 e5 *\n");
    let server = Server::start(&[&folder.arg("games.pgn")]);
    assert_eq!(server.json("/api/source")["changed"], serde_json::Value::Null);
    folder.write("games.pgn", "1. e4 e5 2. Nf3 *\n");
    assert_eq!(server.json("/api/source")["changed"], "games.pgn");
}

/// The source tells how many games were rejected, with the places of the first twenty, from the
/// cache too.
#[test]
fn rejected_games_are_told_with_place_and_reason() {
    let bad = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nd4x 1-0\n\n";
    let good = "[White \"C\"]\n[Black \"D\"]\n\n1. d4 d5 2. c4 0-1\n\n";
    let rejected = |text: String, options: &[&str]| {
        let folder = Folder::with("half.pgn", text);
        let file = folder.arg("half.pgn");
        let server = Server::start(&[&[&*file], options].concat());
        let source = server.json("/api/source");
        assert_eq!(source["name"], "half.pgn");
        (source["games"].clone(), source["rejected"].clone())
    };
    let (games, told) = rejected(format!("{bad}{good}"), &[]);
    assert_eq!((games, &told["games"], &told["shortened"]), (1.into(), &1.into(), &0.into()));
    let first = told["first"].as_array().unwrap();
    assert_eq!(first.len(), 1);
    let text = first[0].as_str().unwrap();
    assert!(text.starts_with("half.pgn:4 (byte ") && text.contains("): game 1: "), "{text}");
    assert!(text.contains("Nd4x"), "{text}");
    let (games, told) = rejected(bad.repeat(30) + good, &[]);
    assert_eq!((games, &told["games"]), (1.into(), &30.into()));
    assert_eq!(told["first"].as_array().unwrap().len(), 20);
    assert!(told["first"][19].as_str().unwrap().contains("game 20: "));
    let (games, told) = rejected(good.to_owned(), &[]);
    assert_eq!((games, told["first"].as_array().unwrap().len()), (1.into(), 0));
    let none = Server::start(&[]).json("/api/source");
    assert_eq!(none["rejected"], serde_json::Value::Null);
}
