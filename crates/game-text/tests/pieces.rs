//! The pieces of a file have its games, each once.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use tempfile::TempDir;
use zobrist_game_text::{ChunkUnit, Chunks};
use zobrist_input::{Content, FoundInput, Listener, Nobody, Piece, find_one, frames};
use zobrist_storage::open_source;

/// A game with its number, offset and line, from 1, 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    number: u64,
    offset: u64,
    line: u64,
    text: String,
}

/// The games of a file or of a piece.
struct Games {
    games: Vec<Place>,
    rejections: Vec<String>,
}

fn found(path: &Path) -> FoundInput {
    let nobody: Arc<dyn Listener> = Arc::new(Nobody);
    find_one(path, Content::Text, &nobody).unwrap()
}

fn games(found: FoundInput) -> Games {
    let mut read = Games { games: Vec::new(), rejections: Vec::new() };
    for chunk in Chunks::new(vec![found], ChunkUnit::Games) {
        let (mut offset, mut line) = (chunk.offset, chunk.line);
        for game in chunk.games() {
            let text = String::from_utf8_lossy(game.text).into_owned();
            read.games.push(Place { number: game.number_in_file, offset, line, text });
            offset += game.text.len() as u64;
            line += game.text.iter().filter(|byte| **byte == b'\n').count() as u64;
        }
        read.rejections.extend(chunk.rejections.iter().map(ToString::to_string));
    }
    read
}

/// A text in frames, as pzstd writes them, cut before these bytes.
fn pzstd(text: &[u8], cuts: &[usize]) -> Vec<u8> {
    let mut file = Vec::new();
    let ends = cuts.iter().copied().chain([text.len()]);
    let mut start = 0;
    for end in ends {
        let frame = zstd::encode_all(&text[start..end], 1).unwrap();
        file.extend(b"\x50\x2a\x4d\x18\x04\0\0\0");
        file.extend(u32::try_from(frame.len()).unwrap().to_le_bytes());
        file.extend(frame);
        start = end;
    }
    file
}

struct File {
    folder: TempDir,
}

impl File {
    fn new(bytes: &[u8]) -> File {
        let file = File { folder: tempfile::tempdir().unwrap() };
        fs::write(file.path(), bytes).unwrap();
        file
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("games.pgn.zst")
    }

    fn frames(&self) -> Vec<u64> {
        frames(&*open_source(&self.path()).unwrap()).unwrap().expect("pzstd has frames")
    }

    fn length(&self) -> u64 {
        fs::metadata(self.path()).unwrap().len()
    }

    /// Reads the pieces that begin at these places, after the first at 0, and returns their games
    /// with the numbers, offsets and lines of the file.
    fn games_of_pieces(&self, text: &[u8], begins: &[u64]) -> Vec<Place> {
        let ends = begins.iter().copied().chain([self.length()]);
        let (mut places, mut before, mut base) = (Vec::new(), 0, 0);
        for (begin, end) in [0].iter().chain(begins).zip(ends) {
            let mut found = found(&self.path());
            let piece_text = found.only_piece(Piece { begin: *begin, end });
            let read = games(found);
            assert_eq!(read.rejections, [""; 0]);
            let first = read.games.first().map(|game| game.offset);
            assert_eq!(piece_text.skipped(), first.or((*begin == 0).then_some(0)));
            let lines = text[..base as usize].iter().filter(|byte| **byte == b'\n').count() as u64;
            places.extend(read.games.iter().map(|game| Place {
                number: game.number + before,
                offset: game.offset + base,
                line: game.line + lines,
                text: game.text.clone(),
            }));
            before += read.games.len() as u64;
            base += piece_text.bytes().unwrap();
        }
        assert_eq!(base, text.len() as u64);
        places
    }
}

/// Chosen elements, in order and without repetitions.
fn chosen<T: Copy + Ord>(all: &[T], indices: &[Index]) -> Vec<T> {
    if all.is_empty() {
        return Vec::new();
    }
    let mut chosen: Vec<T> = indices.iter().map(|index| *index.get(all)).collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

/// Parts of PGN, and texts that may be taken for the beginning of a game.
const PARTS: [&str; 34] = [
    "\n",
    "\n\n",
    "\r\n",
    "\r\n\r\n",
    " \n",
    "[Event \"a\"]",
    "[White \"b [c] 1-0\"]",
    "[%clk 0:1]",
    "[Result \"1-0\"]\n",
    "[Site \"x\n",
    "[x",
    "]",
    "\"",
    "{",
    "}",
    "{ 1-0\n\n[Event \"a\"]\n\n}",
    "; ",
    "%",
    "% 1-0\n",
    "(",
    ")",
    "1. e4 e5",
    " 2. Nf3",
    " 1-0",
    " 0-1\n",
    " 1/2-1/2\n\n",
    "*",
    "*\n\n[Event \"b\"]\n",
    "1-0\r\n\r\n[White \"é\"]\r\n",
    "\u{feff}",
    "\u{1a}",
    "$1",
    "x",
    "{a}\n\n",
];

/// A game as most are, with line ends that may be of any kind.
fn whole_game() -> impl Strategy<Value = String> {
    let moves =
        select(vec!["1. e4 e5", "1. e4 { [%eval 0.1] } 1... e5 { a\n\n b }", "1. d4 (1. c4)"]);
    let result = select(vec!["1-0", "0-1", "1/2-1/2", "*", ""]);
    let tags = select(vec!["", "[Event \"a\"]\n\n", "[White \"a\"]\n[Result \"*\"]\n\n"]);
    let line_end = select(vec!["\n", "\r\n"]);
    (tags, moves, 1..60_usize, result, line_end).prop_map(
        |(tags, moves, times, result, line_end)| {
            let moves = format!("{moves}\n").repeat(times);
            format!("{tags}{moves}{result}\n\n").replace('\n', line_end)
        },
    )
}

/// Games as most are.
fn usual_text() -> impl Strategy<Value = String> {
    (select(vec!["", "\u{feff}", "\n\n", "; comment\n"]), vec(whole_game(), 1..12))
        .prop_map(|(begin, games)| begin.to_owned() + &games.concat())
}

/// Text like PGN, with every mistake.
fn any_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![select(PARTS.to_vec()).prop_map(str::to_owned), whole_game()];
    // A file whose end is nothing but a comment has no game there, whatever stands in it.
    vec(part, 0..40).prop_map(|parts| parts.concat() + "\n1. e4 *\n")
}

/// The games of all pieces of a text in frames and pieces that begin at random places, and those of
/// the whole file.
fn read_both(text: &str, frame_cuts: &[Index], piece_cuts: &[Index]) -> (Vec<Place>, Vec<Place>) {
    let places: Vec<usize> = (0..=text.len()).collect();
    let file = File::new(&pzstd(text.as_bytes(), &chosen(&places, frame_cuts)));
    let begins = chosen(&file.frames()[1..], piece_cuts);
    let whole = games(found(&file.path()));
    assert_eq!(whole.rejections, [""; 0]);
    (file.games_of_pieces(text.as_bytes(), &begins), whole.games)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn pieces_have_the_games_of_the_file(
        text in usual_text(),
        frame_cuts in vec(any::<Index>(), 0..40),
        piece_cuts in vec(any::<Index>(), 0..8),
    ) {
        let (pieces, whole) = read_both(&text, &frame_cuts, &piece_cuts);
        prop_assert_eq!(pieces, whole);
    }

    #[test]
    fn pieces_of_any_text_have_the_games_of_the_file(
        text in any_text(),
        frame_cuts in vec(any::<Index>(), 0..40),
        piece_cuts in vec(any::<Index>(), 0..8),
    ) {
        let (pieces, whole) = read_both(&text, &frame_cuts, &piece_cuts);
        prop_assert_eq!(pieces, whole);
    }
}

/// Makes games of about `bytes` bytes of moves each, in text and in LF.
fn many_games(games: usize, bytes: usize) -> String {
    let moves = "1. e4 { [%eval 0.1] [%clk 0:01:00] } 1... e5\n".repeat(bytes.div_ceil(44));
    let game = |number| format!("[Event \"{number}\"]\n\n{moves}1-0\n\n");
    (0..games).map(game).collect()
}

/// The places after every `bytes` bytes of a text.
fn every(bytes: usize, text: &str) -> Vec<usize> {
    (bytes..text.len()).step_by(bytes).collect()
}

#[test]
fn a_game_may_be_longer_than_several_pieces() {
    let (few, huge) = (many_games(5, 1000), many_games(1, 1_000_000));
    let text = few.clone() + &huge + &few;
    let file = File::new(&pzstd(text.as_bytes(), &every(100_000, &text)));
    let whole = games(found(&file.path()));
    assert_eq!(whole.games.len(), 11);
    let begins = &file.frames()[1..];
    assert_eq!(begins.len(), 10);
    assert_eq!(file.games_of_pieces(text.as_bytes(), begins), whole.games);
    // A piece within the huge game has none, and is not read far beyond its own text.
    let mut found = found(&file.path());
    let text = found.only_piece(Piece { begin: begins[3], end: begins[4] });
    assert!(games(found).games.is_empty());
    assert_eq!((text.skipped(), text.bytes()), (None, Some(100_000)));
}

#[test]
fn a_game_that_is_too_long_is_rejected_in_its_piece() {
    let (few, huge) = (many_games(5, 1000), many_games(1, 17 << 20));
    let text = few.clone() + &huge + &few;
    let file = File::new(&pzstd(text.as_bytes(), &every(4 << 20, &text)));
    let frames = file.frames();
    let mut read = Vec::new();
    for (begin, end) in frames.iter().zip(frames[1..].iter().copied().chain([file.length()])) {
        let mut found = found(&file.path());
        found.only_piece(Piece { begin: *begin, end });
        let games = games(found);
        read.push((games.games.len(), games.rejections.len()));
    }
    assert_eq!(read, [(5, 1), (0, 0), (0, 0), (0, 0), (5, 0)]);
}

#[test]
fn comments_hide_no_game_and_show_none() {
    // A comment that is not closed ends before a tag after an empty line, in a file as in a piece.
    let text = "1. e4 *\n\n[Event \"a\"]\n\n1. e4 { he said:\n1-0\n\n[Event \"b\"]\n} e5 1-0\n\n";
    for cut in 1..text.len() {
        let file = File::new(&pzstd(text.as_bytes(), &[cut]));
        let whole = games(found(&file.path()));
        assert_eq!(whole.games.len(), 3);
        assert_eq!(file.games_of_pieces(text.as_bytes(), &file.frames()[1..]), whole.games);
    }
}

#[test]
fn a_tag_that_is_not_closed_behind_a_comment_hides_no_game() {
    let text = "1. e4 *\n\n{ a\n} [White \"b 1-0\n\n[Event \"c\"]\n\n1. d4 *\n";
    let file = File::new(&pzstd(text.as_bytes(), &[8]));
    let whole = games(found(&file.path()));
    assert_eq!(whole.games.len(), 2);
    assert_eq!(file.games_of_pieces(text.as_bytes(), &file.frames()[1..]), whole.games);
}

#[test]
fn a_file_without_games_is_told_by_its_first_piece() {
    let text = format!("[{}0]", "\"e4\",\n\n".repeat(20_000));
    let file = File::new(&pzstd(text.as_bytes(), &every(50_000, &text)));
    let told = format!("no game in {}: it looks like JSON", file.path().display());
    let whole = games(found(&file.path()));
    assert_eq!((whole.games.len(), &whole.rejections[..]), (0, &[told.clone()][..]));
    let mut first = found(&file.path());
    let piece_text = first.only_piece(Piece { begin: 0, end: file.frames()[1] });
    let read = games(first);
    assert_eq!((read.games.len(), &read.rejections[..]), (0, &[told][..]));
    assert_eq!(piece_text.bytes(), Some(50_000));
}

#[test]
fn a_file_by_pzstd_is_read_in_pieces() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/engine-games.pgn.gz");
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(fs::File::open(path).unwrap()).read_to_end(&mut text).unwrap();
    let text = text.repeat(4);
    let file = File::new(b"");
    let plain = file.folder.path().join("games.pgn");
    fs::write(&plain, &text).unwrap();
    let mut command = Command::new("pzstd");
    command.args(["-q", "-f", "-1", "-p", "1", "-o"]).arg(file.path()).arg(&plain);
    match command.status() {
        Ok(status) => assert!(status.success()),
        Err(error) => {
            eprintln!("NOT TESTED: pzstd cannot be run ({error}); install the package zstd");
            return;
        }
    }
    let begins = &file.frames()[1..];
    assert!(!begins.is_empty(), "pzstd has written a single frame");
    let whole = games(found(&plain));
    assert_eq!(whole.games.len(), 8000);
    assert!(file.games_of_pieces(&text, begins) == whole.games);
}
