//! Effects of a move.

/// The stones that a move takes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Removed {
    /// The number of captured stones, of the other color.
    pub captured: u16,
    /// The number of the player's own stones that are taken off, the one just played included:
    /// suicide. 0 when the move captures.
    pub suicide: u16,
}

/// The effect of a move that is not made yet, as returned by
/// [`Board::outcome`](crate::Board::outcome).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<K = u64> {
    /// The hash of the board after the move.
    pub hash: K,
    /// The number of captured stones, of the other color.
    pub captured: u16,
    /// The number of the player's own stones that are taken off, the one played included.
    pub suicide: u16,
}
