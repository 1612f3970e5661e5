//! Records in SGF: what is read is what stands there, and what is written is read again.
#![cfg(feature = "sgf")]

use proptest::prelude::*;
use zobrist_go::sgf::{Fault, Node, Record, SgfError, cut, read, write};
use zobrist_go::{Color, Move, Point};

/// A record on a board of 9 × 9.
fn record(nodes: Vec<Node>) -> Record {
    Record { width: 9, height: 9, komi: None, nodes }
}

/// A node with one move.
fn played(parent: Option<usize>, point: &str) -> Node {
    let played = Move::Play(point.parse().unwrap());
    Node { parent, moves: vec![(Color::Black, played)], ..Node::default() }
}

/// Komi is text: programs write it in many ways, and none of them is lost.
#[test]
fn komi_is_kept_as_it_is_written() {
    for (written, komi, again) in [
        ("KM[6.5]", Some("6.5"), "KM[6.5]"),
        ("KM[6.50]", Some("6.50"), "KM[6.50]"),
        ("KM[1e3]", Some("1e3"), "KM[1e3]"),
        ("KM[7,5]", Some("7,5"), "KM[7,5]"),
        ("KM[ 6.5\n]", Some("6.5"), "KM[6.5]"),
        ("KM[6.5 points]", Some("6.5 points"), "KM[6.5 points]"),
        ("KM[3\u{be}]", Some("3\u{be}"), "KM[3\u{be}]"),
        ("KM[]", Some(""), "KM[]"),
        // Escaped, among other properties, and in long names, as before FF[4].
        (r"KM[6\]\\5]", Some(r"6]\5"), r"KM[6\]\\5]"),
        (r"C[KM[1\]; (]PB[x] [KM[2]KM[0.5]PW[]", Some("0.5"), "KM[0.5]"),
        ("\nKoMi\n[0.5]\n", Some("0.5"), "KM[0.5]"),
        // Of several, the last.
        ("KM[5.5]KM[6.5] [7.5]", Some("7.5"), "KM[7.5]"),
        // No komi.
        ("XKM[6.5]", None, ""),
        ("C[KM[6.5\\]]", None, ""),
        (";KM[6.5]", None, ""),
    ] {
        let text = format!("(;GM[1]SZ[9]{written}(;B[ee])(;B[ff]KM[1]))");
        let record = read(text.as_bytes()).unwrap();
        assert_eq!(record.komi.as_deref(), komi, "{text}");
        assert_eq!(record.nodes[0].fault, None, "{text}");
        assert!(write(&record).starts_with(&format!("(;GM[1]FF[4]SZ[9]{again}")), "{text}");
        assert_eq!(read(write(&record).as_bytes()), Ok(record));
    }
}

/// A point that is set up twice is what it is last, and the order is always the same.
#[test]
fn set_up_points_are_written_once() {
    let set = |name: &str, stone| (name.parse::<Point>().unwrap(), stone);
    let (black, white) = (Some(Color::Black), Some(Color::White));
    let set_up = vec![
        set("A1", white),
        set("C1", black),
        set("B1", white),
        set("D1", black),
        set("A1", black),
        set("E1", None),
    ];
    let record = record(vec![Node { set_up, ..Node::default() }]);
    assert_eq!(write(&record), "(;GM[1]FF[4]SZ[9]AB[ai][ci][di]AW[bi]AE[ei])");
}

/// What is written is a game even if there is nothing in it.
#[test]
fn a_record_without_nodes_is_an_empty_game() {
    let text = write(&record(Vec::new()));
    assert_eq!(text, "(;GM[1]FF[4]SZ[9])");
    assert_eq!(read(text.as_bytes()), Ok(record(vec![Node::default()])));
}

#[test]
#[should_panic(expected = "node 1: A10 is off the board of 9 x 9 points")]
fn a_move_above_the_board_is_not_written() {
    write(&record(vec![Node::default(), played(Some(0), "A10")]));
}

#[test]
#[should_panic(expected = "node 0: K1 is off the board of 9 x 9 points")]
fn a_point_beside_the_board_is_not_written() {
    let set_up = vec![("K1".parse().unwrap(), None)];
    write(&record(vec![Node { set_up, ..Node::default() }]));
}

#[test]
#[should_panic(expected = "a board of 0 x 9 points")]
fn a_size_that_no_board_has_is_not_written() {
    write(&Record { width: 0, ..record(vec![Node::default()]) });
}

#[test]
#[should_panic(expected = "node 1: expected a parent before it, found None")]
fn a_second_root_is_not_written() {
    write(&record(vec![played(None, "A1"), Node::default(), played(Some(0), "A2")]));
}

#[test]
#[should_panic(expected = "node 1: expected a parent before it, found Some(1)")]
fn a_node_that_is_its_own_parent_is_not_written() {
    write(&record(vec![Node::default(), played(Some(1), "A1")]));
}

#[test]
#[should_panic(expected = "node 0: expected no parent, found Some(0)")]
fn a_root_with_a_parent_is_not_written() {
    write(&record(vec![played(Some(0), "A1")]));
}

/// What programs write that have their own mind, or are older than the format.
#[test]
fn what_can_mean_one_thing_only_is_understood() {
    let plain = read(b"(;GM[1]SZ[9]AB[ba]AW[ab][bb]PL[W];W[cc];B[];W[dc]PL[B])").unwrap();
    for text in [
        "(;GM[]SZ[9]AB[ba]AW[ab][bb]PL[W];W[cc];B[];W[dc]PL[B])",
        "(;GM[ 1\n]SZ[ 9 ]AB[ ba]AW[ab:bb]PL[w];W[c c];B[ ];W[dc\r\n]PL[ b])",
        "(;GM[01]SZ[9 : 9]AB[ba : ba]AW[ab] [ b\nb ]PL[2];W[ cc];B[tt ];W[dc]PL[1])",
        "(;GaMe[ ]SiZe[9]AddBlack[ba]AW[ab][bb]PLayer[White];W[cc];B[];W[dc]PL[BLACK])",
        "(;PB[\u{e9}]SZ[9]C[GM[2\\]]GM[+1]AB[ba]AW[ab][bb]PL[White];W[cc];B[];W[dc]PL[black])",
    ] {
        assert_eq!(read(text.as_bytes()).as_ref(), Ok(&plain), "{text}");
    }
    // In a charset of which no byte is UTF-8, too.
    let game = b"(;PB[\xe9\xe9]GM[ 1 ]SZ[9]AB[ba]AW[ab][bb]PL[2];W[cc];B[];W[dc]PL[1])";
    assert_eq!(read(game), Ok(plain));
}

/// A number that is another game's, or none, or two, is not passed over.
#[test]
fn other_games_are_no_go() {
    for game in ["GM[2]", "GM[ 2 ]", "GM[0]", "GM[-1]", "GaMe[3]"] {
        assert_eq!(read(format!("(;{game}SZ[9])").as_bytes()), Err(SgfError::OtherGame), "{game}");
    }
    for got in ["GM[x]", "GM[1x]", "GM[1:1]", "GM[2][1]", "GM[1][1]", "GM[99999999999]"] {
        let fault = SgfError::Property { node: 0, got: got.to_owned() };
        assert_eq!(read(format!("(;{got}SZ[9])").as_bytes()), Err(fault));
    }
    assert!(matches!(read(b"(;GM[1]GM[1])"), Err(SgfError::Syntax(_))));
}

/// What cannot be read is told with its place, and ends the game only where it must.
#[test]
fn faults_are_told() {
    assert!(matches!(read(b""), Err(SgfError::Syntax(_))));
    assert!(matches!(read(b"(;SZ[9];B[ee]"), Err(SgfError::Syntax(_))));
    assert_eq!(read(b"(;GM[2])"), Err(SgfError::OtherGame));
    assert!(matches!(read(b"(;SZ[26])"), Err(SgfError::Size(_))));
    assert!(matches!(read(b"(;SZ[x])"), Err(SgfError::Property { node: 0, .. })));
    let record = read(b"(;SZ[9]KM[x];B[zzz];W[jj])").unwrap();
    assert!(matches!(record.nodes[1].fault, Some(SgfError::Property { node: 1, .. })));
    assert!(matches!(record.nodes[2].fault, Some(SgfError::OffBoard { node: 2, .. })));
}

/// A node says `B[aa]` and the next `W[bb]`, whatever stands between.
#[track_caller]
fn has_both_moves(game: &[u8]) {
    let file = [b"(;C[\xe9];B[cc])\n", game, b"\n(;SZ[9])"].concat();
    let games: Vec<_> = cut(&file).map(Result::unwrap).collect();
    assert_eq!(games.len(), 3);
    assert_eq!(games[1].text, game);
    assert_eq!((games[1].line, games[2].line), (2, 3));
    let record = read(game).unwrap();
    let moves: Vec<_> = record.nodes.iter().flat_map(|node| &node.moves).collect();
    let at = |name: &str| Move::Play(name.parse().unwrap());
    assert_eq!(moves, [&(Color::Black, at("A9")), &(Color::White, at("B8"))]);
    assert!(record.nodes.iter().all(|node| node.fault.is_none()));
}

/// In some charsets the second byte of a character is that of a bracket or of a backslash.
#[test]
fn characters_of_two_bytes_are_no_brackets() {
    let double = ["Big5", "big5-hkscs", "CP950", "GBK", "GB2312", "gb_2312-80", "GB18030", "cp936"];
    let shift = ["Shift_JIS", "shift-jis", "SJIS", "x-sjis", "cp932", "Windows-31J"];
    for (charsets, lead) in [(&double[..], b'\xb3'), (&shift[..], b'\x83')] {
        for charset in charsets {
            for trail in *b"\\][" {
                let name = [lead, trail];
                let escaped = [b"\\", &name[..], b"\\]"].concat();
                let ca = format!("CA[{charset}]");
                for root in [
                    [ca.as_bytes(), b"PB[", &name, b"]"].concat(),
                    [b"PB[", &name[..], b"]", ca.as_bytes()].concat(),
                    [b"PB[", &name[..], b"]PW[", &escaped, b"]", ca.as_bytes()].concat(),
                ] {
                    let game = [b"(;GM[1]SZ[9]", &root[..], b";B[aa]C[", &name, b"];W[bb])"];
                    has_both_moves(&game.concat());
                }
            }
        }
    }
    // One after the other.
    has_both_moves(b"(;SZ[9]CA[Shift_JIS];B[aa]C[\x83\x5c\x83\x5d];W[bb])");
    // Four bytes in GB18030, and one in Shift_JIS.
    has_both_moves(b"(;SZ[9]CA[GB18030]PB[\x810\x819];B[aa]C[\x95\x32\xef\x35];W[bb])");
    has_both_moves(b"(;SZ[9]CA[Shift_JIS]PB[\xb1]PW[\xdf];B[aa]C[\x83\x5c\xb1];W[bb])");
}

/// Elsewhere a bracket is one, whatever stands before it.
#[test]
fn other_charsets_are_read_byte_by_byte() {
    for charset in ["UTF-8", "ISO-8859-1", "EUC-KR", "CP949", "EUC-JP", "KOI8-R", "", "Klingon"] {
        for text in [&b"\xe9"[..], b"\xe9\\]", b"\\\xe9", b"\xb1\xa4"] {
            let ca = format!("CA[{charset}]PB[");
            let game = [b"(;SZ[9]", ca.as_bytes(), text, b"];B[aa]C[", text, b"];W[bb])"];
            has_both_moves(&game.concat());
        }
    }
    // Named in a comment, in the next node or too late, it is not named.
    has_both_moves(b"(;SZ[9]CA[UTF-8]C[CA[Big5\\]];B[aa]C[\xe9];W[bb])");
    has_both_moves(b"(;SZ[9];B[aa]CA[Big5]C[\xe9];W[bb])");
    let long = format!("(;SZ[9]C[{}]CA[Big5]", "x".repeat(20_000));
    has_both_moves(&[long.as_bytes(), b"PB[\xe9];B[aa];W[bb])"].concat());
}

/// Where a text is no SGF, its line, and why.
#[track_caller]
fn misplaced(text: &str) -> (usize, usize, Fault) {
    match read(text.as_bytes()) {
        Err(SgfError::Cut(error)) => (error.offset, error.line, error.fault),
        other => panic!("{text}: {other:?}"),
    }
}

/// The next node would be taken for a part of its name.
#[test]
fn a_property_without_a_value_is_an_error() {
    for (text, offset, line) in [
        ("(;GM[1]SZ[9];B[aa]C;W[bb];B[cc])", 18, 1),
        ("(;SZ[9]KO\n;B[aa])", 7, 1),
        ("(;SZ[9]\n;B[aa]\nC(;W[bb])(;W[cc]))", 15, 3),
        ("(;SZ[9];B W[aa])", 8, 1),
        ("(;SZ[9];B[aa]C)", 13, 1),
    ] {
        assert_eq!(misplaced(text), (offset, line, Fault::NoValue), "{text}");
        // The brackets are as they should be: the games after it are found.
        assert_eq!(
            cut(text.as_bytes()).map(|game| game.unwrap().text).collect::<Vec<_>>(),
            [text.as_bytes()]
        );
    }
    // Values without names, and names without nodes.
    for (text, offset, found) in [
        ("(;SZ[9];[aa];W[bb])", 8, b'['),
        ("(;SZ[9];B[aa](;W[bb])C[x])", 21, b'C'),
        ("(;SZ[9];B[aa](W[bb]))", 14, b'W'),
    ] {
        assert_eq!(misplaced(text), (offset, 1, Fault::Unexpected(found)), "{text}");
    }
    let space = read(b"(;SZ [9] ;B \n [aa]\tC\n[x] [y] ;W[bb])").unwrap();
    assert_eq!(space.nodes.len(), 3);
}

/// A property is quoted as it is written, but on one line and not without end.
#[test]
fn faults_quote_what_is_written() {
    for (property, found) in [
        ("AB[aa:ff]", "AB[aa:ff]"),
        ("AB[aa:zz]", "AB[aa:zz]"),
        ("AW[aa]\n\t[zz][ab]", "AW[aa] [zz][ab]"),
        ("B[aA]", "B[aA]"),
        ("Black[dd]", "Black[dd]"),
    ] {
        let record = read(format!("(;SZ[3]C[x];N[y]{property}N[z];W[aa])").as_bytes()).unwrap();
        let fault = SgfError::OffBoard { node: 1, got: found.to_owned() };
        assert_eq!(record.nodes[1].fault, Some(fault), "{property}");
        assert_eq!(record.nodes[2].fault, None);
    }
    for property in ["B[a]", "W[\\a\\]]", "PL[x]", "AE[aa:]", "AB[bb:aa]"] {
        let record = read(format!("(;SZ[3];{property})").as_bytes()).unwrap();
        let fault = SgfError::Property { node: 1, got: property.to_owned() };
        assert_eq!(record.nodes[1].fault, Some(fault));
    }
    let long = format!("(;SZ[3]AB{})", "[zz]".repeat(100));
    let Some(SgfError::OffBoard { got, .. }) = &read(long.as_bytes()).unwrap().nodes[0].fault
    else {
        panic!("{long}");
    };
    assert!(got.starts_with("AB[zz][zz]") && got.ends_with('…') && got.chars().count() == 61);
}

/// In variations too, where the order of nodes is that of the file.
#[test]
fn faults_of_variations_quote_their_own_nodes() {
    let record = read(b"(;SZ[9];B[aa](;W[x1];B[x2](;W[x3])(;W[x4]))(;W[x5]);W[x6])").unwrap();
    for (number, node) in record.nodes.iter().enumerate().skip(2) {
        let got = format!("{}[x{}]", if number == 3 { 'B' } else { 'W' }, number - 1);
        assert_eq!(node.fault, Some(SgfError::Property { node: number, got }));
    }
}

/// A game has one size, which its first node says.
#[test]
fn another_size_is_a_fault() {
    for (nodes, node, found) in [
        (";SZ[9];B[aa];SZ[13]", 2, "SZ[13]"),
        (";C[19];B[aa];SZ[9]", 2, "SZ[9]"),
        (";SZ[9:7];SZ[7:9]", 1, "SZ[7:9]"),
        (";SZ[9]SZ[13]", 0, "SZ[9]"),
    ] {
        let record = read(format!("({nodes})").as_bytes()).unwrap();
        let fault = SgfError::Resized { node, got: found.to_owned() };
        assert_eq!(record.nodes[node].fault, Some(fault), "{nodes}");
    }
    assert_eq!(read(b"(;SZ[9];SZ[9];SZ[9:9])").unwrap().nodes[2].fault, None);
    let record = read(b"(;SZ[9];SZ[x])").unwrap();
    assert!(matches!(record.nodes[1].fault, Some(SgfError::Property { node: 1, .. })));
}

/// A node's parent and what is in it, as numbers.
type Numbers = (prop::sample::Index, Vec<(prop::sample::Index, u8)>, prop::sample::Index, u8);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Every record comes back, whatever komi says.
    #[test]
    fn records_come_back(
        (width, height) in (1_usize..26, 1_usize..26),
        komi in prop::option::of(any::<String>()),
        numbers in prop::collection::vec(any::<Numbers>(), 1..20),
    ) {
        let points: Vec<Point> = (0..height)
            .flat_map(|row| (0..width).filter_map(move |column| Point::new(column, row)))
            .collect();
        let color = |number: u8| Color::ALL[usize::from(number % 2)];
        let mut nodes: Vec<Node> = Vec::new();
        // The way from the root to the last node: its nodes can still have children.
        let mut way: Vec<usize> = Vec::new();
        for (number, (parent, set_up, played, what)) in numbers.into_iter().enumerate() {
            if !way.is_empty() {
                way.truncate(1 + parent.index(way.len()));
            }
            let mut node = Node { parent: way.last().copied(), ..Node::default() };
            way.push(number);
            // In the order of reading: by what is set, then by point.
            for (kind, stone) in (0..3).zip([Some(Color::Black), Some(Color::White), None]) {
                let mut set: Vec<_> = set_up
                    .iter()
                    .filter(|(_, what)| what % 3 == kind)
                    .map(|(point, _)| (*point.get(&points), stone))
                    .filter(|(point, _)| node.set_up.iter().all(|(known, _)| known != point))
                    .collect();
                set.sort_unstable();
                set.dedup();
                node.set_up.extend(set);
            }
            node.to_move = (what & 4 != 0).then(|| color(what));
            node.moves = match what >> 3 & 3 {
                0 => vec![],
                1 => vec![(color(what), Move::Pass)],
                _ => vec![(color(what), Move::Play(*played.get(&points)))],
            };
            nodes.push(node);
        }
        let komi = komi.map(|komi| komi.trim().to_owned());
        let record = Record { width, height, komi, nodes };
        let text = write(&record);
        prop_assert_eq!(&write(&record), &text);
        let games: Vec<_> = cut(text.as_bytes()).collect();
        prop_assert_eq!(games.len(), 1);
        prop_assert_eq!(read(games[0].unwrap().text), Ok(record));
    }

    /// Whatever the bytes are, what can be cut can be read or refused.
    #[test]
    fn any_text_is_read_or_refused(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                &b"("[..], b")", b";", b"[", b"]", b"\\", b" ", b"\n", b"B", b"w", b"aa", b"9", b"\xb3", b"\x83",
                b"[aa]", b"(;", b"SZ[9]", b"CA[Big5]", b"CA[sjis]", b"B[aa]", b"AB[aa:cc]", b";W[bb]",
                b"KM[1]", b"\xe9", b"\x0b",
            ]),
            0..40,
        ),
    ) {
        let text = [b"(;", &pieces.concat()[..], b")"].concat();
        let _ = read(&text);
        for game in cut(&text).flatten() {
            let _ = read(game.text);
        }
    }
}

/// Files that were converted often name what they were in before.
#[test]
fn text_that_is_utf_8_is_taken_for_it_whatever_it_names() {
    for name in ["GB2312", "Big5", "Shift_JIS", "UTF-8"] {
        let text = format!("(;GM[1]CA[{name}]PB[中]SZ[9];B[aa]C[中文字];W[bb]C[x];B[cc])");
        let games: Vec<_> = cut(text.as_bytes()).collect();
        assert_eq!(games.len(), 1, "{name}");
        let record = read(games[0].as_ref().unwrap().text).unwrap();
        assert_eq!(record.nodes.len(), 4, "{name}");
        assert!(record.nodes[1..].iter().all(|node| node.moves.len() == 1), "{name}");
    }
}

/// The charset of a game is not that of the next one.
#[test]
fn a_charset_is_that_of_its_game() {
    let text = b"(;CA[Shift_JIS]PB[\x83\x5c])\n(;GM[1]SZ[9]CA[UTF-8];B[aa])";
    assert_eq!(cut(text).filter(Result::is_ok).count(), 2);
}

/// Nor does a game in another charset change how those beside it are read.
#[test]
fn a_game_is_cut_by_its_own_bytes() {
    let game = "(;CA[Big5]PB[日](;B[aa])(;W[ab]))".as_bytes();
    for neighbor in [&b"(;PB[\xe9];B[bb])"[..], b"(;CA[Big5]PB[\xa4\x5d];B[bb])"] {
        let text = [game, b"\n", neighbor].concat();
        let games: Vec<_> = cut(&text).map(|game| game.unwrap().text).collect();
        assert_eq!(games, [game, neighbor]);
        assert_eq!(read(games[0]).unwrap().nodes.len(), 3);
    }
}

/// An accent before the bracket is no half of a character where the game names no charset.
#[test]
fn the_charset_of_the_next_game_is_not_that_of_this_one() {
    let (latin, big5) = (&b"(;PB[Jos\xe9];B[aa])"[..], &b"(;CA[Big5]PB[\xa4\x5d];B[bb])"[..]);
    let text = [latin, big5].concat();
    let games: Vec<_> = cut(&text).map(|game| game.unwrap().text).collect();
    assert_eq!(games, [latin, big5]);
    assert!(games.iter().all(|game| read(game).unwrap().nodes.len() == 2));
}

/// On the line of the fault there may be variations of the broken game.
#[test]
fn after_a_broken_game_the_next_is_looked_for_at_the_beginning_of_a_line() {
    let text = b"(;SZ[9];B[aa]3 (;W[bb])\n (;W[cc]))\n(;SZ[9];B[dd])(;SZ[9];B[ee])\n";
    let mut games = cut(text);
    let fault = games.next().unwrap().unwrap_err();
    assert_eq!((fault.fault, fault.offset, fault.line), (Fault::Unexpected(b'3'), 13, 1));
    let others: Vec<_> = games.map(|game| (game.unwrap().offset, game.unwrap().line)).collect();
    assert_eq!(others, [(35, 3), (49, 3)]);
}

/// Small letters in names mean nothing: what has no others would be an empty game.
#[test]
fn names_in_small_letters_are_told() {
    let record = read(b"(;GM[1];b[ee];White[dd])").unwrap();
    let fault = SgfError::NoName { node: 1, got: "b[ee]".to_owned() };
    assert_eq!(record.nodes[1].fault, Some(fault));
    assert_eq!((record.nodes[2].moves.len(), &record.nodes[2].fault), (1, &None));
}

/// That a value has no end is seen at the end of the file: games of a megabyte would take minutes.
#[test]
fn not_every_value_without_an_end_is_looked_through() {
    for broken in ["(;A[\n", "(;A\n"] {
        let text = broken.repeat(200_000);
        let faults: Vec<_> = cut(text.as_bytes()).map(|game| game.unwrap_err()).collect();
        assert_eq!(faults.len(), 102);
        // What is not read any more is told.
        let (last, offset) = (faults[101], broken.len() * 101);
        assert_eq!((last.fault, last.offset, last.line), (Fault::TooManyOpen, offset, 102));
    }
}

/// Games that end where the next one begins cost nothing, and hide none behind them.
#[test]
fn a_game_is_found_behind_any_number_of_games_cut_short() {
    let text = "(;GM[1]SZ[9];B[aa]\n".repeat(150) + "(;GM[1]SZ[9])";
    let games: Vec<_> = cut(text.as_bytes()).collect();
    assert_eq!(games.len(), 151);
    assert!(games[..150].iter().all(|game| game.unwrap_err().fault == Fault::OpenGame));
    assert_eq!(games[150].unwrap().line, 151);
}

/// Nor does space before its properties hide that a game is none of the variations of the one before.
#[test]
fn a_game_begins_with_space_before_its_size() {
    for space in ["", " ", "\n", "\r\n\t"] {
        let text = format!("(;GM[1]SZ[9];B[aa]\n(;{space}GM[1]SZ[9];B[bb]))");
        let games: Vec<_> = cut(text.as_bytes()).collect();
        assert_eq!(games[0].unwrap_err().fault, Fault::OpenGame, "{space:?}");
        assert_eq!(games[1].unwrap().line, 2, "{space:?}");
    }
}

/// Memory is taken for nodes, and not for what looks like some.
#[test]
fn semicolons_in_a_comment_are_no_nodes() {
    let text = format!("(;SZ[9]C[{}];B[aa])", ";".repeat(20_000_000));
    assert_eq!(read(text.as_bytes()).unwrap().nodes.len(), 2);
}

/// Each takes memory, and a small compressed file can hold very many.
#[test]
fn nodes_are_limited() {
    let text = format!("(;SZ[9]{}", ";".repeat(1 << 20));
    let error = read(text.as_bytes()).unwrap_err();
    assert_eq!(error, SgfError::TooManyNodes { most: 1 << 20 });
    assert_eq!(error.to_string(), "expected a game of at most 1048576 nodes, got more");
}
