//! The visitor receives every position of a game.

use zobrist_shakmaty::pgn::GameScanner;

use zobrist_shakmaty::{GameError, ReadPositionError};

use crate::recorded::{ANY, replayed};

#[test]
fn positions_of_a_game() {
    let text = b"[Event \"a\"]\n\n1. e4 {c} (1. d4 d5) e5 $1 2. Nf3 * ; c\n";
    let (result, recorded) = replayed(text, ANY);
    assert_eq!(result.unwrap(), Some(3));
    let fens: Vec<&str> = recorded.positions.iter().map(|position| position.3.as_str()).collect();
    assert_eq!(fens[0], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(fens[3], "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    assert_eq!(fens.len(), 4);
}

/// A comment before the first move comes after the first position.
#[test]
fn comments_of_the_main_line() {
    let text = b"[Event \"a\"]\n\n{ game } 1. e4 {[%clk 0:01]} {} (1. d4 {no} d5) e5 ; line\n2. Nf3 {\xfc} *\n";
    let (result, recorded) = replayed(text, ANY);
    assert_eq!(result.unwrap(), Some(3));
    let comments: Vec<(usize, &[u8])> =
        recorded.comments.iter().map(|(positions, comment)| (*positions, &comment[..])).collect();
    let expected: [(usize, &[u8]); 5] =
        [(1, b" game "), (2, b"[%clk 0:01]"), (2, b""), (3, b" line"), (4, b"\xfc")];
    assert_eq!(comments, expected);
}

#[test]
fn games_without_moves_and_texts_without_games() {
    for text in ["", "\n\n", "  \r\n", "% escaped\n", "\u{feff}", "{c}", "e.p.", "; end of file"] {
        let (result, recorded) = replayed(text.as_bytes(), ANY);
        assert_eq!((result.unwrap(), recorded.positions.len()), (None, 0), "{text:?}");
    }
    for text in ["*", "[Event \"a\"]\n", "[Event \"a\"]\n\n1-0\n", "\u{feff}[A \"\"]"] {
        let (result, recorded) = replayed(text.as_bytes(), ANY);
        assert_eq!((result.unwrap(), recorded.positions.len()), (Some(0), 1), "{text:?}");
    }
    let mut scanner = GameScanner::new();
    assert_eq!(scanner.end_of_game(b"", false), None);
    assert_eq!(scanner.end_of_game(b"", true), None);
}

#[test]
fn names_need_not_be_utf8() {
    let text = b"[White \"M\xfcller\"]\n[Bl\xe4ck \"\xff\"]\n\n1. e4 {\xfc} e5 \xff *\n";
    assert_eq!(replayed(text, ANY).0.unwrap(), Some(2));
    let text = b"[Variant \"\xff\"]\n\n*\n";
    assert_eq!(replayed(text, ANY).0.unwrap_err().to_string(), "unknown variant \"\u{fffd}\"");
    let text = b"[FEN \"\xff\"]\n\n*\n";
    let error = replayed(text, ANY).0.unwrap_err();
    assert!(
        matches!(error.error, GameError::Fen(ReadPositionError::NotUtf8 { column: 1 })),
        "{error}"
    );
}

#[test]
fn long_lines() {
    let name = "x".repeat(60_000);
    let text =
        format!("[White \"{name}\"]\n\n1. e4 {{{name}{name}}} e5 ({name}) ;{name}\n2. d4 *\n");
    assert_eq!(replayed(text.as_bytes(), ANY).0.unwrap(), Some(3));
    // Tags of any length.
    let text = format!("[Site \"\"]\n[White \"{name}{name}{name}\"]\n\n1. e4 *\n");
    let (result, recorded) = replayed(text.as_bytes(), ANY);
    assert_eq!((result.unwrap(), recorded.tags[1].1.len()), (Some(1), 180_000));
}
