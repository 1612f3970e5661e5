//! Clients that may ask, and the headers of every answer.

use std::io::Read;

use flate2::read::GzDecoder;

use super::Server;
use crate::tool::{SAMPLE, say};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[test]
fn every_answer_has_the_headers_of_safety() {
    let server = Server::start(&[SAMPLE]);
    for (path, status) in [
        ("/", 200),
        ("/anatomy?fen=x", 200),
        ("/tour", 200),
        ("/go", 200),
        ("/lattice", 200),
        ("/api/source", 200),
        ("/api/position", 200),
        ("/api/position?fen=x", 400),
        ("/api/nothing", 404),
        ("/nothing", 404),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, status, "{path}");
        for (name, value) in [
            ("content-security-policy", POLICY),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("x-frame-options", "DENY"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}: {name}");
        }
        assert_eq!(answer.header("access-control-allow-origin"), None);
        assert_eq!(answer.header("content-length"), Some(&*answer.body.len().to_string()));
    }
}

/// Where the page was built.
#[test]
fn the_page_is_served_compressed() {
    let server = Server::start(&[]);
    for path in ["/app.js", "/app.css"] {
        let plain = server.get(path);
        if plain.status == 404 {
            say("the page was not built");
            return;
        }
        assert_eq!(plain.header("content-encoding"), None);
        let packed = server.request("GET", path, "Accept-Encoding: br, gzip;q=0.8\r\n");
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{path}");
        let mut body = Vec::new();
        GzDecoder::new(&*packed.body).read_to_end(&mut body).unwrap();
        assert_eq!(body, plain.body, "{path}");
        assert!(packed.body.len() < plain.body.len() / 2);
        let refused = server.request("GET", path, "Accept-Encoding: br, gzip;q=0\r\n");
        assert_eq!(refused.body, plain.body, "{path}");
    }
    // JavaScript that a phone has to read.
    let script = server.get("/app.js").body.len();
    assert!(script <= 220_000, "{script} bytes");
}

#[test]
fn only_questions_to_this_machine_are_answered() {
    let server = Server::start(&[]);
    let port = server.address.rsplit_once(':').unwrap().1;
    for (host, status) in [
        (format!("127.0.0.1:{port}"), 200),
        (format!("localhost:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        (format!("evil.example:{port}"), 403),
        ("evil.example".to_owned(), 403),
        ("127.0.0.1".to_owned(), 403),
    ] {
        for path in ["/", "/api/source"] {
            let answer = server.request("GET", path, &format!("Host: {host}\r\n"));
            assert_eq!(answer.status, status, "{host} {path}");
        }
    }
    assert_eq!(server.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n").status, 400);
    let absolute = format!(
        "GET http://evil.example/ HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        server.address
    );
    assert_eq!(server.send(absolute).status, 403);
    let named = Server::start(&["--host", "chess.home"]);
    assert_eq!(named.request("GET", "/", "Host: chess.home\r\n").status, 200);
}

#[test]
fn pages_of_other_sites_may_link_but_not_ask() {
    let cross = "Sec-Fetch-Site: cross-site\r\n";
    let server = Server::start(&[]);
    assert_eq!(server.request("GET", "/tour", cross).status, 200);
    assert_eq!(server.request("GET", "/api/source", cross).status, 403);
    assert_eq!(server.request("GET", "/api/source", "Sec-Fetch-Site: same-origin\r\n").status, 200);
    let open = Server::start(&["--cors", "https://lichess.org"]);
    let from = |origin: &str| format!("{cross}Origin: {origin}\r\n");
    let answer = open.request("GET", "/api/source", &from("https://lichess.org"));
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), Some("https://lichess.org"));
    assert_eq!(answer.header("vary"), Some("origin"));
    assert_eq!(open.request("GET", "/api/source", &from("https://evil.example")).status, 403);
    assert_eq!(open.request("GET", "/api/source", cross).status, 403);
}

#[test]
fn nothing_but_get_and_head() {
    let server = Server::start(&[]);
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW"] {
        let answer = server.request(method, "/api/source", "");
        assert_eq!(answer.status, 405, "{method}");
        assert_eq!(answer.header("allow"), Some("GET, HEAD"));
    }
    let (get, head) = (server.get("/api/position"), server.request("HEAD", "/api/position", ""));
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), get.header("content-length"));
    let body = server.request("GET", "/api/source", "Content-Length: 3\r\n");
    assert_eq!(body.status, 413);
}

#[test]
fn no_path_leads_out() {
    let server = Server::start(&[SAMPLE]);
    for path in [
        "/../../../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/app.js/../index.html",
        "/index.html",
        "/api/game/../source",
        "/api/game/0.pgn/../../source",
        "/Cargo.toml",
        "/app.js%00.html",
        "/api/game/-1",
        "/api/game/18446744073709551616",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}
