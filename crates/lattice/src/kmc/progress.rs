//! Simulated time.

/// A sum of times that loses nothing to rounding when single ones become small compared with it:
/// the part that each addition cuts off is added up in `rest` (A. Neumaier, Zeitschrift für Angewandte
/// Mathematik und Mechanik 54, 1974, pp. 39–51).
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
