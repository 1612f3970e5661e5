//! `/api/anatomy` and `/api/twin`: the features are those of `explain`, the changes those of
//! `diff`.

use std::path::Path;

use serde_json::Value;

use super::Server;
use crate::tool::{Folder, zobrist};

const ROOKIE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/rookie/rookie.toml");

/// Lines that end with each kind of move.
const LINES: [&str; 8] = [
    "",
    "e2e4",
    "e2e4,c7c5,g1f3",
    "e2e4,e7e5,g1f3,b8c6,f1c4,f8c5,e1g1",
    "d2d4,d7d5,c1f4,c8f5,b1c3,b8c6,d1d2,d8d7,e1c1,e8c8",
    "e2e4,a7a6,e4e5,d7d5,e5d6",
    "a2a4,b7b5,a4b5,a7a6,b5a6,c8b7,a6b7,c7c6,b7a8n",
    "e2e4,d7d5,e4d5,d8d5",
];

/// The rows of a command as objects, by two of their columns.
fn pairs(words: &[&str], columns: [&str; 2]) -> Vec<[String; 2]> {
    let rows = zobrist(words.iter().copied()).done();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    rows.lines()
        .map(|line| {
            let row: Value = serde_json::from_str(line).unwrap();
            columns.map(|column| text(&row[column]))
        })
        .collect()
}

/// The keys and words of facts.
fn facts(json: &Value) -> Vec<[String; 2]> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    json.as_array().unwrap().iter().map(|fact| [text(&fact["key"]), text(&fact["text"])]).collect()
}

/// Compares a change of the API with the rows of `diff` of two positions.
#[track_caller]
fn assert_is_diff(change: &Value, positions: [&str; 2], scheme: &str, variant: &str) {
    let [a, b] = positions;
    let words = ["diff", a, b, "--scheme", scheme, "--variant", variant, "--format", "jsonl"];
    let keys = pairs(&words, ["side", "key"]);
    let what = pairs(&words, ["side", "what"]);
    let side = |sign: &str| -> Vec<[String; 2]> {
        let rows = keys.iter().zip(&what).filter(|([side, _], _)| side == sign);
        rows.map(|([_, key], [_, what])| [key.clone(), what.clone()]).collect()
    };
    assert_eq!(facts(&change["out"]), side("-"), "{positions:?} {scheme}");
    assert_eq!(facts(&change["in"]), side("+"), "{positions:?} {scheme}");
    assert_eq!([&change["before"], &change["after"]], [&keys[0][1], &keys[1][1]], "{scheme}");
}

/// A scheme that adds keys of 48 bits.
fn write_sum(folder: &Folder) -> String {
    let scheme = "name = \"added\"\ncombine = \"sum48\"\nkeys = { source = \"splitmix64\", seed = 5 }\n\
                  layout = [\"pieces\", \"turn\", \"castling\", \"en-passant\"]\n\
                  [pieces]\norder = \"PNBRQKpnbrqk\"\nsquares = { first = \"a1\", run = \"rank\" }\n\
                  [turn]\nkey-for = \"black\"\n[castling]\nkeys = \"sets\"\norder = \"KQkq\"\n\
                  [en-passant]\nkeys = \"file\"\ncounts = \"always\"\n";
    folder.write("added.toml", scheme);
    folder.path("added.toml").display().to_string()
}

#[test]
fn the_facts_are_those_of_explain_and_the_changes_those_of_diff() {
    let folder = Folder::new();
    let sum = write_sum(&folder);
    let server = Server::start(&["--scheme", ROOKIE, "--scheme", &sum]);
    let source = server.json("/api/source");
    let names: Vec<&str> = source["schemes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|scheme| scheme["name"].as_str().unwrap())
        .collect();
    assert_eq!(names[13..], ["rookie", "added"]);
    for line in LINES {
        for name in &names {
            let scheme = match *name {
                "rookie" => ROOKIE,
                "added" => &sum,
                name => name,
            };
            let json = server.json(&format!("/api/anatomy?play={line}&scheme={name}"));
            let moves = if line.is_empty() { "startpos" } else { &line.replace(',', " ") };
            let words = ["explain", moves, "--scheme", scheme, "--format", "jsonl"];
            let explained = pairs(&words, ["key", "feature"]);
            assert_eq!(facts(&json["features"]), explained, "{line} {name}");
            let sums = pairs(&words, ["hash", "feature"]);
            assert_eq!(json["hash"], sums.last().unwrap()[0], "{line} {name}");
            assert_eq!(json["combine"], if *name == "added" { "add" } else { "xor" });

            let own = json["schemes"].as_array().unwrap().iter().find(|own| own["name"] == *name);
            assert_eq!(own.unwrap()["hash"], json["hash"]);
            if line.is_empty() {
                assert!(json["last"].is_null());
                continue;
            }
            let before = line.rsplit_once(',').map_or("startpos", |(before, _)| before);
            let before = before.replace(',', " ");
            assert_is_diff(&json["last"], [&before, moves], scheme, "chess");
            // A move that follows has the same change before it is played and after.
            let next = &json["moves"][0];
            let further = format!("{line},{}", next["uci"].as_str().unwrap());
            let played = server.json(&format!("/api/anatomy?play={further}&scheme={name}"));
            assert_eq!(*next, played["last"]);
        }
    }
}

#[test]
fn variants_and_chess960_have_their_features() {
    let server = Server::start(&[]);
    let crazyhouse = "e2e4,d7d5,e4d5,d8d5,P@e4";
    let json = server.json(&format!("/api/anatomy?variant=crazyhouse&play={crazyhouse}"));
    assert_eq!(json["scheme"], "zobrist", "polyglot has no pockets");
    let moves = crazyhouse.replace(',', " ");
    let before = moves.rsplit_once(' ').unwrap().0;
    assert_is_diff(&json["last"], [before, &moves], "zobrist", "crazyhouse");
    assert!(facts(&json["last"]["out"]).iter().any(|[_, text]| text.contains("pocket")), "{json}");

    let fen = "1rk3br/8/8/8/8/8/8/1RK3BR w KQkq - 0 1";
    for castling in ["c1b1", "O-O-O"] {
        let query = format!("fen={}&variant=chess960&play={castling}", fen.replace(' ', "%20"));
        let position = server.json(&format!("/api/position?{query}"));
        let after = position["board"]["fen"].as_str().unwrap();
        for scheme in ["zobrist", "polyglot", "chess-896"] {
            let json = server.json(&format!("/api/anatomy?{query}&scheme={scheme}"));
            assert_eq!(json["last"]["uci"], "c1b1");
            assert_is_diff(&json["last"], [fen, after], scheme, "chess960");
        }
    }
}

#[test]
fn a_twin_has_the_hash_and_the_differences_of_diff() {
    let server = Server::start(&["--scheme", ROOKIE]);
    for scheme in ["polyglot", "zobrist", "chess-768", "rookie"] {
        let query = format!("/api/twin?play=e2e4,c7c5,g1f3&scheme={scheme}&seed=3");
        let twin = server.json(&query);
        assert_eq!(twin, server.json(&query), "equal seeds");
        let [fen, other] = ["fen", "twin"].map(|field| twin[field].as_str().unwrap());
        assert_ne!(fen, other);
        let mut change = twin.clone();
        change["before"] = twin["hash"].clone();
        change["after"] = twin["hash"].clone();
        let scheme = if scheme == "rookie" { ROOKIE } else { scheme };
        assert_is_diff(&change, [fen, other], scheme, "chess");
    }
}

#[test]
fn requests_without_an_answer_say_why() {
    let folder = Folder::new();
    let sum = write_sum(&folder);
    assert!(Path::new(&sum).exists());
    let server = Server::start(&["--scheme", &sum]);
    for (query, expected) in [
        ("anatomy?scheme=nosuch", "expected a scheme of polyglot, fide, "),
        ("anatomy?variant=atomic&scheme=fide", "not Atomic"),
        ("anatomy?seed=1", "unknown parameter \"seed\""),
        ("anatomy?play=e2e5", "e2e5"),
        ("twin?scheme=added", "expected a hash that combines keys by XOR"),
        ("twin?variant=crazyhouse", "expected a position of standard chess"),
        ("twin?seed=soon", "parameter `seed`"),
    ] {
        let error = server.error(&format!("/api/{query}"), 400);
        assert!(error.to_lowercase().contains(&expected.to_lowercase()), "{query}: {error}");
    }
}
