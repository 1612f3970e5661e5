//! Positions of a game as its history takes them, for histories that a search tree shares.

use std::sync::LazyLock;

use zobrist::{Keep, Verify};

use super::Game;
use crate::color::Color;
use crate::point::Point;
use crate::proof::{ByMoves, HashedLine, Log, MoveLine, Proof};
use crate::scheme::GoKey;

impl<K: GoKey, P: Proof<K>> Game<K, P> {
    /// Returns the current position in the form that the game's history takes: the hash, and with
    /// [`ByMoves`] the moves that led here.
    ///
    /// With it the branches of a search tree can share one history
    /// ([`PersistentHistory`](zobrist::PersistentHistory)), and repetitions in it are proven as in
    /// a game:
    ///
    /// ```
    /// use zobrist::Step;
    /// use zobrist_go::{Board, Color, Game, Move, Rules};
    ///
    /// let board: Board = "
    ///     . X O .
    ///     X . X O
    ///     . X O .
    /// ".parse()?;
    /// let mut game = Game::of(board, Color::White, Rules::default());
    /// let root = game.history().clone().share();
    ///
    /// game.play("B2".parse()?)?; // White takes the ko.
    /// let (taken, repetition) = root.push(Step::Play(1), game.state());
    /// assert_eq!(repetition, None);
    ///
    /// // Black may not take it back at once.
    /// let back = game.state_after(Color::Black, "C2".parse()?).unwrap();
    /// assert_eq!(taken.repetition(Step::Play(0), back).unwrap().earlier, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The state has to come from a game that made the moves of the branch that it is pushed to, up
    /// to that point: the one that was shared, or a clone of it, after plays and
    /// [`undo`](Game::undo). A history by [`ByMoves`] keeps no positions, only the number of each
    /// ply, and counts the stones that came and went in the moves of the state; those of another
    /// line prove nothing. Nodes that have a board and no game can use [`Trust`](zobrist::Trust)
    /// and a hash of 128 bits, whose state is [`Board::hash`](crate::Board::hash).
    pub fn state(&self) -> P::Of<'_> {
        let line = MoveLine { log: &self.log, plies: self.history.len(), next: None };
        P::of(self.board.hash(), line)
    }

    /// Returns the position that a play would make, in the form of [`state`](Game::state), without
    /// making it; `None` when no stone can be put there. Rules are not checked.
    pub fn state_after(&self, color: Color, point: Point) -> Option<P::Of<'_>> {
        let outcome = self.board.outcome(color, point)?;
        let next = Some((&self.board, color, point));
        let line = MoveLine { log: &self.log, plies: self.history.len(), next };
        Some(P::of(outcome.hash, line))
    }
}

/// The moves of no game, for states that are not compared any more.
static NO_MOVES: LazyLock<Log> = LazyLock::new(|| Log::new(0));

/// A branch keeps the ply of each state. The moves between it and a later state of the same branch
/// are in the log that the later state brings.
impl<K: GoKey> Keep<K> for ByMoves {
    type Kept = u32;

    fn keep(&self, state: HashedLine<'_, K>) -> u32 {
        let MoveLine { plies, next, .. } = state.line;
        (if next.is_some() { plies } else { plies - 1 }) as u32
    }

    fn state(hash: K, _: &u32) -> HashedLine<'_, K> {
        ByMoves::of(hash, MoveLine { log: &NO_MOVES, plies: 0, next: None })
    }

    fn same_as_kept(kept: &u32, state: HashedLine<'_, K>) -> bool {
        ByMoves.same(*kept as usize, state)
    }
}
