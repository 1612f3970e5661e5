//! Files that the page sends, and sources that are indexed while the server answers.

use std::io::{Read, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Answer, Server};
use crate::tool::{Folder, SAMPLE};

pub(super) const SAME: &str = "Sec-Fetch-Site: same-origin\r\n";

/// The token of the page.
pub(super) fn token(server: &Server) -> String {
    let answer = server.request("GET", "/api/token", SAME);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let token: Value = serde_json::from_slice(&answer.body).unwrap();
    token["token"].as_str().unwrap().to_owned()
}

/// Sends a body with these lines in the head, beside its length.
fn post(server: &Server, name: &str, lines: &str, body: &[u8]) -> Answer {
    let mut request = format!(
        "POST /api/upload?name={name} HTTP/1.1\r\nHost: {}\r\n{lines}Content-Length: {}\r\nConnection: close\r\n\r\n",
        server.address,
        body.len()
    )
    .into_bytes();
    request.extend_from_slice(body);
    server.send(request)
}

/// Sends a file as the page does.
#[track_caller]
fn send(server: &Server, name: &str, body: &[u8]) -> Answer {
    let lines = format!("{SAME}X-Zobrist-Token: {}\r\n", token(server));
    post(server, name, &lines, body)
}

/// Sends files, and returns the list of sources once they are ready.
#[track_caller]
fn sources_with(server: &Server, files: &[(&str, &[u8])]) -> Vec<Value> {
    for (name, body) in files {
        let answer = send(server, name, body);
        assert_eq!(answer.status, 202, "{}", answer.text());
    }
    server.wait_for_sources();
    server.json("/api/source")["sources"].as_array().unwrap().clone()
}

const GAMES: &[u8] = b"[White \"Ada\"]\n[Black \"Bob\"]\n\n1. e4 {first} e5 1-0\n\n1. d4 d5 0-1\n";

#[test]
fn files_that_are_sent_join_the_sources() {
    let server = Server::start(&[]);
    let before = server.json("/api/source");
    assert_eq!((&before["games"], &before["name"]), (&Value::Null, &Value::Null));
    assert_eq!(before["upload_limit"], 1 << 30);
    let gz = zstd::encode_all(GAMES, 1).unwrap();
    let list = sources_with(
        &server,
        &[
            ("club.pgn", GAMES),
            ("..%2F..%2Fetc%2Fother.pgn.zst", &gz),
            ("ko.sgf", b"(;GM[1]SZ[9]PB[Ada];B[aa];W[bb])"),
        ],
    );
    let shown: Vec<_> = list
        .iter()
        .map(|source| (&source["name"], &source["state"], &source["number"], &source["games"]))
        .collect();
    let text = format!("{shown:?}");
    assert_eq!(
        text,
        "[(String(\"club.pgn\"), String(\"ready\"), Number(0), Number(2)), \
         (String(\"other.pgn.zst\"), String(\"ready\"), Number(1), Number(2)), \
         (String(\"ko.sgf\"), String(\"ready\"), Number(0), Number(1))]"
    );
    let source = server.json("/api/source");
    assert_eq!((&source["games"], &source["go"]), (&4.into(), &1.into()));
    assert_eq!(source["name"], "club.pgn and 1 more source");
    assert_eq!(server.json("/api/position")["position"]["games"], 4);
    assert_eq!(server.json("/api/go")["games"][0]["file"], "ko.sgf");
    // A game says which source it is from, and has its comments.
    let games = server.json("/api/games?play=e4");
    let places: Vec<_> = games["games"].as_array().unwrap().iter().collect();
    assert_eq!((&places[0]["source"], &places[0]["file"]), (&0.into(), &"club.pgn".into()));
    assert_eq!((&places[1]["source"], &places[1]["file"]), (&1.into(), &"other.pgn.zst".into()));
    for source in [0, 1] {
        let game = server.json(&format!("/api/game/0/annotated?source={source}"));
        assert_eq!(game["line"]["moves"][0]["comments"][0], "first", "{game}");
    }
    // Programs of lichess find them, too.
    assert_eq!(server.json("/lichess")["white"], 2);
    assert_eq!(server.json("/api/names?text=ada")["names"][0]["games"], 2);
}

#[test]
fn sources_can_be_switched_off() {
    let server = Server::start(&[SAMPLE]);
    let all = server.json("/api/position?play=e4");
    sources_with(&server, &[("a.pgn", GAMES)]);
    let games = |query: &str| {
        server.json(&format!("/api/position?play=e4{query}"))["position"]["games"].as_u64().unwrap()
    };
    let of_sample = all["position"]["games"].as_u64().unwrap();
    assert_eq!(games(""), of_sample + 1);
    // Also after the answer about all is remembered.
    assert_eq!(
        (games("&sources=0"), games("&sources=1"), games("&sources=1,0")),
        (of_sample, 1, of_sample + 1)
    );
    assert_eq!(games("&sources=1&result=1-0"), 1);
    let listed = server.json("/api/games?play=e4&sources=1")["games"].clone();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["source"]), (1, &1.into()));
    for wrong in ["2", "0,0", "x", "-1"] {
        let error = server.error(&format!("/api/position?sources={wrong}"), 400);
        assert!(error.contains("sources"), "{error}");
    }
}

#[test]
fn sources_of_go_can_be_switched_off() {
    let folder = Folder::with("a.sgf", "(;SZ[5];B[aa])");
    folder.write("b.sgf", "(;SZ[5];B[bb])");
    let server = Server::start(&[&folder.arg("a.sgf"), &folder.arg("b.sgf")]);
    let list = sources_with(&server, &[("ko.sgf", b"(;SZ[9];B[aa])(;SZ[9];B[bb])")]);
    let shown: Vec<_> =
        list.iter().map(|of| (&of["name"], &of["holds"], &of["number"], &of["games"])).collect();
    assert_eq!(
        shown,
        [
            (&"a.sgf and 1 more file".into(), &"go".into(), &0.into(), &2.into()),
            (&"ko.sgf".into(), &"go".into(), &1.into(), &2.into())
        ]
    );
    let games = |query: &str| {
        let list = server.json(&format!("/api/go?{query}"));
        let games = list["games"].as_array().unwrap().iter();
        let games: Vec<_> = games.map(|game| game["game_id"].as_u64().unwrap()).collect();
        (games, list["kept"].as_u64().unwrap())
    };
    assert_eq!(games(""), (vec![0, 1, 2, 3], 4));
    assert_eq!(games("sources=1"), (vec![2, 3], 2));
    assert_eq!(games("sources=1&from=1"), (vec![3], 2));
    assert_eq!(games("sources=0,1&from=1&count=2"), (vec![1, 2], 4));
    assert_eq!(server.json("/api/go/3")["source"], 1);
    for wrong in ["2", "1,1", "x"] {
        let error = server.error(&format!("/api/go?sources={wrong}"), 400);
        assert!(error.contains("sources"), "{error}");
    }
}

#[test]
fn games_that_cannot_be_read_are_told_under_the_name_of_the_file() {
    let mut server = Server::start(&[]);
    let list = sources_with(
        &server,
        &[
            ("half.pgn", b"1. e4 Ke5 *\n\n1. d4 *\n"),
            ("none.pgn", b"\x89PNG\0"),
            ("none.sgf", b"x"),
        ],
    );
    assert_eq!((&list[0]["state"], &list[0]["games"]), (&"ready".into(), &1.into()));
    let rejected = server.json("/api/source")["rejected"].clone();
    assert_eq!(rejected["games"], 1);
    let first = rejected["first"][0].as_str().unwrap();
    assert!(first.starts_with("half.pgn:1 (byte "), "{first}");
    for source in &list[1..] {
        assert_eq!((&source["state"], &source["number"]), (&"failed".into(), &Value::Null));
        let error = source["error"].as_str().unwrap();
        assert!(error.contains("expected a") && !error.contains('/'), "{error}");
    }
    assert_eq!(server.json("/api/source")["name"], "half.pgn");
    // They are no sources of the command line.
    assert_eq!(server.end("TERM").code(), Some(0));
}

#[test]
fn only_the_page_itself_may_send_files() {
    let server = Server::start(&["--cors", "https://lichess.org"]);
    let token = token(&server);
    let key = format!("X-Zobrist-Token: {token}\r\n");
    let refused = |lines: &str| post(&server, "a.pgn", lines, GAMES).status;
    assert_eq!(refused(""), 403);
    assert_eq!(refused(&key), 403);
    assert_eq!(refused(SAME), 403);
    for site in ["cross-site", "same-site", "none", ""] {
        assert_eq!(refused(&format!("Sec-Fetch-Site: {site}\r\n{key}")), 403, "{site}");
    }
    for origin in ["https://lichess.org", "https://evil.example", "null"] {
        assert_eq!(refused(&format!("{SAME}{key}Origin: {origin}\r\n")), 403, "{origin}");
    }
    let wrong = token.chars().rev().collect::<String>();
    assert_eq!(refused(&format!("{SAME}X-Zobrist-Token: {wrong}\r\n")), 403);
    assert_eq!(refused(&format!("{SAME}{key}{key}")), 403);
    // The token is told to nobody else.
    for lines in [
        "",
        "Sec-Fetch-Site: cross-site\r\nOrigin: https://lichess.org\r\n",
        "Sec-Fetch-Site: none\r\n",
    ] {
        let answer = server.request("GET", "/api/token", lines);
        assert!(answer.status == 403 && !answer.text().contains(&token), "{lines}");
    }
    let from = format!("{SAME}Origin: https://lichess.org\r\n");
    assert_eq!(server.request("GET", "/api/token", &from).status, 403);
    // No other route takes a body, and a browser gets no leave to ask for one.
    for (method, path) in [("POST", "/api/position"), ("PUT", "/api/upload?name=a"), ("POST", "/")]
    {
        assert_eq!(server.request(method, path, &format!("{SAME}{key}")).status, 405, "{path}");
    }
    assert_eq!(server.request("OPTIONS", "/api/upload?name=a", &from).status, 405);
    assert_eq!(server.request("GET", "/api/upload?name=a", SAME).status, 400);
    assert_eq!(server.json("/api/source")["sources"].as_array().unwrap().len(), 0);
    let own = format!("{SAME}{key}Origin: http://{}\r\n", server.address);
    assert_eq!(refused(&own), 202);
}

#[test]
fn a_server_may_take_no_files() {
    let mut servers = vec![Server::start(&["--read-only"])];
    // Another address of this machine, which is none of loopback, may be missing.
    if let Some(address) = own_address() {
        servers.push(Server::start(&["--bind", &address]));
    }
    for server in &servers {
        let answer = send(server, "a.pgn", GAMES);
        assert_eq!(answer.status, 403);
        assert!(answer.text().contains("--read-only"), "{}", answer.text());
        assert_eq!(server.json("/api/source")["upload_limit"], Value::Null);
    }
}

/// An address of this machine in its network.
pub(super) fn own_address() -> Option<String> {
    let socket = std::net::UdpSocket::bind("0.0.0.0:0").ok()?;
    // No packet is sent.
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip().to_string())
}

#[test]
fn the_size_is_bounded_and_nothing_stays_of_what_is_refused() {
    let server = Server::start(&["--upload-limit", "1MB"]);
    let files = || server.files_in_cache("uploads");
    assert_eq!(send(&server, "a.pgn", &vec![b' '; 1_000_001]).status, 413);
    let key = format!("{SAME}X-Zobrist-Token: {}\r\n", token(&server));
    let head = format!("POST /api/upload?name=a.pgn HTTP/1.1\r\nHost: {}\r\n{key}", server.address);
    // Without a length, what comes is counted.
    let mut stream = server.connect();
    stream.write_all(format!("{head}Transfer-Encoding: chunked\r\n\r\n").as_bytes()).unwrap();
    let piece = [b"10000\r\n".to_vec(), vec![b' '; 0x10000], b"\r\n".to_vec()].concat();
    for _ in 0..40 {
        if stream.write_all(&piece).is_err() {
            break;
        }
    }
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok();
    // The connection may be cut before the answer is read.
    assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 413"), "{answer:?}");
    // One that leaves in the middle, and one that sends nothing more.
    let mut left = server.connect();
    left.write_all(format!("{head}Content-Length: 1000\r\n\r\n1. e4").as_bytes()).unwrap();
    drop(left);
    let mut silent = server.connect();
    silent.write_all(format!("{head}Content-Length: 1000\r\n\r\n1. e4").as_bytes()).unwrap();
    let begin = Instant::now();
    let mut answer = Vec::new();
    silent.read_to_end(&mut answer).ok();
    assert!(answer.starts_with(b"HTTP/1.1 408"), "{:?}", String::from_utf8_lossy(&answer));
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert_eq!(files(), Vec::<String>::new());
    for name in ["", "%2F", &"x".repeat(256)] {
        assert_eq!(send(&server, name, GAMES).status, 400, "{name}");
    }
    assert_eq!(files(), Vec::<String>::new());
    assert_eq!(server.json("/api/source")["sources"].as_array().unwrap().len(), 0);
    assert_eq!(send(&server, "a.pgn", GAMES).status, 202);
    server.wait_for_sources();
    assert!(files().contains(&"1.pgn".to_owned()) || !files().is_empty());
}

#[test]
fn sent_files_are_gone_with_the_server() {
    for signal in ["TERM", "INT"] {
        let mut server = Server::start(&[]);
        sources_with(&server, &[("a.pgn", GAMES)]);
        assert_ne!(server.files_in_cache("uploads"), Vec::<String>::new());
        assert_eq!(server.end(signal).code(), Some(0));
        assert_eq!(server.files_in_cache("uploads"), Vec::<String>::new(), "{signal}");
    }
}

/// The next server finds the index of what was sent before, by its content.
#[test]
fn a_file_that_is_sent_again_is_not_indexed_again() {
    let cache = Arc::new(Folder::new());
    let manifests = || {
        let folder = cache.path("zobrist/explore");
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let manifest = |entry: std::fs::DirEntry| entry.path().join("manifest.json");
        let time = |path: std::path::PathBuf| path.metadata().ok()?.modified().ok();
        entries.map(manifest).filter_map(time).collect::<Vec<_>>()
    };
    let mut built = Vec::new();
    for (name, other) in [("club.pgn", "other.pgn"), ("renamed.pgn", "again.pgn")] {
        let mut server = Server::start_in(&cache, &[]);
        // The second is sent twice: its games count as those of two sources.
        let list = sources_with(&server, &[(name, GAMES), (other, GAMES)]);
        assert_eq!((&list[0]["games"], &list[1]["games"]), (&2.into(), &2.into()), "{list:?}");
        let games = server.json("/api/games?play=e4")["games"].clone();
        assert_eq!((&games[0]["file"], &games[1]["file"]), (&name.into(), &other.into()));
        for source in [0, 1] {
            let game = server.json(&format!("/api/game/0/annotated?source={source}"));
            assert_eq!(game["line"]["moves"][0]["comments"][0], "first", "{game}");
        }
        assert_eq!(server.end("TERM").code(), Some(0));
        assert_eq!(server.files_in_cache("uploads"), Vec::<String>::new());
        let now = manifests();
        assert_eq!(now.len(), 1, "one index is cached");
        assert!(built.is_empty() || built == now, "it is built again");
        built = now;
    }
}

/// Mutated uploads do no harm.
#[test]
fn mutated_uploads_do_no_harm() {
    let mut server = Server::start(&[]);
    let key = token(&server);
    let request = format!(
        "POST /api/upload?name=a.pgn HTTP/1.1\r\nHost: {}\r\nSec-Fetch-Site: same-origin\r\nX-Zobrist-Token: {key}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        server.address,
        GAMES.len()
    );
    let request = [request.as_bytes(), GAMES].concat();
    let mut random = zobrist::source::SplitMix64::new(7);
    let mut statuses = [0_u32; 6];
    for _ in 0..400 {
        let mutated = super::attacks::mutated(&request, &mut random);
        let mut stream = server.connect();
        stream.write_all(&mutated).ok();
        stream.shutdown(std::net::Shutdown::Write).ok();
        let answer = super::attacks::first_answer(&mut stream, false);
        let status = answer.get(9).map_or(0, |digit| digit - b'0');
        assert!(status != 5, "{}", String::from_utf8_lossy(&answer));
        statuses[usize::from(status.min(5))] += 1;
    }
    assert!(statuses[2] > 20 && statuses[4] > 20, "{statuses:?}");
    server.wait_for_sources();
    assert!(server.json("/api/position")["position"]["games"].as_u64().unwrap() > 20);
    assert_eq!(server.end("TERM").code(), Some(0));
}

/// Games for an index that takes some seconds.
fn many_games(count: usize) -> String {
    (0..count)
        .map(|number| {
            let line = [
                "e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7",
                "d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7",
            ][number % 2];
            format!("[White \"W{number}\"]\n[Black \"B\"]\n\n1. {line} 1-0\n\n")
        })
        .collect()
}

#[test]
fn the_page_is_there_while_a_large_source_is_indexed() {
    let folder = Folder::with("large.pgn", many_games(400_000));
    folder.write("small.pgn", "1. e4 e5 1-0\n");
    folder.zobrist(["index", "build", &folder.arg("index"), &folder.arg("small.pgn")]).done();
    let mut server = Server::start_now(&[&folder.arg("index"), &folder.arg("large.pgn")]);
    let source = server.json("/api/source");
    let list = source["sources"].as_array().unwrap();
    assert_eq!((&list[0]["state"], &list[0]["games"]), (&"ready".into(), &1.into()), "{list:?}");
    let large = &list[1];
    assert_eq!((&large["name"], &large["state"]), (&"large.pgn".into(), &"indexing".into()));
    let progress = &large["progress"];
    let size = std::fs::metadata(folder.path("large.pgn")).unwrap().len();
    assert_eq!(progress["of"], size);
    assert!(progress["bytes"].as_u64().unwrap() <= size, "{progress}");
    // What is ready answers.
    assert_eq!(server.json("/api/position")["position"]["games"], 1);
    assert_eq!(server.get("/").status, 200);
    server.wait_for_sources();
    assert_eq!(server.json("/api/position")["position"]["games"], 400_001);
    assert_eq!(server.json("/api/source")["games"], 400_001);
    assert_eq!(server.end("TERM").code(), Some(0));
}

#[test]
fn a_server_that_ends_while_it_indexes_keeps_what_was_done() {
    let folder = Folder::with("large.pgn", many_games(400_000));
    let mut server = Server::start_now(&[&folder.arg("large.pgn")]);
    assert_eq!(server.json("/api/source")["sources"][0]["state"], "indexing");
    assert_eq!(server.json("/api/position")["position"], Value::Null);
    for path in ["/api/games", "/lichess"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 503, "{path}: {}", answer.text());
        assert!(answer.text().contains("being indexed"));
    }
    let begin = Instant::now();
    assert_eq!(server.end("INT").code(), Some(130));
    assert!(begin.elapsed() < Duration::from_secs(12), "{:?}", begin.elapsed());
    let messages = server.messages();
    assert!(messages.contains("stopped; ") && messages.contains("the same command"), "{messages}");
}
