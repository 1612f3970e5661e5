//! Positions set up stone by stone.

use super::error::SetUpError;
use super::state::Board;
use crate::color::Color;
use crate::point::Point;
use crate::scheme::GoKey;

impl<K: GoKey> Board<K> {
    /// Clears the board and sets up these stones. Every chain needs a liberty; on any error the
    /// board is left empty.
    ///
    /// ```
    /// use zobrist_go::{Board, Color, SetUpError};
    ///
    /// let mut board = Board::new(2, 1)?;
    /// board.set_up([(Color::Black, "A1".parse()?)])?;
    /// assert_eq!(board.to_string(), "X .\n");
    /// let full = [(Color::Black, "A1".parse()?), (Color::Black, "B1".parse()?)];
    /// assert!(matches!(board.set_up(full), Err(SetUpError::NoLiberty { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a point is off the board or given twice, or a chain has no liberty.
    pub fn set_up(
        &mut self,
        stones: impl IntoIterator<Item = (Color, Point)>,
    ) -> Result<(), SetUpError> {
        self.clear();
        let set = stones.into_iter().try_for_each(|(color, point)| {
            self.check_vacant(point).map_err(SetUpError::Place)?;
            self.put::<false>(color, point.cell(), &mut ());
            Ok(())
        });
        let set = set.and_then(|()| match self.stones().find(|(_, point)| !self.lives(*point)) {
            Some((_, point)) => Err(SetUpError::NoLiberty { point }),
            None => Ok(()),
        });
        if set.is_err() {
            self.clear();
        }
        set
    }

    /// True if the chain of the stone on a point has a liberty.
    fn lives(&self, point: Point) -> bool {
        self.chains[usize::from(self.cells[point.cell()].chain)].liberties > 0
    }
}
