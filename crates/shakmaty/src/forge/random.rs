//! Random choices that a seed reproduces, and positions that come from them.

use shakmaty::{Chess, Position};
use zobrist::source::SplitMix64;

/// Choices, not for secrets.
pub struct Random(SplitMix64);

impl Random {
    pub const fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    /// A number below `n`, which is small enough for its bias not to matter.
    pub fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    /// Brings `count` items, drawn at random, to the front, in random order.
    pub fn draw<T>(&mut self, items: &mut [T], count: usize) {
        for drawn in 0..count.min(items.len()) {
            let other = drawn + self.below(items.len() - drawn);
            items.swap(drawn, other);
        }
    }
}

/// Plays legal moves drawn at random from the start of standard chess, 8 to 107 plies, or fewer if
/// the game ends before that, and returns the position. The same seed gives the same position.
///
/// ```
/// use zobrist_shakmaty::random_position;
///
/// assert_eq!(random_position(7), random_position(7));
/// assert_ne!(random_position(7), random_position(8));
/// ```
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
