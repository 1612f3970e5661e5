//! Parts of a board by their names.

use crate::keys::{CORNERS, DEPTH, Region, SIDE};

/// A part of a board: all of it, a corner of 9 x 9 points, or a side, 11 points in the middle of
/// an edge and 7 from it. Where an edge of even length has no middle, it is the side nearer to A1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The whole board.
    Board,
    /// The corner of A1.
    LowerLeft,
    /// The corner at the end of row 1.
    LowerRight,
    /// The corner at the end of column A.
    UpperLeft,
    /// The corner of the last column and row.
    UpperRight,
    /// The side along row 1.
    Bottom,
    /// The side along the last row.
    Top,
    /// The side along column A.
    Left,
    /// The side along the last column.
    Right,
}

impl Part {
    /// Its points on a board, or the length and depth for which the board is too small.
    pub(crate) fn region(self, size: (usize, usize)) -> Result<Region, (usize, usize)> {
        let least = size.0.min(size.1);
        let corner = |right: bool, top: bool| {
            let side = CORNERS.into_iter().max().unwrap_or_default();
            (side <= least).then(|| Region::corner(side, size, (right, top))).ok_or((side, side))
        };
        let side = |edge: usize| {
            let length = if edge < 2 { size.0 } else { size.1 };
            let region = || Region::side(size, edge, (length - SIDE) / 2);
            (SIDE <= least).then(region).ok_or((SIDE, DEPTH))
        };
        match self {
            Part::Board => Ok(Region::board(size)),
            Part::LowerLeft => corner(false, false),
            Part::LowerRight => corner(true, false),
            Part::UpperLeft => corner(false, true),
            Part::UpperRight => corner(true, true),
            Part::Bottom => side(0),
            Part::Top => side(1),
            Part::Left => side(2),
            Part::Right => side(3),
        }
    }
}
