//! Moves of a game taken back.

use zobrist::Step;

use super::Game;
use crate::color::Color;
use crate::point::{CELLS, Point};
use crate::proof::Proof;
use crate::scheme::GoKey;

impl<K: GoKey, P: Proof<K>> Game<K, P> {
    /// Takes back the last move, pass or set-up; `false` when there is none.
    ///
    /// To take a move back costs what the move cost, whatever the size of the board: it visits the
    /// stones that were taken off, and those of the smaller chains that it joined. A set-up, and
    /// the moves before one that was taken back, cost time proportional to the points of the board.
    pub fn undo(&mut self) -> bool {
        if self.history.len() < 2 {
            return false;
        }
        match (self.last_step(), self.log.last_placed()) {
            (Step::Pass(_), _) => {}
            (_, Some(placed)) if self.ply() > self.rebuilt => self.board.take_back(placed),
            _ => self.take_back_by_stones(),
        }
        if self.images.is_some() {
            self.turn_images();
        }
        self.log.take_back();
        self.history.pop();
        self.ko = self.log.only_captured();
        self.only_grew = false;
        let step = self.last_step();
        self.to_move = !Color::ALL[usize::from(step.player())];
        true
    }

    /// Takes back the moves, passes and set-ups after a [ply](Game::ply), so that the game stands as
    /// it did then; `false`, and nothing happens, when it has no such ply yet.
    ///
    /// ```
    /// use zobrist_go::{Game, Rules};
    ///
    /// let mut game = Game::new(9, 9, Rules::default())?;
    /// for name in ["E5", "pass", "C3"] {
    ///     game.play(name.parse()?)?;
    /// }
    /// assert!(game.undo_to(1));
    /// assert_eq!((game.ply(), game.board().stone_count()), (1, 1));
    /// assert!(!game.undo_to(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo_to(&mut self, ply: usize) -> bool {
        if ply > self.ply() {
            return false;
        }
        while self.ply() > ply {
            self.undo();
        }
        true
    }

    /// The step that led to the position.
    #[inline]
    fn last_step(&self) -> Step {
        self.history.get(self.ply()).expect("a game begins with a ply").0
    }

    /// Takes the last ply off the board, without a record of how the stones were put.
    #[cold]
    #[inline(never)]
    fn take_back_by_stones(&mut self) {
        let bit = |color: Color| 1_u8 << color.index();
        let mut cells = [0; CELLS];
        // Stones that came go, and stones that went come back.
        for (color, point) in self.board.stones().chain(self.log.last_changes()) {
            cells[point.cell()] ^= bit(color);
        }
        let stone = |(color, point): &(Color, Point)| cells[point.cell()] & bit(*color) != 0;
        let stones = self.board.points().flat_map(|point| Color::ALL.map(|c| (c, point)));
        self.board.set_up(stones.filter(stone)).expect("these stones were on the board before");
        self.rebuilt = self.ply() - 1;
    }

    /// Takes the last move back, and leaves the turn as it is.
    #[cold]
    #[inline(never)]
    pub(super) fn put_back(&mut self) {
        let to_move = self.to_move;
        self.undo();
        self.to_move = to_move;
    }
}
