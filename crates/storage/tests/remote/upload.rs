//! A large file that cannot be written: what was sent of it is removed.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use zobrist_storage::remote::RemoteFolder;

use crate::tool::{is_inside, run_inside};

/// Answers the requests of a connection like S3, but refuses every part of a file but the first.
fn answer(stream: TcpStream, requests: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    loop {
        let (mut first, mut length) = (String::new(), 0);
        if reader.read_line(&mut first)? == 0 {
            return Ok(());
        }
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line == "\r\n" {
                break;
            }
        }
        std::io::copy(&mut reader.by_ref().take(length), &mut std::io::sink())?;
        let (status, body) = match &first {
            line if line.starts_with("POST ") => (
                "200 OK",
                "<InitiateMultipartUploadResult><UploadId>U</UploadId>\
                 </InitiateMultipartUploadResult>",
            ),
            line if line.contains("partNumber=1&") => ("200 OK", ""),
            line if line.starts_with("DELETE ") => ("204 No Content", ""),
            _ => (
                "403 Forbidden",
                "<Error><Code>AccessDenied</Code><AWSAccessKeyId>test-key</AWSAccessKeyId></Error>",
            ),
        };
        requests.lock().unwrap().push(first);
        let length = body.len();
        let head = format!("HTTP/1.1 {status}\r\netag: \"e\"\r\ncontent-length: {length}\r\n\r\n");
        reader.get_mut().write_all((head + body).as_bytes())?;
    }
}

#[test]
fn a_failed_upload_is_taken_back() {
    if is_inside() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("large");
        fs::write(&path, vec![7; 40_000_000]).unwrap();
        let folder = RemoteFolder::open("s3://chess/in").unwrap();
        let error = folder.put_file("large", &path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::PermissionDenied);
        assert_eq!(error.to_string(), "the server answered 403 Forbidden: AccessDenied");
        let missing = folder.put_file("large", temp.path().join("none")).unwrap_err();
        assert_eq!(missing.kind(), ErrorKind::NotFound);
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let requests = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&requests);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let log = Arc::clone(&log);
            thread::spawn(move || answer(stream, &log));
        }
    });
    run_inside("upload::a_failed_upload_is_taken_back", &url);
    let requests = requests.lock().unwrap();
    let first = |start: &str| requests.iter().position(|line| line.starts_with(start));
    let begun = first("POST /chess/in/large?uploads").unwrap();
    let removed = first("DELETE /chess/in/large?uploadId=U ").unwrap();
    assert!(begun < removed, "{requests:?}");
}
