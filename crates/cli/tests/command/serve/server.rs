//! A server that a test has started, and plain requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::tool::{Folder, with_signals};

/// A running `zobrist serve`, which ends with this.
pub struct Server {
    child: Child,
    /// `127.0.0.1:8960`.
    pub address: String,
    /// The line that it has printed.
    pub line: String,
    cache: Arc<Folder>,
}

/// An answer.
pub struct Answer {
    pub status: u16,
    pub headers: String,
    pub body: Vec<u8>,
}

impl Server {
    /// Starts it at a free port, and waits until its sources are ready.
    #[track_caller]
    pub fn start(args: &[&str]) -> Server {
        let server = Server::start_now(args);
        server.wait_for_sources();
        server
    }

    /// Starts it at a free port, and waits for its address alone.
    #[track_caller]
    pub fn start_now(args: &[&str]) -> Server {
        Server::start_at_default_port(&[args, &["--port", "0"]].concat())
    }

    /// Waits until no source is being indexed.
    #[track_caller]
    pub fn wait_for_sources(&self) {
        let begin = Instant::now();
        let is_pending = |source: &Value| {
            ["waiting", "indexing"].contains(&source["state"].as_str().unwrap_or_default())
        };
        loop {
            let answer = self.request("GET", "/api/source", "");
            // Some are let in under other names alone.
            let Ok(Value::Object(answer)) = serde_json::from_slice(&answer.body) else { return };
            let Some(sources) = answer.get("sources").and_then(Value::as_array) else { return };
            if !sources.iter().any(is_pending) {
                return;
            }
            assert!(begin.elapsed() < Duration::from_secs(60), "still indexing: {sources:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Starts it at the port that the arguments say, or else at the default one, and waits for its
    /// address.
    #[track_caller]
    pub fn start_at_default_port(args: &[&str]) -> Server {
        Server::start_with(&Arc::new(Folder::new()), args)
    }

    /// Starts it at a free port with a cache that others had before.
    #[track_caller]
    pub fn start_in(cache: &Arc<Folder>, args: &[&str]) -> Server {
        Server::start_with(cache, &[args, &["--port", "0"]].concat())
    }

    #[track_caller]
    fn start_with(cache: &Arc<Folder>, args: &[&str]) -> Server {
        let cache = Arc::clone(cache);
        let mut command = with_signals();
        command.arg("serve").args(args).env("XDG_CACHE_HOME", cache.path("."));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let Some(address) = line.strip_prefix("http://").and_then(|rest| rest.strip_suffix("/\n"))
        else {
            let mut messages = String::new();
            child.stderr.take().unwrap().read_to_string(&mut messages).unwrap();
            panic!("no address, but {line:?}: {messages}");
        };
        Server { address: address.to_owned(), line, child, cache }
    }

    /// Sends a signal such as `TERM`, and waits for the end.
    pub fn end(&mut self, signal: &str) -> ExitStatus {
        let id = self.child.id().to_string();
        let mut kill = std::process::Command::new("kill");
        assert!(kill.args(["-s", signal, &id]).status().unwrap().success());
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begin.elapsed() < Duration::from_secs(20), "it goes on after {signal}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The messages on standard error, once it has ended.
    pub fn messages(&mut self) -> String {
        let mut messages = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut messages).unwrap();
        messages
    }

    /// The names of the files below a folder of the cache, but for locks.
    pub fn files_in_cache(&self, folder: &str) -> Vec<String> {
        let mut folders = vec![self.cache.path("zobrist").join(folder)];
        let mut names = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let name = entry.file_name().into_string().unwrap();
                if entry.file_type().unwrap().is_dir() {
                    folders.push(entry.path());
                } else if name != "lock" && !name.ends_with(".used") {
                    names.push(name);
                }
            }
        }
        names
    }

    /// The resident memory now, in KiB.
    #[cfg(target_os = "linux")]
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// A connection that gives up after some seconds.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// The answer to bytes that are sent as they are; the server closes the connection after it.
    #[track_caller]
    pub fn send(&self, request: impl AsRef<[u8]>) -> Answer {
        let mut stream = self.connect();
        // It may refuse a request before it has read all of it.
        stream.write_all(request.as_ref()).ok();
        let mut all = Vec::new();
        stream.read_to_end(&mut all).ok();
        Answer::read(&all)
            .unwrap_or_else(|| panic!("no answer, but {:?}", String::from_utf8_lossy(&all)))
    }

    /// The answer to a request with further lines in its head.
    #[track_caller]
    pub fn request(&self, method: &str, path: &str, lines: &str) -> Answer {
        let host = match lines.to_ascii_lowercase().contains("host:") {
            true => String::new(),
            false => format!("Host: {}\r\n", self.address),
        };
        self.send(format!("{method} {path} HTTP/1.1\r\n{host}{lines}Connection: close\r\n\r\n"))
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> Answer {
        self.request("GET", path, "")
    }

    /// The JSON of an answer with status 200.
    #[track_caller]
    pub fn json(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        serde_json::from_slice(&answer.body).unwrap()
    }

    /// The text of the error of an answer with this status.
    #[track_caller]
    pub fn error(&self, path: &str, status: u16) -> String {
        let answer = self.get(path);
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        let value: Value = serde_json::from_slice(&answer.body).unwrap();
        value["error"].as_str().unwrap().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.child.try_wait().is_ok_and(|ended| ended.is_none()) {
            self.child.kill().ok();
            self.child.wait().ok();
        }
    }
}

impl Answer {
    /// Reads an answer; `None` if it is not one.
    pub fn read(all: &[u8]) -> Option<Answer> {
        let end = all.windows(4).position(|at| at == b"\r\n\r\n")?;
        let headers = String::from_utf8(all[..end].to_vec()).ok()?;
        let status = headers.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, headers, body: all[end + 4..].to_vec() })
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.headers.lines().skip(1).filter_map(|line| line.split_once(": "));
        let mut same = lines.filter(|(other, _)| other.eq_ignore_ascii_case(name));
        same.next().map(|(_, value)| value)
    }
}
