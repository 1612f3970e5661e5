//! Chains of a board, their liberties, and regions of empty points.

use std::collections::BTreeSet;

use zobrist_go::{Board, Point};

/// The points that are connected with a point by points like it: stones of its color, or empty ones;
/// row by row from A1. Around a stone, they are its chain.
pub(super) fn connected(board: &Board, at: Point) -> BTreeSet<Point> {
    let stone = board.stone(at);
    let mut found = BTreeSet::new();
    let mut open = vec![at];
    while let Some(point) = open.pop() {
        if found.insert(point) {
            open.extend(board.neighbors(point).filter(|beside| board.stone(*beside) == stone));
        }
    }
    found
}

/// The empty points beside a chain, row by row from A1.
pub(super) fn liberties(board: &Board, chain: &BTreeSet<Point>) -> BTreeSet<Point> {
    let beside = chain.iter().flat_map(|point| board.neighbors(*point));
    beside.filter(|point| board.stone(*point).is_none()).collect()
}

/// All chains, each by its first stone, row by row from A1.
pub(super) fn chains(board: &Board) -> Vec<BTreeSet<Point>> {
    let mut seen: BTreeSet<Point> = BTreeSet::new();
    let mut found = Vec::new();
    for (_, point) in board.stones() {
        if !seen.contains(&point) {
            let chain = connected(board, point);
            seen.extend(&chain);
            found.push(chain);
        }
    }
    found
}
