//! `zobrist go gtp` as the referee between two GNU Go, driven by the client of Sabaki (npm's
//! `@sabaki/gtp`), if they are installed.

use std::env;
use std::path::Path;
use std::process::Command;

use crate::go_peer::GNUGO;
use crate::page::REPOSITORY;
use crate::tool::{ZOBRIST, say};

/// Runs the script of the games, and returns what it prints; `None`, reported on standard error,
/// when Node.js, its package or GNU Go is not there, but with `ZOBRIST_GNUGO=required` they must
/// be.
fn referee(options: &[&str]) -> Option<Result<String, String>> {
    let modules = format!("{REPOSITORY}/target/gtp-client/node_modules");
    let missing = if Path::new(&modules).join("@sabaki/gtp").exists() {
        [GNUGO].into_iter().find(|program| !Path::new(program).exists()).map(str::to_owned)
    } else {
        Some(format!("{modules}: install tests/gtp/package-lock.json into target/gtp-client"))
    };
    let script = format!("{REPOSITORY}/tests/gtp/referee.cjs");
    let output = Command::new("node")
        .args([&script, ZOBRIST, GNUGO])
        .args(options)
        .env("NODE_PATH", &modules)
        .output();
    let missing = missing.or(output.as_ref().err().map(|error| format!("node: {error}")));
    if let Some(missing) = missing {
        let required = env::var("ZOBRIST_GNUGO").is_ok_and(|value| value == "required");
        assert!(!required, "{missing}");
        say(&missing);
        return None;
    }
    let output = output.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let is_done = output.status.success();
    Some(if is_done { Ok(text(output.stdout)) } else { Err(text(output.stderr)) })
}

#[test]
fn the_referee_agrees_with_both_players() {
    let Some(played) = referee(&["12"]) else { return };
    let played = played.unwrap_or_else(|error| panic!("{error}"));
    let games: Vec<serde_json::Value> = serde_json::from_str(&played).unwrap();
    assert_eq!(games.len(), 12);
    let count = |has: fn(&serde_json::Value) -> bool| games.iter().filter(|game| has(game)).count();
    assert!(count(|game| game["dead"].as_u64().unwrap() > 0) > 1, "{played}");
    assert!(count(|game| game["captured"].as_bool().unwrap()) > 1, "{played}");
}

/// The control: the first game has dead stones, and a client that does not name them is told
/// another score.
#[test]
fn a_client_that_names_no_dead_stones_has_another_score() {
    let Some(played) = referee(&["1", "forget"]) else { return };
    let error = played.unwrap_err();
    assert!(error.contains("game 0: Expected values to be strictly equal"), "{error}");
}
