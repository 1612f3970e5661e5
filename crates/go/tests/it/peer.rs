//! Records as `sgf-parse` reads them, whose reader was this crate's before it had its own.
#![cfg(feature = "sgf")]

use proptest::prelude::*;
use sgf_parse::go::{Move as PeerMove, Point as PeerPoint, Prop};
use sgf_parse::{Color as PeerColor, GameTree, SgfNode};
use zobrist_go::sgf::{Fault, Record, games, read};
use zobrist_go::{Color, Move, Point};

/// Parts of a text that may stand in any order. Left out are those that only this crate reads: a
/// first node without its semicolon, and `GM` in other forms than `GM[1]`.
const PARTS: &[&str] = &[
    "(",
    ")",
    ";",
    "(;",
    ");",
    "[",
    "]",
    "\\",
    " ",
    "\n",
    "()",
    "((",
    ")(;",
    ";B[aa]",
    ";W[ba]",
    ";B[]",
    ";W[tt]",
    "W[ca]",
    "AB[aa:bc]",
    "AW[ab][cc]",
    "AE[aa]",
    "PL[W]",
    "PL[B]",
    "SZ[5]",
    "SZ[5:4]",
    "B[zz]",
    "B[aZ]",
    "AW[zz][aa]",
    "AB[cc:aa]",
    "AE[aa:]",
    "B[a]",
    "W[aa][bb]",
    "C[(;\\]]",
    "C[x]",
    "KM[6.50]",
    "LB[aa:x][bb:\\]]",
    "Black[bb]",
    "B [cc]",
    "N\n[x]\t[y]",
    "C",
    "é",
    "C[é]",
    "(;B[bb](;W[cc])(;W[dd]))",
];

/// Whole nodes and variations, which both accept.
fn variations() -> impl Strategy<Value = String> {
    let node = prop::sample::select(&PARTS[13..39])
        .prop_map(|part| if part.starts_with(';') { part.to_owned() } else { format!(";{part}") });
    node.prop_recursive(8, 200, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..6).prop_map(|nodes| nodes.concat()),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(node, one, other)| format!("{node}({one})({other})")),
        ]
    })
}

/// A node as both have it: moves and points by column and row from the upper left.
#[derive(Debug, Default, PartialEq)]
struct Common {
    parent: Option<usize>,
    moves: Vec<(Color, Option<(usize, usize)>)>,
    set_up: Vec<(Option<Color>, (usize, usize))>,
    to_move: Option<Color>,
}

fn ours(record: &Record) -> Vec<Common> {
    let spot = |point: Point| (point.column(), record.height - 1 - point.row());
    let nodes = record.nodes().map(|node| Common {
        parent: node.parent,
        moves: node
            .moves
            .iter()
            .map(|(color, played)| match played {
                Move::Play(point) => (*color, Some(spot(*point))),
                Move::Pass => (*color, None),
            })
            .collect(),
        set_up: node.set_up.iter().map(|(point, stone)| (*stone, spot(*point))).collect(),
        to_move: node.to_move,
    });
    nodes.map(sorted).collect()
}

fn theirs(root: &SgfNode<Prop>, (width, height): (usize, usize)) -> Vec<Common> {
    let spot = |at: &PeerPoint| {
        let spot = (usize::from(at.x), usize::from(at.y));
        (spot.0 < width && spot.1 < height).then_some(spot)
    };
    let passes = |at: &PeerPoint| (at.x, at.y) == (19, 19) && width <= 19 && height <= 19;
    let mut nodes = Vec::new();
    let mut open = vec![(None, root)];
    while let Some((parent, node)) = open.pop() {
        let mut common = Common { parent, ..Common::default() };
        for property in node.properties() {
            let color = if matches!(property, Prop::B(_) | Prop::AB(_)) {
                Color::Black
            } else {
                Color::White
            };
            match property {
                Prop::B(PeerMove::Pass) | Prop::W(PeerMove::Pass) => {
                    common.moves.push((color, None))
                }
                Prop::B(PeerMove::Move(at)) | Prop::W(PeerMove::Move(at)) if passes(at) => {
                    common.moves.push((color, None));
                }
                Prop::B(PeerMove::Move(at)) | Prop::W(PeerMove::Move(at)) => {
                    common.moves.extend(spot(at).map(|spot| (color, Some(spot))));
                }
                Prop::AB(points) | Prop::AW(points) | Prop::AE(points) => {
                    let stone = (!matches!(property, Prop::AE(_))).then_some(color);
                    // If one is off the board, none is set up.
                    let spots: Option<Vec<_>> = points.iter().map(spot).collect();
                    common.set_up.extend(spots.into_iter().flatten().map(|spot| (stone, spot)));
                }
                Prop::PL(PeerColor::Black) => common.to_move = Some(Color::Black),
                Prop::PL(PeerColor::White) => common.to_move = Some(Color::White),
                _ => {}
            }
        }
        let number = nodes.len();
        nodes.push(sorted(common));
        let children: Vec<_> = node.children().collect();
        open.extend(children.into_iter().rev().map(|child| (Some(number), child)));
    }
    nodes
}

/// Points in order, each once in each property: theirs are sets.
fn sorted(mut node: Common) -> Common {
    node.set_up.sort_unstable();
    node.set_up.dedup();
    node
}

/// Asserts that a text is read alike, or refused by both, or only by this crate and for a reason
/// that the other does not look for.
fn same(text: &str) {
    let found: Vec<_> = games(text.as_bytes()).collect();
    let peer = sgf_parse::parse(text);
    if let [Ok(game)] = &found[..]
        && game.text == text.trim_ascii().as_bytes()
    {
        let trees = peer.unwrap_or_else(|error| panic!("{text}: only here it is read: {error}"));
        let [GameTree::GoGame(root)] = &trees[..] else { panic!("{text}: no game of Go") };
        let record = &game.record;
        assert_eq!(ours(record), theirs(root, (record.width, record.height)), "{text}");
    } else if peer.is_ok()
        && let Err(error) = read(text.as_bytes())
    {
        // A name goes on to the next bracket there, over parentheses too.
        assert!(!matches!(error.fault, Fault::OpenValue | Fault::Nothing), "{text}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn parts_of_texts_are_read_alike(parts in prop::collection::vec(prop::sample::select(PARTS), 0..30)) {
        same(&format!("(;SZ[5]{})", parts.concat()));
        same(&format!("(;{}", parts.concat()));
    }

    #[test]
    fn whole_games_are_read_alike(variations in variations(), cut in any::<prop::sample::Index>()) {
        let root = "(;GM[1]SZ[5:4]";
        let text = format!("{root}{variations})");
        same(&text);
        assert!(read(text.as_bytes()).is_ok(), "{text}");
        // With one byte less, after the first node.
        let mut shorter = text.into_bytes();
        shorter.remove(root.len() + cut.index(shorter.len() - root.len()));
        same(&String::from_utf8_lossy(&shorter));
    }
}

/// The files that the fuzz targets start from.
#[test]
fn files_are_read_alike() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/records");
    let files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(!files.is_empty());
    for file in files {
        let bytes = std::fs::read(file).unwrap();
        for game in games(&bytes).flatten() {
            same(&String::from_utf8_lossy(game.text));
        }
    }
}
