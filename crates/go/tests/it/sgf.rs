//! Records in SGF: what is read is what stands there, and what is written is read again.
#![cfg(feature = "sgf")]

use proptest::prelude::*;
use zobrist_go::sgf::{Entry, Node, Record, games, read, write};
use zobrist_go::{Color, Move, Point};

/// A record on a board of 9 × 9.
fn record(nodes: &[Node]) -> Record {
    let mut record = Record::new(9, 9);
    for node in nodes {
        record.push(*node);
    }
    record
}

fn play(point: &str) -> [(Color, Move); 1] {
    [(Color::Black, Move::Play(point.parse().unwrap()))]
}

/// The games of a collection, none of which is at fault.
fn sound(collection: &[u8]) -> Vec<Entry<'_>> {
    games(collection).map(Result::unwrap).collect()
}

fn texts(collection: &[u8]) -> Vec<&[u8]> {
    sound(collection).iter().map(|game| game.text).collect()
}

/// Properties of the first node are found by their capital letters, in the charset of the game.
#[test]
fn properties_of_the_first_node_have_values() {
    let value = |text: &[u8], name: &str| sound(text).remove(0).property(name);
    let text: &[u8] = br"(PB[one]PlayerWhite[two\\]RE[B+R][W+R];PB[later])";
    assert_eq!(value(text, "PB").unwrap(), b"one");
    assert_eq!(value(text, "PW").unwrap(), b"two\\");
    assert_eq!(value(text, "RE").unwrap(), b"W+R");
    assert_eq!((value(text, "DT"), value(text, "C")), (None, None));
    // The second byte of a character of Big5 looks like a backslash, and does not escape.
    let big5 = b"(;CA[Big5]PB[\xb3\x5c]PW[b];B[qd])";
    assert_eq!(value(big5, "PB").unwrap(), b"\xb3\x5c");
    assert_eq!(value(big5, "PW").unwrap(), b"b");
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
        assert_eq!(record.node(0).fault, None, "{text}");
        assert_eq!(read(&write(&record)), Ok(record.clone()), "{text}");
        // Alone, as a record that is made has it.
        let mut alone = Record::new(9, 9);
        alone.komi = record.komi;
        let written = format!("(;GM[1]FF[4]SZ[9]{again})");
        assert_eq!(String::from_utf8(write(&alone)).unwrap(), written);
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
    let record = record(&[Node::default().with_set_up(&set_up)]);
    assert_eq!(write(&record), b"(;GM[1]FF[4]SZ[9]AB[ai][ci][di]AW[bi]AE[ei])");
}

/// An empty record is written as a game.
#[test]
fn a_record_without_nodes_is_an_empty_game() {
    let text = write(&record(&[]));
    assert_eq!(text, b"(;GM[1]FF[4]SZ[9])");
    assert_eq!(read(&text), Ok(record(&[Node::default()])));
}

#[test]
#[should_panic(expected = "node 1: A10 is off the board of 9 x 9 points")]
fn a_move_above_the_board_is_not_written() {
    let moves = &play("A10");
    let _ = write(&record(&[Node::default(), Node::new(Some(0)).with_moves(moves)]));
}

#[test]
#[should_panic(expected = "node 0: K1 is off the board of 9 x 9 points")]
fn a_point_beside_the_board_is_not_written() {
    let set_up = &[("K1".parse().unwrap(), None)];
    let _ = write(&record(&[Node::default().with_set_up(set_up)]));
}

#[test]
#[should_panic(expected = "a board of 0 x 9 points")]
fn a_size_that_no_board_has_is_not_written() {
    let _ = write(&Record::new(0, 9));
}

#[test]
#[should_panic(expected = "node 1: expected a parent before it, found None")]
fn a_second_root_is_refused() {
    record(&[Node::default(), Node::default()]);
}

#[test]
#[should_panic(expected = "node 1: expected a parent before it, found Some(1)")]
fn a_node_that_is_its_own_parent_is_refused() {
    record(&[Node::default(), Node::new(Some(1))]);
}

#[test]
#[should_panic(expected = "node 0: expected no parent, found Some(0)")]
fn a_root_with_a_parent_is_refused() {
    record(&[Node::new(Some(0))]);
}

/// Deviations from the format in files of some programs and of older versions.
#[test]
fn what_can_mean_one_thing_only_is_understood() {
    let fields = |record: Record| {
        let nodes = record.nodes().map(|node| {
            let Node { parent, set_up, to_move, moves, fault, .. } = node;
            (parent, set_up.to_vec(), to_move, moves.to_vec(), fault.cloned())
        });
        (record.width, record.height, nodes.collect::<Vec<_>>())
    };
    let plain = read(b"(;GM[1]SZ[9]AB[ba]AW[ab][bb]PL[W];W[cc];B[];W[dc]PL[B])").unwrap();
    let plain = fields(plain);
    for text in [
        "(;GM[]SZ[9]AB[ba]AW[ab][bb]PL[W];W[cc];B[];W[dc]PL[B])",
        "(;GM[ 1\n]SZ[ 9 ]AB[ ba]AW[ab:bb]PL[w];W[c c];B[ ];W[dc\r\n]PL[ b])",
        "(;GM[01]SZ[9 : 9]AB[ba : ba]AW[ab] [ b\nb ]PL[2];W[ cc];B[tt ];W[dc]PL[1])",
        "(;GaMe[ ]SiZe[9]AddBlack[ba]AW[ab][bb]PLayer[White];W[cc];B[];W[dc]PL[BLACK])",
        "(;PB[\u{e9}]SZ[9]C[GM[2\\]]GM[+1]AB[ba]AW[ab][bb]PL[White];W[cc];B[];W[dc]PL[black])",
    ] {
        assert_eq!(read(text.as_bytes()).map(fields).as_ref(), Ok(&plain), "{text}");
    }
    // In a charset of which no byte is UTF-8, too.
    let game = b"(;PB[\xe9\xe9]GM[ 1 ]SZ[9]AB[ba]AW[ab][bb]PL[2];W[cc];B[];W[dc]PL[1])";
    assert_eq!(read(game).map(fields), Ok(plain));
}

/// A node says `B[aa]` and the next `W[bb]`, whatever stands between.
#[track_caller]
fn has_both_moves(game: &[u8]) {
    let file = [b"(;C[\xe9];B[cc])\n", game, b"\n(;SZ[9])"].concat();
    let games = sound(&file);
    assert_eq!(games.len(), 3);
    assert_eq!(games[1].text, game);
    assert_eq!((games[1].place.line, games[2].place.line), (2, 3));
    let record = read(game).unwrap();
    assert_eq!(games[1].record, record);
    let moves: Vec<_> = record.nodes().flat_map(|node| node.moves).collect();
    let at = |name: &str| Move::Play(name.parse().unwrap());
    assert_eq!(moves, [&(Color::Black, at("A9")), &(Color::White, at("B8"))]);
    assert!(record.nodes().all(|node| node.fault.is_none()));
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
        let mut record = Record::new(width, height);
        record.komi = komi.map(|komi| komi.trim().to_owned());
        // The path from the root to the last node: its nodes can still have children.
        let mut path: Vec<usize> = Vec::new();
        for (number, (parent, set_up, played, what)) in numbers.into_iter().enumerate() {
            if !path.is_empty() {
                path.truncate(1 + parent.index(path.len()));
            }
            let parent = path.last().copied();
            path.push(number);
            let mut points_set: Vec<(Point, Option<Color>)> = Vec::new();
            // In the order of reading: by what is set, then by point.
            for (kind, stone) in (0..3).zip([Some(Color::Black), Some(Color::White), None]) {
                let mut set: Vec<_> = set_up
                    .iter()
                    .filter(|(_, what)| what % 3 == kind)
                    .map(|(point, _)| (*point.get(&points), stone))
                    .filter(|(point, _)| points_set.iter().all(|(known, _)| known != point))
                    .collect();
                set.sort_unstable();
                set.dedup();
                points_set.extend(set);
            }
            let to_move = (what & 4 != 0).then(|| color(what));
            let moves = match what >> 3 & 3 {
                0 => vec![],
                1 => vec![(color(what), Move::Pass)],
                _ => vec![(color(what), Move::Play(*played.get(&points)))],
            };
            let (set_up, moves) = (&points_set[..], &moves[..]);
            record.push(Node::new(parent).with_set_up(set_up).with_to_move(to_move).with_moves(moves));
        }
        let text = write(&record);
        prop_assert_eq!(&write(&record), &text);
        prop_assert_eq!(texts(&text), [&text[..]]);
        prop_assert_eq!(read(&text), Ok(record));
    }

    /// Any bytes are read or refused, and a game alone as among others.
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
        for game in games(&text).flatten() {
            prop_assert_eq!(write(&read(game.text).unwrap()), write(&game.record));
        }
    }
}

/// Files that were converted often name what they were in before.
#[test]
fn text_that_is_utf_8_is_taken_for_it_whatever_it_names() {
    for name in ["GB2312", "Big5", "Shift_JIS", "UTF-8"] {
        let text = format!("(;GM[1]CA[{name}]PB[中]SZ[9];B[aa]C[中文字];W[bb]C[x];B[cc])");
        let games = sound(text.as_bytes());
        assert_eq!(games.len(), 1, "{name}");
        assert_eq!(games[0].record.nodes().len(), 4, "{name}");
        assert!(games[0].record.nodes().skip(1).all(|node| node.moves.len() == 1), "{name}");
    }
}

/// The charset of a game is not that of the next one.
#[test]
fn a_charset_is_that_of_its_game() {
    let text = b"(;CA[Shift_JIS]PB[\x83\x5c])\n(;GM[1]SZ[9]CA[UTF-8];B[aa])";
    assert_eq!(sound(text).len(), 2);
}

/// Nor does a game in another charset change how those beside it are read.
#[test]
fn a_game_is_read_by_its_own_bytes() {
    let game = "(;CA[Big5]PB[日](;B[aa])(;W[ab]))".as_bytes();
    for neighbor in [&b"(;PB[\xe9];B[bb])"[..], b"(;CA[Big5]PB[\xa4\x5d];B[bb])"] {
        let text = [game, b"\n", neighbor].concat();
        assert_eq!(texts(&text), [game, neighbor]);
        assert_eq!(sound(&text)[0].record.nodes().len(), 3);
    }
}

/// An accent before the bracket is no half of a character where the game names no charset.
#[test]
fn the_charset_of_the_next_game_is_not_that_of_this_one() {
    let (latin, big5) = (&b"(;PB[Jos\xe9];B[aa])"[..], &b"(;CA[Big5]PB[\xa4\x5d];B[bb])"[..]);
    let text = [latin, big5].concat();
    assert_eq!(texts(&text), [latin, big5]);
    assert!(sound(&text).iter().all(|game| game.record.nodes().len() == 2));
}
