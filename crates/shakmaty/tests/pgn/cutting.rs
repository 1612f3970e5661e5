//! Games are cut where `pgn-reader` ends them, or at a better place where one game would take
//! another with it.

use std::iter;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use zobrist_shakmaty::pgn;

use crate::reader::{Game, games};
use crate::{pgn_text, scanner};

pub(crate) fn cut(text: &[u8]) -> Vec<&[u8]> {
    scanner::pieces(text, iter::repeat(text.len()))
}

/// Returns the pieces, merged where `pgn-reader` reads the tags after a game without moves as more
/// tags of that game.
fn merged(text: &[u8], skip: bool) -> Vec<&[u8]> {
    let mut merged: Vec<&[u8]> = Vec::new();
    let mut end = 0;
    for piece in cut(text) {
        let before = merged.pop().unwrap_or_default();
        let both = &text[end - before.len()..end + piece.len()];
        end += piece.len();
        let parted = piece.starts_with(b"[Event ")
            && (before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n"))
            && games(before, skip).iter().flatten().any(Game::has_event_and_no_moves)
            && games(both, skip).len() == 1;
        if parted {
            merged.push(both);
        } else {
            merged.extend([before, piece].iter().filter(|piece| !piece.is_empty()));
        }
    }
    merged
}

proptest! {
    #[test]
    fn games_are_cut_as_they_are_read(text in pgn_text::text(), skip in any::<bool>()) {
        for piece in cut(&text) {
            let text = String::from_utf8_lossy(piece);
            prop_assert!(games(piece, skip).len() <= 1, "{:?} {:?}", text, games(piece, skip));
        }
        let found: Vec<_> =
            merged(&text, skip).into_iter().flat_map(|piece| games(piece, skip)).collect();
        prop_assert_eq!(found, games(&text, skip), "{:?}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn cuts_that_keep_games_apart() {
    // A comment that is not terminated takes only its own game with it.
    let text = b"[Event \"a\"]\n\n1. e4 {oops\n\n[Event \"b\"]\n\n1. d4 *\n";
    assert_eq!(games(text, true).len(), 1);
    scanner::law(text);
    assert_eq!(cut(text)[1], b"[Event \"b\"]\n\n1. d4 *\n");

    // A game without moves, not even a result.
    let text = b"[Event \"a\"]\n[Site \"b\"]\n\n[Event \"c\"]\n\n1. d4 *\n";
    assert_eq!(games(text, true).len(), 1);
    assert_eq!(cut(text)[1], b"[Event \"c\"]\n\n1. d4 *\n");

    // More tags of the same game.
    for text in ["[Site \"a\"]\n\n[Event \"b\"]\n\n*\n", "[Event \"a\"]\n\n[Site \"b\"]\n*\n"] {
        assert_eq!(cut(text.as_bytes()), [text.as_bytes()]);
    }

    // Concatenated files with byte order marks.
    for between in ["", "\n"] {
        let one = "\u{feff}[Event \"a\"]\n[Site \"b\"]\n\n1. d4 *\n".to_owned() + between;
        let text = one.repeat(3);
        assert_eq!(cut(text.as_bytes()), [one.as_bytes(); 3]);
        let game = games(one.as_bytes(), true);
        assert_eq!(game[0].as_ref().unwrap().tags.len(), 2);
        assert_eq!(cut(text.as_bytes()).len(), 3);
    }
}

#[test]
fn tags_in_a_comment_do_not_end_it() {
    for text in [
        "1. e4 {\n[Event \"b\"]\n} e5 *\n",
        "1. e4 {\n\n[%clk 1:00]\n\n[Event]\n} e5 *\n",
        "1. e4 {\r\n\r\nb [Event \"b\"]\r\n} e5 *\r\n",
    ] {
        assert_eq!(cut(text.as_bytes()), [text.as_bytes()]);
    }
}

/// A scanner that begins anew at each of the 2^17 calls would read 2^39 bytes.
#[test]
fn a_long_line_in_small_parts_takes_linear_time() {
    let text = vec![b'x'; 1 << 23];
    let begin = Instant::now();
    assert_eq!(scanner::pieces(&text, iter::repeat(64)), [&text]);
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
}

#[test]
fn many_lines_in_small_parts_take_linear_time() {
    let game = "[Event \"a\"]\n\n1. e4 {\n\n\n} e5\n2. d4 *\n\n".repeat(1000);
    let lines = "{\n\n1. e4 e5 x\n}\n".repeat(1 << 19);
    for (text, count) in [(game, 1000), (lines, 1)] {
        let begin = Instant::now();
        assert_eq!(scanner::pieces(text.as_bytes(), iter::repeat(64)).len(), count);
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    }
}

#[test]
fn a_long_tag_in_small_parts_takes_linear_time() {
    let text = ["[Event \"a\"]\n[", &"x".repeat(1 << 23)].concat();
    let begin = Instant::now();
    assert_eq!(scanner::pieces(text.as_bytes(), iter::repeat(64)), [text.as_bytes()]);
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
}

#[test]
fn many_quotes_in_a_line_take_linear_time() {
    let value = ["[A \"", &"\"x".repeat(1 << 19), "\"]\n"].concat();
    let tags = ["[A \"a\" x\" ".repeat(1 << 18).as_str(), "[A \"a\"]\n"].concat();
    for (text, count) in [(value, 1), (tags, (1 << 18) + 1)] {
        let begin = Instant::now();
        assert_eq!(cut(text.as_bytes()), [text.as_bytes()]);
        let game = pgn::Game::new(text.as_bytes(), 0);
        assert_eq!(game.tags().map(Result::unwrap).count(), count);
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    }
}

#[test]
fn a_percent_sign_escapes_nothing_after_a_comment_on_its_line() {
    for comment in ["{c}", "{two\nlines}", "[Site \"a\"]\n{two\n\nlines}"] {
        let first = format!("{comment} % 1. e4 *\n\n");
        let text = format!("{first}1. d4 *\n");
        assert_eq!(cut(text.as_bytes()), [first.as_bytes(), b"1. d4 *\n"]);
    }
}

#[test]
fn an_escaped_quote_ends_no_tag_whatever_came_before_it() {
    for name in ["Site", "Event"] {
        let first = format!("[{name} \"a\"]\n[A \"a\" x\\\"]\n");
        let text = format!("{first}[B \"b\"]\n\n1. e4 *\n");
        assert_eq!(cut(text.as_bytes())[0], first.as_bytes());
        let last = pgn::games(text.as_bytes()).last().unwrap();
        assert_eq!(last.tag("B").as_deref(), Some(&b"b"[..]));
    }
}

#[test]
fn a_tag_with_unusual_blanks_begins_a_game() {
    for tag in ["[ Event \"b\" ]", "[Event  \"b\"]", "[Event\t\"b\"]", "[Event\"b\"]"] {
        for first in ["[Event \"a\"]\n\n1. e4 {oops\n\n", "[Event \"a\"]\n\n", "{oops\n\n"] {
            let text = format!("{first}{tag}\n\n1. d4 *\n");
            assert_eq!(cut(text.as_bytes())[0], first.as_bytes(), "{text}");
        }
    }
}
