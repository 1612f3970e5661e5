//! A tree of moves: the moves of a position, and those after them.

use anyhow::Result;
use zobrist_chess::Zobrist;
use zobrist_explorer::{ExploreAnswer, ExploreRequest, ExploredMove, OpenSource, ShownMoves};
use zobrist_shakmaty::hash;

/// The scheme by which positions of a line are compared.
const SCHEME: Zobrist<u128> = Zobrist::new();

/// A position of a tree, with those after its moves in the same order; `None` where a line ends.
pub(crate) struct Node {
    pub(crate) explored: ExploreAnswer,
    pub(crate) next: Vec<Option<Node>>,
}

impl Node {
    /// Asks the sources about the positions after the moves of one, down to a depth in plies. A
    /// line ends where it comes back to one of its positions.
    ///
    /// # Errors
    /// When a source cannot answer.
    pub(crate) fn grow(
        explored: ExploreAnswer,
        depth: usize,
        asked: &ExploreRequest,
        shown: ShownMoves,
        sources: &[OpenSource],
    ) -> Result<Node> {
        Node::grow_line(explored, depth, asked, shown, sources, &mut Vec::new())
    }

    /// Grows a tree below the positions of a line.
    fn grow_line(
        explored: ExploreAnswer,
        depth: usize,
        asked: &ExploreRequest,
        shown: ShownMoves,
        sources: &[OpenSource],
        line: &mut Vec<u128>,
    ) -> Result<Node> {
        line.push(hash(&SCHEME, &explored.line.position));
        let mut next = Vec::new();
        for m in &explored.moves {
            let after = explored.next(m);
            let is_end = depth <= 1 || line.contains(&hash(&SCHEME, &after.position));
            next.push(match is_end {
                true => None,
                false => {
                    let explored = ExploreAnswer::of(&after, asked, shown, sources)?;
                    Some(Node::grow_line(explored, depth - 1, asked, shown, sources, line)?)
                }
            });
        }
        line.pop();
        Ok(Node { explored, next })
    }

    /// Calls `each` with every move in the order of the tree: its position, the move, and the moves
    /// before it.
    pub(crate) fn for_each_move<'a>(
        &'a self,
        line: &mut Vec<&'a str>,
        each: &mut impl FnMut(&'a ExploreAnswer, &'a ExploredMove, &[&'a str]),
    ) {
        for (number, m) in self.explored.moves.iter().enumerate() {
            each(&self.explored, m, line);
            if let Some(Some(next)) = self.next.get(number) {
                line.push(&m.san);
                next.for_each_move(line, each);
                line.pop();
            }
        }
    }
}
