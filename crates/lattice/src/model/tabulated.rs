//! Functions given at equal steps, interpolated by piecewise cubics.

/// A function tabulated at 0, h, 2h, …: cubic between two points, with slopes from differences over
/// up to five points. It is exact for cubics, and both it and its first derivative are continuous.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TabulatedFunction {
    step: f64,
    values: Vec<f64>,
    slopes: Vec<f64>,
}

impl TabulatedFunction {
    /// # Panics
    /// When there are fewer than four values or the step is not positive, which the reader of files
    /// rules out.
    pub(crate) fn new(step: f64, values: Vec<f64>) -> TabulatedFunction {
        assert!(values.len() >= 4 && step > 0.0);
        let f = |i: usize| values[i];
        let last = values.len() - 1;
        // Differences of the third order at both ends, of the fourth within; in units of a step.
        let end = |a: f64, b: f64, c: f64, d: f64| (-11.0 * a + 18.0 * b - 9.0 * c + 2.0 * d) / 6.0;
        let next = |a: f64, b: f64, c: f64, d: f64| (-2.0 * a - 3.0 * b + 6.0 * c - d) / 6.0;
        let slopes = (0..values.len())
            .map(|i| match i {
                0 => end(f(0), f(1), f(2), f(3)),
                1 => next(f(0), f(1), f(2), f(3)),
                i if i == last => -end(f(i), f(i - 1), f(i - 2), f(i - 3)),
                i if i == last - 1 => -next(f(i + 1), f(i), f(i - 1), f(i - 2)),
                i => (f(i - 2) - f(i + 2) + 8.0 * (f(i + 1) - f(i - 1))) / 12.0,
            })
            .collect();
        TabulatedFunction { step, values, slopes }
    }

    /// The function at `x`; beyond either end, the straight line with the slope there.
    pub(crate) fn at(&self, x: f64) -> f64 {
        let last = self.values.len() - 1;
        let t = x / self.step;
        if t <= 0.0 {
            return self.values[0] + t * self.slopes[0];
        }
        if t >= last as f64 {
            return self.values[last] + (t - last as f64) * self.slopes[last];
        }
        let i = t as usize;
        let u = t - i as f64;
        let (a, b) = (self.values[i], self.values[i + 1]);
        let (da, db) = (self.slopes[i], self.slopes[i + 1]);
        let rise = b - a;
        a + u * (da + u * (3.0 * rise - 2.0 * da - db + u * (da + db - 2.0 * rise)))
    }

    /// The bits of all values, for fingerprints.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> {
        std::iter::once(self.step.to_bits()).chain(self.values.iter().map(|value| value.to_bits()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubics_are_exact_everywhere() {
        for points in [4, 5, 6, 11] {
            let f = |x: f64| 1.0 - 2.0 * x + 0.5 * x * x - 0.25 * x * x * x;
            let table =
                TabulatedFunction::new(0.3, (0..points).map(|i| f(0.3 * i as f64)).collect());
            for i in 0..=100 {
                let x = 0.3 * (points - 1) as f64 * i as f64 / 100.0;
                assert!((table.at(x) - f(x)).abs() < 1e-13, "{points} points at {x}");
            }
        }
    }

    #[test]
    fn smooth_functions_converge_with_the_fourth_power_of_the_step() {
        let error = |points: usize| {
            let step = 3.0 / (points - 1) as f64;
            let table = TabulatedFunction::new(
                step,
                (0..points).map(|i| (step * i as f64).sin()).collect(),
            );
            (0..1000)
                .map(|i| 0.003 * i as f64)
                .fold(0.0f64, |e, x| e.max((table.at(x) - x.sin()).abs()))
        };
        let (coarse, fine) = (error(31), error(61));
        assert!(coarse < 3e-6 && fine < coarse / 12.0, "{coarse} {fine}");
    }

    #[test]
    fn beyond_the_ends_it_goes_straight_on() {
        let table = TabulatedFunction::new(0.5, vec![0.0, 0.5, 1.0, 1.5]);
        assert!((table.at(4.0) - 4.0).abs() < 1e-14 && (table.at(-1.0) + 1.0).abs() < 1e-14);
    }
}
