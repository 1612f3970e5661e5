//! Questions to `zobrist serve` about an index of a million games, by HTTP.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;

use super::look_up::questions;
use super::{Built, number};
use crate::paired::quartiles;
use crate::{command, generate};

const GAMES: u64 = 1_000_000;
/// Positions that everybody asks about, by the moves to them.
const OFTEN: [&str; 6] = ["", "e4", "d4", "e4,c5", "e4,e5", "d4,Nf6,c4"];
/// Positions of games that are asked about cold, each of a server of its own.
const COLD: usize = 12;
/// Time in which a server asks itself about the positions of most games.
const PREPARING: Duration = Duration::from_secs(3);
/// Clients at a time, and how long they ask.
const CLIENTS: usize = 2;
const SECONDS: f64 = 5.0;

pub(crate) fn run() -> Result<()> {
    let (path, made) = generate::kept(GAMES)?;
    println!(
        "\nserve: /api/position about an index of {} generated games, by HTTP on this machine (targets: \
         20 ms warm, 100 ms cold, 1,000 a second)",
        made.games
    );
    let command = command::build()?;
    let built = Built::new(&command, &path, &[])?;

    let often = OFTEN.map(|moves| format!("/api/position?play={moves}"));
    let questions = questions(&fs::read(&path)?, made.games)?;
    let paths: Vec<String> = questions
        .iter()
        .map(|question| {
            let fen = Fen::from_position(&question.position, EnPassantMode::Legal).to_string();
            format!("/api/position?fen={}", fen.replace(' ', "%20"))
        })
        .collect();

    let mut cold = Vec::new();
    for path in paths.iter().step_by(paths.len() / COLD).chain(&often) {
        let server = Server::start(&command, &built.path())?;
        drop_from_cache(&built.path())?;
        cold.push(server.connect()?.timed(path)?);
    }
    print(&format!("cold, a server that has just begun, {} positions", cold.len()), cold);

    let server = Server::start(&command, &built.path())?;
    let mut client = server.connect()?;
    let first = client.ask(&often[0])?;
    ensure!(number(&first, "games")? == made.games, "the start position has not all games");
    // It asks itself about the positions of most games.
    thread::sleep(PREPARING);
    let times: Result<Vec<f64>> = often.iter().map(|path| client.timed(path)).collect();
    print("warm, positions of very many games", times?);
    for name in ["asked for the first time", "again"] {
        let times: Result<Vec<f64>> = paths.iter().map(|path| client.timed(path)).collect();
        print(&format!("warm, {} positions of games, {name}", paths.len()), times?);
    }
    let begin = Instant::now();
    let answers: Result<Vec<u64>> = thread::scope(|scope| {
        let ask = |start: usize| {
            let mut client = server.connect()?;
            let asked = paths.iter().cycle().skip(start * paths.len() / CLIENTS);
            let mut answers = 0;
            for path in asked.take_while(|_| begin.elapsed().as_secs_f64() < SECONDS) {
                client.ask(path)?;
                answers += 1;
            }
            Ok(answers)
        };
        let clients: Vec<_> = (0..CLIENTS).map(|start| scope.spawn(move || ask(start))).collect();
        clients.into_iter().map(|client| client.join().expect("no client panics")).collect()
    });
    let answers: u64 = answers?.iter().sum();
    let rate = answers as f64 / begin.elapsed().as_secs_f64();
    println!(
        "  {CLIENTS} clients: {rate:.0} answers a second; resident set {} MiB at most",
        server.peak()? >> 10
    );
    Ok(())
}

fn print(what: &str, milliseconds: Vec<f64>) {
    let most = milliseconds.iter().copied().fold(0.0, f64::max);
    let [fast, median, slow] = quartiles(milliseconds);
    println!("  {what}: {median:.2} ms ({fast:.2} to {slow:.2}), {most:.1} at most");
}

/// Makes the system forget the contents of the files.
fn drop_from_cache(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            drop_from_cache(&path)?;
            continue;
        }
        let mut from = std::ffi::OsString::from("if=");
        from.push(&path);
        let mut dd = Command::new("dd");
        dd.arg(from).args(["iflag=nocache", "count=0", "status=none"]);
        ensure!(dd.status()?.success(), "dd does not work");
    }
    Ok(())
}

/// A server that ends with this.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(command: &Path, index: &Path) -> Result<Server> {
        let mut child = Command::new(command)
            .arg("serve")
            .arg(index)
            .args(["--port", "0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("it is a pipe")).read_line(&mut line)?;
        let address = line.trim_end().trim_start_matches("http://").trim_end_matches('/');
        Ok(Server { child, address: address.to_owned() })
    }

    fn connect(&self) -> Result<Client> {
        let stream = TcpStream::connect(&self.address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok(Client { stream: BufReader::new(stream), address: self.address.clone() })
    }

    /// The largest resident set so far in KiB.
    fn peak(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = line.and_then(|line| line.trim().strip_suffix(" kB")).context("no peak")?;
        Ok(peak.parse()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// A connection that stays open.
struct Client {
    stream: BufReader<TcpStream>,
    address: String,
}

impl Client {
    /// The body of an answer, which must be a success with the object of a position.
    fn ask(&mut self, path: &str) -> Result<String> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        self.stream.get_mut().write_all(request.as_bytes())?;
        let (mut status, mut length) = (String::new(), 0);
        self.stream.read_line(&mut status)?;
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line)?;
            match line.trim_end().split_once(": ") {
                Some(("content-length", value)) => length = value.parse()?,
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        let body = String::from_utf8(body)?;
        ensure!(status.starts_with("HTTP/1.1 200"), "{path}: {status}{body}");
        ensure!(body.starts_with("{\"position\":{"), "{path}: {body}");
        Ok(body)
    }

    /// The time that an answer takes in milliseconds.
    fn timed(&mut self, path: &str) -> Result<f64> {
        let begin = Instant::now();
        self.ask(path)?;
        Ok(begin.elapsed().as_secs_f64() * 1e3)
    }
}
