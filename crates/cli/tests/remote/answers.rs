//! Commands give the same answers of an index behind a URL as of its folder.

use super::{Server, two_segments, zobrist};
use crate::tool::{Folder, LINES};

/// The JSON of a position without what is left out behind a URL.
fn without_orders(rows: &str) -> String {
    let cut = |row: &str| match row.split_once("\"other_orders\":") {
        None => row.to_owned(),
        Some((before, rest)) => {
            let (_, after) = rest.split_once(',').unwrap();
            format!("{before}{after}")
        }
    };
    rows.lines().map(|row| cut(row) + "\n").collect()
}

#[track_caller]
fn are_equal(folder: &Folder, server: &Server, url: &str) {
    let index = folder.path("index");
    let ask = |place: &str, line: &str, more: &[&str]| {
        let args = ["explore", place, "--moves", line, "--format", "jsonl"];
        zobrist(Some(server), &[&args, more].concat())
    };
    for line in LINES {
        let local = ask(index.to_str().unwrap(), line, &[]);
        let whole = ask(url, line, &["--other-orders"]);
        assert_eq!((local.code, &local.stdout), (whole.code, &whole.stdout), "{line}");
        let rows = ask(url, line, &[]);
        assert_eq!(without_orders(&rows.stdout), without_orders(&local.stdout), "{line}");
        let are_null = rows.stdout.lines().filter(|row| row.starts_with("{\"type\":\"move\""));
        assert!(are_null.clone().all(|row| row.contains("\"other_orders\":null")), "{line}");
        assert_eq!(are_null.count() == 0, line == "a4 a5 h4 h5");
    }
    let filtered = ["--min-elo", "2100", "--games", "7", "--sort-games", "strongest"];
    for more in [&["--games", "5"][..], &filtered] {
        let local = ask(index.to_str().unwrap(), "e4 c5", more).done();
        let whole = ask(url, "e4 c5", &[more, &["--other-orders"]].concat()).done();
        assert_eq!(local, whole);
        let rows = ask(url, "e4 c5", more).done();
        assert_eq!(without_orders(&rows), without_orders(&local));
    }
}

#[test]
fn a_web_server_gives_the_answers_of_the_folder() {
    let folder = two_segments();
    let Some(server) = Server::of_ranges(&folder, "") else { return };
    are_equal(&folder, &server, &format!("{}/index", server.url));
}

#[test]
fn a_bucket_gives_the_answers_of_the_folder() {
    let folder = two_segments();
    let Some(server) = Server::of_s3(&folder) else { return };
    are_equal(&folder, &server, "s3://chess/my/index/");
}

#[test]
fn a_game_that_came_back_counts_twice_without_other_orders_and_cells_are_empty() {
    let folder = two_segments();
    folder.write("back.pgn", "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 c5 0-1\n");
    folder.zobrist(["index", "add", "index", "back.pgn"]).done();
    let Some(server) = Server::of_ranges(&folder, "") else { return };
    let url = format!("{}/index", server.url);
    let (index, args) = (folder.path("index"), ["--format", "jsonl", "--top", "0"]);
    let games = |place: &str, more: &[&str]| {
        let run = zobrist(None, &[&["explore", place], &args[..], more].concat());
        let (_, rest) = run.stdout.split_once("\"games\":").unwrap();
        rest.split(',').next().unwrap().parse::<u64>().unwrap()
    };
    let local = games(index.to_str().unwrap(), &[]);
    assert_eq!((local, games(&url, &["--other-orders"]), games(&url, &[])), (2003, 2003, 2004));
    let csv = zobrist(None, &["explore", &url, "--moves", "e4", "--format", "csv"]).done();
    let column = csv.lines().next().unwrap().split(',').position(|name| name == "other_orders");
    assert!(csv.lines().skip(1).all(|row| row.split(',').nth(column.unwrap()) == Some("")));
    let text = zobrist(None, &["explore", &url, "--moves", "e4"]).done();
    assert!(text.contains("total") && !text.contains("others"), "{text}");
}

#[test]
fn commands_that_read_an_index_take_a_url() {
    let folder = two_segments();
    let Some(server) = Server::of_ranges(&folder, "") else { return };
    let (url, index) = (format!("{}/index", server.url), folder.path("index"));
    let index = index.to_str().unwrap();
    for args in [
        &["index", "info"][..],
        &["index", "games", "--format", "csv"],
        &["index", "games", "--result", "1-0", "--min-elo", "2200"],
        &["index", "games", "--moves", "e4", "--result", "1-0"],
        &["index", "duplicates", "--format", "csv"],
        &["index", "duplicates", "--prefix", "--format", "csv"],
        &["book", "make", "-o", "-"],
    ] {
        let ask = |place: &str| {
            let mut command = super::command(None);
            let output = command.args(args).arg(place).output().unwrap();
            assert!(
                output.status.success(),
                "{args:?} {}",
                String::from_utf8_lossy(&output.stderr)
            );
            output.stdout
        };
        assert!(ask(&url) == ask(index), "{args:?}");
    }
}
