//! Area scoring by the rules of Tromp and Taylor.

use super::state::Board;
use crate::color::Color;
use crate::scheme::GoKey;

/// The area of each player, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Area {
    /// The points of Black.
    pub black: usize,
    /// The points of White.
    pub white: usize,
}

impl Area {
    /// Returns the points of Black less those of White.
    #[must_use]
    pub const fn difference(self) -> isize {
        self.black as isize - self.white as isize
    }
}

impl<K: GoKey> Board<K> {
    /// Returns the area by the rules of Tromp and Taylor: a player's stones, and the empty points
    /// from which paths over empty points lead to stones of that player only. No stone is
    /// considered dead.
    ///
    /// ```
    /// use zobrist_go::{Area, Board};
    ///
    /// let board: Board = "
    ///     . X O .
    ///     . X O O
    ///     X X . O
    /// ".parse()?;
    /// assert_eq!(board.area(), Area { black: 6, white: 5 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn area(&self) -> Area {
        let mut points = [0; 2];
        let mut seen = [false; crate::point::CELLS];
        let mut region = Vec::new();
        for start in self.points() {
            if let Some(color) = self.stone(start) {
                points[color.index()] += 1;
            } else if !seen[start.cell()] {
                seen[start.cell()] = true;
                region.clear();
                region.push(start);
                let mut reaches = [false; 2];
                let mut done = 0;
                while let Some(point) = region.get(done).copied() {
                    done += 1;
                    for neighbor in self.neighbors(point) {
                        match self.stone(neighbor) {
                            Some(color) => reaches[color.index()] = true,
                            None if !seen[neighbor.cell()] => {
                                seen[neighbor.cell()] = true;
                                region.push(neighbor);
                            }
                            None => {}
                        }
                    }
                }
                for color in Color::ALL {
                    if reaches[color.index()] && !reaches[(!color).index()] {
                        points[color.index()] += region.len();
                    }
                }
            }
        }
        Area { black: points[0], white: points[1] }
    }
}
