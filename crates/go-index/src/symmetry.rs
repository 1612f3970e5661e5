//! The rotations and reflections of a board, with or without the colors swapped.

use zobrist_go::{Color, Point};

/// A rotation or a reflection of a board, maybe with the colors swapped on top.
///
/// Bit 2 exchanges columns and rows, which needs a square; then bit 0 exchanges left and right, bit
/// 1 top and bottom. Bit 3 swaps the colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

/// Black becomes White.
const COLORS: u8 = 8;

impl Symmetry {
    /// Every symmetry of a board of this size that is asked for, the identity first: rotations and
    /// reflections, if `turns` is true, and those that swap the colors, if `colors` is true.
    pub fn all(
        (width, height): (usize, usize),
        turns: bool,
        colors: bool,
    ) -> impl Iterator<Item = Symmetry> + Clone {
        let turned = match (turns, width == height) {
            (false, _) => 1,
            (true, false) => 4,
            (true, true) => 8,
        };
        let swapped = if colors { &[0, COLORS][..] } else { &[0] };
        swapped.iter().flat_map(move |swap| (0..turned).map(move |turn| Symmetry(swap | turn)))
    }

    /// The image of a point of a board of this size.
    #[must_use]
    pub fn point(self, point: Point, (width, height): (usize, usize)) -> Point {
        let (mut column, mut row) = (point.column(), point.row());
        if self.0 & 4 != 0 {
            (column, row) = (row, column);
        }
        if self.0 & 1 != 0 {
            column = width - 1 - column;
        }
        if self.0 & 2 != 0 {
            row = height - 1 - row;
        }
        Point::new(column, row).expect("the board is on the grid")
    }

    /// The image of a color.
    #[must_use]
    pub fn color(self, color: Color) -> Color {
        if self.swaps_colors() { !color } else { color }
    }

    /// The symmetry that undoes it.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        // The quarter turns undo each other, and each of the others undoes itself.
        match self.0 & 7 {
            5 | 6 => Symmetry(self.0 ^ 3),
            _ => self,
        }
    }

    /// True if Black becomes White.
    #[must_use]
    pub fn swaps_colors(self) -> bool {
        self.0 & COLORS != 0
    }

    /// Returns the name of its effect on the board, for rows. Columns run from left to right and
    /// rows from bottom to top.
    #[must_use]
    pub fn turn(self) -> &'static str {
        match self.0 & 7 {
            0 => "none",
            1 => "left-right",
            2 => "top-bottom",
            3 => "half-turn",
            4 => "diagonal",
            5 => "quarter-turn-left",
            6 => "quarter-turn-right",
            _ => "other-diagonal",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corner A1 and its neighbor B1 tell the eight apart.
    #[test]
    fn each_name_says_what_is_done() {
        let image = |symmetry: Symmetry| {
            let image = |name: &str| symmetry.point(name.parse().unwrap(), (9, 9)).to_string();
            format!("{} {} {}", symmetry.turn(), image("A1"), image("B1"))
        };
        let images: Vec<String> = Symmetry::all((9, 9), true, false).map(image).collect();
        assert_eq!(
            images,
            [
                "none A1 B1",
                "left-right J1 H1",
                "top-bottom A9 B9",
                "half-turn J9 H9",
                "diagonal A1 A2",
                "quarter-turn-left J1 J2",
                "quarter-turn-right A9 A8",
                "other-diagonal J9 J8",
            ]
        );
        assert_eq!(Symmetry::all((9, 9), true, true).count(), 16);
        assert_eq!(Symmetry::all((9, 7), true, true).count(), 8);
        assert_eq!(Symmetry::all((9, 9), false, true).count(), 2);
        for symmetry in Symmetry::all((9, 9), true, true) {
            for name in ["A1", "C2", "J4"] {
                let point: Point = name.parse().unwrap();
                let there = symmetry.point(point, (9, 9));
                assert_eq!(symmetry.inverse().point(there, (9, 9)), point, "{symmetry:?}");
            }
        }
        let last = Symmetry::all((9, 9), true, true).last().unwrap();
        assert_eq!((last.swaps_colors(), last.color(Color::Black)), (true, Color::White));
    }
}
