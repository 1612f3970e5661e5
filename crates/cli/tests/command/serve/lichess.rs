//! The routes of lichess's explorer: their answers are those of `explore`, in another form.

use serde_json::{Value, json};

use super::Server;
use super::api::{explored, positions};
use super::lichess_games::{CASTLING, ENDED, MIXED, write_mixed};
use crate::tool::{Folder, SAMPLE};

/// A move of `explore` as king takes rook.
fn king_takes_rook(uci: &str, san: &str) -> String {
    let rook = match san.trim_end_matches(['+', '#']) {
        "O-O" => "h",
        "O-O-O" => "a",
        _ => return uci.to_owned(),
    };
    format!("{}{rook}{}", &uci[..2], &uci[3..])
}

fn known(row: &Value) -> u64 {
    ["white", "draws", "black"].iter().map(|name| row[*name].as_u64().unwrap()).sum()
}

/// Compares an answer with the objects of `explore`. Names of openings stand there only where they
/// are new.
#[track_caller]
fn is_as_explored(what: &str, got: &Value, expected: &[Value], has_average: bool) {
    for name in ["white", "draws", "black", "opening"] {
        assert_eq!(got[name], expected[0][name], "{what}: {name}");
    }
    let mut expected: Vec<&Value> = expected[1..].iter().filter(|row| known(row) > 0).collect();
    expected.sort_by_key(|row| u64::MAX - known(row));
    let moves = got["moves"].as_array().unwrap();
    assert_eq!(moves.len(), expected.len(), "{what}");
    for (got, expected) in moves.iter().zip(expected) {
        let text = |name: &str| expected[name].as_str().unwrap();
        assert_eq!(got["uci"], king_takes_rook(text("uci"), text("san")), "{what}");
        for name in ["san", "white", "draws", "black"] {
            assert_eq!(got[name], expected[name], "{what}: {name} of {}", got["uci"]);
        }
        let average = expected["average_elo"].as_f64().filter(|_| has_average);
        let rounded = average.map_or(Value::Null, |elo| Value::from(elo.round() as u64));
        assert_eq!(got.get("averageRating").unwrap_or(&Value::Null), &rounded, "{what}");
        if expected["opening"] != Value::Null {
            assert_eq!(got["opening"], expected["opening"], "{what}");
        }
        assert_eq!(got["game"] != Value::Null, known(got) == 1, "{what}");
    }
}

#[test]
fn positions_have_the_numbers_of_explore() {
    let (server, cache) = (Server::start(&[SAMPLE]), Folder::new());
    for fen in positions(100) {
        let query = format!("fen={fen}");
        let expected = explored(&cache, SAMPLE, &query);
        let got = server.json(&format!("/masters?{query}&moves=999&topGames=0"));
        is_as_explored(&fen, &got, &expected, true);
    }
}

#[test]
fn filters_are_those_of_explore() {
    let (server, cache) = (Server::start(&[SAMPLE]), Folder::new());
    for (path, query) in [
        ("/masters?since=2025", "since=2025"),
        ("/master?since=2024&until=2024&play=e2e4", "since=2024&until=2024&play=e4"),
        ("/lichess?since=2024-06&until=2024-09&play=d2d4", "since=2024.06&until=2024.09&play=d4"),
        ("/lichess?until=2024", "until=2024"),
        ("/lichess?player=x&color=white&modes=rated&source=a&x", "play="),
        ("/lichess?variant=standard&fen=&since=&play=e2e4", "play=e4"),
        ("/player?player=stockfish&color=white&play=e2e4", "player=stockfish&as=white&play=e4"),
        (
            "/player?player=(25&color=black&until=2024-08&modes=rated",
            "player=(25&as=black&until=2024.08",
        ),
        ("/player?player=nobody&color=black", "player=nobody&as=black"),
    ] {
        let expected = explored(&cache, SAMPLE, query);
        let got = server.json(&format!("{path}&moves=999"));
        is_as_explored(path, &got, &expected, !path.starts_with("/player"));
    }
}

/// An answer in the terms of a row of `explore`.
fn described(row: &Value) -> Value {
    let date = row["date"].as_str().unwrap();
    json!({
        "winner": match row["result"].as_str().unwrap() {
            "1-0" => json!("white"),
            "0-1" => json!("black"),
            _ => Value::Null,
        },
        "white": {"name": row["white_name"], "rating": row["white_elo"]},
        "black": {"name": row["black_name"], "rating": row["black_elo"]},
        "year": date[..4].parse::<u64>().unwrap(),
        "month": format!("{}-{}", &date[..4], &date[5..7]),
    })
}

#[test]
fn games_are_listed_in_the_orders_of_explore() {
    let (server, cache) = (Server::start(&[SAMPLE]), Folder::new());
    for (list, order) in [("topGames", "strongest"), ("recentGames", "newest")] {
        let query = format!("play=e4,c5,Nf3&games=30&sort_games={order}&top=0");
        let rows = explored(&cache, SAMPLE, &query);
        let rows: Vec<Value> =
            rows[1..].iter().filter(|row| row["result"] != "*").cloned().collect();
        let got = server.json("/lichess?play=e2e4,c7c5,g1f3");
        let games = got[list].as_array().unwrap();
        assert_eq!(games.len(), 4);
        for (game, row) in games.iter().zip(&rows) {
            let mut game = game.clone();
            let object = game.as_object_mut().unwrap();
            let id = object.remove("id").unwrap();
            let played = object.remove("uci").unwrap();
            assert_eq!(game, described(row));
            let text = server.get(&format!("/masters/pgn/{}", id.as_str().unwrap()));
            let number = row["game_id"].as_u64().unwrap();
            assert_eq!(text.text(), server.get(&format!("/api/game/{number}.pgn")).text());
            assert_eq!(text.header("content-type"), Some("application/x-chess-pgn; charset=utf-8"));
            let whole = server.json(&format!("/api/game/{number}"));
            let ply = row["ply"].as_u64().unwrap() as usize;
            assert_eq!(whole["moves"][ply]["uci"], played);
        }
    }
}

#[test]
fn each_route_has_its_lists_and_their_lengths() {
    let server = Server::start(&[SAMPLE]);
    let lengths = |path: &str| {
        let got = server.json(path);
        ["topGames", "recentGames", "moves"].map(|name| got[name].as_array().map(Vec::len))
    };
    for (path, expected) in [
        ("/masters?play=e2e4", [Some(15), None, Some(12)]),
        ("/masters?topGames=99&recentGames=9&moves=3", [Some(15), None, Some(3)]),
        ("/masters?topGames=2&moves=0", [Some(2), None, Some(0)]),
        ("/lichess?play=e2e4", [Some(4), Some(4), Some(12)]),
        ("/lichess?play=e2e4&topGames=1&recentGames=99", [Some(1), Some(7), Some(12)]),
        ("/lichess?play=e2e4&topGames=0&recentGames=0", [Some(0), Some(0), Some(12)]),
        ("/player?player=stockfish&color=black&play=e2e4&topGames=3", [None, Some(8), Some(20)]),
        ("/player?player=nobody&color=black", [None, Some(0), Some(0)]),
    ] {
        assert_eq!(lengths(path), expected, "{path}");
    }
    assert_eq!(server.json("/player?player=stockfish&color=black")["queuePosition"], 0);
    assert_eq!(server.json("/lichess").get("queuePosition"), None);
}

#[test]
fn games_without_a_result_are_left_out() {
    let folder = write_mixed();
    let server = Server::start(&[&folder.arg("mixed.pgn")]);
    let got = server.json("/lichess");
    // The games that end here count, and so do those of Chess960, but from another position.
    assert_eq!((&got["white"], &got["draws"], &got["black"]), (&json!(7), &json!(2), &json!(2)));
    let moves: Vec<(&str, u64)> = got["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| (m["uci"].as_str().unwrap(), known(m)))
        .collect();
    // 1.c4 was played in games without a result alone.
    assert_eq!(moves, [("e2e4", 10), ("d2d4", 1)]);
    // The first game of 1.d4 has no result.
    let single = &got["moves"][1]["game"];
    assert_eq!((&single["white"]["name"], &single["winner"]), (&json!("Single"), &json!("black")));
    assert_eq!((&single["year"], &single["month"]), (&json!(2023), &Value::Null));
    assert_eq!(single["black"], json!({"name": "?", "rating": null}));
    assert_eq!(got["moves"][1]["averageRating"], 2500);
    // After 1.e4, the strongest and newest games have no result, and others end.
    let got = server.json("/lichess?play=e2e4&recentGames=2");
    assert_eq!(known(&got), 10);
    let names = |list: &str| -> Vec<&str> {
        let games = got[list].as_array().unwrap().iter();
        games.map(|game| game["white"]["name"].as_str().unwrap()).collect()
    };
    assert_eq!(names("topGames"), ["Strong", "Equal", "Weak", "Ended"]);
    assert_eq!(names("recentGames"), ["Equal", "Weak"]);
    let after = server.json("/masters?play=e2e4,c7c5,c2c4");
    assert_eq!((known(&after), &after["moves"], &after["topGames"]), (0, &json!([]), &json!([])));
    let ended = server.json(&format!("/lichess?play={ENDED}"));
    assert_eq!((known(&ended), &ended["recentGames"]), (1, &json!([])));
    assert!(MIXED.contains("[Result \"*\"]"));
}

#[test]
fn castling_is_king_takes_rook() {
    let folder = write_mixed();
    let server = Server::start(&[&folder.arg("mixed.pgn")]);
    let got = server.json(&format!("/masters?play={CASTLING}"));
    let castling = &got["moves"][0];
    assert_eq!((&castling["uci"], &castling["san"]), (&json!("e1h1"), &json!("O-O")));
    assert_eq!(got["topGames"][0]["uci"], "e1h1");
    for castled in ["e1g1", "e1h1"] {
        let got = server.json(&format!("/masters?play={CASTLING},{castled}"));
        assert_eq!(got["moves"][0]["uci"], "g8f6", "{castled}");
    }
    let fen = "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R%20w%20KQkq%20-%200%201";
    for (play, expected) in [("", "e1a1"), ("&play=e1a1", "e8a8"), ("&play=e1c1", "e8a8")] {
        let got = server.json(&format!("/lichess?variant=fromPosition&fen={fen}{play}"));
        assert_eq!(
            (&got["moves"][0]["uci"], &got["moves"][0]["san"]),
            (&json!(expected), &json!("O-O-O"))
        );
    }
    let fen = "1rk1r3/4p3/8/8/8/8/4P3/1RK1R3%20w%20KQkq%20-%200%201";
    for (variant, play, expected) in [("chess960", "", "c1e1"), ("standard", "&play=c1e1", "c8b8")]
    {
        let got = server.json(&format!("/lichess?variant={variant}&fen={fen}{play}"));
        assert_eq!(got["moves"][0]["uci"], expected, "{variant}");
    }
}

#[test]
fn ids_name_the_source() {
    let folder = Folder::with("a.pgn", "[White \"A\"]\n[WhiteElo \"2000\"]\n\n1. e4 e5 1-0\n");
    folder.write("b.pgn", "1. d4 *\n\n[White \"B\"]\n[WhiteElo \"2100\"]\n\n1. e4 c5 0-1\n");
    for name in ["a", "b"] {
        let (index, file) =
            (folder.arg(&format!("{name}-index")), folder.arg(&format!("{name}.pgn")));
        folder.zobrist(["index", "build", &index, &file]).done();
    }
    let server = Server::start(&[&folder.arg("a-index"), &folder.arg("b-index")]);
    let got = server.json("/masters?play=e2e4");
    let id = |game: &Value| game["id"].as_str().unwrap().to_owned();
    assert_eq!([0, 1].map(|at| id(&got["topGames"][at])), ["01000001", "00000000"]);
    assert_eq!([0, 1].map(|at| got["moves"][at]["uci"].as_str().unwrap()), ["c7c5", "e7e5"]);
    assert_eq!([0, 1].map(|at| id(&got["moves"][at]["game"])), ["01000001", "00000000"]);
    for (id, name) in [("01000001", "B"), ("00000000", "A")] {
        for route in ["masters", "master"] {
            let text = server.get(&format!("/{route}/pgn/{id}")).text();
            assert!(text.contains(&format!("[White \"{name}\"]\n")), "{text}");
        }
    }
    for id in ["02000000", "00000001", "0000000", "", "00000000/", "0000000%30", "zzzzzzzz"] {
        let answer = server.get(&format!("/masters/pgn/{id}"));
        assert_eq!(answer.status, 404, "{id}");
        assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
    }
}

#[test]
fn errors_are_text_and_types_are_those_of_lichess() {
    let server = Server::start(&[SAMPLE]);
    for (path, expected) in [
        ("/masters?play=e2e5", "cannot play \"e2e5\": "),
        ("/lichess?fen=8/8", "cannot read the position \"8/8\""),
        ("/lichess?variant=go", "parameter `variant`: expected one of chess, standard, "),
        ("/masters?since=2024-05", "parameter `since`: expected a date as YYYY, got"),
        ("/masters?since=2024&until=2023", "no date is in the range: "),
        ("/lichess?moves=many", "parameter `moves`: expected a number"),
        ("/player?color=white", "the parameter `player` is missing"),
        ("/player?player=x&color=grey", "parameter `color`: expected one of white, black, got"),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 400, "{path}");
        assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
        assert!(answer.text().starts_with(expected), "{path}: {}", answer.text());
        assert_eq!(answer.text().lines().count(), 1);
    }
    for (path, kind, end) in [
        ("/lichess", "application/json", "}"),
        ("/masters", "application/json", "}"),
        ("/player?player=stockfish&color=white", "application/x-ndjson", "}\n"),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.header("content-type"), Some(kind));
        assert!(answer.text().ends_with(end) && answer.text().lines().count() == 1);
    }
    assert_eq!(server.get("/lichess/history").status, 404);
    let none = Server::start(&[]);
    for path in ["/masters", "/player?player=a&color=white", "/masters/pgn/00000000"] {
        let answer = none.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.text().starts_with("no games are served: "), "{}", answer.text());
    }
}

#[test]
fn only_the_site_of_cors_may_ask() {
    let plain = Server::start(&[SAMPLE]);
    let cors = Server::start(&[SAMPLE, "--cors", "https://lichess.org"]);
    let cross = "Sec-Fetch-Site: cross-site\r\n";
    for path in ["/lichess", "/masters", "/player?player=a&color=white", "/masters/pgn/00000000"] {
        assert_eq!(plain.request("GET", path, cross).status, 403, "{path}");
        let theirs = cors.request("GET", path, &format!("{cross}Origin: https://lichess.org\r\n"));
        assert_eq!(theirs.status, 200, "{path}");
        let allowed = theirs.header("access-control-allow-origin");
        assert_eq!(allowed, Some("https://lichess.org"));
        let other = cors.request("GET", path, &format!("{cross}Origin: https://evil.example\r\n"));
        assert_eq!(other.status, 403, "{path}");
    }
}

/// All moves, unless a client wants fewer. The route's first name says what its name is now.
#[test]
fn a_player_has_all_moves() {
    let server = Server::start(&[SAMPLE]);
    let query = "player=(&color=white&play=e2e4";
    let got = server.json(&format!("/player?{query}"));
    let moves = got["moves"].as_array().unwrap();
    assert!(moves.len() > 12, "{} moves", moves.len());
    // None of these games ends after the first move.
    assert_eq!(moves.iter().map(known).sum::<u64>(), known(&got));
    let personal = server.get(&format!("/personal?{query}"));
    assert_eq!(personal.status, 404);
    assert!(personal.text().starts_with("expected the route /player, "), "{}", personal.text());
    let few = server.json(&format!("/player?{query}&moves=3"));
    assert_eq!(few["moves"].as_array().unwrap()[..], moves[..3]);
}

/// Values by hand: the mean of the opponents' Elos, and FIDE's difference for the score against
/// them.
#[test]
fn a_player_has_a_performance() {
    let game = |white: &str, black: &str, elo: &str, result: &str, first: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[Result \"{result}\"]\n\n\
             1. {first} {result}\n\n",
            if white == "Ada" { "2100" } else { elo },
            if black == "Ada" { "2100" } else { elo },
        )
    };
    let text = [
        game("Ada", "B", "1500", "1-0", "e4 c5"),
        game("Ada", "C", "1700", "0-1", "e4 c6"),
        game("Ada", "D", "1600", "1-0", "d4 d5"),
        game("Ada", "E", "?", "1-0", "c4 c5"),
        game("Ada", "F", "1000", "1/2-1/2", "Nf3 d5"),
        game("Ada", "G", "?", "0-1", "Nf3 Nf6"),
        game("H", "Ada", "1900", "1-0", "e4 e5"),
        game("I", "Ada", "1800", "*", "e4 e5"),
    ];
    let folder = Folder::with("ada.pgn", text.concat());
    let server = Server::start(&[&folder.arg("ada.pgn")]);
    let rated = |color: &str| -> Vec<(String, Value, Value)> {
        let got = server.json(&format!("/player?player=ada&color={color}"));
        let moves = got["moves"].as_array().unwrap().iter();
        let row = |m: &Value| {
            assert_eq!(m.get("averageRating"), None);
            let field = |name: &str| m.as_object().unwrap()[name].clone();
            (
                m["uci"].as_str().unwrap().to_owned(),
                field("averageOpponentRating"),
                field("performance"),
            )
        };
        let mut rows: Vec<_> = moves.map(row).collect();
        rows.sort_by(|one, other| one.0.cmp(&other.0));
        rows
    };
    let row =
        |uci: &str, opponents: Value, performance: Value| (uci.to_owned(), opponents, performance);
    assert_eq!(
        rated("white"),
        [
            row("c2c4", Value::Null, Value::Null),
            row("d2d4", json!(1600), json!(2400)),
            row("e2e4", json!(1600), json!(1600)),
            row("g1f3", json!(1000), json!(1000)),
        ]
    );
    // A game without a result counts nowhere.
    assert_eq!(rated("black"), [row("e2e4", json!(1900), json!(1100))]);
    assert_eq!(server.json("/lichess")["moves"][0].get("performance"), None);
}

/// FENs of other programs often have rights that the pieces do not allow.
#[test]
fn rights_that_cannot_be_are_forgiven() {
    let folder = Folder::with("one.pgn", "[White \"A\"]\n\n1. e4 e5 1-0\n");
    let server = Server::start(&[&folder.arg("one.pgn")]);
    for (fen, games) in [
        ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", 0),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq a3 0 1", 1),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 1),
    ] {
        let fen = fen.replace(' ', "%20");
        for route in ["lichess", "masters"] {
            assert_eq!(known(&server.json(&format!("/{route}?fen={fen}"))), games, "{fen}");
        }
    }
    // The API of the page says what is wrong.
    server.error("/api/position?fen=4k3/8/8/8/8/8/8/4K3%20w%20KQkq%20-%200%201", 400);
    assert_eq!(server.get("/lichess?fen=8/8/8/8/8/8/8/4K3%20w%20-%20-%200%201").status, 400);
}

/// Games by the class of their time control and by the group of their mean Elo.
#[test]
fn speeds_and_ratings_choose_games() {
    let games: &[(&str, &str, &str, &str)] = &[
        ("60+0", "1500", "1599", "e4"),
        ("180+2", "1600", "1799", "d4"),
        ("600", "2499", "2500", "c4"),
        ("-", "2600", "2600", "f4"),
        ("?", "?", "900", "g4"),
        ("300+3", "900", "950", "b4"),
    ];
    let text: String = games
        .iter()
        .map(|(control, white, black, m)| {
            format!(
                "[TimeControl \"{control}\"]\n[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n\
                 [White \"A\"]\n\n1. {m} 1-0\n\n"
            )
        })
        .collect();
    let folder = Folder::with("games.pgn", text);
    let server = Server::start(&[&folder.arg("games.pgn")]);
    let all_speeds = "speeds=ultraBullet,bullet,blitz,rapid,classical,correspondence";
    let all_ratings = "ratings=0,1000,1200,1400,1600,1800,2000,2200,2500";
    for (path, expected) in [
        ("/lichess?", "b4 c4 d4 e4 f4 g4"),
        ("/lichess?speeds=blitz", "b4 d4"),
        ("/lichess?speeds=bullet,correspondence", "e4 f4"),
        ("/lichess?speeds[]=rapid&speeds[]=bullet", "c4 e4"),
        ("/lichess?speeds=classical", ""),
        ("/lichess?ratings=1600", "d4"),
        ("/lichess?ratings=1400,2200", "c4 e4"),
        ("/lichess?ratings=0&ratings=2500", "b4 f4"),
        ("/lichess?ratings=2700", "f4"),
        ("/lichess?speeds=blitz&ratings=0", "b4"),
        ("/player?player=a&color=white&speeds=blitz&ratings=1600", "b4 d4"),
        ("/masters?speeds=blitz&ratings=1600", "b4 c4 d4 e4 f4 g4"),
    ] {
        let sans = |path: &str| {
            let got = server.json(path);
            let mut sans: Vec<String> = got["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|m| m["san"].as_str().unwrap().to_owned())
                .collect();
            sans.sort_unstable();
            sans.join(" ")
        };
        assert_eq!(sans(path), expected, "{path}");
    }
    let everything = server.json(&format!("/lichess?{all_speeds}&{all_ratings}"));
    assert_eq!(everything, server.json("/lichess"));
    for (path, expected) in [
        ("/lichess?speeds=fast", "parameter `speeds`: expected some of ultraBullet, bullet, "),
        ("/lichess?ratings=high", "parameter `ratings`: expected some of 0, 1000, "),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 400);
        assert!(answer.text().starts_with(expected), "{}", answer.text());
    }
}
