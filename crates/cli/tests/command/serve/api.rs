//! The answers of the API are those of the command.

use serde_json::Value;

use super::Server;
use crate::tool::{Folder, SAMPLE, ZOBRIST, zobrist};

/// The objects of JSON lines.
fn objects(rows: &str) -> Vec<Value> {
    rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The options of the command for a query of the API.
fn options(query: &str) -> Vec<String> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap();
            match name {
                "play" => format!("--moves={}", value.replace(',', " ")),
                _ => format!("--{}={}", name.replace('_', "-"), value.replace("%20", " ")),
            }
        })
        .collect()
}

/// Position and moves by `explore`.
pub fn explored(cache: &Folder, source: &str, query: &str) -> Vec<Value> {
    let mut command = assert_cmd::Command::new(ZOBRIST);
    command.args(["explore", source, "--format", "jsonl"]).args(options(query));
    let output = command.env("XDG_CACHE_HOME", cache.path(".")).output().unwrap();
    assert!(output.status.success(), "{query}: {}", String::from_utf8_lossy(&output.stderr));
    objects(&String::from_utf8(output.stdout).unwrap())
}

/// Positions of the sample from its first 24 plies.
pub fn positions(count: usize) -> Vec<String> {
    let rows = zobrist(["hash", SAMPLE, "--format", "csv"]).done();
    let early = |row: &&str| {
        row.split(',').nth(2).is_some_and(|ply| ply.parse().is_ok_and(|ply: u32| ply < 24))
    };
    let rows: Vec<&str> = rows.lines().skip(1).filter(early).collect();
    let fens = rows.iter().step_by(rows.len() / count).take(count);
    fens.map(|row| row.split(',').nth(3).unwrap().replace(' ', "%20")).collect()
}

#[test]
fn positions_are_those_of_explore() {
    let (server, cache) = (Server::start(&[SAMPLE]), Folder::new());
    let positions = positions(200);
    assert_eq!(positions.len(), 200);
    for line in positions {
        let query = format!("fen={line}");
        let expected = explored(&cache, SAMPLE, &query);
        let got = server.json(&format!("/api/position?{query}&other_orders=true"));
        assert_eq!(got["position"], expected[0], "{line}");
        assert_eq!(got["moves"].as_array().unwrap()[..], expected[1..], "{line}");
        // Without the parameter, only the games by other orders are missing.
        let plain = server.json(&format!("/api/position?{query}"));
        assert_eq!((&plain["position"], &plain["unplayed"]), (&expected[0], &Value::Null));
        for (plain, expected) in plain["moves"].as_array().unwrap().iter().zip(&expected[1..]) {
            let mut expected = expected.clone();
            expected["other_orders"] = Value::Null;
            assert_eq!(*plain, expected);
        }
    }
}

#[test]
fn unplayed_moves_lead_to_positions_of_games() {
    let folder = Folder::with(
        "games.pgn",
        "1. d4 Nf6 2. c4 *\n\n1. c4 Nf6 2. d4 e6 *\n\n1. d4 Nf6 2. Nf3 *\n\n1. c4 e6 2. d4 Nf6 *\n",
    );
    let server = Server::start(&[&folder.arg("games.pgn")]);
    let unplayed = |query: &str| {
        let got = server.json(&format!("/api/position?{query}&other_orders=true"));
        let row = |m: &Value| {
            (m["san"].as_str().unwrap().to_owned(), m["other_orders"].as_u64().unwrap())
        };
        let rows: Vec<_> = got["unplayed"].as_array().unwrap().iter().map(row).collect();
        assert!(got["unplayed"].as_array().unwrap().iter().all(|m| m["games"] == 0));
        rows
    };
    assert_eq!(unplayed("play=d4,e6"), [("c4".to_owned(), 1)]);
    assert_eq!(unplayed("play=d4,Nf6"), []);
    assert_eq!(unplayed("play=Nf3,Nf6"), [("d4".to_owned(), 1)]);
    // A move that is not shown was played all the same.
    assert_eq!(unplayed("play=d4,Nf6&top=1"), []);
}

#[test]
fn filters_and_orders_are_those_of_explore() {
    let (server, cache) = (Server::start(&[SAMPLE]), Folder::new());
    for query in [
        "player=stockfish",
        "player=stockfish&as=white&play=e4,c5",
        "since=2024.06&until=2024.09&play=d4",
        "elo=2000..2400&play=e4",
        "min_elo=2300&result=1-0",
        "result=1/2-1/2&max_ply=3&play=e4,e5",
        "top=3&sort=score&min_games=2&play=e4",
        "player=nobody%20at%20all",
    ] {
        let expected = explored(&cache, SAMPLE, query);
        let got = server.json(&format!("/api/position?{query}&other_orders=true"));
        assert_eq!(got["position"], expected[0], "{query}");
        assert_eq!(got["moves"].as_array().unwrap()[..], expected[1..], "{query}");
    }
    let hidden = &server.json("/api/position?top=3")["hidden"];
    let all = server.json("/api/position");
    let all = all["moves"].as_array().unwrap();
    let games: u64 = all[3..].iter().map(|m| m["games"].as_u64().unwrap()).sum();
    assert_eq!((&hidden["moves"], &hidden["games"]), (&(all.len() - 3).into(), &games.into()));
}

#[test]
fn games_are_those_of_explore() {
    let (server, cache) = (Server::start(&[SAMPLE]), Folder::new());
    for order in ["first", "newest", "strongest"] {
        let query = format!("play=e4,c5&games=30&sort_games={order}&top=0");
        let expected = explored(&cache, SAMPLE, &query);
        let got = server.json(&format!("/api/games?play=e4,c5&order={order}&from=10&count=20"));
        let games = got["games"].as_array().unwrap();
        assert_eq!(games.len(), 20);
        for (game, expected) in games.iter().zip(&expected[11..]) {
            let mut expected = expected.clone();
            expected["file"] = "engine-games.pgn.gz".into();
            expected["source"] = 0.into();
            assert_eq!(*game, expected, "{order}");
        }
        assert_eq!(got["kept"], expected[0]["games"]);
    }
    assert!(server.error("/api/games?from=9999&count=2", 400).contains("at most 10000"));
    assert!(server.error("/api/games?count=201", 400).contains("`count`"));
}

#[test]
fn a_game_has_its_moves_tags_and_text() {
    let folder = Folder::with(
        "games.pgn",
        "[Site \"https://lichess.org/abcdefgh\"]\n[White \"A\"]\n[Annotator \"B\"]\n\n1. e4 e5 1-0\n\n\
         [Site \"javascript:alert(1)\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 *\n",
    );
    let index = folder.arg("index");
    folder.zobrist(["index", "build", &index, &folder.arg("games.pgn")]);
    let server = Server::start(&[&index]);
    let game = server.json("/api/game/0");
    assert_eq!(game["link"], "https://lichess.org/abcdefgh");
    assert_eq!(
        game["moves"],
        serde_json::json!([
            {"uci": "e2e4", "san": "e4"}, {"uci": "e7e5", "san": "e5"}
        ])
    );
    assert_eq!(
        game["tags"].as_array().unwrap().last().unwrap(),
        &serde_json::json!(["Annotator", "B"])
    );
    assert_eq!((&game["type"], &game["file"]), (&"game".into(), &"games.pgn".into()));
    assert!(game.get("ply").is_none());
    let house = server.json("/api/game/1");
    assert_eq!((&house["link"], &house["variant"]), (&Value::Null, &"crazyhouse".into()));
    assert_eq!(house["moves"][4], serde_json::json!({"uci": "P@e6", "san": "@e6"}));
    for number in ["0", "1"] {
        let answer = server.get(&format!("/api/game/{number}.pgn"));
        let expected = folder.zobrist(["index", "games", &index]).stdout;
        assert!(expected.contains(&answer.text()), "{}", answer.text());
        assert_eq!(answer.header("content-type"), Some("application/x-chess-pgn; charset=utf-8"));
    }
    assert!(server.error("/api/game/2", 404).contains("no game 2"));
    assert!(server.error("/api/game/0?source=1", 404).contains("source 1"));
    assert!(server.error("/api/game/x", 404).contains("\"x\""));
}

/// A game with its comments, as a tree and as text; the main line alone once its file is gone.
#[test]
fn a_game_is_annotated_while_its_file_is_there() {
    let games = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:10:00] [%eval 0.3] best} e5 $1 \
                 2. Nf3 (2. Nc3 {level 1} (2. f4 exf4)) 1-0\n\n1. d4 {M\u{fc}ller} *\n";
    let folder = Folder::new();
    // Latin-1, which is written as UTF-8.
    let latin: Vec<u8> = games.chars().map(|c| c as u32 as u8).collect();
    folder.write("games.pgn", latin);
    let path = folder.path("games.pgn");
    let server = Server::start(&[&folder.arg("games.pgn")]);
    let game = server.json("/api/game/0/annotated");
    assert_eq!(game["missing"], Value::Null);
    let moves = game["line"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    assert_eq!((&moves[0]["clock"], &moves[0]["comments"][0]), (&600.0.into(), &"best".into()));
    assert_eq!(
        (&moves[0]["evaluation"]["centipawns"], &moves[1]["nags"][0]),
        (&30.into(), &1.into())
    );
    let variation = &moves[2]["variations"][0]["moves"][0];
    assert_eq!((&variation["san"], &variation["uci"]), (&"Nc3".into(), &"b1c3".into()));
    assert_eq!(variation["variations"][0]["moves"][1]["san"], "exf4");
    let text = |number: u32| server.get(&format!("/api/game/{number}/annotated.pgn")).text();
    assert!(text(0).ends_with("(2. Nc3 {level 1} (2. f4 exf4)) 1-0\n\n"), "{}", text(0));
    assert_eq!(text(1), "1. d4 {M\u{fc}ller} *\n\n");
    assert_eq!(server.json("/api/game/1/annotated")["line"]["moves"][0]["comments"][0], "Müller");
    assert!(server.error("/api/game/2/annotated", 404).contains("no game 2"));
    assert!(server.error("/api/game/0/annotated?source=1", 404).contains("source 1"));
    assert!(server.error("/api/game/x/annotated", 404).contains("\"x\""));
    assert!(server.error("/api/game/0/other", 404).contains("\"0/other\""));
    for (change, expected) in [
        (Some("1. d4 *\n"), "games.pgn has changed since the index was built"),
        (None, "games.pgn is missing"),
    ] {
        match change {
            Some(text) => folder.write("games.pgn", text),
            None => std::fs::remove_file(&path).unwrap(),
        };
        let game = server.json("/api/game/0/annotated");
        assert_eq!((&game["line"], &game["missing"]), (&Value::Null, &expected.into()));
        assert_eq!(text(0), server.get("/api/game/0.pgn").text());
    }
}

/// An index may name any file of the machine: its bytes are not given out unless they are those of
/// the build.
#[test]
fn a_false_index_does_not_give_files_away() {
    let folder = Folder::with("games.pgn", "1. e4 {mine} *\n");
    let (index, games) = (folder.arg("index"), folder.arg("games.pgn"));
    folder.zobrist(["index", "build", &index, &games]);
    let secret = folder.path("secret.pgn");
    std::fs::write(&secret, "1. e4 {secret} *\n").unwrap();
    let server = Server::start(&[&index]);
    assert_eq!(server.json("/api/game/0/annotated")["line"]["moves"][0]["comments"][0], "mine");
    std::fs::rename(&secret, folder.path("games.pgn")).unwrap();
    let game = server.json("/api/game/0/annotated");
    assert_eq!(game["line"], Value::Null);
    assert!(!server.get("/api/game/0/annotated.pgn").text().contains("secret"));
}

/// A line from the start would be too long for a request; there are positions to begin from.
#[test]
fn long_games_have_positions_to_play_from() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(300);
    let folder = Folder::with("long.pgn", format!("[White \"A\"]\n\n{moves}*\n"));
    let server = Server::start(&[&folder.arg("long.pgn")]);
    let game = server.json("/api/game/0");
    assert_eq!(game["moves"].as_array().unwrap().len(), 1200);
    let halts = game["positions"].as_array().unwrap();
    assert_eq!(
        halts.iter().map(|halt| halt["ply"].as_u64().unwrap()).collect::<Vec<_>>(),
        [512, 1024]
    );
    assert!(halts[1]["fen"].as_str().unwrap().ends_with(" w KQkq - 1024 513"), "{}", halts[1]);
}

/// An index by a scheme of one's own has its anatomy by that scheme.
#[test]
fn the_scheme_of_the_games_is_among_the_others() {
    let folder = Folder::with("games.pgn", "1. e4 e5 *\n");
    let built_in = zobrist(["schemes", "show", "polyglot"]).done();
    let named = built_in.replace("\"polyglot\"\nbits", "\"mine\"\nbits");
    let own = named.replace("\"beside\"", "\"always\"");
    assert!(named != built_in && own != named);
    folder.write("own.toml", own);
    folder.write("other.toml", named);
    let (own, other) = (folder.arg("own.toml"), folder.arg("other.toml"));
    let (index, games) = (folder.arg("index"), folder.arg("games.pgn"));
    folder.zobrist(["index", "build", &index, &games, "--scheme", &own]).done();
    for (args, expected) in [
        (vec![&*index], "mine"),
        (vec![&*index, "--scheme", &own], "mine"),
        // Another scheme has its name.
        (vec![&*index, "--scheme", &other], "mine (of the games)"),
    ] {
        let server = Server::start(&args);
        let source = server.json("/api/source");
        assert_eq!(source["scheme"], expected);
        let schemes = source["schemes"].as_array().unwrap();
        assert_eq!(schemes.iter().filter(|scheme| scheme["name"] == expected).count(), 1);
        let name = expected.replace(' ', "%20");
        let anatomy = server.json(&format!("/api/anatomy?scheme={name}&play=e4"));
        assert_eq!(anatomy["hash"], server.json("/api/position?play=e4")["board"]["hash"]);
        assert_eq!(server.json("/api/anatomy?play=e4")["scheme"], expected);
    }
}

#[test]
fn games_of_several_sources_say_of_which_they_are() {
    let folder = Folder::with("a.pgn", "[White \"A\"]\n[Date \"2020.01.01\"]\n\n1. e4 e5 *\n");
    folder.write("b.pgn", "[White \"B\"]\n[Date \"2021.01.01\"]\n\n1. e4 c5 *\n");
    for name in ["a", "b"] {
        let (index, file) =
            (folder.arg(&format!("{name}-index")), folder.arg(&format!("{name}.pgn")));
        folder.zobrist(["index", "build", &index, &file]);
    }
    let server = Server::start(&[&folder.arg("a-index"), &folder.arg("b-index")]);
    let got = server.json("/api/games?order=newest");
    let games = got["games"].as_array().unwrap();
    let of = |at: usize| (games[at]["source"].as_u64(), games[at]["game_id"].as_u64());
    assert_eq!((of(0), of(1)), ((Some(1), Some(0)), (Some(0), Some(0))));
    assert_eq!(server.json("/api/game/0?source=1")["white_name"], "B");
    assert_eq!(server.json("/api/source")["name"], "a-index and 1 more source");
}

#[test]
fn boards_know_what_they_need() {
    let server = Server::start(&[]);
    let board = |query: &str| server.json(&format!("/api/position?{query}"));
    let start = board("");
    assert_eq!((&start["position"], &start["moves"]), (&Value::Null, &serde_json::json!([])));
    assert_eq!(start["board"]["hash"], "463b96181691fc9c");
    assert_eq!(start["legal"].as_array().unwrap().len(), 20);
    for (query, over) in [
        ("play=f3,e5,g4,Qh4", Value::from("checkmate")),
        ("fen=7k/5Q2/6K1/8/8/8/8/8%20b%20-%20-%200%201", "stalemate".into()),
        ("fen=7k/8/6K1/8/8/8/8/8%20b%20-%20-%200%201", "insufficient material".into()),
        ("variant=kingofthehill&fen=7k/8/8/4K3/8/8/8/8%20b%20-%20-%200%201", "variant end".into()),
        ("play=e4", Value::Null),
    ] {
        assert_eq!(board(query)["board"]["over"], over, "{query}");
    }
    let house = board("variant=crazyhouse&play=e4,d5,exd5,Qxd5");
    assert_eq!(house["board"]["pockets"], serde_json::json!({"white": "P", "black": "P"}));
    assert_eq!(house["board"]["hash"], Value::Null);
    assert!(house["legal"].as_array().unwrap().iter().any(|m| m["uci"] == "P@e6"));
    let checks = board("variant=3check&play=e4,f5,Qh5");
    assert_eq!(checks["board"]["checks"], serde_json::json!({"white": 1, "black": 0}));
    assert_eq!(checks["board"]["in_check"], true);
    // Castling is the king's own move, but in Chess960.
    let castling = "4k3/8/8/8/8/8/8/4K2R%20w%20K%20-%200%201";
    for (variant, uci) in [("chess", "e1g1"), ("chess960", "e1h1")] {
        for played in ["e1g1", "e1h1", "O-O"] {
            if (variant, played) == ("chess960", "e1g1") {
                continue;
            }
            let line = board(&format!("variant={variant}&fen={castling}&play={played}"));
            assert_eq!(line["line"][0]["uci"], uci, "{variant} {played}");
            assert_eq!(line["board"]["variant"], variant);
        }
    }
}

#[test]
fn wrong_questions_are_answered_by_what_was_expected() {
    let server = Server::start(&[SAMPLE]);
    for (path, expected) in [
        ("/api/position?play=e4,e4", "cannot play \"e4\""),
        ("/api/position?fen=8/8/8", "cannot read the position"),
        ("/api/position?colour=white", "unknown parameter \"colour\""),
        ("/api/position?variant=fairy", "parameter `variant`: expected one of chess, "),
        ("/api/position?min_elo=x", "parameter `min_elo`"),
        ("/api/position?as=white", "`player`"),
        ("/api/position?since=2024&until=2023", "2023"),
        ("/api/position?other_orders=maybe", "`other_orders`"),
        ("/api/source?x=1", "unknown parameter \"x\""),
    ] {
        let message = server.error(path, 400);
        assert!(message.contains(expected), "{path}: {message}");
    }
    let answer = server.get("/api/position?play=e4,c5,Ke3");
    let value: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(value["played"], 2);
    let long = vec!["Nf3,Nf6,Ng1,Ng8"; 257].join(",");
    assert!(
        server.error(&format!("/api/position?play={long}"), 400).contains("at most 1024 moves")
    );
    assert!(server.error("/api/nothing", 404).contains("/api/nothing"));
}

/// The names of players, nearest first, and how many games each has.
#[test]
fn names_are_suggested() {
    let game = |white: &str, black: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n\n")
    };
    let [one, two] = [
        game("Carlsen, Magnus", "Caruana, F") + &game("?", "Carlsen, Magnus"),
        game("Carlsen, Magnus", "Müller, K") + &game("Nakamura", "Oscar, B"),
    ];
    let folder = Folder::with("one.pgn", one);
    folder.write("two.pgn", two);
    let index = folder.arg("index");
    folder.zobrist(["index", "build", &index, &folder.arg("two.pgn")]);
    let server = Server::start(&[&folder.arg("one.pgn"), &index]);
    let names = |query: &str| -> Vec<(String, u64)> {
        let got = server.json(&format!("/api/names?{query}"));
        let names = got["names"].as_array().unwrap().iter();
        names
            .map(|row| (row["name"].as_str().unwrap().to_owned(), row["games"].as_u64().unwrap()))
            .collect()
    };
    let named = |names: &[(&str, u64)]| -> Vec<(String, u64)> {
        names.iter().map(|(name, games)| ((*name).to_owned(), *games)).collect()
    };
    let [carlsen, caruana, oscar] = [("Carlsen, Magnus", 3), ("Caruana, F", 1), ("Oscar, B", 1)];
    assert_eq!(names("text=car"), named(&[carlsen, caruana, oscar]));
    assert_eq!(names("text=car&count=1"), named(&[carlsen]));
    assert_eq!(names("text=muller"), named(&[("Müller, K", 1)]));
    assert_eq!(names("text=magnus+carl"), named(&[carlsen]));
    assert_eq!(names("text=karlsen"), named(&[carlsen]));
    assert_eq!(names("text="), named(&[]));
    assert_eq!(names("text=xyzzy"), named(&[]));
    assert!(server.error("/api/names", 400).contains("`text` is missing"));
    assert!(server.error("/api/names?text=a&count=51", 400).contains("`count`"));
    // An index that grows has more.
    folder.zobrist(["index", "add", &index, &folder.arg("one.pgn")]);
    server.json("/api/source");
    assert_eq!(names("text=carls"), named(&[("Carlsen, Magnus", 5)]));
}

#[test]
fn filters_are_checked_before_they_are_used() {
    let server = Server::start(&[]);
    assert_eq!(server.json("/api/filter")["filter"], Value::Null);
    let words = &server.json("/api/filter?player=so&result=lost&since=2024")["filter"];
    assert_eq!(words, "so, lost; since 2024");
    for (query, parameter) in [
        ("since=2024.13", Value::from("since")),
        ("until=2024.02.30", "until".into()),
        ("as=white", "player".into()),
        ("elo=2000..1000", "elo".into()),
        ("result=won", "player".into()),
        ("since=2024&until=2023", "until".into()),
    ] {
        let answer = server.get(&format!("/api/filter?{query}"));
        let value: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!((answer.status, &value["parameter"]), (400, &parameter), "{query}: {value}");
    }
}

/// The moves by year and by Elo are those of `explore --by`.
#[test]
fn groups_are_those_of_explore() {
    let (server, cache) = (Server::start(&[SAMPLE]), Folder::new());
    for query in ["", "play=e4,c5", "play=e4&player=stockfish", "top=2&since=2020", "player=nobody"]
    {
        for by in ["year", "elo"] {
            let expected = explored(&cache, SAMPLE, &format!("by={by}&{query}"));
            let got = server.json(&format!("/api/position?{query}&by={by}"));
            assert_eq!(got["position"], expected[0], "{query}");
            let groups = got["groups"].as_array().unwrap();
            assert_eq!(groups[..], expected[1..], "{query}");
            assert!(groups.iter().all(|row| row["type"] == "group" && row[by] != 0), "{query}");
            // All groups of a move together are the move.
            for m in got["moves"].as_array().unwrap() {
                let of_move = groups.iter().filter(|row| row["uci"] == m["uci"]);
                let games = of_move.map(|row| row["games"].as_u64().unwrap()).sum::<u64>();
                assert_eq!(m["games"], games, "{query}");
            }
        }
        assert_eq!(server.json(&format!("/api/position?{query}"))["groups"], Value::Null);
    }
    assert!(server.error("/api/position?by=day", 400).contains("`by`: expected one of year, elo"));
}
