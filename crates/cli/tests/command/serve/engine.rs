//! The engine of the user: what it finds, who may ask it, and its end.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::uploads::{SAME, token};
use super::{Answer, Server};
use crate::engine::engine;
use crate::tool::{Folder, zobrist};

/// Asks the engine as the page does.
fn ask(server: &Server, query: &str) -> Answer {
    let lines = format!("{SAME}X-Zobrist-Token: {}\r\n", token(server));
    server.request("GET", &format!("/api/engine?{query}"), &lines)
}

fn json(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.text());
    serde_json::from_slice(&answer.body).unwrap()
}

/// A program that speaks as much of UCI as a script says, and leaves its process number in `pid`.
fn scripted(folder: &Folder, on_go: &str) -> String {
    let pid = folder.arg("pid");
    let script = format!(
        "#!/bin/sh\necho $$ > {pid}\nwhile read -r word rest; do case $word in\n\
         uci) echo id name Scripted; echo option name MultiPV type spin; echo uciok;;\n\
         isready) echo readyok;;\ngo) {on_go};;\nquit) exit 0;;\nesac; done\n"
    );
    folder.write("engine.sh", script);
    let path = folder.path("engine.sh");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    folder.arg("engine.sh")
}

/// True while the process of a scripted engine is there.
fn is_running(folder: &Folder) -> bool {
    let pid = fs::read_to_string(folder.path("pid")).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/status", pid.trim())).unwrap_or_default();
    !status.is_empty() && !status.contains("State:\tZ")
}

#[track_caller]
fn ends_soon(folder: &Folder) {
    let begin = Instant::now();
    while is_running(folder) {
        assert!(begin.elapsed() < Duration::from_secs(10), "the engine goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn stockfish_gives_evaluation_and_three_lines() {
    let Some(program) = engine("stockfish") else { return };
    let program = &*program;
    let server = Server::start(&["--engine", program, "--engine-option", "Hash=1"]);
    let served = server.json("/api/source")["engine"].clone();
    assert!(served["name"].as_str().unwrap().starts_with("Stockfish"), "{served}");
    assert_eq!(served["time"], 3000);
    let analysis = json(&ask(&server, "time=300&play=e4,e5"));
    let lines = analysis["lines"].as_array().unwrap();
    assert_eq!((lines.len(), &analysis["stopped"]), (3, &Value::Bool(false)), "{analysis}");
    assert!(lines.iter().all(|line| line["depth"].as_u64().unwrap() >= 1));
    assert!(lines[0]["evaluation"]["centipawns"].as_i64().unwrap().abs() < 150, "{analysis}");
    // Mate in one, for Black: negative for White, and the move that gives it.
    let mate = "fen=6k1/8/8/8/8/8/5PPP/r5K1%20w%20-%20-%200%201";
    assert_eq!(json(&ask(&server, mate))["lines"], Value::Array(Vec::new()), "it is mate already");
    let before = "fen=r5k1/8/8/8/8/8/5PPP/6K1%20b%20-%20-%200%201&time=200";
    let line = json(&ask(&server, before))["lines"][0].clone();
    assert_eq!(
        (&line["evaluation"]["mate"], &line["moves"][0]["san"]),
        (&(-1).into(), &"Ra1#".into())
    );
    // A position of Chess960, whose castling is king takes rook.
    let other = "fen=4k3/8/8/8/8/8/8/4KR2%20w%20F%20-%200%201&variant=chess960&time=100";
    assert!(!json(&ask(&server, other))["lines"].as_array().unwrap().is_empty());
    let atomic = ask(&server, "variant=atomic");
    assert_eq!(atomic.status, 502);
    assert!(atomic.text().contains("expected a position of chess"), "{}", atomic.text());
    assert_eq!(ask(&server, "play=e5").status, 400);
}

#[test]
fn only_the_page_itself_may_ask_the_engine() {
    let folder = Folder::new();
    let program = scripted(&folder, "echo bestmove e2e4");
    let server = Server::start(&["--engine", &program, "--cors", "https://lichess.org"]);
    let key = format!("X-Zobrist-Token: {}\r\n", token(&server));
    let status = |lines: &str| server.request("GET", "/api/engine", lines).status;
    assert_eq!(status(&format!("{SAME}{key}")), 200);
    for lines in [
        "",
        SAME,
        &key,
        &format!("Sec-Fetch-Site: cross-site\r\n{key}"),
        &format!("Sec-Fetch-Site: none\r\n{key}"),
        &format!("{SAME}X-Zobrist-Token: x\r\n"),
        &format!("{SAME}{key}Origin: https://lichess.org\r\n"),
        &format!("{SAME}{key}Host: evil.example\r\n"),
    ] {
        assert_eq!(status(lines), 403, "{lines}");
    }
    // Nothing but the position and the time is asked.
    for query in
        ["engine=/bin/sh", "option=Hash", "time=x", "time=-1", "fen=8/8%0Aquit", "play=e4%0Aquit"]
    {
        assert_eq!(ask(&server, query).status, 400, "{query}");
    }
}

#[test]
fn an_engine_ends_with_its_server_whatever_happens() {
    for signal in ["TERM", "INT", "KILL"] {
        let folder = Folder::new();
        // It does not answer, and ignores what it is told.
        let program = scripted(&folder, "trap '' TERM INT HUP; sleep 1000");
        let mut server = Server::start(&["--engine", &program]);
        let lines = format!("{SAME}X-Zobrist-Token: {}\r\n", token(&server));
        let request =
            format!("GET /api/engine?time=100 HTTP/1.1\r\nHost: {}\r\n{lines}\r\n", server.address);
        let mut client = server.connect();
        std::io::Write::write_all(&mut client, request.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        assert!(is_running(&folder));
        let begin = Instant::now();
        let status = server.end(signal);
        assert!(begin.elapsed() < Duration::from_secs(6), "{signal}: {:?}", begin.elapsed());
        assert_eq!(status.code(), if signal == "KILL" { None } else { Some(0) }, "{signal}");
        ends_soon(&folder);
    }
}

#[test]
fn engines_that_break_down_are_told_and_started_again_three_times() {
    let folder = Folder::new();
    let program = scripted(&folder, "echo boo >&2; exit 3");
    let server = Server::start(&["--engine", &program]);
    for _ in 0..3 {
        let answer = ask(&server, "time=100");
        assert_eq!(answer.status, 502);
        assert!(
            answer.text().contains("it ended") && answer.text().contains("boo"),
            "{}",
            answer.text()
        );
    }
    let answer = ask(&server, "time=100");
    assert!(answer.text().contains("has broken down 3 times"), "{}", answer.text());
    assert_eq!(server.get("/api/position").status, 200);
}

#[test]
fn endless_output_is_bounded() {
    let folder = Folder::new();
    let program = scripted(&folder, "while :; do echo info depth 1 score cp 1 pv e2e4; done");
    let server = Server::start(&["--engine", &program, "--engine-time", "10s"]);
    let begin = Instant::now();
    let answer = ask(&server, "time=10000");
    assert_eq!(answer.status, 502, "{}", answer.text());
    assert!(begin.elapsed() < Duration::from_secs(25), "{:?}", begin.elapsed());
    ends_soon(&folder);
    assert_eq!(server.get("/api/position").status, 200);
}

/// A new question stops the search before it, and the time is bounded by that of the user.
#[test]
fn one_position_is_searched_at_a_time() {
    let Some(program) = engine("stockfish") else { return };
    let program = &*program;
    let server =
        Server::start(&["--engine", program, "--engine-time", "8s", "--engine-option", "Hash=1"]);
    let begin = Instant::now();
    let (long, short) = std::thread::scope(|scope| {
        let long = scope.spawn(|| json(&ask(&server, "time=8000")));
        std::thread::sleep(Duration::from_millis(1000));
        let short = json(&ask(&server, "time=100&play=d4"));
        (long.join().unwrap(), short)
    });
    assert!(begin.elapsed() < Duration::from_secs(7), "{:?}", begin.elapsed());
    assert_eq!((&long["stopped"], &short["stopped"]), (&Value::Bool(true), &Value::Bool(false)));
    let bounded = Server::start(&["--engine", program, "--engine-time", "50ms"]);
    let begin = Instant::now();
    json(&ask(&bounded, "time=60000"));
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[test]
fn what_is_no_engine_is_refused_at_the_start() {
    for (args, expected) in [
        (vec!["serve", "--engine", "/no/such/engine"], "cannot start"),
        (vec!["serve", "--engine", "true"], "expected a UCI engine"),
        (vec!["serve", "--engine", "true", "--engine-time", "1h"], "expected a time"),
        (vec!["serve", "--engine", "true", "--engine-option", "Hash"], "expected NAME=VALUE"),
        (vec!["serve", "--engine-option", "Hash=1"], "--engine"),
    ] {
        let message = zobrist(args.iter().copied()).refused();
        assert!(message.contains(expected), "{args:?}: {message}");
    }
    let server = Server::start(&[]);
    assert_eq!(server.json("/api/source")["engine"], Value::Null);
    assert_eq!(ask(&server, "").status, 404);
}

#[test]
fn others_in_the_network_cannot_make_it_search() {
    let Some(address) = super::uploads::own_address() else { return };
    let folder = Folder::new();
    let program = scripted(&folder, "echo bestmove e2e4");
    let mut server = Server::start(&["--bind", &address, "--engine", &program]);
    assert_eq!(server.json("/api/source")["engine"], Value::Null);
    assert_eq!(ask(&server, "").status, 404);
    server.end("TERM");
    let messages = server.messages();
    assert!(messages.contains("--engine is left out"), "{messages}");
}
