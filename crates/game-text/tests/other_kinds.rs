//! Files that hold no games: what they look like.

use proptest::prelude::*;
use proptest::sample::select;
use shakmaty::Move;
use zobrist::Changes;
use zobrist_chess::{Polyglot, Scheme};
use zobrist_game_text::{OtherKind, judge};
use zobrist_shakmaty::pgn::{Game, Token, TokenKind, games, replay_game};
use zobrist_shakmaty::{GameOptions, GameVisitor, HashablePosition, Hashed};

const SETFL: &str = "made for this test\nno source\nnobody\n2 Fe Cu\n2 0.5 3 1.0 3.5\n\
                     26 55.845 2.866 bcc\n0 1\n";

#[test]
fn files_without_games_are_told_by_how_they_begin() {
    for (text, kind) in [
        ("{\"message\":\"Too many requests.\"}", OtherKind::Json),
        ("\u{feff}\n[ {\"a\": 1},", OtherKind::Json),
        ("[1, 2]\n", OtherKind::Json),
        ("{\"a\": 1}\n{\"a\": 2}\n", OtherKind::Json),
        ("SQLite format 3\0\x10\0", OtherKind::Sqlite),
        ("Scid.si\0\x01\u{90}", OtherKind::Scid),
        ("Scid.sn\0\x01", OtherKind::Scid),
        ("PAR1\x15\x04", OtherKind::Parquet),
        ("\0\0\x2c\0\x2e\x01\0\0", OtherKind::ChessBase),
        ("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", OtherKind::LfsPointer),
        ("%PDF-1.7\n%\u{e2}\n1 0 obj\n", OtherKind::Pdf),
        ("{\\rtf1\\ansi 1. e4}", OtherKind::Rtf),
        ("seed = 42\n[lattice]\nstructure = \"bcc\"\n", OtherKind::Simulation),
        ("# A run.\n\n[lattice]\nstructure = \"bcc\"\n", OtherKind::Simulation),
        ("name = \"mine\"\n", OtherKind::Configuration),
        ("[[kind]]\nname = \"piece\"\n", OtherKind::Configuration),
        ("seed=42\n", OtherKind::Configuration),
        ("(;GM[1]FF[4]SZ[3];B[ba])", OtherKind::Sgf),
        ("\u{feff} \n( ;SZ[9])", OtherKind::Sgf),
        ("step,time,energy,hits\n0,0,-1,0\n", OtherKind::Run),
        (SETFL, OtherKind::Potential),
        (
            "0123456789abcdef\n0123456789ABCDEF\n0x0123456789abcdef,\n0123456789abcdefULL\n",
            OtherKind::Keys,
        ),
    ] {
        assert_eq!(judge("a.pgn", text.as_bytes(), true), Some(kind), "{text:?}");
        let more = format!("{text}\n");
        assert_eq!(judge("-", more.as_bytes(), false), Some(kind), "{text:?}");
    }
}

/// Games may follow in more text.
#[test]
fn whole_texts_without_games_are_told() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    for (text, kind) in [
        ("<!DOCTYPE html>\n<h1>Not found 1-0</h1>", OtherKind::Html),
        ("<HTML><body>e4", OtherKind::Html),
        ("<?xml version=\"1.0\"?>\n<html>", OtherKind::Html),
        ("<?xml version=\"1.0\"?>\n<games>", OtherKind::Xml),
        (fen, OtherKind::Positions),
        ("\0\0\0", OtherKind::Zeros),
        ("32F6\x08c\x01\x02\x03", OtherKind::Binary),
        ("{a comment}\n; another\n", OtherKind::Comments),
        ("{}", OtherKind::Json),
        ("These are notes, not moves.\n\nAnd nothing else 1-0.\n", OtherKind::Text),
        ("1. Open the file.\n2. Close it.\n", OtherKind::Text),
        ("seed\n", OtherKind::Text),
        ("Alder - Birch 1-0\n", OtherKind::Text),
        // A list has more than one.
        ("0123456789abcdef", OtherKind::Text),
    ] {
        assert_eq!(judge("a.pgn", text.as_bytes(), true), Some(kind), "{text:?}");
    }
    for text in ["<html>", fen, "\0\0", "{a comment}\n", "Notes\n"] {
        assert_eq!(judge("a.pgn", text.as_bytes(), false), None, "{text:?}");
    }
}

#[test]
fn names_tell_the_kind_of_bytes_that_are_no_text() {
    for (name, kind) in [
        ("a.bin", OtherKind::Book),
        ("A.SI5", OtherKind::Scid),
        ("a.sg4", OtherKind::Scid),
        ("a.cbv", OtherKind::ChessBase),
        ("a.pgi", OtherKind::ChessBase),
    ] {
        assert_eq!(judge(name, &[7; 32], false), Some(kind), "{name}");
        assert_eq!(judge(name, b"1. e4 *\n", true), None, "{name}");
    }
}

#[test]
fn games_and_empty_texts_are_not_refused() {
    for text in [
        "",
        "\n\n  \n",
        "\u{feff}",
        "\u{feff}\n\x1a",
        "[Event \"x\"]\n",
        "[Event]\n\n1. e4 *\n",
        "[Event \"a = b\"]\n\n1. e4 *\n",
        "1. e4 {a = b} e5 *\n",
        "1. e8=Q *\n",
        "e8=Q\n",
        "*\n",
        "1-0",
        "N f3 d5",
        "1. Sf3 d5",
        "1. ♘f3 ♞f6 2. ♘c3 ♞c6",
        "1… ♞f6",
        "1. N f3 N f6",
        "1. xyz e5",
        "Games of the club\n1. e4 *\n",
        "(1. e4) 1. d4\n",
        "(; a comment\n1. c4) 1. e4\n",
        "; a comment\n1. e4\n",
        "% = x\n1. e4\n",
        "{\"quoted\" comment} 1. e4 *\n",
        "{}\n[Event \"x\"]\n",
        "{ no end\n",
        "Games of the club\n\n[Event \"x\"]\n\n1. e4 *\n",
        "<html><pre>\n[Event \"x\"]\n\n1. e4 *\n</pre>",
    ] {
        assert_eq!(judge("a.pgn", text.as_bytes(), true), None, "{text:?}");
    }
}

/// Does not look.
struct Blind;

impl<S: Scheme, C: Changes> GameVisitor<S, C> for Blind {
    fn position<P: HashablePosition>(&mut self, _: usize, _: Option<Move>, _: &Hashed<S, P, C>) {}
}

const FRAGMENTS: &[&str] = &[
    "[Event \"a\"]\n",
    "\n\n",
    "\n",
    " ",
    "{c}",
    "{\"a\":1}",
    "; c\n",
    "(",
    ")",
    "1. ",
    "1.",
    "e4 ",
    "e5 ",
    "Nf3 ",
    "Sf3 ",
    "♘f3 ",
    "N f3 ",
    "Ng1-f3 ",
    "e2e4 ",
    "e 4 ",
    "e4! ",
    "$1 ",
    "1\u{2026}",
    "> ",
    "word ",
    "1-0 ",
    "* ",
    "<html>",
    "[",
    "\0",
    "\u{feff}",
    "%",
    "12 ",
    "a1",
    "(;",
    "=",
    "\"",
];

/// True if a game has a tag with a name, a move or a result. A bracket alone is none.
fn has_content(game: &Game) -> bool {
    let is_content = |token: Token| matches!(token.kind, TokenKind::Move | TokenKind::Result(_));
    game.tags().flatten().any(|tag| !tag.name.is_empty()) || game.tokens().flatten().any(is_content)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

    /// The reader of games is the oracle: a text with a game that it reads is never refused.
    #[test]
    fn a_text_with_a_game_is_not_refused(
        fragments in prop::collection::vec(select(FRAGMENTS), 0..12),
    ) {
        let text = fragments.concat();
        let is_read = |text: &[u8]| {
            let options = GameOptions::default();
            matches!(replay_game(&Polyglot, text, options, (), &mut Blind), Ok(Some(_)))
        };
        let has_read = games(text.as_bytes()).any(|game| has_content(&game) && is_read(game.text()));
        if let Some(kind) = judge("a.pgn", text.as_bytes(), true) {
            prop_assert!(!has_read, "{text:?}: {kind}");
        }
    }
}
