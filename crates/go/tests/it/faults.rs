//! Faults of texts in SGF: each with its exact place, and the games beside it are read.
#![cfg(feature = "sgf")]

use zobrist_go::sgf::{Fault, TextPosition, games, read};

/// Asserts that a text is refused for a fault at the place where a part of it begins.
#[track_caller]
fn refused(text: &str, at: &str, fault: &Fault) {
    let error = read(text.as_bytes()).unwrap_err();
    assert_eq!((error.place, &error.fault), (place(text, at), fault), "{text}");
    assert_eq!(error.to_string(), format!("{}: {fault}", error.place));
}

/// The place at which the last of such parts of a text begins.
#[track_caller]
fn place(text: &str, part: &str) -> TextPosition {
    let offset = text.rfind(part).expect("a part of the text");
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    TextPosition { offset, line: 1 + before.matches('\n').count(), column: 1 + offset - start }
}

/// Asserts that a node, and no other, has a fault at the place where a part of the text begins.
#[track_caller]
fn faulty(text: &str, node: usize, at: &str, fault: Fault) {
    let record = read(text.as_bytes()).unwrap();
    let error = record.node(node).fault.unwrap();
    assert_eq!((error.place, &error.fault), (place(text, at), &fault), "{text}");
    let others = record.nodes().enumerate().filter(|(number, _)| *number != node);
    assert!(others.into_iter().all(|(_, node)| node.fault.is_none()), "{text}");
}

fn property(got: &str) -> Fault {
    Fault::Property(got.into())
}

/// A text that is no game at all, and one whose brackets do not close.
#[test]
fn text_that_is_no_sgf_is_refused_at_its_place() {
    for (text, at, fault) in [
        ("", "", Fault::Nothing),
        (" \n", "", Fault::Nothing),
        ("SZ[9]", "SZ", Fault::Unexpected(b'S')),
        ("\n junk(;SZ[9])", "junk", Fault::Unexpected(b'j')),
        ("(;SZ[9])\n;W[bb])", ";W", Fault::Unexpected(b';')),
        ("(;SZ[9];B[ee])\n)", ")", Fault::Unexpected(b')')),
        (" (;SZ[9];B[ee]", "(", Fault::OpenGame),
        ("(;SZ[9](;B[ee])", "(;SZ", Fault::OpenGame),
        ("(;SZ[9]\n;B[ee]C[x\\])", "[x", Fault::OpenValue),
        ("(;SZ[9];[aa];W[bb])", "[aa", Fault::Unexpected(b'[')),
        ("(;SZ[9];B[aa]\n(;W[bb])C[x])", "C", Fault::Unexpected(b'C')),
        ("(;SZ[9];B[aa](W[bb]))", "W", Fault::Unexpected(b'W')),
        ("(;SZ[9]\n\n;B[aa]!)", "!", Fault::Unexpected(b'!')),
        ("((;SZ[9]))", "(;", Fault::Unexpected(b'(')),
        ("(;SZ[9](\n(;B[aa])))", "(;B", Fault::Unexpected(b'(')),
        ("( )", ")", Fault::Unexpected(b')')),
    ] {
        let at = if fault == Fault::Nothing { text } else { at };
        refused(text, at, &fault);
    }
}

/// A number that is another game's, or none, or two, is not passed over.
#[test]
fn other_games_are_no_go() {
    for game in ["GM[2]", "GM[ 2 ]", "GM[0]", "GM[-1]", "GaMe[3]"] {
        let value = &game[game.find('[').unwrap()..];
        refused(&format!("(;SZ[9]\n{game}B[x])"), value, &Fault::OtherGame);
    }
    for (got, at) in [
        ("GM[x]", "[x"),
        ("GM[1x]", "[1"),
        ("GM[1:1]", "[1"),
        ("GM[2][1]", "[1"),
        ("GM[1] [1]", "[1"),
        ("GM[99999999999]", "[99"),
    ] {
        refused(&format!("(;SZ[9]{got})"), at, &property(got));
    }
    for (got, games) in [("GM[1]", "GM[1]\nGM[1]"), ("GaMe[1]", "GM[1]SZ[9]\nGaMe[1]")] {
        refused(&format!("(;{games};B[aa])"), got, &Fault::Repeated(got.into()));
    }
}

/// No board has such a size, or nobody knows which it is.
#[test]
fn a_size_that_no_board_has_is_refused_at_its_value() {
    for (size, at) in [("SZ[26]", "[26"), ("SZ[9]\nSZ [9:0]", "[9:0")] {
        let text = format!("(;GM[1]{size};B[aa])");
        let error = read(text.as_bytes()).unwrap_err();
        assert_eq!(error.place, place(&text, at));
        assert!(matches!(error.fault, Fault::Size(_)), "{error}");
    }
    for (size, at) in [("SZ[x]", "[x"), ("SZ[9:9:9]", "[9"), ("SZ[9] [8]", "[8"), ("SZ[]", "[")] {
        refused(&format!("(;GM[1]\n{size})"), at, &property(size));
    }
}

/// The next node would be taken for a part of its name.
#[test]
fn a_property_without_a_value_is_an_error() {
    for (text, at) in [
        ("(;GM[1]SZ[9];B[aa]C;W[bb];B[cc])", "C;"),
        ("(;SZ[9]KO\n;B[aa])", "KO"),
        ("(;SZ[9]\n;B[aa]\nC(;W[bb])(;W[cc]))", "C("),
        ("(;SZ[9];B W[aa])", "B W"),
        ("(;SZ[9];B[aa]C)", "C)"),
    ] {
        refused(text, at, &Fault::NoValue);
        // The brackets are as they should be: the games after it are found.
        let text = format!("{text}(;SZ[9])");
        let found: Vec<_> = games(text.as_bytes()).collect();
        assert_eq!((found.len(), found[1].as_ref().unwrap().text), (2, &b"(;SZ[9])"[..]));
    }
    let space = read(b"(;SZ [9] ;B \n [aa]\tC\n[x] [y] ;W[bb])").unwrap();
    assert_eq!(space.nodes().len(), 3);
}

/// A property is quoted as it is written, but on one line and not without end; the place is that of
/// the value.
#[test]
fn faults_quote_what_is_written() {
    for (property, found, at) in [
        ("AB[aa:ff]", "AB[aa:ff]", "[aa:"),
        ("AB[aa:zz]", "AB[aa:zz]", "[aa:"),
        ("AW[aa]\n\t[zz][ab]", "AW[aa] [zz][ab]", "[zz"),
        ("B[aA]", "B[aA]", "[aA"),
        ("Black[dd]", "Black[dd]", "[dd"),
    ] {
        let text = format!("(;SZ[3]C[x];N[y]{property}N[z];W[ab])");
        faulty(&text, 1, at, Fault::OffBoard(found.into()));
    }
    for (got, at) in [
        ("B[a]", "[a]"),
        ("B[aa][bb]", "[bb"),
        ("W[\\a\\]]", "[\\a"),
        ("PL[x]", "[x"),
        ("PL[B][W]", "[W"),
        ("AE[bb][aa:]", "[aa"),
        ("AB[bb:aa]", "[bb"),
        ("AW[bb][]", "[]"),
        ("AW[aa:bb:cc]", "[aa"),
    ] {
        faulty(&format!("(;SZ[3]\n;{got};B[ab])"), 1, at, property(got));
    }
    let long = format!("(;SZ[3]AB{})", "[zz]".repeat(100));
    let record = read(long.as_bytes()).unwrap();
    let Fault::OffBoard(got) = &record.node(0).fault.unwrap().fault else { panic!("{long}") };
    assert!(got.starts_with("AB[zz][zz]") && got.ends_with('…') && got.chars().count() == 61);
}

/// A property is taken whole or not at all, and the rest of its node is there.
#[test]
fn a_faulty_property_sets_nothing_up() {
    let record = read(b"(;SZ[9]AB[aa][zz]AW[bb];B[cc]B[zz]AE[aa:x]PL[W])").unwrap();
    assert_eq!(record.node(0).set_up.len(), 1);
    let node = record.node(1);
    assert_eq!((node.moves.len(), node.set_up.len(), node.to_move.is_some()), (1, 0, true));
    assert_eq!(node.fault.unwrap().fault, Fault::OffBoard("B[zz]".into()));
}

/// In variations too, where the order of nodes is that of the file.
#[test]
fn faults_of_variations_quote_their_own_nodes() {
    let text = "(;SZ[9];B[aa](;W[x1];B[x2]\n(;W[x3])\n(;W[x4]))(;W[x5])\n;W[x6])";
    let record = read(text.as_bytes()).unwrap();
    for (number, node) in record.nodes().enumerate().skip(2) {
        let got = format!("{}[x{}]", if number == 3 { 'B' } else { 'W' }, number - 1);
        let fault = node.fault.unwrap();
        assert_eq!(fault.place, place(text, &got[1..]));
        assert_eq!(fault.fault, property(&got));
    }
}

/// A game has one size, which its first node says.
#[test]
fn another_size_is_a_fault() {
    for (nodes, node, found) in [
        (";SZ[9];B[aa];SZ[13]", 2, "SZ[13]"),
        (";C[19];B[aa];SZ[9]", 2, "SZ[9]"),
        (";SZ[9:7]\n;SZ[7:9]", 1, "SZ[7:9]"),
        (";SZ[9]SZ[13]", 0, "SZ[9]"),
    ] {
        faulty(&format!("({nodes})"), node, &found[2..], Fault::Resized(found.into()));
    }
    assert_eq!(read(b"(;SZ[9];SZ[9];SZ[9:9])").unwrap().node(2).fault, None);
    faulty("(;SZ[9];SZ[x])", 1, "[x", property("SZ[x]"));
}

/// Small letters in names mean nothing: what has no others would be an empty game.
#[test]
fn names_in_small_letters_are_faults() {
    let text = "(;GM[1];b[ee];White[dd])";
    faulty(text, 1, "b[", Fault::NoName("b[ee]".into()));
    assert_eq!(read(text.as_bytes()).unwrap().node(2).moves.len(), 1);
}

/// Places count from the beginning of the collection, for faults of nodes too.
#[test]
fn places_are_those_of_the_collection() {
    let text = "junk\n(;SZ[9];B[aa])\n (;SZ[30])\n\t(;SZ[9]\n;B[zz]) (;SZ[9]C[\n;B)";
    let found: Vec<_> = games(text.as_bytes()).collect();
    assert_eq!(found[0].as_ref().unwrap().place, TextPosition { offset: 5, line: 2, column: 1 });
    assert_eq!(found[1].as_ref().unwrap_err().place, place(text, "[30"));
    let game = found[2].as_ref().unwrap();
    assert_eq!(game.place, TextPosition { offset: 32, line: 4, column: 2 });
    assert_eq!(game.record.node(1).fault.unwrap().place, place(text, "[zz"));
    let open = found[3].as_ref().unwrap_err();
    assert_eq!((open.place, &open.fault), (place(text, "[\n"), &Fault::OpenValue));
    assert_eq!(found.len(), 4);
}

/// On the line of the fault there may be variations of the broken game.
#[test]
fn after_a_broken_game_the_next_is_looked_for_at_the_beginning_of_a_line() {
    let text = "(;SZ[9];B[aa]3 (;W[bb])\n (;W[cc]))\n(;SZ[9];B[dd])(;SZ[9];B[ee])\n";
    let mut games = games(text.as_bytes());
    let error = games.next().unwrap().unwrap_err();
    assert_eq!((error.place, &error.fault), (place(text, "3"), &Fault::Unexpected(b'3')));
    let others: Vec<_> = games.map(|game| game.unwrap().place).collect();
    assert_eq!(others.iter().map(|place| place.offset).collect::<Vec<_>>(), [35, 49]);
    assert_eq!(others.iter().map(|place| place.line).collect::<Vec<_>>(), [3, 3]);
}

/// That a value has no end is seen at the end of the file: games of a megabyte would take minutes.
#[test]
fn not_every_value_without_an_end_is_looked_through() {
    for broken in ["(;A[\n", "(;A\n"] {
        let text = broken.repeat(200_000);
        let faults: Vec<_> = games(text.as_bytes()).map(|game| game.unwrap_err()).collect();
        assert_eq!(faults.len(), 102);
        // That the rest is not read is said.
        assert_eq!(faults[101].fault, Fault::TooManyOpen);
        let offset = broken.len() * 101;
        assert_eq!(faults[101].place, TextPosition { offset, line: 102, column: 1 });
    }
}

/// Nor is the name of a charset looked for after every broken game: this would take a minute.
#[test]
fn a_broken_game_costs_no_look_at_what_follows() {
    let text = b"(;A[\x81]!\n".repeat(500_000);
    assert_eq!(games(&text).filter(Result::is_err).count(), 500_000);
}

/// Games that end where the next one begins cost nothing, and hide none after them.
#[test]
fn a_game_is_found_after_any_number_of_games_cut_short() {
    let text = "(;GM[1]SZ[9];B[aa]\n".repeat(150) + "(;GM[1]SZ[9])";
    let games: Vec<_> = games(text.as_bytes()).collect();
    assert_eq!(games.len(), 151);
    for (number, game) in games[..150].iter().enumerate() {
        let error = game.as_ref().unwrap_err();
        assert_eq!((error.place.line, &error.fault), (number + 1, &Fault::OpenGame));
    }
    assert_eq!(games[150].as_ref().unwrap().place.line, 151);
}

/// Nor does space before its properties hide that a game is none of the variations of the one
/// before.
#[test]
fn a_game_begins_with_space_before_its_size() {
    for space in ["", " ", "\n", "\r\n\t"] {
        let text = format!("(;GM[1]SZ[9];B[aa]\n(;{space}GM[1]SZ[9];B[bb]))");
        let games: Vec<_> = games(text.as_bytes()).collect();
        assert_eq!(games[0].as_ref().unwrap_err().fault, Fault::OpenGame, "{space:?}");
        assert_eq!(games[1].as_ref().unwrap().place.line, 2, "{space:?}");
    }
}

/// Each takes memory, and a small compressed file can hold very many.
#[test]
fn nodes_and_points_are_limited() {
    let text = format!("(;SZ[9]\n{})(;SZ[9])", ";".repeat(1 << 20));
    let error = games(text.as_bytes()).next().unwrap().unwrap_err();
    assert_eq!(error.fault, Fault::TooManyNodes(1 << 20));
    // The first node stands before the line.
    assert_eq!(error.place, TextPosition { offset: 7 + (1 << 20), line: 2, column: 1 << 20 });
    assert_eq!(error.fault.to_string(), "expected a game of at most 1048576 nodes, got more");
    assert_eq!(games(text.as_bytes()).filter(Result::is_ok).count(), 1);

    let all = |count| format!("(;SZ[25]{})", ";AB[aa:yy]".repeat(count));
    let fitting = (1 << 22) / 625;
    assert_eq!(read(all(fitting).as_bytes()).unwrap().nodes().len(), fitting + 1);
    let text = all(fitting + 1);
    refused(&text, "[aa:yy])", &Fault::TooManyPoints(1 << 22));
}

/// Quotes are decoded where they are, and cut off by characters.
#[test]
fn quotes_are_decoded_by_the_charset_of_their_game() {
    // Latin-1, for the test: each byte is a character.
    let decode = |bytes: &[u8]| bytes.iter().map(|byte| char::from(*byte)).collect();
    let text = [b"(;SZ[9]B[\xe9\nx];B[zz];W[", &[0xe9; 100][..], b"];B[\xc3\xa9])"].concat();
    let mut record = read(&text).unwrap();
    let quotes = |record: &zobrist_go::sgf::Record| -> Vec<String> {
        record.nodes().map(|node| node.fault.unwrap().fault.to_string()).collect()
    };
    let found = quotes(&record);
    assert_eq!(found[0], "cannot read B[\u{fffd} x]");
    record.decode_quotes(decode);
    let found = quotes(&record);
    assert_eq!(found[..2], ["cannot read B[é x]", "B[zz] is off the board"]);
    assert_eq!(found[2], format!("cannot read W[{}…", "é".repeat(58)));
    // A text that is also UTF-8 by chance.
    assert_eq!(found[3], "cannot read B[\u{c3}\u{a9}]");
    record.decode_quotes(|_| unreachable!("they are decoded"));
    let mut error = read(b"(;SZ[\xe9])").unwrap_err();
    error.fault.decode(decode);
    assert_eq!(error.to_string(), "line 1, column 5: cannot read SZ[é]");
}
