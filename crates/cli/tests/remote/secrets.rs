//! Keys, passwords and signatures are never shown.

use super::{Server, command, two_segments, zobrist};
use crate::tool::run;

#[test]
fn the_query_of_a_url_is_sent_and_not_shown() {
    let folder = two_segments();
    let Some(server) = Server::of_ranges(&folder, "") else { return };
    let url = format!("{}/index?X-Amz-Signature=s3cret", server.url);
    zobrist(None, &["explore", &url, "--moves", "e4"]).done();
    let requests = server.take_requests();
    assert!(requests.len() >= 3);
    assert!(requests.iter().all(|row| row.contains("?X-Amz-Signature=s3cret ")), "{requests:?}");
    for (fault, path) in [("whole", "index"), ("broken", "index"), ("cut", "index"), ("", "none")] {
        let Some(server) = Server::of_ranges(&folder, fault) else { return };
        let url = format!("{}/{path}?X-Amz-Signature=s3cret", server.url);
        let message = zobrist(None, &["explore", &url]).refused();
        assert!(!message.contains("s3cret") && message.contains(path), "{message}");
    }
    let twice = zobrist(None, &["explore", &url, &url]);
    assert!(twice.stderr.contains("is named twice") && !twice.stderr.contains("s3cret"));
    let gone = zobrist(None, &["explore", "http://127.0.0.1:1/index?X-Amz-Signature=s3cret"]);
    assert!(!gone.refused().contains("s3cret"));
}

#[test]
fn a_password_in_a_url_is_refused_and_not_shown() {
    for url in ["https://me:s3cret@127.0.0.1/index", "s3://me:s3cret@chess/index"] {
        for args in [&["explore", url][..], &["index", "info", url]] {
            let message = zobrist(None, args).refused();
            assert!(message.contains("without a user name and password"), "{message}");
            assert!(!message.contains("s3cret"), "{message}");
        }
    }
}

#[test]
fn keys_are_not_shown() {
    let folder = two_segments();
    let Some(server) = Server::of_s3(&folder) else { return };
    for args in [
        &["index", "info", "s3://chess/my/index"][..],
        &["index", "info", "s3://chess/none"],
        &["index", "info", "s3://none/none"],
    ] {
        let run = run(command(Some(&server)).args(args));
        let shown = run.stdout + &run.stderr;
        assert!(!shown.contains("test-secret") && !shown.contains("test-key"), "{shown}");
    }
}
