//! The canonical hash of a game's board, and the passes at its end.

use zobrist::Step;

use super::Game;
use crate::board::Images;
use crate::proof::Proof;
use crate::scheme::GoKey;

impl<K: GoKey, P: Proof<K>> Game<K, P> {
    /// Returns the least hash among those of the board's rotations and reflections, as
    /// [`Board::canonical_hash`](crate::Board::canonical_hash) does. Takes constant time if it is
    /// [kept](Game::keep_canonical_hash), else time proportional to the stones.
    #[must_use]
    pub fn canonical_hash(&self) -> K {
        match &self.images {
            Some(images) => images.least(),
            None => self.board.canonical_hash(),
        }
    }

    /// Keeps the hashes of all images of the board from now on, move by move: a stone that comes or
    /// goes then costs eight keys more. Games without it, as in playouts, pay a branch.
    ///
    /// ```
    /// use zobrist_go::{Game, Rules};
    ///
    /// let mut game = Game::new(9, 9, Rules::default())?;
    /// game.keep_canonical_hash();
    /// game.play("C4".parse()?)?;
    /// let hash = game.canonical_hash();
    /// game.undo();
    /// game.play("F7".parse()?)?;
    /// assert_eq!(game.canonical_hash(), hash);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_canonical_hash(&mut self) {
        self.images = Some(Box::new(Images::of(&self.board)));
    }

    /// Adds the changes of the last ply to the hashes of the images; keys combine by XOR, so that
    /// this also takes them back.
    #[cold]
    #[inline(never)]
    pub(super) fn turn_images(&mut self) {
        if let Some(images) = &mut self.images {
            self.log.last_changes().for_each(|(color, point)| images.toggle(color, point));
        }
    }

    /// Returns the number of passes since the last play or set-up.
    ///
    /// ```
    /// use zobrist_go::{Game, Move, Rules};
    ///
    /// let mut game = Game::new(9, 9, Rules::default())?;
    /// game.play("E5".parse()?)?;
    /// assert_eq!(game.passes(), 0);
    /// game.play(Move::Pass)?;
    /// game.play(Move::Pass)?;
    /// assert_eq!(game.passes(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn passes(&self) -> usize {
        let steps = self.history.iter().rev().map(|(step, _)| step);
        steps.take_while(|step| matches!(step, Step::Pass(_))).count()
    }
}
