//! Games that cannot be replayed are refused with the right error and offset, and affect no others.

use zobrist_shakmaty::GameError;

use crate::cutting::cut;
use crate::recorded::{
    ANY, UNTERMINATED_COMMENT, UNTERMINATED_TAG, UNTERMINATED_VARIATION, refused, replayed,
};

/// A game of ten lines and five plies.
const GAME: &str = "[Event \"one\"]
[Site \"?\"]

1. e4 {first
comment [x]

with a blank line} e5 (1... c5
2. Nf3) 2. Nf3
(2. f4 exf4) Nc6 ; {not a comment
3. Bb5 *

";

#[test]
fn a_malformed_game_does_not_affect_others() {
    assert_eq!(replayed(GAME.as_bytes(), ANY).0.unwrap(), Some(5));
    // Text and its replacement; then the message, the text at the fault, and the number of
    // positions before it.
    for (good, bad, message, at, positions) in [
        ("{first", "{first {", "", "", 0),
        ("with a blank line}", "with a blank line", UNTERMINATED_COMMENT, "{first", 2),
        ("3. Bb5 *", "3. Bb5 {* ;", UNTERMINATED_COMMENT, "{* ;", 6),
        ("exf4)", "{exf4) ()", UNTERMINATED_COMMENT, "{exf4) () Nc6 ; {not a comment", 4),
        ("(1... c5\n", "(1... c5 {\n{ { ;", UNTERMINATED_COMMENT, "{", 3),
        ("(1... c5\n", "(1... {c} c5\n", "", "", 0),
        ("[Site \"?\"]", "[Site \"?", "", "", 0),
        ("3. Bb5", "3. Bb6", "illegal move Bb6 at ply 5", "Bb6 *", 5),
        ("e4 {first", "e4 Nf3 {first", "illegal move Nf3 at ply 2", "Nf3 {first", 2),
        ("} e5", "} e5 2. Nd5", "illegal move Nd5 at ply 3", "Nd5 (1... c5", 3),
        ("} e5", "} e5 2. Rook Nd5", "expected a move, got \"Rook\"", "Rook Nd5 (1... c5", 3),
        ("} e5", "} e5 ~e5", "expected a move, got \"~e5\"", "~e5 (1... c5", 3),
        ("} e5", "} e5 2.~e5", "expected a move, got \"~e5\"", "~e5 (1... c5", 3),
        ("} e5", "} e5 ( 2. d4", UNTERMINATED_VARIATION, "( 2. d4 (1... c5", 3),
        ("one\"]\n[Site \"?\"]", "one\n[White \"Carlsen\"]", "", "", 0),
        ("[Site \"?\"]", "  % words", "", "", 0),
        (
            "[Site \"?\"]",
            "[Site \"By\nthe lake\"]\n[Round \"1\"]",
            "expected a move, got \"the\"",
            "the lake\"]",
            1,
        ),
        ("?\"]\n\n1. e4", "?\n\n1. e4 Rook", "expected a move, got \"Rook\"", "Rook {first", 2),
        ("2. Nf3)", "2. Nc6) Qh4+", "illegal move Qh4+ at ply 3", "Qh4+ 2. Nf3", 3),
        ("1. e4", "1. O-O", "illegal move O-O at ply 1", "O-O {first", 1),
        ("1. e4", "1. --", "null move -- at ply 1", "-- {first", 1),
        ("1. e4", "1. 0000", "null move 0000 at ply 1", "0000 {first", 1),
        ("one\"]", "one\"]\n[Variant \"4p\"]", "unknown variant \"4p\"", "4p\"]", 0),
        ("[Event \"one", "[Variant \"Bug", "unknown variant \"Bug\"", "Bug\"]", 0),
        (
            "?\"]",
            "?\"]\n[FEN \"8/8/x\"]",
            "FEN tag: column 5: expected a piece or 1 to 8 empty squares, got \"x\"",
            "x\"]",
            0,
        ),
    ] {
        let spoiled = GAME.replace(good, bad);
        assert_ne!(spoiled, GAME);
        for ends in ["\n", "\r\n"] {
            let (game, spoiled) = (GAME.replace('\n', ends), spoiled.replace('\n', ends));
            for (before, after) in [(0, 0), (0, 2), (1, 1), (3, 0)] {
                let text = game.repeat(before) + &spoiled + &game.repeat(after);
                let pieces = cut(text.as_bytes());
                assert_eq!(pieces.len(), before + 1 + after, "{text}");
                for (index, piece) in pieces.into_iter().enumerate() {
                    let text = str::from_utf8(piece).unwrap();
                    assert_eq!(text, if index == before { &spoiled } else { &game });
                }
            }
            if message.is_empty() {
                let (result, recorded) = replayed(spoiled.as_bytes(), ANY);
                assert_eq!((result.unwrap(), recorded.positions.len()), (Some(5), 6));
            } else {
                let expected = (message.to_owned(), at, positions);
                assert_eq!(refused(&spoiled, ANY), expected, "{spoiled}");
                // Without a line end at the end of the text.
                let expected = (message.to_owned(), at, positions);
                assert_eq!(refused(spoiled.trim_end(), ANY), expected, "{spoiled}");
            }
        }
    }
}

#[test]
fn a_tag_that_is_open_at_the_end_of_the_text() {
    for tag in ["[Site \"x", "[Site", "[", "[Site \"x\\"] {
        let text = format!("{GAME}[Event \"b\"]\n{tag}");
        let pieces = cut(text.as_bytes());
        assert_eq!(pieces[0], GAME.as_bytes());
        let (message, at, positions) = refused(str::from_utf8(pieces[1]).unwrap(), ANY);
        assert_eq!((message.as_str(), at, positions), (UNTERMINATED_TAG, tag, 0));
    }
}

#[test]
fn ambiguous_moves() {
    let text = "[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]

1. Rh2 Kd7
2. Ra3 Kc7
3. Ra2 Kb7
";
    assert_eq!(refused(text, ANY), ("ambiguous move Ra2 at ply 5".to_owned(), "Ra2 Kb7", 5));
    let longer = text.replace("Ra2 ", "{\n\n} (3. Raa2) Ra2+ $1 ");
    assert_eq!(
        refused(&longer, ANY),
        ("ambiguous move Ra2+ at ply 5".to_owned(), "Ra2+ $1 Kb7", 5)
    );
    assert_eq!(replayed(text.replace("Ra2", "Rha2").as_bytes(), ANY).0.unwrap(), Some(6));
    let fault = replayed(text.as_bytes(), ANY).0.unwrap_err();
    assert!(fault.is_bad_move());
    let GameError::Move { ply, san, ambiguous } = fault.error else {
        panic!("a move could be two");
    };
    assert_eq!((ply, san.as_str(), ambiguous), (5, "Ra2", true));
}

#[test]
fn text_after_the_game() {
    let text = GAME.repeat(2);
    let (message, at, positions) = refused(&text, ANY);
    assert_eq!(message, "expected one game, got more text after it");
    assert_eq!((at, positions), ("[Event \"one\"]", 6));
}

#[test]
fn no_word_is_lost() {
    for (moves, word) in [
        ("1. e4 $1e5 2. Nf3", "$1e5"),
        ("1. e4 $e5", "$e5"),
        ("1. e4 e5 2. Nf3 ch Nc6", "ch"),
        ("1. e4 e5 dd 2. Nf3", "dd"),
        ("1. e4 e5 2. B Nf3", "B"),
        ("1. e4 e 2. Nf3", "e"),
        ("1. e4 e5 2. O", "O"),
        ("1. e4 1:0", "1:0"),
        ("1. e4 e5 x", "x"),
    ] {
        let text = format!("{moves} *\n");
        let (message, at, _) = refused(&text, ANY);
        assert_eq!(message, format!("expected a move, got \"{word}\""), "{moves}");
        assert!(at.starts_with(word), "{moves}: {at}");
    }
    for (moves, message) in [
        ("1. d4 d5 2. c4 OO", "illegal move OO at ply 4"),
        ("1. e4 d5 2. ef", "illegal move ef at ply 3"),
        ("1. e4 d5 2. d5", "illegal move d5 at ply 3"),
        ("1. e4 e5 2. N f9", "expected a move, got \"N f9\""),
        ("1. e4 e5 2. N d6", "illegal move N d6 at ply 3"),
        ("[FEN \"8/P6k/8/8/8/8/p6K/8 w - - 0 1\"]\n\n1. a8=", "illegal move a8= at ply 1"),
    ] {
        assert_eq!(refused(&format!("{moves} *\n"), ANY).0, message);
    }
    let text = "1. e4! $1$2 N $ e5 $13, 2. Nf3 N d6 D 3. d4 +- ep $140!? a6 mate (N) *\n";
    assert_eq!(replayed(text.as_bytes(), ANY).0.unwrap(), Some(6));
}
