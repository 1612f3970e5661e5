//! A tree of moves: the moves of a position, and those after them.

use anyhow::Result;

use super::args::ShownMoves;
use super::explored::Explored;
use super::sources::OpenSource;
use super::sum::Asked;

/// A position of a tree, with the positions after its moves, in the same order.
pub struct Node {
    pub explored: Explored,
    pub next: Vec<Node>,
}

impl Node {
    /// Asks the sources about the positions after the moves of one, down to a depth in plies.
    ///
    /// # Errors
    /// When a source cannot answer.
    pub fn grow(
        explored: Explored,
        depth: usize,
        asked: &Asked,
        shown: ShownMoves,
        sources: &[OpenSource],
    ) -> Result<Node> {
        let mut next = Vec::new();
        if depth > 1 {
            for m in &explored.moves {
                let explored = Explored::of(&explored.next(m), asked, shown, sources)?;
                next.push(Node::grow(explored, depth - 1, asked, shown, sources)?);
            }
        }
        Ok(Node { explored, next })
    }

    /// Calls `each` with every move in the order of the tree: its position, the move, and the moves
    /// before it.
    pub fn for_each_move<'a>(
        &'a self,
        line: &mut Vec<&'a str>,
        each: &mut impl FnMut(&'a Explored, &'a super::explored::ExploredMove, &[&'a str]),
    ) {
        for (number, m) in self.explored.moves.iter().enumerate() {
            each(&self.explored, m, line);
            if let Some(next) = self.next.get(number) {
                line.push(&m.san);
                next.for_each_move(line, each);
                line.pop();
            }
        }
    }
}
