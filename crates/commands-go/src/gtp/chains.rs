//! Chains of a board in the order of its points, and regions of empty points.

use std::collections::BTreeSet;

use zobrist_go::{Board, Point};

/// The stones of the chain on a point, row by row from A1. Empty if there is no stone.
pub(super) fn chain(board: &Board, at: Point) -> BTreeSet<Point> {
    board.chain(at).into_iter().flat_map(|chain| chain.stones()).collect()
}

/// The liberties of the chain on a point, row by row from A1.
pub(super) fn liberties(board: &Board, at: Point) -> BTreeSet<Point> {
    board.chain(at).into_iter().flat_map(|chain| chain.liberties()).collect()
}

/// All chains, by their first stones, row by row from A1.
pub(super) fn chains(board: &Board) -> Vec<BTreeSet<Point>> {
    let mut seen: BTreeSet<Point> = BTreeSet::new();
    let mut found = Vec::new();
    for (_, point) in board.stones() {
        if !seen.contains(&point) {
            let chain = chain(board, point);
            seen.extend(&chain);
            found.push(chain);
        }
    }
    found
}

/// The empty points that an empty point is connected with, itself among them.
pub(super) fn region(board: &Board, at: Point) -> BTreeSet<Point> {
    let mut found = BTreeSet::new();
    let mut open = vec![at];
    while let Some(point) = open.pop() {
        if found.insert(point) {
            open.extend(board.neighbors(point).filter(|beside| board.stone(*beside).is_none()));
        }
    }
    found
}
