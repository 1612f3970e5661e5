//! Files of games behind URLs are read as those on the disk.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

use zobrist_game_text::{ChunkUnit, Chunks, Rejection};
use zobrist_index::shakmaty::Chess;
use zobrist_index::{BuildOptions, Index, IndexBuilder};
use zobrist_ingest::runs::GameSample;
use zobrist_ingest::{Sources, Watch, ingest};
use zobrist_input::{Content, Listener, Nobody, Piece, find_one, frames};
use zobrist_storage::open_source;

/// A server on this machine that answers requests for ranges, until the test ends.
struct Server {
    address: String,
    /// The paths and queries that were asked for.
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    fn new(files: &[(&str, &[u8])]) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let files: HashMap<String, Vec<u8>> =
            files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect();
        let log = asked.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                // The client may have gone.
                answer(stream.unwrap(), &files, &log).ok();
            }
        });
        Server { address, asked }
    }

    fn url(&self, name: &str) -> PathBuf {
        PathBuf::from(format!("http://{}/{name}", self.address))
    }
}

/// Answers one request.
fn answer(
    mut stream: TcpStream,
    files: &HashMap<String, Vec<u8>>,
    log: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let lines = BufReader::new(stream.try_clone()?).lines();
    let lines = lines.map_while(Result::ok).take_while(|line| !line.is_empty());
    let lines: Vec<String> = lines.collect();
    let Some(asked) = lines.first().and_then(|line| line.split(' ').nth(1)) else { return Ok(()) };
    log.lock().unwrap().push(asked.to_owned());
    let name = asked.trim_start_matches('/').split('?').next().unwrap();
    let Some(file) = files.get(name) else {
        return stream.write_all(
            b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        );
    };
    let range = lines.iter().find_map(|line| {
        let (name, value) = line.split_once(": bytes=")?;
        let (start, last) = value.split_once('-')?;
        let is_range = name.eq_ignore_ascii_case("range");
        is_range.then(|| (start.parse::<usize>().unwrap(), last.parse::<usize>().unwrap() + 1))
    });
    let (start, end) = range.unwrap_or((0, file.len()));
    let end = end.min(file.len());
    let status = if range.is_some() { "206 Partial Content" } else { "200 OK" };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nContent-Range: bytes {start}-{}/{}\r\n\
         ETag: \"1\"\r\nLast-Modified: Tue, 01 Sep 2026 12:00:00 GMT\r\nConnection: close\r\n\r\n",
        end - start,
        end - 1,
        file.len()
    )?;
    stream.write_all(&file[start..end])
}

struct Kept(Vec<String>);

impl Watch for Kept {
    fn games(&mut self, _: u64, _: u64, rejections: &[Rejection]) {
        self.0.extend(rejections.iter().map(ToString::to_string));
    }
}

fn gz(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn pzstd(texts: &[&str]) -> Vec<u8> {
    let mut file = Vec::new();
    for text in texts {
        let frame = zstd::encode_all(text.as_bytes(), 1).unwrap();
        file.extend(b"\x50\x2a\x4d\x18\x04\0\0\0");
        file.extend(u32::try_from(frame.len()).unwrap().to_le_bytes());
        file.extend(frame);
    }
    file
}

fn games(path: &Path, piece: Option<Piece>) -> Vec<String> {
    let nobody: Arc<dyn Listener> = Arc::new(Nobody);
    let mut found = find_one(path, Content::Text, &nobody).unwrap();
    if let Some(piece) = piece {
        found.only_piece(piece);
    }
    let mut games = Vec::new();
    for chunk in Chunks::new(vec![found], ChunkUnit::Games) {
        assert!(chunk.rejections.is_empty(), "{:?}", chunk.rejections);
        games.extend(chunk.games().map(|game| String::from_utf8(game.text.to_vec()).unwrap()));
    }
    games
}

#[test]
fn an_index_is_built_from_urls() {
    let first = "1. e4 e5 *\n\n1. e4 Ke3 *\n";
    let server = Server::new(&[("a.pgn", first.as_bytes()), ("b.pgn.gz", &gz("1. d4 *\n"))]);
    let signed = server.url("b.pgn.gz?signature=secret");
    let files = [server.url("a.pgn"), signed.clone(), server.url("a.pgn")];
    let mut sources = Sources::find(&files).unwrap();
    assert_eq!(sources.files(), &files[..2]);
    assert_eq!(sources.named_again()[0].path, files[2]);
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("index");
    let options = BuildOptions::default();
    let versions = sources.versions();
    let builder = IndexBuilder::create_from_sources(&index, options.clone(), versions).unwrap();
    let nobody: Arc<dyn Listener> = Arc::new(Nobody);
    let mut kept = Kept(Vec::new());
    let built = ingest(builder, sources.files(), NonZeroUsize::MIN, &nobody, &mut kept).unwrap();
    assert_eq!((built.games, built.rejected), (2, 1));
    let place = format!("{}:3 (byte 18): game 2: ", files[0].display());
    assert!(kept.0[0].starts_with(&place), "{:?}", kept.0);

    let opened = Index::open(&index).unwrap();
    assert_eq!(opened.moves(&Chess::default()).unwrap().len(), 2);
    let stored = opened.sources();
    let names = stored.iter().map(|source| PathBuf::from(&source.file));
    assert_eq!(names.collect::<Vec<_>>(), [server.url("a.pgn"), server.url("b.pgn.gz")]);
    assert_eq!(stored[0].bytes, Some(first.len() as u64));
    assert_eq!(stored[0].modified, Some(1_788_264_000_000_000_000));
    assert!(stored.iter().all(|source| source.digest.is_some()));
    assert!(server.asked.lock().unwrap().contains(&"/b.pgn.gz?signature=secret".to_owned()));
    for entry in fs::read_dir(&index).unwrap() {
        let text = fs::read(entry.unwrap().path()).unwrap_or_default();
        assert!(!text.windows(6).any(|word| word == b"secret"));
    }
    // A second addition is known by name, size and time.
    let again = IndexBuilder::append_from_sources(&index, options, sources.versions()).unwrap_err();
    let zobrist_index::IndexError::AlreadyIn(known) = again else { panic!("{again}") };
    let left_out = sources.leave_out(&known);
    assert_eq!(left_out.len(), 2);
    assert!(left_out.iter().all(|known| !known.to_string().contains("secret")));
}

#[test]
fn a_piece_of_a_url_is_read_by_ranges() {
    let texts =
        ["1. e4 *\n\n1. d4 ", "d5 *\n\n1. c4 *\n\n[Event \"a\"]\n\n1. e3 *\n", "\n1. e4 e5 *\n"];
    let bytes = pzstd(&texts);
    let server = Server::new(&[("a.pgn.zst", &bytes)]);
    let url = server.url("a.pgn.zst");
    let source = open_source(&url).unwrap();
    assert_eq!(source.len(), bytes.len() as u64);
    let begins = frames(&*source).unwrap().unwrap();
    assert_eq!(begins.len(), 3);
    let folder = tempfile::tempdir().unwrap();
    let local = folder.path().join("a.pgn.zst");
    fs::write(&local, &bytes).unwrap();
    let ends = begins[1..].iter().copied().chain([source.len()]);
    let mut all = Vec::new();
    for (begin, end) in begins.iter().copied().zip(ends) {
        let piece = Some(Piece { begin, end });
        let read = games(&url, piece);
        assert_eq!(read, games(&local, piece));
        all.extend(read);
    }
    assert_eq!(all, games(&url, None));
    assert_eq!(all.len(), 5);
    assert_eq!(GameSample::read(&url).unwrap(), GameSample::read(&local).unwrap());
}

#[test]
fn a_url_that_cannot_be_read_is_reported_without_secrets() {
    let server = Server::new(&[("a.pgn", b"\xff\xfe1\0.\0")]);
    let nobody: Arc<dyn Listener> = Arc::new(Nobody);
    let missing = server.url("none.pgn?signature=secret");
    let error = find_one(&missing, Content::Text, &nobody).unwrap_err();
    assert_eq!(error.to_string(), format!("cannot open {}", server.url("none.pgn").display()));
    assert_eq!(error.file(), Some(&*server.url("none.pgn")));
    let refused = server.url("a.pgn?signature=secret");
    let error = find_one(&refused, Content::Text, &nobody).unwrap_err().to_string();
    assert!(error.contains("UTF-16") && !error.contains("secret"), "{error}");
    let kind = open_source(&missing).unwrap_err().kind();
    assert_eq!(kind, std::io::ErrorKind::NotFound);
}
