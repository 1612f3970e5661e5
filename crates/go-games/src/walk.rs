//! A walk over all lines of a recorded game, in the order of the file.

use zobrist_go::sgf::Node;
use zobrist_go::{Game, GoKey, Proof};

/// The way from the first node of a record to the one that was entered last. `S` is what a caller
/// keeps of each node; a node begins with that of its parent.
#[derive(Debug, Default)]
pub struct Walk<S> {
    /// The nodes from the first one on.
    pub path: Vec<Entered<S>>,
    /// The number of the line: 0 is the main line, the others are numbered as they stand in the
    /// file.
    pub variation: u64,
    /// A node that cannot be played: those below it are skipped. They come right after it.
    lost: Option<usize>,
}

/// A node on the way.
#[derive(Debug)]
pub struct Entered<S> {
    /// The number of the node in its record.
    pub node: usize,
    /// The plies before it.
    ply: usize,
    /// State that the caller keeps of it.
    pub state: S,
}

impl<S: Copy + Default> Walk<S> {
    /// Enters the next node of a record, after the moves of the game that do not lead to it were
    /// taken back; `false` if it is skipped. Nodes come in their order, and none is left out.
    pub fn enter<K: GoKey, P: Proof<K>>(
        &mut self,
        number: usize,
        node: &Node<'_>,
        game: &mut Game<K, P>,
    ) -> bool {
        // The first child of a node goes on with its line.
        let is_first = node.parent.is_none_or(|parent| parent + 1 == number);
        self.variation += u64::from(!is_first);
        self.lost = self.lost.filter(|lost| node.parent.is_some_and(|parent| parent >= *lost));
        if self.is_lost() {
            return false;
        }
        while let Some(back) = self.path.pop_if(|entered| Some(entered.node) != node.parent) {
            while game.ply() > back.ply {
                game.undo();
            }
        }
        let state = self.path.last().map_or(S::default(), |parent| parent.state);
        self.path.push(Entered { node: number, ply: game.ply(), state });
        true
    }

    /// The state that is kept of the node that was entered last.
    ///
    /// # Panics
    /// When no node was entered.
    pub fn state(&mut self) -> &mut S {
        &mut self.path.last_mut().expect("a node was entered").state
    }

    /// Skips the nodes below the one that was entered last.
    pub fn lose(&mut self) {
        self.lost = self.path.last().map(|entered| entered.node);
    }

    /// True if the node that came last was lost, or is below one that was.
    pub fn is_lost(&self) -> bool {
        self.lost.is_some()
    }
}
