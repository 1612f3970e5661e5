//! Records in SGF: what is read is what stands there, and what is written is read again.
#![cfg(feature = "sgf")]

use proptest::prelude::*;
use zobrist_go::sgf::{Node, Record, SgfError, cut, read, write};
use zobrist_go::{Colour, Move, Point};

/// A record on a board of 9 × 9.
fn record(nodes: Vec<Node>) -> Record {
    Record { width: 9, height: 9, komi: None, nodes }
}

/// A node with one move.
fn played(parent: Option<usize>, point: &str) -> Node {
    let played = Move::Play(point.parse().unwrap());
    Node { parent, moves: vec![(Colour::Black, played)], ..Node::default() }
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
    let (black, white) = (Some(Colour::Black), Some(Colour::White));
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
        let colour = |number: u8| Colour::ALL[usize::from(number % 2)];
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
            for (kind, stone) in (0..3).zip([Some(Colour::Black), Some(Colour::White), None]) {
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
            node.to_move = (what & 4 != 0).then(|| colour(what));
            node.moves = match what >> 3 & 3 {
                0 => vec![],
                1 => vec![(colour(what), Move::Pass)],
                _ => vec![(colour(what), Move::Play(*played.get(&points)))],
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
}
