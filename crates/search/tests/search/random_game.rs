//! Random games: a hash function decides which moves there are and what positions are worth.

use std::hash::Hash;

use zobrist::Key;
use zobrist_search::{Game, LOST, loss_in, win_in};

use crate::definition::{earlier, negamax};

/// `plies` levels of `width` positions; each move leads to one of the next level, so that many
/// paths lead to one position.
#[derive(Clone, Debug)]
pub(crate) struct RandomGame<K> {
    seed: u64,
    plies: u32,
    width: u32,
    at: (u32, u32),
    /// Bounds of the value of each position; empty if the game gives none.
    bounds: Vec<(i32, i32)>,
    key: std::marker::PhantomData<fn() -> K>,
}

pub(crate) fn mix(mut word: u64) -> u64 {
    for _ in 0..2 {
        word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
    word ^ word >> 32
}

impl<K: Key + Hash> RandomGame<K> {
    pub(crate) fn new(seed: u64, plies: u32, width: u32) -> Self {
        let key = std::marker::PhantomData;
        RandomGame { seed, plies, width, at: (0, 0), bounds: Vec::new(), key }
    }

    /// The game with bounds of its values, some of them narrow.
    pub(crate) fn with_bounds(mut self) -> Self {
        let mut bounds = vec![(0, 0); ((self.plies + 1) * self.width) as usize];
        let mut values: Vec<i32> = Vec::new();
        for ply in (0..=self.plies).rev() {
            let next = std::mem::take(&mut values);
            for id in 0..self.width {
                self.at = (ply, id);
                let mut moves = Vec::new();
                self.moves(&mut moves);
                let value = |m: &u32| earlier(-next[*m as usize]);
                values.push(moves.iter().map(value).max().unwrap_or_else(|| self.score()));
                let value = values[id as usize];
                let random = self.random(7);
                let away = [0, 1, 7, 40_000];
                let lower = value - away[(random & 3) as usize];
                let upper = value + away[(random >> 2 & 3) as usize];
                bounds[(ply * self.width + id) as usize] =
                    (lower.max(LOST - 1), upper.min(1 - LOST));
            }
        }
        self.at = (0, 0);
        self.bounds = bounds;
        let mut plain = RandomGame::<K>::new(self.seed, self.plies, self.width);
        if self.plies < 6 {
            assert_eq!(values[0], negamax(&mut plain, u32::MAX));
        }
        self
    }

    fn random(&self, of: u64) -> u64 {
        mix(mix(self.seed ^ u64::from(self.at.0) << 32 ^ u64::from(self.at.1)) ^ of)
    }
}

impl<K: Key + Hash> Game for RandomGame<K> {
    type Key = K;
    type Move = u32;
    type Undo = (u32, u32);

    /// A different one for each position: an odd number times the position's.
    fn hash(&self) -> K {
        let number = u128::from(self.at.0 * self.width + self.at.1);
        let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        K::from_word(spread >> (128 - K::BITS))
    }
    fn moves(&self, moves: &mut Vec<u32>) {
        let over = self.at.0 == self.plies || (self.at.0 > 1 && self.random(1).is_multiple_of(8));
        let count = if over { 0 } else { 1 + self.random(2) % 5 };
        moves.extend((0..count).map(|m| (self.random(16 + m) % u64::from(self.width)) as u32));
    }
    fn make(&mut self, to: u32) -> (u32, u32) {
        let next = (self.at.0 + 1, to);
        std::mem::replace(&mut self.at, next)
    }
    fn unmake(&mut self, _: u32, from: (u32, u32)) {
        self.at = from;
    }
    fn score(&self) -> i32 {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        match self.random(3) % 8 {
            0..3 if moves.is_empty() => LOST,
            3 if moves.is_empty() => win_in(0),
            4 if moves.is_empty() => loss_in(3),
            score => (score as i32 - 4) * 5,
        }
    }
    fn bounds(&self) -> (i32, i32) {
        let place = (self.at.0 * self.width + self.at.1) as usize;
        self.bounds.get(place).copied().unwrap_or((-40_000, 40_000))
    }
    fn priority(&self, m: u32) -> i32 {
        (self.random(m.into()) % 3) as i32
    }
}
