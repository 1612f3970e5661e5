//! Averages of observables over a run.

/// Means of several values, each of which holds until the next are given, weighted by how long.
///
/// ```
/// use zobrist_simulation::Averages;
///
/// let mut averages = Averages::default();
/// averages.add(0.0, vec![Some(2.0), None]);
/// averages.add(1.0, vec![Some(4.0), Some(7.0)]);
/// averages.add(4.0, vec![Some(100.0), Some(100.0)]); // the end
/// assert_eq!(averages.means(), [Some((2.0 * 1.0 + 4.0 * 3.0) / 4.0), Some(7.0)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Averages {
    /// By value: the sum of value · duration, and of the durations in which it existed.
    sums: Vec<(f64, f64)>,
    last: Option<(f64, Vec<Option<f64>>)>,
}

impl Averages {
    /// Enters the values from a time on, `None` for one that does not exist. The last values that
    /// are entered have no weight.
    pub fn add(&mut self, time: f64, values: Vec<Option<f64>>) {
        self.sums.resize(self.sums.len().max(values.len()), (0.0, 0.0));
        if let Some((since, before)) = &self.last {
            let duration = time - since;
            for ((sum, weight), value) in self.sums.iter_mut().zip(before) {
                if let Some(value) = value.filter(|_| duration > 0.0) {
                    *sum += value * duration;
                    *weight += duration;
                }
            }
        }
        self.last = Some((time, values));
    }

    /// Enters values with a weight of their own, as the time that the state of a row stands for.
    /// `None` for a value that does not exist; nothing if the weight is not above 0 and finite.
    pub fn add_weighted(&mut self, weight: f64, values: &[Option<f64>]) {
        self.sums.resize(self.sums.len().max(values.len()), (0.0, 0.0));
        if weight.is_finite() && weight > 0.0 {
            for ((sum, all), value) in self.sums.iter_mut().zip(values) {
                if let Some(value) = value {
                    *sum += value * weight;
                    *all += weight;
                }
            }
        }
    }

    /// Returns the mean of each value; `None` if it never existed for a while.
    #[must_use]
    pub fn means(&self) -> Vec<Option<f64>> {
        let mean = |(sum, weight): &(f64, f64)| (*weight > 0.0).then(|| sum / weight);
        self.sums.iter().map(mean).collect()
    }
}
