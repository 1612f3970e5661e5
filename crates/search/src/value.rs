//! Values of positions: wins and losses by their distance, and estimates between them.

/// The largest bound that a game gives: larger than every value.
pub(crate) const MAX_BOUND: i32 = 32_001;

/// The value of a game that is over and lost by the player to move.
pub const LOST: i32 = -32_000;

/// The bound of undecided values: those above it are wins, those below its negative are losses, and
/// those between are estimates or draws. The bound itself and its negative are a win and a loss in
/// 2,000 plies or more, which follow from entries of a table that were far below the position.
pub const DECIDED: i32 = 30_000;

/// The depth limit of a search in plies, so that each win it finds has a value of its own.
pub(crate) const MAX_PLIES: usize = (-LOST - DECIDED) as usize;

/// Returns the value of a win whose last move is `plies` plies away: 1 is a win with the next move.
///
/// # Panics
/// When `plies` is negative, or 2,000 or more.
#[inline]
#[must_use]
pub const fn win_in(plies: i32) -> i32 {
    assert!(plies >= 0 && plies < MAX_PLIES as i32, "a win takes fewer than 2,000 plies");
    -LOST - plies
}

/// Returns the value of a loss whose last move is `plies` plies away: 0 is a game that is lost and
/// over, 2 is one where the opponent's next move wins.
///
/// # Panics
/// When `plies` is negative, or 2,000 or more.
#[inline]
#[must_use]
pub const fn loss_in(plies: i32) -> i32 {
    -win_in(plies)
}

/// Returns the number of plies in which a decided game ends; `None` for a draw, an estimate, or a
/// number that is not the value of a position.
#[inline]
#[must_use]
pub const fn plies_to_end(value: i32) -> Option<i32> {
    let size = value.unsigned_abs();
    let is_decided = size > DECIDED as u32 && size <= -LOST as u32;
    if is_decided { Some(-LOST - size as i32) } else { None }
}

/// Limits a value from a game or a table to the range of values, in which all can be negated and
/// moved ply by ply.
#[inline(always)]
pub(crate) fn in_range(value: i32) -> i32 {
    value.clamp(LOST, -LOST)
}

/// Returns the value of a position as the same player sees it a ply earlier: wins and losses are a
/// ply further away.
#[inline(always)]
pub(crate) fn earlier(value: i32) -> i32 {
    value - i32::from(value > DECIDED) + i32::from(value < -DECIDED)
}

/// The inverse of [`earlier`].
#[inline(always)]
pub(crate) fn later(value: i32) -> i32 {
    value + i32::from(value >= DECIDED) - i32::from(value <= -DECIDED)
}
