//! What programs read that ask lichess's explorer, by the routes and fields in their code.

use serde_json::Value;

use super::Server;
use crate::tool::SAMPLE;

fn whole(of: &Value, field: &str) -> i64 {
    of[field].as_i64().unwrap_or_else(|| panic!("expected a number in {field}, got {of}"))
}

/// BotLi 001372d, lichess_game.py: of the last line of `/player`, it takes the move of the best
/// performance, or the one that wins most often, for the color that it plays.
#[test]
fn botli_finds_a_move() {
    let server = Server::start(&[SAMPLE]);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".replace(' ', "%20");
    for color in ["white", "black"] {
        let query = format!("player=(&variant=standard&fen={fen}&color={color}&recentGames=0");
        let answer = server.get(&format!("/player?{query}&modes=rated,casual&since=1990"));
        assert_eq!(answer.status, 200, "{}", answer.text());
        let text = answer.text();
        let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        let all = whole(&last, "white") + whole(&last, "draws") + whole(&last, "black");
        let moves = last["moves"].as_array().unwrap();
        assert!(all > 0 && moves.len() > 1);
        let best = moves.iter().max_by_key(|m| whole(m, "performance")).unwrap();
        assert!(best["uci"].as_str().unwrap().len() >= 4);
        let win_rate = |m: &Value| {
            let games = whole(m, "white") + whole(m, "draws") + whole(m, "black");
            whole(m, color) as f64 / games as f64
        };
        assert!(moves.iter().map(win_rate).all(|rate| (0.0..=1.0).contains(&rate)));
    }
}

/// openingtree 27450d2, OpeningBook.js: `/master` with an empty line, and lists with brackets.
#[test]
fn openingtree_fills_its_table() {
    let server = Server::start(&[SAMPLE]);
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201";
    let lists = "&ratings[]=1600&ratings[]=2500&speeds[]=blitz&speeds[]=rapid";
    for path in ["/master", "/masters", "/lichess"] {
        let got = server.json(&format!("{path}?fen={fen}&play=&variant=standard{lists}"));
        let mut sum = 0;
        for m in got["moves"].as_array().unwrap() {
            sum += whole(m, "white") + whole(m, "draws") + whole(m, "black");
            assert!(m["san"].is_string() && m["uci"].is_string());
        }
        let all = whole(&got, "white") + whole(&got, "draws") + whole(&got, "black");
        assert!(sum <= all && (path == "/lichess" || sum > 0), "{path}");
        assert!(got["topGames"].as_array().unwrap().iter().all(|game| game["id"].is_string()));
    }
}
