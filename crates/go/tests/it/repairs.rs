//! Damaged records in SGF: read as far as they go, with the place of each damage.
#![cfg(feature = "sgf")]

use proptest::prelude::*;
use zobrist_go::sgf::{Charset, Damage, Entry, from_utf16, games, games_repaired, write};
use zobrist_go::{Color, Move};

/// The moves of all nodes.
fn moves(game: &Entry<'_>) -> Vec<(Color, Move)> {
    game.record.nodes().flat_map(|node| node.moves).copied().collect()
}

/// The damages, each with its byte.
fn damages(game: &Entry<'_>) -> Vec<(usize, Damage)> {
    game.record.repairs().iter().map(|repair| (repair.place.offset, repair.damage)).collect()
}

/// Asserts that a text has the same games as another, which is whole, and these damages at the
/// bytes of these parts of it.
#[track_caller]
fn reads_as(text: &str, whole: &str, expected: &[(&str, Damage)]) {
    let repaired: Vec<Entry> =
        games_repaired(text.as_bytes()).map(|game| game.expect(text)).collect();
    let sound: Vec<Entry> = games(whole.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(repaired.len(), sound.len(), "{text}");
    for (game, sound) in repaired.iter().zip(&sound) {
        assert_eq!(write(&game.record), write(&sound.record), "{text}");
        assert!(game.record.nodes().all(|node| node.fault.is_none()), "{text}");
    }
    let found: Vec<_> = repaired.iter().flat_map(damages).collect();
    let place = |part: &str| match part {
        "" => text.len(),
        part => text.rfind(part).expect("a part of the text"),
    };
    let expected: Vec<_> = expected.iter().map(|(at, damage)| (place(at), *damage)).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn missing_parentheses_are_supplied() {
    use Damage::{CutProperty, NoClosing, NoOpening, NoSemicolon, StrayMark};
    let whole = "(;GM[1]SZ[9];B[ee];W[ec])";
    let with_node = "(;GM[1]SZ[9];B[ee];W[ec];)";
    for (text, whole, expected) in [
        ("(;GM[1]SZ[9];B[ee];W[ec]", whole, &[("", NoClosing)][..]),
        ("(;GM[1]SZ[9];B[ee];W[ec](", whole, &[("", NoClosing)]),
        (";GM[1]SZ[9];B[ee];W[ec])", whole, &[(";GM", NoOpening)]),
        ("\u{feff} ;GM[1]SZ[9];B[ee];W[ec])\n", whole, &[(";GM", NoOpening)]),
        ("GM[1]SZ[9];B[ee];W[ec])", whole, &[("GM", NoOpening)]),
        ("From: me\n;GM[1]SZ[9];B[ee];W[ec])", whole, &[(";GM", NoOpening)]),
        (";GM[1]SZ[9];B[ee];W[ec]", whole, &[(";GM", NoOpening), ("", NoClosing)]),
        ("(;GM[1]SZ[9];B[ee];W[ec];", with_node, &[("", NoClosing)]),
        ("(;GM[1]SZ[9];B[ee];W[ec];B[g", with_node, &[("B[g", CutProperty)]),
        ("(;GM[1]SZ[9];B[ee];W[ec];B[", with_node, &[("B[", CutProperty)]),
        ("(;GM[1]SZ[9];B[ee];W[ec]C", whole, &[("C", CutProperty)]),
        ("(;GM[1]SZ[9];B[ee];W[ec](;B", with_node, &[("B", CutProperty)]),
        ("(;GM[1]SZ[9];\u{feff}B[ee];W[ec])", whole, &[("\u{feff}", StrayMark)]),
        // Bytes that editors and file systems put at the end.
        ("(;GM[1]SZ[9];B[ee];W[ec]\n\0\0\0", whole, &[("\0\0\0", NoClosing)]),
        ("(;GM[1]SZ[9];B[ee];W[ec]\n\x1a", whole, &[("\x1a", NoClosing)]),
    ] {
        reads_as(text, whole, expected);
    }
    // Of several values, those that have an end are kept.
    let stones = "(;SZ[9]AB[aa][bb][c";
    reads_as(stones, "(;SZ[9]AB[aa][bb])", &[("[c", CutProperty)]);
    let variations = "(;SZ[9];B[ee](;W[ec])(;W[gg];B[gc]))";
    reads_as(&variations[1..], variations, &[(";SZ", NoOpening)]);
    reads_as(&variations[..variations.len() - 1], variations, &[("", NoClosing)]);
    reads_as(&variations[..variations.len() - 2], variations, &[("", NoClosing)]);
    reads_as(
        "(;SZ[9];B[ee](W[ec])(W[gg];B[gc]))",
        variations,
        &[("W[ec", NoSemicolon), ("W[gg", NoSemicolon)],
    );
}

#[test]
fn games_that_run_together_are_apart() {
    use Damage::{CutProperty, NoClosing, NoOpening};
    let whole = "(;GM[1]SZ[9];B[ee])(;SZ[5];B[aa];W[bb])(;FF[4];W[cc])";
    reads_as(
        &whole.replace(")(", "(").replace("cc])", "cc]"),
        whole,
        &[("(;SZ", NoClosing), ("(;FF", NoClosing), ("", NoClosing)],
    );
    let lines = whole.replace(")(", ")\n");
    reads_as(&lines, whole, &[(";SZ", NoOpening), (";FF", NoOpening)]);
    reads_as("(;SZ[9];B[ee]C", "(;SZ[9];B[ee])", &[("C", CutProperty)]);
    // Damage is that of its game.
    let text = "(;GM[1]SZ[9];B[aa]\n".repeat(150) + "(;GM[1]SZ[9])";
    let found: Vec<_> = games_repaired(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(found.len(), 151);
    assert!(found[..150].iter().all(|game| game.record.repairs().len() == 1));
    assert_eq!(found[150].record.repairs(), []);
}

/// Brackets that people write in comments and names, and programs do not escape.
#[test]
fn brackets_that_are_not_escaped_belong_to_their_values() {
    for (value, escaped) in [
        ("abc[3d]", r"abc[3d\]"),
        ("[3d]", r"[3d\]"),
        (":]", r":\]"),
        ("see [this] move", r"see [this\] move"),
        ("a [1] b [2] c", r"a [1\] b [2\] c"),
        ("[3d] vs W[4d]", r"[3d\] vs W[4d\]"),
        ("a (b [c]) d", r"a (b [c\]) d"),
        ("a [b], c; d [e]", r"a [b\], c; d [e\]"),
        ("why [not] (see below)", r"why [not\] (see below)"),
        ("]", r"\]"),
        ("] :] ]", r"\] :\] \]"),
        ("a [diagram] White [x] y", r"a [diagram\] White [x\] y"),
        // An escaped character stays so.
        (r"abc \[\] def \\\[\\]   ", r"abc \[\] def \\\[\\\]   "),
    ] {
        for (before, after) in [
            ("(;SZ[9]US[", "];B[ee];W[ec])"),
            ("(;SZ[9];B[ee]C[", "];W[ec])"),
            ("(;SZ[9];B[ee]C[", "](;W[ec])(;W[cc]))"),
            ("(;SZ[9];B[ee]C[", "]N[x];W[ec])"),
            ("(;SZ[9];B[ee];W[ec]C[", "])"),
            ("(;SZ[9];B[ee]C[", "]\n\n;W[ec]\n)\n"),
        ] {
            let (text, whole) =
                (format!("{before}{value}{after}"), format!("{before}{escaped}{after}"));
            let found: Vec<Entry> =
                games_repaired(text.as_bytes()).map(|game| game.expect(&text)).collect();
            assert_eq!(found.len(), 1, "{text}");
            let sound = games(whole.as_bytes()).next().unwrap().unwrap();
            assert_eq!(write(&found[0].record), write(&sound.record), "{text}");
            assert_eq!(found[0].record.repairs()[0].damage, Damage::UnescapedBracket);
            // The first bracket that is not escaped, in the text as it was given.
            let first = found[0].record.repairs()[0].place.offset;
            assert!(text[first..].starts_with(']'), "{text}: {first}");
        }
    }
}

/// A value that cannot hold a bracket ends at the first; one that can has it.
#[test]
fn brackets_after_moves_are_left_out() {
    use Damage::{StrayBracket, UnescapedBracket};
    let whole = "(;SZ[9];B[ee];W[ec])";
    for (text, whole, expected) in [
        ("(;SZ[9];B[ee]];W[ec])", whole, &[("];W", StrayBracket)][..]),
        ("(;SZ[9];B[ee] ]\n] ;W[ec])", whole, &[(" ]\n] ;W", StrayBracket)]),
        ("(;SZ[9]];B[ee];W[ec])", whole, &[("];B", StrayBracket)]),
        ("(;SZ[9];B[ee];W[ec]])", whole, &[("])", StrayBracket)]),
        ("(;SZ[9];B[ee]]C[x];W[ec])", "(;SZ[9];B[ee]C[x];W[ec])", &[("]C", StrayBracket)]),
        ("(;SZ[9]AB[ee]][ec])", "(;SZ[9]AB[ee][ec])", &[("][ec", StrayBracket)]),
        (
            "(;SZ[9]PB[Ada [3d]];B[ee])",
            "(;SZ[9]PB[Ada [3d\\]];B[ee])",
            &[("]];B", UnescapedBracket)],
        ),
        ("(;SZ[9];B[ee]C[:]];W[ec])", "(;SZ[9];B[ee]C[:\\]];W[ec])", &[("]];W", UnescapedBracket)]),
    ] {
        // The space before a bracket is none of it.
        let expected: Vec<_> =
            expected.iter().map(|(at, damage)| (at.trim_start(), *damage)).collect();
        reads_as(text, whole, &expected);
    }
}

/// Faults of a repaired game have their places in the text that was given.
#[test]
fn places_are_those_of_the_damaged_text() {
    let text = "x\n(;SZ[9]PB[a [1] b]\n;B[zz]C[c [2] d];W[ee];B[yy";
    let game = games_repaired(text.as_bytes()).next().unwrap().unwrap();
    let fault = game.record.node(1).fault.unwrap();
    assert_eq!((fault.place.offset, fault.place.line), (text.find("[zz").unwrap(), 3));
    let at = |part: &str| text.find(part).unwrap();
    assert_eq!(
        damages(&game),
        [
            (at("] b"), Damage::UnescapedBracket),
            (at("] d"), Damage::UnescapedBracket),
            (at("B[yy"), Damage::CutProperty),
        ]
    );
    assert_eq!(game.text, &text.as_bytes()[2..]);
    assert_eq!(game.record.repairs()[2].place.line, 3);
}

#[test]
fn other_damage_is_an_error_as_before() {
    for text in [
        "",
        "(",
        "(;",
        "SZ",
        "no game",
        "(;GM[2];B[ee]",
        "(;SZ[99];B[ee]",
        "(;SZ[9]!;B[aa])",
        "(;SZ[9];B[aa]C;W[bb])",
        "(;SZ[9];[aa])",
        "(;SZ[1",
        "(;AB[aa][bb]S",
    ] {
        let strict: Vec<_> = games(text.as_bytes()).map(|game| game.unwrap_err()).collect();
        let found: Vec<_> = games_repaired(text.as_bytes()).collect();
        match text {
            // A game without a move is one.
            "(;" => assert_eq!(found.len(), 1),
            _ => assert!(found.into_iter().map(Result::unwrap_err).eq(strict), "{text}"),
        }
    }
}

/// Damage costs no more than a look at the text that follows, however much there is of it.
#[test]
fn much_damage_is_read_in_linear_time() {
    for broken in
        ["(;A[\n", "(;A[x]!\n", "(;A[x]b [c] ", "(;A[x]] ;", ";SZ[9]!\n", "(;SZ[9]C[a]b]\n"]
    {
        let text = broken.repeat(1_000_000 / broken.len());
        let _ = games_repaired(text.as_bytes()).count();
    }
    let text = format!("(;SZ[9]{}!)", ";C[a [b] c]".repeat(100_000));
    assert!(games_repaired(text.as_bytes()).all(|game| game.is_err()));
    let text = format!("(;SZ[9]{})", ";C[a [b] c]".repeat(100_000));
    let game = games_repaired(text.as_bytes()).next().unwrap().unwrap();
    assert_eq!(game.record.repairs().len(), 100_000);
}

/// In Big5 and Shift_JIS, half of a character is no bracket, and a character may be cut in its
/// middle.
#[test]
fn characters_of_two_bytes_are_cut_whole() {
    let game = b"(;SZ[9]CA[Big5];B[ee]C[\xa5\x5c [1] \xa5\x5d];W[ec]C[\xb3\x5c";
    for cut in [game.len(), game.len() - 1] {
        let game = games_repaired(&game[..cut]).next().unwrap().unwrap();
        assert_eq!((moves(&game).len(), game.record.charset()), (2, Charset::Double));
        assert_eq!(game.record.node(1).property("C").unwrap().text(), b"\xa5\x5c [1] \xa5\x5d");
    }
}

#[test]
fn utf16_reads_as_utf8() {
    let texts = [
        "(;GM[1]SZ[9]PB[Ada];B[ee];W[ec])",
        "\n\n(;SZ[9]CA[UTF-16]PB[\u{9ed1}\u{68cb}]C[\u{1f600}];B[ee])",
        ";SZ[9];B[ee]C[\u{e9}];W[ec",
    ];
    for text in texts {
        for mark in ["\u{feff}", ""] {
            let units: Vec<u16> = format!("{mark}{text}").encode_utf16().collect();
            let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            for bytes in [&little, &big] {
                assert_eq!(from_utf16(bytes).as_deref(), Some(text));
                // Cut in a unit, and between the units of a character.
                for cut in 4..bytes.len() {
                    let read = from_utf16(&bytes[..cut.max(8)]).unwrap();
                    assert!(text.starts_with(&read), "{read}");
                }
            }
        }
        assert_eq!(from_utf16(text.as_bytes()), None);
    }
    for other in [&b""[..], b"(", b"(\0", b"\xff\xfe\0\0(\0\0\0", b"\0\0\0\0", b"\xff\xd8"] {
        assert_eq!(from_utf16(other), None, "{other:?}");
    }
}

/// A node of a random game: what it sets up or plays, with texts that need escapes.
fn nodes() -> impl Strategy<Value = Vec<String>> {
    let letter = || prop::sample::select(vec!['a', 'b', 'c', 'd', 'e']);
    let text =
        prop::sample::select(vec!["", "x", "a \\] b", "(;B[aa\\]", "\u{9ed1}", "\\\\", ";W", "\n"]);
    let node = (letter(), letter(), any::<u8>(), text).prop_map(|(column, row, kind, text)| {
        match kind % 6 {
            0 => format!(";B[{column}{row}]C[{text}]"),
            1 => format!(";W[{column}{row}]"),
            2 => ";B[]".to_owned(),
            3 => format!("\n;C[{text}]W[{column}{row}]"),
            4 => format!(";AB[{column}{row}][aa]N[{text}]"),
            _ => format!(";W[{column}{row}]WL[{kind}]"),
        }
    });
    prop::collection::vec(node, 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Cut at any byte, a game has the moves of the nodes before, and all that is left out is said.
    #[test]
    fn a_game_cut_anywhere_has_the_moves_before(main in nodes(), one in nodes(), two in nodes()) {
        let head = "(;GM[1]SZ[5]";
        let text = format!("{head}{};C[x](;{})(;{}))", main.concat(), one.concat(), two.concat());
        let whole = games(text.as_bytes()).next().unwrap().unwrap();
        let (all, text) = (moves(&whole), text.as_bytes());
        // A slow reading: values end at a bracket that is not escaped, and moves are properties of
        // one letter.
        let ends = |cut: usize| {
            let (mut count, mut at, mut name) = (0, 0, Vec::new());
            while at < cut {
                match text[at] {
                    b'[' => {
                        let mut end = at + 1;
                        while end < cut && text[end] != b']' {
                            end += if text[end] == b'\\' { 2 } else { 1 };
                        }
                        if end >= cut {
                            break;
                        }
                        count += usize::from(name == b"B" || name == b"W");
                        at = end;
                        name.clear();
                    }
                    letter if letter.is_ascii_alphabetic() => name.push(letter),
                    _ => name.clear(),
                }
                at += 1;
            }
            count
        };
        for cut in head.len()..text.len() {
            let games: Vec<_> = games_repaired(&text[..cut]).collect();
            prop_assert_eq!(games.len(), 1);
            let game = games[0].as_ref().unwrap();
            prop_assert_eq!(&moves(game)[..], &all[..ends(cut)], "{:?}", String::from_utf8_lossy(&text[..cut]));
            prop_assert_eq!(game.record.repairs().len(), 1);
            prop_assert_eq!(game.text.len(), cut);
        }
    }

    /// A text without damage is read as ever.
    #[test]
    fn sound_games_are_not_repaired(main in nodes(), one in nodes()) {
        let text = format!("(;SZ[5]{}(;C[x]{})(;C[y])) (;SZ[5])", main.concat(), one.concat());
        let repaired: Vec<_> = games_repaired(text.as_bytes()).collect();
        let sound: Vec<_> = games(text.as_bytes()).collect();
        prop_assert!(repaired.iter().flatten().all(|game| game.record.repairs().is_empty()));
        prop_assert_eq!(repaired, sound);
    }

    /// A game in UTF-16, of either order, with a mark or without, reads as its text.
    #[test]
    fn utf16_of_a_game_is_its_text(main in nodes(), is_marked: bool) {
        let text = format!("(;SZ[5]{})", main.concat());
        let marked = format!("{}{text}", if is_marked { "\u{feff}" } else { "" });
        let little: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
        prop_assert_eq!(from_utf16(&little), Some(text.clone()));
        prop_assert_eq!(from_utf16(&big), Some(text));
    }
}
