//! Pieces of a file that cannot be read, and games of pieces that are rejected, have their places.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tempfile::TempDir;
use zobrist_game_text::{ChunkUnit, Chunks};
use zobrist_input::{Content, Listener, Nobody, Piece, PieceText, find_one, frames};
use zobrist_storage::{SourceHasher, open_source};

/// Counts the bytes that are read.
#[derive(Default)]
struct Heard(AtomicU64);

impl Listener for Heard {
    fn read(&self, bytes: u64) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }

    fn notice(&self, _: &str) {}
}

/// The result of a read: offset and text of each game, and messages.
#[derive(Debug, PartialEq, Eq)]
struct Read {
    games: Vec<String>,
    messages: Vec<String>,
    failures: Vec<u64>,
}

fn read(path: &Path, piece: Option<Piece>) -> (Read, Option<PieceText>) {
    let nobody: Arc<dyn Listener> = Arc::new(Nobody);
    let mut found = find_one(path, Content::Text, &nobody).unwrap();
    let text = piece.map(|piece| found.only_piece(piece));
    let mut read = Read { games: Vec::new(), messages: Vec::new(), failures: Vec::new() };
    for chunk in Chunks::new(vec![found], ChunkUnit::Games) {
        let text = |text| String::from_utf8_lossy(text).into_owned();
        read.games.extend(chunk.games().map(|game| text(game.text)));
        for game in chunk.games().filter(|game| game.text.ends_with(b"bad *\n\n")) {
            let at = game.text.windows(3).position(|word| word == b"bad").unwrap();
            read.messages.push(chunk.reject_game(&game, at, "a bad move").to_string());
        }
        read.messages.extend(chunk.rejections.iter().map(ToString::to_string));
        read.failures.extend(chunk.failure.iter().map(|failure| failure.offset));
    }
    (read, text)
}

fn game(number: u64) -> String {
    format!("[Event \"{number}\"]\n\n1. e4 *\n\n")
}

/// A file by pzstd, each frame of which has these texts.
struct File {
    folder: TempDir,
    bytes: Vec<u8>,
    frames: Vec<u64>,
}

impl File {
    fn new(texts: &[&str]) -> File {
        let mut bytes = Vec::new();
        for text in texts {
            let frame = zstd::encode_all(text.as_bytes(), 1).unwrap();
            bytes.extend(b"\x50\x2a\x4d\x18\x04\0\0\0");
            bytes.extend(u32::try_from(frame.len()).unwrap().to_le_bytes());
            bytes.extend(frame);
        }
        let mut file = File { folder: tempfile::tempdir().unwrap(), bytes, frames: Vec::new() };
        file.write();
        file.frames = frames(&*open_source(&file.path()).unwrap()).unwrap().unwrap();
        file
    }

    fn write(&self) {
        fs::write(self.path(), &self.bytes).unwrap();
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("games.pgn.zst")
    }

    /// The piece of one frame.
    fn piece(&self, frame: usize) -> Piece {
        let end = self.frames.get(frame + 1).copied().unwrap_or(self.bytes.len() as u64);
        Piece { begin: self.frames[frame], end }
    }

    fn read(&self, frame: usize) -> Read {
        read(&self.path(), Some(self.piece(frame))).0
    }

    /// The beginning of messages about a byte of the text of a piece.
    fn at(&self, frame: usize, byte: usize) -> String {
        let (path, begin) = (self.path(), self.frames[frame]);
        format!(
            "{}: byte {byte} of the text of the piece from byte {begin} of the file: ",
            path.display()
        )
    }
}

#[test]
fn a_message_names_the_piece() {
    let bad = "[Event \"3\"]\n\n1. e4 bad *\n\n";
    let second = format!("\n*\n\n{}{bad}", game(2));
    let file = File::new(&[&(game(1) + "1. d4 "), &second, &game(4)]);
    let read = file.read(1);
    assert_eq!(read.games, [&game(2), bad, &game(4)]);
    let at = second.find("bad").unwrap();
    assert_eq!(read.messages, [file.at(1, at) + "game 2: a bad move"]);
}

#[test]
fn a_damaged_frame_is_lost_with_the_game_that_it_ends() {
    let texts =
        [game(1), game(2), game(3), game(4) + &game(5)].map(|text| format!("\n1. x *\n\n{text}"));
    let mut file = File::new(&texts.each_ref().map(|text| &**text));
    let damaged = file.frames[2] as usize + 12;
    file.bytes[damaged] ^= 1;
    file.write();
    let whole = read(&file.path(), None).0;
    let cause = "cannot be read further: Unknown frame descriptor; ";
    assert_eq!(whole.messages.len(), 1);
    assert!(whole.messages[0].ends_with(&format!("{cause}what follows is lost")), "{whole:?}");

    assert_eq!(
        file.read(0).games,
        ["\n1. x *\n\n".to_owned(), game(1) + "\n", "1. x *\n\n".to_owned()]
    );
    let before = file.read(1);
    assert_eq!(before.games, [game(2)]);
    assert_eq!(before.messages, [file.at(1, texts[1].len()) + cause + "what follows is lost"]);
    let lost = file.read(2);
    assert_eq!(lost.games, [""; 0]);
    assert_eq!(lost.messages, [file.at(2, 0) + cause + "what follows is lost"]);
    assert_eq!(lost.failures, [0]);
    // The games after the damage can be read, unlike those of the whole file.
    assert_eq!(file.read(3).games, [game(4), game(5)]);
}

#[test]
fn a_game_whose_end_is_damaged_is_lost() {
    let begin = format!("\n1. x *\n\n{}{}", game(1), "[Event \"2\"]\n\n1. d4 ");
    let mut file = File::new(&[&begin, "d5 *\n\n"]);
    let damaged = file.frames[1] as usize + 12;
    file.bytes[damaged] ^= 1;
    file.write();
    let whole = read(&file.path(), None).0;
    let piece = file.read(0);
    assert_eq!(whole, Read { messages: whole.messages.clone(), ..piece });
    let lost =
        "cannot be read further: Unknown frame descriptor; this game and what follows are lost";
    let at = begin.find("[Event \"2").unwrap();
    assert_eq!(piece.messages, [file.at(0, at) + lost]);
}

#[test]
fn a_file_that_has_become_shorter_is_an_error() {
    let texts = [game(1), format!("\n1. x *\n\n{}", game(2)), game(3)];
    let mut file = File::new(&texts.each_ref().map(|text| &**text));
    let piece = file.piece(1);
    // Between two frames, and within one.
    for length in [file.frames[2], file.frames[2] - 3] {
        file.bytes.truncate(length as usize);
        file.write();
        let longer = Piece { end: piece.end + 10, ..piece };
        let (read, text) = read(&file.path(), Some(longer));
        let [message] = &read.messages[..] else { panic!("{read:?}") };
        let truncated = "the compressed file is truncated, or followed by something else";
        assert!(message.contains(truncated), "{message}");
        assert_eq!(text.unwrap().bytes(), None);
    }
    let gone = Piece { begin: file.frames[2] + 50, end: file.frames[2] + 100 };
    assert_eq!(read(&file.path(), Some(gone)).0.messages.len(), 1);
}

#[test]
fn bytes_of_a_piece_are_heard_of_and_hashed_once() {
    let texts = [game(1), game(2).repeat(100), game(3)];
    let file = File::new(&texts.each_ref().map(|text| &**text));
    let heard = Arc::new(Heard::default());
    for frame in 0..3 {
        let listener: Arc<dyn Listener> = heard.clone();
        let mut found = find_one(&file.path(), Content::Text, &listener).unwrap();
        let digest = found.hash_bytes();
        let piece = file.piece(frame);
        found.only_piece(piece);
        assert!(Chunks::new(vec![found], ChunkUnit::Games).count() <= 1);
        let mut expected = SourceHasher::default();
        expected.update(&file.bytes[piece.begin as usize..piece.end as usize]);
        assert_eq!(digest.so_far().digest(), expected.digest());
    }
    assert_eq!(heard.0.load(Ordering::Relaxed), file.bytes.len() as u64);
}

#[test]
fn a_text_of_another_format_is_refused_in_its_first_piece() {
    let mut file = File::new(&["\u{feff}1. e4 *\n\n", "\n1. x *\n\n[Event \"a\"]\n\n1. d4 *\n"]);
    assert_eq!(file.read(0).games.len(), 2);
    let inner = zstd::encode_all(game(1).as_bytes(), 1).unwrap();
    let outer = zstd::encode_all(&inner[..], 1).unwrap();
    let size = u32::try_from(outer.len()).unwrap().to_le_bytes();
    file.bytes = [&b"\x50\x2a\x4d\x18\x04\0\0\0"[..], &size, &outer].concat();
    file.write();
    let piece = Piece { begin: 0, end: file.bytes.len() as u64 };
    let messages = read(&file.path(), Some(piece)).0.messages;
    assert!(messages[0].contains("compressed twice"), "{messages:?}");
}
