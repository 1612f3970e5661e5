//! Many heavy questions of one client, and the light one of another.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::{Answer, Server};
use crate::tool::Folder;

/// Number of games: to list the newest of them takes a while.
const GAMES: usize = 20_000;

/// Connections of the client that asks what is heavy; the server takes 256 in all.
const HEAVY: usize = 255;

const HEAVY_PATHS: [&str; 3] = [
    "/api/games?order=newest&count=200",
    "/api/games?order=strongest&from=1800&count=200",
    "/api/position?other_orders=true",
];

/// The longest time that a light answer may take, of a build without optimization beside other
/// tests. A release build on a machine of its own takes some milliseconds.
const MAX_LIGHT: Duration = Duration::from_secs(3);

/// Games of a few openings, with dates and Elos in no order.
fn games() -> String {
    let openings =
        ["1. e4 e5 2. Nf3 Nc6", "1. e4 c5 2. Nf3 d6", "1. d4 d5 2. c4 e6", "1. Nf3 d5 2. g3 Nf6"];
    let mut text = String::new();
    for number in 0..GAMES {
        let at = number * 7919 % GAMES;
        let (year, month, day) = (1990 + at % 35, 1 + at / 35 % 12, 1 + at / 420 % 28);
        let elo = 1000 + number * 31 % 1800;
        let opening = openings[number % openings.len()];
        writeln!(
            text,
            "[White \"Player {number}\"]\n[Black \"Other {at}\"]\n[Date \"{year}.{month:02}.{day:02}\"]\n\
             [WhiteElo \"{elo}\"]\n[BlackElo \"{elo}\"]\n[Result \"1-0\"]\n\n{opening} 1-0\n"
        )
        .unwrap();
    }
    text
}

/// Sends a request on a connection of its own, and does not read the answer.
fn begin(server: &Server, path: &str) -> TcpStream {
    let mut stream = server.connect();
    let head =
        format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

fn end(mut stream: TcpStream) -> Option<Answer> {
    let mut all = Vec::new();
    stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    stream.read_to_end(&mut all).ok();
    Answer::read(&all)
}

#[test]
fn light_questions_do_not_wait_for_heavy_ones_of_another_client() {
    let folder = Folder::with("many.pgn", games());
    let server = Server::start(&[&folder.arg("many.pgn")]);
    let light =
        ["/api/position?play=e4,e5", "/api/source", "/api/game/17", "/api/games?play=d4&count=10"];
    light.iter().for_each(|path| assert_eq!(server.get(path).status, 200));
    let heavy: Vec<TcpStream> =
        (0..HEAVY).map(|number| begin(&server, HEAVY_PATHS[number % HEAVY_PATHS.len()])).collect();
    let mut slowest = Duration::ZERO;
    for path in light.iter().cycle().take(12) {
        let asked = Instant::now();
        let answer = server.get(path);
        slowest = slowest.max(asked.elapsed());
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    }
    assert!(slowest < MAX_LIGHT, "{slowest:?}");
    // Those who were not taken in know when to ask again, and others still wait.
    let answers: Vec<Option<Answer>> = heavy.into_iter().map(end).collect();
    let (mut refused, mut waiting) = (0, 0);
    for answer in answers {
        match answer {
            None => waiting += 1,
            Some(answer) if answer.status == 503 => {
                refused += 1;
                assert_eq!(answer.header("retry-after"), Some("2"));
                assert_eq!(answer.header("content-type"), Some("application/json"));
                assert!(answer.text().contains("ask again in 2 seconds"), "{}", answer.text());
            }
            Some(answer) => assert_eq!(answer.status, 200, "{}", answer.text()),
        }
    }
    // Their number depends on how fast the machine answers the others meanwhile.
    assert!(refused > 0, "{refused} were refused, {waiting} waited");
}

/// A list in any order reads each page of the games at most once: it takes no longer than a list of
/// all.
#[test]
fn the_newest_games_are_read_in_the_order_of_the_index() {
    let folder = Folder::with("many.pgn", games());
    let (index, file) = (folder.arg("index"), folder.arg("many.pgn"));
    folder.zobrist(["index", "build", &index, &file]).done();
    let listed = |games: &str, order: &str| {
        let begin = Instant::now();
        let args = ["explore", &index, "--games", games, "--sort-games", order, "--format", "csv"];
        let rows = folder.zobrist(args).done();
        (begin.elapsed(), rows)
    };
    let (all_time, all) = listed("20000", "first");
    let all: Vec<&str> = all.lines().skip(1).collect();
    assert_eq!(all.len(), GAMES);
    let column = |row: &str, at: usize| row.split(',').nth(at).unwrap().to_owned();
    for (order, by) in [("newest", 9), ("strongest", 6)] {
        let (time, rows) = listed("200", order);
        assert!(
            time < 2 * all_time + Duration::from_millis(500),
            "{order}: {time:?}, all: {all_time:?}"
        );
        // As sorting all rows has them; equal ones as the index has them, the newest from its end.
        let mut sorted = all.clone();
        if order == "newest" {
            sorted.reverse();
        }
        sorted.sort_by_key(|row| std::cmp::Reverse(column(row, by)));
        let rows: Vec<&str> = rows.lines().skip(1).collect();
        assert_eq!(rows, sorted[..200], "{order}");
    }
}
