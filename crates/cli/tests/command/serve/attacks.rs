//! Clients that are slow, many, or mad; games that are hostile; an index that is merged meanwhile.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use zobrist::source::SplitMix64;

use super::{Answer, Server};
use crate::tool::{Folder, SAMPLE};

/// Requests that the mutations begin with.
const REQUESTS: [&str; 9] = [
    "GET /api/position?play=e4,c5&player=stockfish&since=2024.01 HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n",
    "GET /api/games?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201&from=5&count=7 HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n",
    "GET /api/game/17.pgn?source=0 HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n",
    "HEAD / HTTP/1.1\r\nHost: HOST\r\nAccept: */*\r\nConnection: close\r\n\r\n",
    "GET /api/position?variant=crazyhouse&play=e2e4,d7d5,e4d5,d8d5,P@e6&other_orders=true HTTP/1.0\r\nHost: HOST\r\nConnection: close\r\n\r\n",
    "GET /api/source HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    "GET /lichess?variant=standard&play=e2e4,e7e5&since=2024-05&topGames=3&recentGames=2 HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n",
    "GET /player?player=stockfish&color=white&moves=5&until=2024 HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n",
    "GET /masters/pgn/0000000A HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n",
];

/// Changes a request in one place or two.
pub(super) fn mutated(request: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    let mut bytes = request.to_vec();
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    for _ in 0..=below(2) {
        let at = below(bytes.len());
        match below(6) {
            0 => bytes[at] = below(256) as u8,
            1 => bytes[at] ^= 1 << below(8),
            2 => bytes.truncate(at.max(1)),
            3 => {
                let end = (at + below(40)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            4 => {
                let texts: [&[u8]; 8] = [
                    b"%00",
                    b"%FF",
                    b"\r\n",
                    b"&&&===",
                    b"99999999999999999999",
                    b"-1",
                    b"%",
                    b"\xe2\x80\xae",
                ];
                bytes.splice(at..at, texts[below(8)].iter().copied());
            }
            _ => drop(bytes.drain(at..(at + below(20)).min(bytes.len()))),
        }
        if bytes.is_empty() {
            bytes.push(b'G');
        }
    }
    bytes
}

/// The answer to a request; what came if the connection is closed, or nothing more comes for some
/// time.
pub(super) fn first_answer(stream: &mut TcpStream, is_head: bool) -> Vec<u8> {
    let (mut all, mut piece) = (Vec::new(), [0; 1 << 14]);
    loop {
        let length = Answer::read(&all).map(|answer| {
            let length = answer.header("content-length").and_then(|length| length.parse().ok());
            (answer.body.len(), if is_head { 0 } else { length.unwrap_or(0) })
        });
        if length.is_some_and(|(got, expected)| got >= expected) {
            return all;
        }
        match stream.read(&mut piece) {
            Ok(read @ 1..) => all.extend_from_slice(&piece[..read]),
            _ => return all,
        }
    }
}

#[test]
fn ten_thousand_mutated_requests_do_no_harm() {
    let mut server = Server::start(&[SAMPLE]);
    let before = server.json("/api/position?play=e4");
    let mut answered = [0_u32; 6];
    thread::scope(|scope| {
        let tasks: Vec<_> = (0..4_u64)
            .map(|task| {
                let server = &server;
                scope.spawn(move || {
                    let mut random = SplitMix64::new(task);
                    let mut answered = [0_u32; 6];
                    for number in 0..2500 {
                        let request =
                            REQUESTS[number % REQUESTS.len()].replace("HOST", &server.address);
                        let request = mutated(request.as_bytes(), &mut random);
                        let mut stream = server.connect();
                        stream.write_all(&request).ok();
                        // One that is not complete would be waited for.
                        stream.write_all(b"\r\n\r\n").ok();
                        let answer = first_answer(&mut stream, request.starts_with(b"HEAD "));
                        let status = answer.get(9).map_or(0, |digit| digit - b'0');
                        assert!(
                            status != 5,
                            "{:?}: {}",
                            String::from_utf8_lossy(&request),
                            String::from_utf8_lossy(&answer)
                        );
                        answered[usize::from(status.min(5))] += 1;
                    }
                    answered
                })
            })
            .collect();
        for task in tasks {
            let counts = task.join().unwrap();
            answered.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    });
    // Many are still right, and many are refused by a status.
    assert!(answered[2] > 500 && answered[4] > 500, "{answered:?}");
    assert_eq!(server.json("/api/position?play=e4"), before);
    assert_eq!(server.end("TERM").code(), Some(0));
    let messages = server.messages();
    assert_eq!(messages.lines().count(), 1, "{messages}");
}

#[test]
fn long_requests_are_refused() {
    let server = Server::start(&[]);
    let padding = "x".repeat(9000);
    assert_eq!(server.get(&format!("/api/position?play={padding}")).status, 414);
    assert_eq!(server.request("GET", "/", &format!("X: {}\r\n", "x".repeat(20_000))).status, 431);
    assert_eq!(server.request("GET", "/", &"X: y\r\n".repeat(100)).status, 431);
    assert_eq!(server.get("/api/source").status, 200);
}

/// Connections that send nothing, or a request byte by byte, make place for others, and the memory
/// stays within bounds.
#[cfg(target_os = "linux")]
#[test]
fn a_thousand_connections_do_not_keep_others_out() {
    let server = Server::start(&[SAMPLE]);
    server.json("/api/position");
    let before = server.memory();
    let mut held: Vec<TcpStream> = Vec::new();
    for number in 0..1000 {
        // The test may have no more descriptors, and needs some.
        let Ok(mut stream) = TcpStream::connect(&server.address) else { break };
        if number % 2 == 0 {
            stream.write_all(b"GET /api/position?play=").ok();
        }
        held.push(stream);
        if number % 100 == 0 {
            let begin = Instant::now();
            server.json("/api/position?play=e4");
            assert!(begin.elapsed() < Duration::from_secs(5), "{number}: {:?}", begin.elapsed());
        }
    }
    assert!(held.len() > 900, "{} connections", held.len());
    let more = server.memory().saturating_sub(before);
    assert!(more < 64 << 10, "{more} KiB more");
    // An honest slow client is not among the longest idle.
    let mut slow = server.connect();
    let request = format!(
        "GET /api/source HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        server.address
    );
    for byte in request.as_bytes() {
        slow.write_all(&[*byte]).unwrap();
        thread::sleep(Duration::from_millis(10));
    }
    let mut answer = String::new();
    slow.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn a_head_that_never_ends_is_cut_off() {
    let server = Server::start(&[]);
    let mut stream = server.connect();
    let begin = Instant::now();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).ok();
    let waited = begin.elapsed();
    assert!(waited > Duration::from_secs(8) && waited < Duration::from_secs(20), "{waited:?}");
}

/// A client that asks and never reads does not keep the server from ending.
#[test]
fn a_client_that_does_not_read_is_left() {
    let mut server = Server::start(&[SAMPLE]);
    let mut clients: Vec<TcpStream> = (0..20).map(|_| server.connect()).collect();
    for client in &mut clients {
        let request =
            format!("GET /api/games?count=200 HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
        client.write_all(request.repeat(50).as_bytes()).ok();
    }
    assert_eq!(server.get("/api/source").status, 200);
    let begin = Instant::now();
    assert_eq!(server.end("TERM").code(), Some(0));
    assert!(begin.elapsed() < Duration::from_secs(6), "{:?}", begin.elapsed());
}

#[test]
fn hostile_tags_are_text() {
    let name = "<script>alert(1)</script>\u{202e}".to_owned() + &"x".repeat(10_000);
    let text = format!(
        "[Event \"</script><img src=x onerror=alert(1)>\"]\n[Site \"javascript:alert(1)\"]\n[White \"{name}\"]\n\
         [Black \"' onmouseover='alert(1)\"]\n[X \"\\\"><svg onload=alert(1)>\"]\n\n1. e4 *\n"
    );
    let folder = Folder::with("games.pgn", text);
    let server = Server::start(&[&folder.arg("games.pgn")]);
    for path in ["/api/games", "/api/game/0", "/api/game/0.pgn"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200);
        let kind = answer.header("content-type").unwrap();
        assert!(
            ["application/json", "application/x-chess-pgn; charset=utf-8"].contains(&kind),
            "{kind}"
        );
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    let game = server.json("/api/game/0");
    assert_eq!(game["white_name"].as_str().unwrap(), name);
    assert_eq!(game["link"], serde_json::Value::Null);
}

#[test]
fn an_index_may_be_merged_meanwhile() {
    let folder = Folder::with("a.pgn", "1. e4 e5 1-0\n\n1. d4 d5 0-1\n");
    folder.write("b.pgn", "1. e4 c5 1-0\n");
    let (index, a, b) = (folder.arg("index"), folder.arg("a.pgn"), folder.arg("b.pgn"));
    folder.zobrist(["index", "build", &index, &a]).done();
    let server = Server::start(&[&index]);
    let games = || server.json("/api/position")["position"]["games"].as_u64().unwrap();
    assert_eq!(games(), 2);
    for round in 0..3 {
        folder.zobrist(["index", "add", &index, &b]).done();
        folder.zobrist(["index", "merge", &index]).done();
        // An open file may be asked once more, also if it is gone.
        assert!((2 + round..=3 + round).contains(&games()), "round {round}");
        for path in
            ["/api/game/0", "/api/games?play=e4", "/lichess?play=e4", "/masters/pgn/00000000"]
        {
            assert_eq!(server.get(path).status, 200, "round {round}: {path}");
        }
        // A client that loads the page sees what there is now.
        assert_eq!(server.json("/api/source")["games"], 3 + round);
        assert_eq!(games(), 3 + round);
        folder.write(
            "b.pgn",
            format!("1. e4 c5 2. Nf3 {} 1-0\n", ["d6", "e6", "Nc6"][round as usize]),
        );
    }
}

/// Clients that ask for what takes long and leave do not keep others waiting.
#[test]
fn requests_that_were_given_up_are_not_answered() {
    let server = Server::start(&[SAMPLE]);
    for _ in 0..300 {
        let mut client = server.connect();
        let path = "/api/games?from=1800&count=200&order=strongest";
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
        client.write_all(request.as_bytes()).unwrap();
        thread::sleep(Duration::from_millis(2));
    }
    let begin = Instant::now();
    assert_eq!(server.get("/").status, 200);
    let page = begin.elapsed();
    assert_eq!(server.get("/api/source").status, 200);
    let answer = begin.elapsed();
    assert!(
        page < Duration::from_secs(2) && answer < Duration::from_secs(15),
        "{page:?}, {answer:?}"
    );
}

/// An error names no folder to the client, and says all to the user.
#[test]
fn damage_is_told_to_the_user_alone() {
    let folder = Folder::with("a.pgn", "1. e4 e5 1-0\n");
    let (index, games) = (folder.arg("index"), folder.arg("a.pgn"));
    folder.zobrist(["index", "build", &index, &games]).done();
    let mut server = Server::start(&[&index]);
    for kind in ["positions", "occurrences", "games"] {
        for file in std::fs::read_dir(folder.path("index").join(kind)).unwrap() {
            std::fs::write(file.unwrap().path(), "PAR1").unwrap();
        }
    }
    let answer = server.get("/api/game/0");
    assert_eq!(answer.status, 500, "{}", answer.text());
    assert!(
        !answer.text().contains('/') && answer.text().contains("standard error"),
        "{}",
        answer.text()
    );
    assert_eq!(server.end("TERM").code(), Some(0));
    let messages = server.messages();
    assert!(
        messages.contains("zobrist: a request has failed: ") && messages.contains(&index),
        "{messages}"
    );
}
