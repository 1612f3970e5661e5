//! Reads records of Go with `zobrist_go::sgf` and with `sgf-parse`.

use std::fmt::Write;

use anyhow::Result;
use sgf_parse::go::{Move as PeerMove, Point as PeerPoint, Prop};
use sgf_parse::{GameTree, SgfNode};
use zobrist_go::Move;
use zobrist_go::sgf::{Record, read};

use crate::generate::random::Random;
use crate::paired::{compare, contestant};

const GAMES: u64 = 500;
const MOVES: u64 = 250;
const SIZE: u64 = 19;

pub(crate) fn run() -> Result<()> {
    let texts: Vec<String> = (0..GAMES).map(record).collect();
    let bytes = texts.iter().map(String::len).sum::<usize>();
    let expected = texts.iter().map(|text| theirs(text)).fold(0, u64::wrapping_add);
    compare(
        &format!("sgf: {bytes} bytes in {GAMES} records of {MOVES} moves, by the byte"),
        bytes as u64,
        7,
        &mut [
            contestant("sgf-parse", || texts.iter().map(|text| theirs(text)).sum::<u64>()),
            contestant("zobrist_go::sgf", || texts.iter().map(|text| ours(text)).sum::<u64>()),
        ],
        |_, sum| assert_eq!(*sum, expected),
    );
    Ok(())
}

/// Writes a record as servers do, with times and some comments. The moves are random points.
fn record(number: u64) -> String {
    let mut random = Random::of_game(19, number);
    let mut text = format!(
        "(;FF[4]CA[UTF-8]GM[1]SZ[{SIZE}]KM[6.50]PB[Black {number}]PW[White]RE[B+R]RU[Japanese]\n"
    );
    for played in 0..MOVES {
        let mut letter = || char::from(b'a' + random.below(SIZE) as u8);
        let (column, row) = (letter(), letter());
        let color = ['B', 'W'][played as usize % 2];
        let seconds = random.below(1800);
        write!(text, ";{color}[{column}{row}]{color}L[{seconds}]").expect("a String takes all");
        if random.percent(5) {
            text.push_str("C[A comment \\[with a bracket\\] of some length]\n");
        }
    }
    text.push_str(")\n");
    text
}

/// Sums the points of the moves, weighted by their order.
fn sum_of(points: impl Iterator<Item = (usize, usize)>) -> u64 {
    points.zip(1..).map(|((column, row), order)| order * (column * 19 + row + 1) as u64).sum()
}

fn ours(text: &str) -> u64 {
    let record: Record = read(text.as_bytes()).expect("we wrote it");
    sum_of(record.nodes().flat_map(|node| node.moves).map(|(_, played)| match played {
        Move::Play(point) => (point.column(), record.height - 1 - point.row()),
        Move::Pass => unreachable!("no move of a record is a pass"),
    }))
}

fn theirs(text: &str) -> u64 {
    let trees = sgf_parse::parse(text).expect("we wrote it");
    let [GameTree::GoGame(root)] = &trees[..] else { panic!("the text is one game of Go") };
    sum_of(root.main_variation().flat_map(SgfNode::properties).filter_map(point_of))
}

fn point_of(property: &Prop) -> Option<(usize, usize)> {
    match property {
        Prop::B(PeerMove::Move(PeerPoint { x, y }))
        | Prop::W(PeerMove::Move(PeerPoint { x, y })) => Some((usize::from(*x), usize::from(*y))),
        _ => None,
    }
}
