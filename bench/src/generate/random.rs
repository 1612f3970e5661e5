//! Random choices for the generator, the same on every machine.

use zobrist::source::{SplitMix64, Xoshiro256PlusPlus};

pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The choices for game `index`: its own, whatever other games draw and whoever makes them.
    pub fn of_game(seed: u64, index: u64) -> Random {
        Random(Xoshiro256PlusPlus::new(SplitMix64::new(seed).next_u64() ^ index))
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// Whether an event with a probability of this many percent occurs.
    pub fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// An index that falls on the first ones more often: half the time on the first quarter.
    pub fn early_index(&mut self, len: usize) -> usize {
        let wide = 1 << 32;
        let draw = self.below(wide);
        ((u128::from(draw * draw) * len as u128) >> 64) as usize
    }

    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.index(choices.len())]
    }
}
