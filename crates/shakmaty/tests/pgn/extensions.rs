//! Extensions over `pgn-reader`.

use std::io;
use std::time::{Duration, Instant};

use shakmaty::Chess;
use shakmaty::san::SanPlus;
use zobrist_shakmaty::pgn::{self, Reader, TokenKind};
use zobrist_shakmaty::read_position;

use crate::cutting::cut;
use crate::recorded::{ANY, replayed};

/// Returns the tags of a text that is one game, and its number of plies.
fn read(text: &str) -> (Vec<(String, String)>, Option<usize>) {
    assert_eq!(cut(text.as_bytes()), [text.as_bytes()], "{text}");
    let (result, recorded) = replayed(text.as_bytes(), ANY);
    let string = |bytes| String::from_utf8(bytes).unwrap();
    let tags = recorded.tags.into_iter().map(|(name, value)| (string(name), string(value)));
    (tags.collect(), result.unwrap())
}

#[test]
fn a_value_may_have_quotes_if_its_line_ends_the_tag() {
    for (line, tags) in [
        (r#"[White "Sean O"Neil"]"#, &[("White", r#"Sean O"Neil"#)][..]),
        (r#"[White "Sean "Sean" O"Neil"]  "#, &[("White", r#"Sean "Sean" O"Neil"#)]),
        (r#"[White "a"b\"c\\"]"#, &[("White", r#"a"b"c\"#)]),
        (r#"[A "a"b"] [B "c"d"]"#, &[("A", r#"a"b"#), ("B", r#"c"d"#)]),
        (r#"[A "a"][B "b"]"#, &[("A", "a"), ("B", "b")]),
        (r#"[A "a" [B "b"]"#, &[("A", "a"), ("B", "b")]),
        (r#"[A ""]"#, &[("A", "")]),
        (r#"[A """]"#, &[("A", r#"""#)]),
        (r#"[A "not closed"#, &[("A", "not closed")]),
    ] {
        let expected: Vec<_> =
            tags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        for end in ["\n", "\r\n"] {
            assert_eq!(read(&format!("{line}{end}{end}1. e4 *{end}")), (expected.clone(), Some(1)));
        }
    }
    // The line does not end the tag, so the value ends at the first quote.
    let (tags, plies) = read("[A \"a\"] 1. e4 {[B \"c\"} *\n");
    assert_eq!((tags.len(), tags[0].1.as_str(), plies), (1, "a", Some(1)));
}

#[test]
fn blanks_around_the_name_of_a_tag_are_ignored() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for line in [
        format!("[ FEN \"{fen}\"]"),
        format!("[FEN   \"{fen}\"]"),
        format!("[\tFEN\t\"{fen}\" ]"),
        format!("[FEN\"{fen}\"]"),
    ] {
        let (tags, plies) = read(&format!("{line}\n\n1. O-O *\n"));
        assert_eq!((tags, plies), (vec![("FEN".to_owned(), fen.to_owned())], Some(1)));
    }
    let text = "[ Event \"a\" ]\n\n[ Event \"b\" ]\n\n*\n";
    assert_eq!(cut(text.as_bytes()).len(), 2);
}

#[test]
fn comments_between_games_are_not_games() {
    let text = "; made\n; by hand\n\n{first}\n[Event \"a\"]\n\n1. e4 *\n\n{between\n\ntwo}\n% x\n\n; b\n\
                1. d4 {c} *\n\n; end\n\x1a";
    assert_eq!(cut(text.as_bytes()).len(), 2);
    let games: Vec<_> = pgn::games(text.as_bytes()).collect();
    let at = |what: &str| text.find(what).unwrap() as u64;
    let offsets: Vec<u64> = games.iter().map(pgn::Game::offset).collect();
    assert_eq!(offsets, [at("{first}"), at("; b\n")]);
    assert!(games.iter().all(|game| replayed(game.text(), ANY).0.unwrap() == Some(1)));
    let comments = |game: &pgn::Game<'_>| -> Vec<String> {
        let tokens = game.tokens().map(Result::unwrap);
        tokens
            .filter(|token| token.kind == TokenKind::Comment)
            .map(|token| String::from_utf8(token.text.to_vec()).unwrap())
            .collect()
    };
    assert_eq!(comments(&games[1]), [" b", "c", " end"]);
    assert_eq!(pgn::games(b"{only}\n\n; comments\n").count(), 0);
}

#[test]
fn moves_in_other_notations() {
    for (moves, plies) in [
        ("1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 4. e1g1", 7),
        ("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. 0-0", 7),
        ("1. e2\u{2013}e4 d7-d5 2. e4-d5 Qd8xd5 3. Nb1-c3 d5a5+", 6),
        ("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 Nf6", 8),
        ("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0-0-0 0-0-0 6. f2f3", 11),
        ("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0\u{2013}0\u{2013}0 e8c8", 10),
    ] {
        assert_eq!(read(&format!("{moves} *\n")).1, Some(plies), "{moves}");
    }
}

#[test]
fn promotions_without_their_sign() {
    let position: Chess = read_position(b"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", None).unwrap();
    let played = |word: &str| {
        let mut tokens = pgn::Tokens::new(word.as_bytes());
        let m = tokens.next().unwrap().unwrap().to_move(&position).ok()?;
        Some(SanPlus::from_move(position.clone(), m).to_string())
    };
    for (word, san) in [
        ("a8Q", "a8=Q"),
        ("a8n", "a8=N"),
        ("a8R+", "a8=R"),
        ("axb8Q+", "axb8=Q+"),
        ("axb8=q", "axb8=Q+"),
        ("a7a8q", "a8=Q"),
        ("a7-a8=B", "a8=B"),
        ("a7b8r", "axb8=R+"),
    ] {
        assert_eq!(played(word).as_deref(), Some(san), "{word}");
    }
    for word in ["a8", "a8K", "a8P", "a7a8", "Ka8Q", "b8Q"] {
        assert_eq!(played(word), None, "{word}");
    }
}

#[test]
fn results_with_any_dash() {
    for (result, white) in [
        ("1-0", "1-0"),
        ("1\u{2013}0", "1-0"),
        ("0\u{2014}1", "0-1"),
        ("\u{bd}-\u{bd}", "1/2-1/2"),
        ("\u{bd}\u{2013}\u{bd}", "1/2-1/2"),
        ("1/2\u{2013}1/2", "1/2-1/2"),
        ("*", "*"),
    ] {
        let text = format!("1. e4 {result}\n");
        let game = pgn::games(text.as_bytes()).next().unwrap();
        let last = game.tokens().last().unwrap().unwrap();
        let TokenKind::Result(outcome) = last.kind else { panic!("{last:?}") };
        assert_eq!((outcome.to_string().as_str(), last.text), (white, result.as_bytes()));
    }
}

#[test]
fn a_reader_finds_the_games_of_its_file() {
    let text = crate::engine_games();
    let expected: Vec<(u64, usize)> =
        pgn::games(&text).map(|game| (game.offset(), game.text().len())).collect();
    assert_eq!(expected.len(), 2000);
    let mut reader = Reader::new(text.as_slice());
    let mut found = Vec::new();
    while let Some(game) = reader.next_game().unwrap() {
        found.push((game.offset(), game.text().len()));
    }
    assert_eq!(found, expected);
}

#[test]
fn a_reader_refuses_a_game_that_is_too_long_and_continues() {
    let game = |event, moves: &str| format!("[Event \"{event}\"]\n\n{moves} *\n\n");
    let long = game("b", &format!("1. e4 {{{}}}", "lorem ipsum\n".repeat(100_000)));
    let text = game("a", "1. c4") + &long + &game("c", "1. d4");
    let mut reader = Reader::with_max_game(text.as_bytes(), 1 << 20);
    let mut event = || {
        let game = reader.next_game().map_err(|error| error.to_string())?;
        Ok::<_, String>(game.and_then(|game| game.tag("Event").map(|event| event.into_owned())))
    };
    assert_eq!(event(), Ok(Some(b"a".to_vec())));
    let start = text.find("[Event \"b\"").unwrap();
    let message = format!("expected at most 1048576 bytes, got a longer game at byte {start}");
    assert_eq!(event(), Err(message));
    assert_eq!(event(), Ok(Some(b"c".to_vec())));
    assert_eq!(event(), Ok(None));
}

/// A search for the end of the line at each of 2^20 quotes would take hours.
#[test]
fn many_quotes_in_a_value_take_linear_time() {
    let value = "\"x".repeat(1 << 20);
    let begin = Instant::now();
    let (tags, plies) = read(&format!("[White \"{value}\"]\n\n1. e4 *\n"));
    assert_eq!((tags[0].1.len(), plies), (value.len(), Some(1)));
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
}

/// A file that is read in pieces, with errors in between.
struct Pieces<'a> {
    text: &'a [u8],
    piece: usize,
    /// Number of reads between errors.
    between_errors: usize,
    read: usize,
}

impl io::Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.read += 1;
        if self.read.is_multiple_of(self.between_errors) {
            return Err(io::Error::other("a bad sector"));
        }
        let length = buffer.len().min(self.piece);
        self.text.read(&mut buffer[..length])
    }
}

#[test]
fn a_reader_refuses_the_same_games_in_any_pieces() {
    let game = |moves: &str| format!("[Event \"a\"]\n\n{moves} *\n\n");
    let long = game("1. e4 {a comment that makes it long: lorem ipsum} e5");
    let text = [game("1. c4"), long, game("1. d4")].concat();
    let expected: Vec<_> = pgn::games(text.as_bytes()).map(|game| game.offset()).collect();
    for (piece, between_errors) in [(1, 1000), (7, 1000), (1000, 1000), (1, 3), (7, 2)] {
        let text = text.as_bytes();
        let mut reader = Reader::with_max_game(Pieces { text, piece, between_errors, read: 0 }, 40);
        let mut found = Vec::new();
        loop {
            match reader.next_game() {
                Ok(Some(game)) => {
                    assert_ne!(game.offset(), expected[1], "{piece}");
                    found.push(game.offset());
                }
                Ok(None) => break,
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    let message = error.to_string();
                    found.push(message.rsplit(' ').next().unwrap().parse().unwrap());
                }
                Err(_) => {}
            }
        }
        assert_eq!(found, expected, "{piece}");
    }
}
