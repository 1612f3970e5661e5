//! Every position of a game is handed over, whatever was read before.

use std::thread;

use memchr::memmem;
use pgn_reader::{Reader, Skip};
use proptest::prelude::*;
use zobrist_shakmaty::{GameError, GameScanner, ReadPositionError};

use crate::cutting::cut;
use crate::pgn_text;
use crate::reader::Collect;
use crate::seen::{ANY, UNTERMINATED_TAG, refused, replayed};

/// A value that goes on behind an escaped line break: a tag to `pgn-reader`.
fn broken_value() -> impl Strategy<Value = Vec<u8>> {
    (200..260_usize, 16_000..17_000_usize).prop_map(|(line, spaces)| {
        let (line, spaces) = ("x".repeat(line), " ".repeat(spaces));
        format!("[Event \"one\"]\n[A \"{line}\\\n{spaces}\"] 1. e4 *\n").into_bytes()
    })
}

/// The text with another event.
fn lengthened(text: &[u8], event: &str) -> Vec<u8> {
    match memmem::find(text, b"one\"]") {
        Some(at) => [&text[..at], event.as_bytes(), &text[at + b"one".len()..]].concat(),
        None => text.to_vec(),
    }
}

proptest! {
    /// One thread reads game after game with one buffer; a thread that begins has its own.
    #[test]
    fn a_game_is_replayed_alike_whatever_was_read_before(
        text in prop_oneof![pgn_text::text(), broken_value()],
        long in prop_oneof![Just(3_usize), 230..260_usize, 16_000..16_400_usize, Just(60_000)],
    ) {
        let event = "e".repeat(long);
        for game in cut(&text) {
            let game = lengthened(game, &event);
            let alone = thread::scope(|scope| scope.spawn(|| replayed(&game, ANY)).join().unwrap());
            prop_assert_eq!(format!("{:?}", replayed(&game, ANY)), format!("{alone:?}"));
            // The tags are those that the largest of buffers finds.
            let reader = Reader::build(&game[..]).set_supported_tag_line_length(1 << 20);
            let found = reader.finish().read_game(&mut Collect { skip: Skip(true) });
            if let Ok(Some(found)) = found {
                match alone.0 {
                    Ok(_) => {
                        let found: Vec<_> =
                            found.tags.into_iter().map(|[name, _, value]| (name, value)).collect();
                        prop_assert_eq!(alone.1.tags, found);
                    }
                    Err(error) => prop_assert_ne!(error.to_string(), UNTERMINATED_TAG),
                }
            }
        }
    }
}

#[test]
fn positions_of_a_game() {
    let text = b"[Event \"a\"]\n\n1. e4 {c} (1. d4 d5) e5 $1 2. Nf3 * ; c\n";
    let (result, seen) = replayed(text, ANY);
    assert_eq!(result.unwrap(), Some(3));
    let fens: Vec<&str> = seen.positions.iter().map(|position| position.3.as_str()).collect();
    assert_eq!(fens[0], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(fens[3], "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    assert_eq!(fens.len(), 4);
}

#[test]
fn games_without_moves_and_no_games() {
    for text in ["", "\n\n", "  \r\n", "% escaped\n", "\u{feff}", "{c}", "e.p.", "; end of file"] {
        let (result, seen) = replayed(text.as_bytes(), ANY);
        assert_eq!((result.unwrap(), seen.positions.len()), (None, 0), "{text:?}");
    }
    for text in ["*", "[Event \"a\"]\n", "[Event \"a\"]\n\n1-0\n", "\u{feff}[A \"\"]"] {
        let (result, seen) = replayed(text.as_bytes(), ANY);
        assert_eq!((result.unwrap(), seen.positions.len()), (Some(0), 1), "{text:?}");
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
    assert!(matches!(error, GameError::Fen(ReadPositionError::NotUtf8(_))), "{error}");
}

#[test]
fn long_lines() {
    let name = "x".repeat(60_000);
    let text =
        format!("[White \"{name}\"]\n\n1. e4 {{{name}{name}}} e5 ({name}) ;{name}\n2. d4 *\n");
    assert_eq!(replayed(text.as_bytes(), ANY).0.unwrap(), Some(3));
    // Beyond reason: refused, and not read as moves.
    let text = format!("[Site \"\"]\n[White \"{name}{name}{name}\"]\n\n1. e4 *\n");
    let (message, line, positions) = refused(&text, ANY);
    assert_eq!((message.as_str(), line, positions), (UNTERMINATED_TAG, 2, 0));
}
