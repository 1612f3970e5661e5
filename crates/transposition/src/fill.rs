//! The occupancy of a table, estimated from a sample.

/// The occupancy of a table, as [`Table::fill`](crate::Table::fill) found it in a sample of its buckets.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Fill {
    /// The number of slots in the sample.
    pub sampled: u64,
    /// The number of these that hold an entry.
    pub used: u64,
    /// The number of these that hold an entry of the current generation.
    pub current: u64,
    /// The standard error of [`share`](Fill::share), from the variance between buckets: 0 when all
    /// buckets were looked at, infinite when only one of several was.
    pub error: f64,
}

impl Fill {
    /// Returns the share of the slots that hold an entry, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.used as f64 / self.sampled.max(1) as f64
    }

    /// Returns the share of the slots that hold an entry of the current generation, from 0 to 1.
    pub fn current_share(&self) -> f64 {
        self.current as f64 / self.sampled.max(1) as f64
    }

    /// Estimates the occupancy of `lines` lines of `slots` slots. For each sampled line, the sample
    /// has the number of its entries, and how many of them are of the current generation.
    pub(crate) fn of(slots: u64, lines: u64, sample: impl Iterator<Item = (u64, u64)>) -> Fill {
        let (mut count, mut used, mut squares, mut current) = (0, 0, 0, 0);
        for (entries, young) in sample {
            count += 1;
            used += entries;
            squares += entries * entries;
            current += young;
        }
        let n = count as f64;
        let mean = used as f64 / n;
        let variance = (squares as f64 / n - mean * mean).max(0.0) * n / (n - 1.0);
        // Drawn without replacement.
        let unseen = 1.0 - n / lines as f64;
        let error = match count {
            all if all == lines => 0.0,
            1 => f64::INFINITY,
            _ => (variance / n * unseen).sqrt() / slots as f64,
        };
        Fill { sampled: count * slots, used, current, error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_that_of_a_mean_without_replacement() {
        let fill = Fill::of(8, 10, [(2, 1), (4, 0), (7, 3), (3, 3)].into_iter());
        assert_eq!((fill.sampled, fill.used, fill.current), (32, 16, 7));
        // The squares of the deviations from 4 are 4, 0, 9 and 1; six buckets of ten are unseen.
        let variance = 14.0 / 3.0;
        let expected = (variance / 4.0 * 0.6_f64).sqrt() / 8.0;
        assert!((fill.error - expected).abs() < 1e-12, "{fill:?}, {expected}");
    }
}
