//! Games of Go: the answers are the rows of `go check` and `go hash`.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use zobrist_go::{Board, Color};

use super::Server;
use crate::tool::{Folder, zobrist};

/// A ko at B4 and C4 of a board of 5 × 5, taken back at once; in a variation, stones are set up
/// later, and a move is put on a stone.
const KO: &str = "(;GM[1]FF[4]SZ[5]PB[Mira]BR[3d]PW[Jan \\[x\\]]RE[W+R]RU[Chinese]KM[7.5]\
    ;B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb](;W[];B[ee])(;W[aa];AE[ab]AW[ea];W[cb]))";

/// Sending two returning one on 3 × 3: two stones are taken, then one, and the position is that of
/// three plies before, which simple ko allows.
const SEND_TWO: &str = "(;SZ[3];B[ba];W[bb];B[cb];W[ab];B[aa];W[ca];B[ba])";

fn rows(folder: &Folder, command: &str, file: &str) -> Vec<Value> {
    let rows = folder.zobrist(["go", command, file, "--format", "jsonl"]).stdout;
    rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect()
}

/// The fields of a finding, or of a row of `go check`, that both have.
fn shared(finding: &Value) -> BTreeMap<&str, &Value> {
    let of_one = ["ply", "earlier_ply", "played", "file", "game"];
    let fields = finding.as_object().unwrap().iter();
    fields
        .map(|(name, value)| (&**name, value))
        .filter(|(name, _)| !of_one.contains(name))
        .collect()
}

/// Plays a line of the API forward, and checks each hash by a board with these stones.
fn follow(game: &Value) -> Vec<String> {
    let side = |name: &str| game[name].as_u64().unwrap() as usize;
    let mut stones: BTreeMap<String, Color> = BTreeMap::new();
    let named = |stones: &Value| -> Vec<(String, Color)> {
        let of = |name: &str, color: Color| -> Vec<(String, Color)> {
            let points = stones[name].as_array().unwrap().iter();
            points.map(|point| (point.as_str().unwrap().to_owned(), color)).collect()
        };
        [of("black", Color::Black), of("white", Color::White)].concat()
    };
    let mut hashes = Vec::new();
    let mut check = |stones: &BTreeMap<String, Color>, hash: &Value| {
        let mut board = Board::new(side("width"), side("height")).unwrap();
        board.set_up(stones.iter().map(|(at, color)| (*color, at.parse().unwrap()))).unwrap();
        assert_eq!(*hash, json!(format!("{:016x}", board.hash())));
        hashes.push(hash.as_str().unwrap().to_owned());
    };
    stones.extend(named(&game["setup"]));
    check(&stones, &game["hash"]);
    for ply in game["plies"].as_array().unwrap() {
        for (point, color) in named(&ply["taken"]) {
            assert_eq!(stones.remove(&point), Some(color));
        }
        stones.extend(named(&ply["put"]));
        check(&stones, &ply["hash"]);
    }
    hashes
}

#[test]
fn findings_and_hashes_are_those_of_the_command() {
    for text in [KO, SEND_TWO, "(;SZ[2:1];B[aa];W[];B[ba])", "(;SZ[9]AB[cc][gc];W[ee];B[])"] {
        let folder = Folder::with("game.sgf", text);
        let server = Server::start(&[folder.path("game.sgf").to_str().unwrap()]);
        let game = server.json("/api/go/0");
        let checked = rows(&folder, "check", "game.sgf");
        let found = game["found"].as_array().unwrap();
        assert_eq!(game["findings"], found.len());
        assert!(found.iter().map(shared).eq(checked.iter().map(shared)), "{found:?}");
        // The main line is in the rows of `go hash`.
        let hashes: Vec<String> = follow(&game);
        let printed = rows(&folder, "hash", "game.sgf");
        assert!(printed.iter().map(|row| row["hash"].as_str().unwrap()).eq(hashes.iter()));
        for finding in found {
            let line = server.json(&format!("/api/go/0?variation={}", finding["variation"]));
            let hashes = follow(&line);
            let ply = finding["ply"].as_u64().unwrap() as usize;
            if let Some(earlier) = finding["earlier_ply"].as_u64() {
                assert_eq!(hashes[ply], hashes[earlier as usize]);
                let at = &line["plies"][ply - 1];
                assert_eq!((&at["move"], &at["point"]), (&finding["move"], &finding["point"]));
            } else {
                assert_eq!((&finding["played"], hashes.len()), (&json!(false), ply + 1));
            }
        }
    }
}

#[test]
fn superko_is_found_where_simple_ko_allows_it() {
    let folder = Folder::with("two.sgf", SEND_TWO);
    assert_eq!(folder.zobrist(["go", "check", "two.sgf", "--rules", "simple"]).done(), "");
    let server = Server::start(&[folder.path("two.sgf").to_str().unwrap()]);
    let game = server.json("/api/go/0");
    assert_eq!(
        game["found"],
        json!([{
            "variation": 0, "move": 7, "player": "Black", "point": "B3", "fault": "repetition",
            "earlier": 4, "cycle": 3, "ply": 7, "earlier_ply": 4, "played": true
        }])
    );
    assert_eq!(game["checked_by"], json!({"rules": "positional", "suicide": "allowed"}));
    assert_eq!(game["plies"][5]["taken"], json!({"black": ["A3", "B3"], "white": []}));
}

#[test]
fn the_list_has_the_games_of_all_files() {
    let folder = Folder::with("ko.sgf", KO);
    folder.write("more.sgf", format!("{SEND_TWO}\n(;SZ[99])\n(;SZ[4])"));
    let paths = ["ko.sgf", "more.sgf"].map(|name| folder.path(name));
    let [first, second] = paths.each_ref().map(|path| path.to_str().unwrap());
    let mut server = Server::start(&[first, second]);
    let list = server.json("/api/go");
    assert_eq!((&list["kept"], &list["from"]), (&json!(3), &json!(0)));
    let places: Vec<_> = list["games"].as_array().unwrap().iter().collect();
    let place =
        |game: &Value| [game["game_id"].clone(), game["file"].clone(), game["game"].clone()];
    assert_eq!(place(places[0]), [json!(0), json!("ko.sgf"), json!(1)]);
    assert_eq!(place(places[2]), [json!(2), json!("more.sgf"), json!(3)]);
    assert_eq!((&places[0]["black"], &places[0]["white"]), (&json!("Mira"), &json!("Jan [x]")));
    assert_eq!((&places[0]["moves"], &places[0]["variations"]), (&json!(11), &json!(1)));
    assert_eq!((&places[2]["black"], &places[2]["moves"]), (&Value::Null, &json!(0)));
    let part = server.json("/api/go?from=1&count=1");
    assert_eq!(part["games"], json!([list["games"][1]]));
    assert_eq!(server.json("/api/source")["go"], 3);
    for (path, status, expected) in [
        ("/api/go/3", 404, "expected a game from 0 to 2, got 3"),
        ("/api/go/x", 404, "expected the number of a game, got \"x\""),
        ("/api/go/0?variation=2", 404, "expected a variation from 0 to 1, got 2"),
        ("/api/go/0?colour=1", 400, "unknown parameter \"colour\""),
        ("/api/lattice", 404, "no runs are served"),
    ] {
        let error = server.error(path, status);
        assert!(error.starts_with(expected), "{path}: {error}");
    }
    // A game that could not be read is in the messages and in the exit status.
    assert_eq!(server.end("TERM").code(), Some(1));
    let messages = server.messages();
    assert!(messages.contains("more.sgf:2 (byte "), "{messages}");
    assert!(messages.contains("zobrist: rejected 1 of 4 games\n"), "{messages}");
}

/// Names are in the charset of their game. Where that is a guess from few bytes, it is said.
#[test]
fn names_are_in_the_charset_of_their_game() {
    let game = |name: &[u8], root: &str| {
        [b"(;SZ[9]", root.as_bytes(), b"PB[", name, b"]PW[Jan];B[ee];W[ec])\n"].concat()
    };
    let folder = Folder::with("sjis.sgf", game(b"\x8eR\x93c", "CA[Shift_JIS]"));
    folder.write("gbk.sgf", game(b"\xc4\xf4\xce\xc0\xc6\xbd", ""));
    folder.write("utf8.sgf", game("Müller".as_bytes(), ""));
    let paths = ["sjis.sgf", "gbk.sgf", "utf8.sgf"].map(|name| folder.path(name));
    let mut server = Server::start(&paths.each_ref().map(|path| path.to_str().unwrap()));
    let list = server.json("/api/go");
    let names: Vec<_> = (0..3).map(|game| list["games"][game]["black"].clone()).collect();
    assert_eq!(names, [json!("山田"), json!("聂卫平"), json!("Müller")]);
    assert_eq!(server.json("/api/go/0")["plies"].as_array().unwrap().len(), 2);
    server.end("TERM");
    let messages = server.messages();
    let warning = "gbk.sgf: line 1: this game names no charset, and has too few bytes to tell; its names are read as";
    assert!(messages.contains(warning), "{messages}");
    assert_eq!(messages.matches("names no charset").count(), 1, "{messages}");
}

#[test]
fn files_without_games_of_go_are_refused() {
    let folder = Folder::with("none.sgf", "[Event \"chess\"]\n\n1. e4 *\n");
    let path = folder.path("none.sgf");
    let message = zobrist(["serve", path.to_str().unwrap(), "--port", "0"]).refused();
    assert!(
        message.ends_with("expected a game of Go in SGF, got none that can be read\n"),
        "{message}"
    );
    let missing = folder.zobrist(["serve", "no.sgf", "--port", "0"]).refused();
    assert!(missing.contains("no.sgf"), "{missing}");
    // Without games of Go, the routes say what would serve some.
    let server = Server::start(&[]);
    assert!(server.error("/api/go", 404).contains("start `zobrist serve` with an SGF file"));
}
