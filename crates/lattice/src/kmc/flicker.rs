//! Detection of flicker: a walk back and forth between a few states.

/// The definition of flicker: the last `window` steps all led back to one of the `states` different
/// states that were visited last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Flicker {
    /// The number of steps in a row.
    pub window: u32,
    /// The largest number of states in a basin, from 2 to 256. An exit from n states costs about n²
    /// operations to notice and to draw, n³ to prepare, and the barriers of n states.
    pub states: usize,
}

impl Flicker {
    /// Creates a definition of flicker.
    #[must_use]
    pub const fn new(window: u32, states: usize) -> Flicker {
        Flicker { window, states }
    }
}

impl Default for Flicker {
    /// Returns a window of 32 steps among 8 states.
    fn default() -> Flicker {
        Flicker { window: 32, states: 8 }
    }
}

/// The states visited last, and the number of steps since another one was visited.
#[derive(Clone, Debug)]
pub(crate) struct Detector {
    flicker: Flicker,
    /// Hashes of different states, the latest first.
    recent: Vec<u64>,
    streak: u32,
}

impl Detector {
    pub(crate) fn new(flicker: Flicker) -> Detector {
        Detector { flicker, recent: Vec::with_capacity(flicker.states), streak: 0 }
    }

    /// Records the state that a step led to.
    pub(crate) fn visit(&mut self, hash: u64) {
        match self.recent.iter().position(|&other| other == hash) {
            Some(place) => {
                self.recent[..=place].rotate_right(1);
                self.streak = self.streak.saturating_add(1);
            }
            None => {
                self.recent.truncate(self.flicker.states - 1);
                self.recent.insert(0, hash);
                self.streak = 0;
            }
        }
    }

    pub(crate) fn flickers(&self) -> bool {
        self.streak >= self.flicker.window
    }

    /// The states among which it flickers.
    pub(crate) fn states(&self) -> &[u64] {
        &self.recent
    }

    pub(crate) fn clear(&mut self) {
        self.recent.clear();
        self.streak = 0;
    }

    /// The states and the steps in a row, for checkpoints.
    pub(crate) fn parts(&self) -> (&[u64], u32) {
        (&self.recent, self.streak)
    }

    /// Continues from [`parts`](Self::parts); there are no more states than a basin may have.
    pub(crate) fn restore(&mut self, recent: Vec<u64>, streak: u32) {
        self.recent = recent;
        self.streak = streak;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule as it is stated, applied to the whole past.
    fn flickers(past: &[u64], flicker: Flicker) -> bool {
        let window = flicker.window as usize;
        past.len() > window
            && (past.len() - window..past.len()).all(|at| {
                let mut last: Vec<u64> = Vec::new();
                for &state in past[..at].iter().rev() {
                    if !last.contains(&state) && last.len() < flicker.states {
                        last.push(state);
                    }
                }
                last.contains(&past[at])
            })
    }

    #[test]
    fn detection_is_the_rule() {
        let flicker = Flicker { window: 6, states: 3 };
        let mut generator = zobrist::source::Xoshiro256PlusPlus::new(4);
        let (mut detector, mut past, mut seen) = (Detector::new(flicker), Vec::new(), [0, 0]);
        for step in 0..4000 {
            let kinds = if step / 50 % 2 == 0 { 3 } else { 6 };
            past.push(generator.next_u64() % kinds);
            let expected = flickers(&past, flicker);
            detector.visit(past[step]);
            assert_eq!(detector.flickers(), expected, "step {step}");
            seen[usize::from(expected)] += 1;
        }
        assert!(seen[0] > 100 && seen[1] > 100);
    }
}
