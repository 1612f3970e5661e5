//! Games are cut where one ends and the next begins, also where `pgn-reader` reads several as one,
//! or one as several.

use std::iter;
use std::time::{Duration, Instant};

use zobrist_shakmaty::pgn;

use crate::reader::games;
use crate::scanner;

pub(crate) fn cut(text: &[u8]) -> Vec<&[u8]> {
    scanner::pieces(text, iter::repeat(text.len()))
}

/// Cuts a text whose games are separated by `|` here, after line ends of each kind.
#[track_caller]
fn is_cut(games: &str) {
    for line_end in ["\n", "\r\n", "\r"] {
        let games = games.replace('\n', line_end);
        let text = games.replace('|', "");
        let expected: Vec<&str> = games.split('|').collect();
        let pieces: Vec<&str> =
            cut(text.as_bytes()).into_iter().map(|piece| str::from_utf8(piece).unwrap()).collect();
        assert_eq!(pieces, expected);
        scanner::law(text.as_bytes());
    }
}

#[test]
fn a_game_ends_after_its_result() {
    // Before a move number or a move, wherever it stands.
    is_cut("1. e4 e5 1-0 |1. d4 d5 0-1");
    is_cut("1. e4 e5 1-0\n|1. d4 d5 0-1\n|1. c4 1/2-1/2\n|1. f4 *\n");
    is_cut("1. e4 1\u{2013}0 |1. d4 \u{bd}-\u{bd} |1. c4 1/2\u{2014}1/2 |1. f4 0\u{2212}1");
    is_cut("e4 e5 * |d4 d5 * |c4");
    is_cut("1. e4 * |17... Kh8 *");
    is_cut("1. e4 * |1... e5 *");
    is_cut("1. e4 * |O-O *");
    is_cut("1. e4 * |1 d4 *");
    is_cut("[Event \"a\"]\n\n1. e4 e5 1-0\n|1. d4 d5 0-1\n");
    // Comments, words, variations and further results are of the game before.
    is_cut("1. e4 1-0 {White wins} 1-0 White resigns; Black is late (1. c4)\n0-1\n|1. d4 *\n");
    is_cut("[Event \"a\"]\n\n1. e4\n\n1-0\n\nBlack resigns.\n\n|[Event \"b\"]\n\n1. d4 *\n");
    is_cut("1. e4 1-0 25 moves, 1.5 hours 1:0\n");
    // Comments directly before are of the next game.
    is_cut("1. e4 1-0\n\n{of the first}\n\n|{of the\n\nnext}\n[Event \"b\"]\n\n1. d4 *\n");
    is_cut("1. e4 1-0\n\n{of the first}\n\n|[Event \"b\"]\n\n1. d4 *\n");
    // A game that has its result loses nothing by a comment that is not terminated.
    is_cut("1. e4 1-0\n\n|{oops\n\n|[Event \"b\"]\n\n1. d4 *\n\n|{oops");
    is_cut("1. e4 1-0\n\n|; of the next\n{it, too}\n1. d4 *\n");
    is_cut("1. e4 1-0\n{of the first}\n|[Event \"b\"]\n\n1. d4 *\n");
    is_cut("1. e4 1-0\n\n{of the first} and words\n\n|1. d4 *\n");
    is_cut("1. e4\n\n{of the first}\n\n|[Event \"b\"]\n\n1. d4 *\n");
    // Not in comments and variations, and not as part of a word.
    is_cut("1. e4 {1-0} e5 ; 1-0\n2. Nf3 (2. f4 1-0 2. d4) Nc6 3. Bb5 0-0 {*} 1-0\n");
    is_cut("1. e4 (1. d4 {)} 1-0 2. e4 *) e5 2021-01-01 *\n");
}

#[test]
fn a_game_ends_before_a_tag() {
    is_cut("1. e4\n|[White \"a\"]\n\n1. d4\n\n|[White \"b\"]\n\n*\n");
    is_cut("  [Event \"a\"]\n  [Site \"b\"]\n  \n  1. e4 *\n  \n|  [Event \"c\"]\n\n  1. d4 *\n");
    is_cut(
        "> [Event \"a\"]\n> [Site \"b\"]\n>\n> 1. e4\n> e5 *\n>\n|> [Event \"c\"]\n>\n> 1. d4 *\n",
    );
    is_cut("[Event \"a\"]\n\n1. e4 1-0|[Event \"b\"]\n\n1. d4 {x}|[Event \"c\"]\n\n*\n");
    is_cut("[Event \"a\"]\n\n{a comment after the tags}\n\n|[Event \"b\"]\n\n*\n");
    // Tags alone, and tags of one game.
    is_cut("[Event \"a\"]\n[White \"x\"]\n\n|[Event \"b\"]\n\n[White \"y\"]\n\n*\n");
    // A value that goes on in the next line, and other words amid tags.
    is_cut(
        "[Event \"a\"]\n[Site \"By the\nbig lake\"]\n[White \"x\"]\n\n1. e4 *\n\n|[Event \"b\"]\n\n*\n",
    );
    is_cut("[Event \"a\"]\n[Site\n\"Lake\"]\n[White \"x\"]\n\n1. e4 *\n\n|[Event \"b\"]\n\n*\n");
    is_cut("[Event \"a\"]\nby the lake\n|[Event \"b\"]\n\n*\n");
    is_cut("[White \"a\"]\nby the lake\n\n|[White \"b\"]\n\n*\n");
    is_cut("[White \"a\"]\ne4 by the lake\n|[White \"b\"]\n\n*\n");
    is_cut("[White \"a\"]\nby the lake {x}\n|[White \"b\"]\n\n*\n");
    is_cut("[White \"a\"]\n! ed\n|[White \"b\"]\n\n*\n");
    is_cut("By the lake\n|[White \"b\"]\n\n*\n");
    // No tags.
    is_cut("1. e4 {[Event \"x\"]\n[White \"y\"]\n} e5\n[x y] 2. Nf3 [%clk 1] *\n");
    // An unterminated comment or variation ends before a tag pair after an empty line.
    is_cut("1. e4 (1. d4\n\n|[White \"a\"]\n\n1. c4 {oops\n\n|[White \"b\"]\n\n1. d4 *\n");
}

#[test]
fn a_game_ends_before_a_paragraph_that_begins_with_the_first_move() {
    is_cut("1. e4 e5\n\n|1. d4 d5\n\n|1.c4\n\n|1 f4 f5\n\n|1, g4\n\n|1: h4\n\n|1.\nb4\n");
    is_cut("[White \"a\"]\n\n1. e4\n\n|1. d4\n");
    is_cut("1. e4 e5\n\n|1. Sf3 Sc6\n");
    for paragraph in [
        "2. Nf3",
        "1... e5",
        "1\u{2026} e5",
        "1-0",
        "1/2-1/2",
        "1:0",
        "11. Nf3",
        "{c} 2. d4",
        "(1. d4)",
        "e5",
    ] {
        is_cut(&format!("1. e4\n\n{paragraph}\n"));
    }
    // A comment before the moves, among them, and a result of its own paragraph.
    is_cut("[White \"a\"]\n\n{ A famous game. }\n\n1. e4 e5\n\n{c}\n\n2. Nf3\n\n1-0\n\n");
    is_cut("1. e4 {\n\n1. d4\n} e5 (\n\n1. d4\n) 2. Nf3\n");
}

#[test]
fn moves_without_numbers_and_tags_end_with_their_paragraph() {
    is_cut("e4 e5\nNf3\n\n|d4 d5\n\n\n|1. c4\n\nc5\n\n|1. f4\n");
    is_cut("e4 e5 {\n\n} Nf3 (d4\n\nd5) Nc6\n\n1-0\n\n|d4\n");
    is_cut("[White \"a\"]\n\ne4 e5\n\nNf3\n");
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
