//! Random choices that are the same on every machine.

use zobrist::source::{SplitMix64, Xoshiro256PlusPlus};

pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Creates the generator of game `index`, independent of other games.
    pub(crate) fn of_game(seed: u64, index: u64) -> Random {
        Random(Xoshiro256PlusPlus::new(SplitMix64::new(seed).next_u64() ^ index))
    }

    /// Returns a number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// Returns a number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// Returns true with a probability of `percent`.
    pub(crate) fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Returns an index that favors low ones: half of the time one of the first quarter.
    pub(crate) fn early_index(&mut self, len: usize) -> usize {
        let wide = 1 << 32;
        let draw = self.below(wide);
        ((u128::from(draw * draw) * len as u128) >> 64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.index(choices.len())]
    }
}
