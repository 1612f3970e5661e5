//! Records in SGF that begin without a semicolon.
#![cfg(feature = "sgf")]

use zobrist_go::sgf::{Entry, Fault, games, read};

/// The games of a collection, all of which are as they should be.
fn sound(collection: &[u8]) -> Vec<Entry<'_>> {
    games(collection).map(Result::unwrap).collect()
}

#[test]
fn a_first_node_needs_no_semicolon() {
    for (text, root) in [
        ("(GM[1]SZ[9]KM[6.5]PB[a;b]", "GM[1]SZ[9]KM[6.5]PB[a;b]"),
        ("( \r\n\tGM[1]SZ[9]KM[6.5]PB[a;b]", "GM[1]SZ[9]KM[6.5]PB[a;b]"),
        ("(GM[ 1 ]SZ[9]KM[6.5]PB[a;b]", "GM[ 1 ]SZ[9]KM[6.5]PB[a;b]"),
        ("(PB[a;b]KM[6.5]SZ[9]", "PB[a;b]KM[6.5]SZ[9]"),
    ] {
        let rest = ";B[aa](;W[bb];B[cc])(;W[dd]))";
        let text = &format!("{text}{rest}");
        let plain = read(format!("(;{root}{rest}").as_bytes()).unwrap();
        assert_eq!((plain.nodes().len(), plain.komi.as_deref()), (5, Some("6.5")));
        let alone = sound(text.as_bytes());
        assert_eq!((alone.len(), alone[0].text), (1, text.as_bytes()), "{text}");
        assert_eq!(read(text.as_bytes()).as_ref(), Ok(&plain), "{text}");
    }
    // A move in the first node is one of its own.
    let moves = read(b"(B[pp];W[dd])").unwrap();
    assert_eq!((moves.nodes().len(), moves.node(0).moves.len()), (2, 1));
}

/// None is passed over for what stands before a game.
#[test]
fn games_with_semicolons_and_without_stand_in_one_collection() {
    let text = "Collected by (me), (2)\n(GM[1];B[aa])(;GM[1];B[bb]) (FF[4]\n;B[cc])\n(C[x])";
    let found = sound(text.as_bytes());
    let lines: Vec<_> = found.iter().map(|game| game.place.line).collect();
    assert_eq!(lines, [2, 2, 2, 4]);
    assert!(found.iter().all(|game| read(game.text).as_ref() == Ok(&game.record)));

    // One that has no end does not hide the next.
    let text = "(;GM[1]SZ[9];B[aa]\n(GM[1]SZ[9];B[bb])";
    let found: Vec<_> = games(text.as_bytes()).collect();
    assert_eq!(found[0].as_ref().unwrap_err().fault, Fault::OpenGame);
    assert_eq!(found[1].as_ref().unwrap().place.line, 2);
}

/// Text that is no game stays none.
#[test]
fn other_text_in_parentheses_is_no_game() {
    for text in ["(see B[aa])", "(Smith[3])", "(ABC[1])", "(GM [1])", "(1)", "([x])", "(B)", "("] {
        let found: Vec<_> = games(text.as_bytes()).collect();
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].as_ref().unwrap_err().fault, Fault::Nothing, "{text}");
    }
}

/// Places are those of the text as it stands, and variations that begin so are reported.
#[test]
fn errors_after_what_is_missing_have_their_places() {
    for (text, found) in [
        ("(GM[ 1 ]SZ[9]\n;B[aa]\n(;W[bb])\n!)", b'!'),
        ("(SZ[9]\n;B[aa](;B[bb])\n\nW[bb])", b'W'),
        ("(SZ[9]\n;B[aa]\n\n(W[bb]))", b'W'),
    ] {
        let error = read(text.as_bytes()).unwrap_err();
        let offset = text.rfind(char::from(found)).unwrap();
        assert_eq!((error.place.line, error.place.offset), (4, offset), "{text}");
        assert_eq!(error.fault, Fault::Unexpected(found), "{text}");
    }
    for text in ["((SZ[9];B[aa]))", "()", "( )", "SZ[9]", ""] {
        assert!(read(text.as_bytes()).is_err(), "{text:?}");
    }
}

/// The first node names the charset, with a semicolon or without.
#[test]
fn charsets_are_found_all_the_same() {
    for start in ["(;", "(", "(\n"] {
        let game = [start.as_bytes(), b"CA[Big5]SZ[9]PB[\xb3\x5c];B[aa];W[bb])"].concat();
        let text = [&game[..], b"\n(;GM[1];B[aa])"].concat();
        let found = sound(&text);
        assert_eq!((found.len(), found[0].text), (2, &game[..]), "{start:?}");
        assert_eq!(read(&game).unwrap().nodes().len(), 3, "{start:?}");
    }
}
