//! Random choices by a seed, and random positions.

use shakmaty::{Chess, Position};
use zobrist::source::SplitMix64;

/// A random generator, not for secrets.
pub(super) struct Random(SplitMix64);

impl Random {
    pub(super) const fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    /// Returns a number below `n`. Its bias does not matter for small `n`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    /// Moves `count` random items to the front, in random order.
    pub(super) fn draw<T>(&mut self, items: &mut [T], count: usize) {
        for drawn in 0..count.min(items.len()) {
            let other = drawn + self.below(items.len() - drawn);
            items.swap(drawn, other);
        }
    }
}

/// Returns the position after 8 to 107 random legal plies from the start of standard chess, or
/// fewer if the game ends. A seed always gives the same position.
///
/// ```
/// use zobrist_shakmaty::random_position;
///
/// assert_eq!(random_position(7), random_position(7));
/// assert_ne!(random_position(7), random_position(8));
/// ```
#[must_use]
pub fn random_position(seed: u64) -> Chess {
    let mut random = Random::new(seed);
    let mut position = Chess::default();
    for _ in 0..8 + random.below(100) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    position
}
