//! The number of requests that commands make of an index behind a URL.

use super::{Server, two_segments, zobrist};
use crate::tool::{Folder, LINES};

/// The requests of a command after that of the manifest, which must be the first and whole.
#[track_caller]
fn requests(server: &Server, s3: Option<&Server>, args: &[&str]) -> Vec<String> {
    server.take_requests();
    let run = zobrist(s3, args);
    assert!(run.code == 0, "{args:?}: {}", run.stderr);
    let requests = server.take_requests();
    assert!(requests[0].contains("manifest.json"), "{requests:?}");
    assert_eq!(requests.iter().filter(|row| row.contains("manifest.json")).count(), 1);
    requests[1..].to_vec()
}

#[test]
fn a_look_up_of_moves_takes_three_requests_a_segment() {
    let folder = two_segments();
    let Some(server) = Server::of_ranges(&folder, "") else { return };
    let url = format!("{}/index", server.url);
    let mut most = 0;
    for line in LINES {
        let made = requests(&server, None, &["explore", &url, "--moves", line]);
        assert!(made.iter().all(|row| row.contains("positions/") && row.contains("bytes=")));
        // Of two segments; the second one is small, and few positions are in it.
        assert!(made.len() <= 6, "{line}: {made:?}");
        most = most.max(made.len());
    }
    assert!(most >= 4, "{most}");
}

#[test]
fn a_bucket_answers_a_look_up_in_three_requests_a_segment() {
    let folder = Folder::new();
    folder.zobrist(["index", "build", "index", crate::tool::SAMPLE]).done();
    let Some(server) = Server::of_s3(&folder) else { return };
    for line in LINES {
        let args = ["explore", "s3://chess/my/index", "--moves", line];
        let made = requests(&server, Some(&server), &args);
        assert!((1..=3).contains(&made.len()), "{line}: {made:?}");
    }
}

#[test]
fn five_games_take_ten_requests() {
    let folder = Folder::new();
    folder.zobrist(["index", "build", "index", crate::tool::SAMPLE]).done();
    let Some(server) = Server::of_ranges(&folder, "") else { return };
    let url = format!("{}/index", server.url);
    for line in LINES.iter().filter(|line| !line.starts_with("a4")) {
        let args = ["explore", &url, "--moves", line, "--games", "5"];
        let made = requests(&server, None, &args);
        let count = |table: &str| made.iter().filter(|row| row.contains(table)).count();
        assert!(count("positions/") <= 3 && count("occurrences/") <= 3, "{line}: {made:?}");
        assert!(made.len() <= 10, "{line}: {made:?}");
    }
}

#[test]
fn reading_all_games_takes_few_requests() {
    let folder = Folder::new();
    folder.zobrist(["index", "build", "index", crate::tool::SAMPLE]).done();
    let Some(server) = Server::of_ranges(&folder, "") else { return };
    let url = format!("{}/index", server.url);
    assert_eq!(requests(&server, None, &["index", "info", &url]).len(), 0);
    for args in [
        &["index", "games", &url, "--format", "csv"][..],
        &["index", "games", &url, "--format", "csv", "--result", "1-0"],
        &["index", "duplicates", &url],
    ] {
        let made = requests(&server, None, args);
        assert!(made.len() <= 4, "{args:?}: {made:?}");
    }
    let book = folder.path("book.bin");
    let made = requests(&server, None, &["book", "make", &url, "-o", book.to_str().unwrap()]);
    assert!(made.len() <= 4, "{made:?}");
}
