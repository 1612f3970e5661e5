//! A web server: URLs that cannot be used, and what only S3 can do.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::thread;

use zobrist_storage::remote::{RemoteFile, RemoteFolder, without_secrets};
use zobrist_storage::{ByteSource, Bytes};

/// A server that gives each connection the next of some answers, and returns the requests.
fn server(answers: &'static [&'static str]) -> (String, thread::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let serving = thread::spawn(move || {
        let mut requests = Vec::new();
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = Vec::new();
            let mut byte = [0];
            while !request.ends_with(b"\r\n\r\n") {
                stream.read_exact(&mut byte).unwrap();
                request.push(byte[0]);
            }
            requests.push(String::from_utf8(request).unwrap().to_lowercase());
            stream.write_all(answer.as_bytes()).unwrap();
        }
        requests
    });
    (url, serving)
}

const HEAD: &str = "HTTP/1.1 206 Partial Content\r\nconnection: close\r\ncontent-length: 1\r\n\
                    content-range: bytes 0-0/26\r\nlast-modified: Sun, 01 Nov 2026 10:00:00 GMT\r\n\
                    etag: \"a\"\r\n\r\na";

#[test]
fn a_file_tells_its_size_and_time_and_is_read_by_ranges() {
    const RANGE: &str = "HTTP/1.1 206 Partial Content\r\nconnection: close\r\ncontent-length: 3\r\n\
                         content-range: bytes 2-4/26\r\netag: \"a\"\r\n\r\ncde";
    let (url, serving) = server(&[HEAD, RANGE]);
    let file = RemoteFile::open(format!("{url}/games.pgn?key=1#top")).unwrap();
    assert_eq!((file.len(), file.etag()), (26, Some("\"a\"")));
    assert_eq!(file.modified(), Some(1_793_527_200_000_000_000));
    assert_eq!(file.path(), Path::new(&format!("{url}/games.pgn")));
    assert_eq!(&file.read_at(2, 3).unwrap()[..], b"cde");
    let requests = serving.join().unwrap();
    for (request, range) in requests.iter().zip(["bytes=0-0", "bytes=2-4"]) {
        assert!(request.starts_with("get /games.pgn?key=1 http/1.1"), "{request}");
        assert!(request.contains(&format!("range: {range}\r\n")), "{request}");
    }
}

#[test]
fn a_long_answer_to_a_known_length_is_refused() {
    const OTHER: &str = "HTTP/1.1 206 Partial Content\r\nconnection: close\r\ncontent-length: 3\r\n\
                         content-range: bytes 2-4/27\r\n\r\ncde";
    let (url, serving) = server(&[OTHER]);
    let folder = RemoteFolder::open(url).unwrap();
    let file = folder.file("games.pgn", Some(26)).unwrap().unwrap();
    let error = file.read_at(2, 3).unwrap_err();
    assert_eq!(error.to_string(), "expected a file of 26 bytes, got 27");
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    serving.join().unwrap();
}

#[test]
fn a_web_server_is_only_read() {
    let folder = RemoteFolder::open("http://127.0.0.1:1/index").unwrap();
    assert!(!folder.is_writable());
    let unsupported = |error: std::io::Error| {
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.to_string().ends_with("on a web server; use s3://bucket/path"), "{error}");
    };
    unsupported(folder.list("").unwrap_err());
    unsupported(folder.put_new("a", Bytes::new()).unwrap_err());
}

#[test]
fn urls_that_cannot_be_used_are_refused() {
    for (url, expected) in [
        ("https://me@host/a", "without a user name and password"),
        ("https://me:secret@host/a", "without a user name and password"),
        ("s3://me:secret@bucket/a", "without a user name and password"),
        ("s3:///a", "expected s3://bucket/path"),
        ("s3://bucket/a?b", "expected s3://bucket/path"),
        ("s3://bucket/a//b", "expected a path without empty parts"),
        ("http://", "empty host"),
        ("http://host:port/", "invalid port number"),
    ] {
        let error = RemoteFolder::open(url).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{url}");
        let error = error.to_string();
        assert!(error.contains(expected) && !error.contains("secret"), "{url}: {error}");
    }
}

#[test]
fn secrets_of_urls_are_not_shown() {
    for (url, shown) in [
        ("https://host/a/", "https://host/a"),
        ("https://me:secret@host", "https://host"),
        ("https://me:se@cret@host/a@b?secret#secret", "https://host/a@b"),
        ("http://host?secret/a", "http://host"),
        ("s3://bucket/", "s3://bucket"),
        ("a/b?c@d", "a/b?c@d"),
    ] {
        assert_eq!(without_secrets(Path::new(url)), Path::new(shown), "{url}");
    }
}
