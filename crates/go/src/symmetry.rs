//! The symmetries of a board, for hashes that are the same for all its reflections.

use zobrist::{Grid, Symmetries};

use crate::layout::STONE;
use crate::scheme::GoScheme;

impl GoScheme {
    /// Returns the rotations and reflections of a board as permutations of the scheme's features:
    /// `N` is 8 for a square, 4 for another rectangle, 2 for a mirror. The size of the board stays
    /// as it is.
    ///
    /// ```
    /// use zobrist::{Canonical, Hasher, Lanes};
    /// use zobrist_go::{Board, Color, GoKey, GoScheme};
    ///
    /// let square = GoScheme::symmetries::<8>(9, 9);
    /// let lanes = Lanes::new(u64::table(), &square);
    /// let class = |point: &str| {
    ///     let mut board = Board::new(9, 9).unwrap();
    ///     let mut hasher = Hasher::of(&lanes, GoScheme::size(9, 9));
    ///     board.place_recording(Color::Black, point.parse().unwrap(), &mut hasher).unwrap();
    ///     assert_eq!(hasher.hash()[0], board.hash());
    ///     Canonical::of(&hasher.hash()).hash
    /// };
    /// assert_eq!(class("C4"), class("D3"));
    /// assert_eq!(class("C4"), class("G6"));
    /// assert_ne!(class("C4"), class("C5"));
    ///
    /// // And the colors exchanged on top.
    /// let both = square.with_involution::<16>(GoScheme::other_color)?;
    /// # assert_eq!(both.slots(), 1300);
    /// # Ok::<(), zobrist::SymmetryError>(())
    /// ```
    ///
    /// # Panics
    /// When the board does not have `N` symmetries, or no board has this size.
    pub fn symmetries<const N: usize>(width: usize, height: usize) -> Symmetries<N> {
        let side = crate::MAX_SIDE;
        assert!(
            (1..=side).contains(&width) && (1..=side).contains(&height),
            "a board of {width} x {height} points: expected sides from 1 to {side}"
        );
        Grid::new(width, height).within(side, side).symmetries(GoScheme::LAYOUT, &[STONE])
    }

    /// Returns the slot of the stone of the other color; slots of other features stay as they are.
    pub const fn other_color(slot: usize) -> usize {
        if slot < STONE.end() { (slot + STONE.size() / 2) % STONE.size() } else { slot }
    }
}
