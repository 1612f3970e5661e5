//! The progress of a simulation: its clock, its counts, and the jump that comes next.

use zobrist::source::Xoshiro256PlusPlus;

/// A sum of times that loses nothing to rounding when single ones become small compared with it:
/// the part that each addition cuts off is added up in `rest` (A. Neumaier, Zeitschrift für
/// Angewandte Mathematik und Mechanik 54, 1974, pp. 39–51).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Clock {
    pub(crate) sum: f64,
    pub(crate) rest: f64,
}

impl Clock {
    /// Advances by a time that is not negative.
    #[inline]
    pub(crate) fn advance(&mut self, time: f64) {
        let sum = self.sum + time;
        self.rest += if self.sum >= time { self.sum - sum + time } else { time - sum + self.sum };
        self.sum = sum;
    }

    /// The clock advanced by a time that is not negative.
    #[inline]
    pub(crate) fn after(mut self, time: f64) -> Clock {
        self.advance(time);
        self
    }

    #[inline]
    pub(crate) fn time(self) -> f64 {
        self.sum + self.rest
    }
}

/// The steps so far, and the work that they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) steps: u64,
    pub(super) evaluations: u64,
    pub(super) hits: u64,
    pub(super) misses: u64,
    pub(super) exits: u64,
    pub(super) skipped: u64,
}

impl Counts {
    /// The counts in their order in a checkpoint.
    pub(super) fn to_array(self) -> [u64; 6] {
        let Counts { steps, evaluations, hits, misses, exits, skipped } = self;
        [steps, evaluations, hits, misses, exits, skipped]
    }

    pub(super) fn from_array(numbers: [u64; 6]) -> Counts {
        let [steps, evaluations, hits, misses, exits, skipped] = numbers;
        Counts { steps, evaluations, hits, misses, exits, skipped }
    }
}

/// A jump that was drawn and lies in the future.
///
/// Each step draws two random numbers, whatever is recalled, so that all modes share one
/// trajectory, and tests compare them to the last bit of the clock.
#[derive(Clone, Debug)]
pub(super) struct NextJump {
    pub(super) vacancy: usize,
    pub(super) direction: usize,
    /// The time in s from the clock until the jump.
    pub(super) time: f64,
    /// The generator before the draw.
    pub(super) before: Xoshiro256PlusPlus,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_times_after_a_large_one_are_not_lost() {
        let (mut clock, mut plain) = (Clock::default(), 1e9);
        clock.advance(1e9);
        for _ in 0..1_000_000 {
            clock.advance(1e-8);
            plain += 1e-8;
        }
        assert!((clock.time() - 1e9 - 1e-2).abs() < 1e-6);
        assert_eq!(plain, 1e9); // the control
    }
}
