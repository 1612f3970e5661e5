//! Functions given at equal steps, interpolated by piecewise cubics.

/// A function tabulated at 0, h, 2h, …: cubic between two points, with slopes from differences over
/// five points, over three at the second and the last but one, and over two at the ends. Both it
/// and its first derivative are continuous. It is exact for straight lines, and for cubics but for
/// two intervals at either end. LAMMPS interpolates potentials in this way (`pair_eam.cpp`), and
/// energies are to be equal to its own.
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
        // In units of a step.
        let slopes = (0..values.len())
            .map(|i| match i {
                0 => f(1) - f(0),
                i if i == last => f(i) - f(i - 1),
                i if i == 1 || i == last - 1 => 0.5 * (f(i + 1) - f(i - 1)),
                i => (f(i - 2) - f(i + 2) + 8.0 * (f(i + 1) - f(i - 1))) / 12.0,
            })
            .collect();
        TabulatedFunction { step, values, slopes }
    }

    /// The end of the table.
    pub(crate) fn end(&self) -> f64 {
        self.step * (self.values.len() - 1) as f64
    }

    /// The function at `x`: below 0 the cubic of the first interval, beyond the end the last value.
    pub(crate) fn at(&self, x: f64) -> f64 {
        let t = x / self.step;
        let i = (t as usize).min(self.values.len() - 2);
        let u = (t - i as f64).min(1.0);
        let (a, b) = (self.values[i], self.values[i + 1]);
        let (da, db) = (self.slopes[i], self.slopes[i + 1]);
        let rise = b - a;
        a + u * (da + u * (3.0 * rise - 2.0 * da - db + u * (da + db - 2.0 * rise)))
    }

    /// As [`at`](TabulatedFunction::at), but beyond the end the straight line with the slope there.
    pub(crate) fn at_or_beyond(&self, x: f64) -> f64 {
        let last = self.values.len() - 1;
        let t = x / self.step;
        if t >= last as f64 {
            return self.values[last] + (t - last as f64) * self.slopes[last];
        }
        self.at(x)
    }

    /// The bits of all values, for fingerprints.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> {
        std::iter::once(self.step.to_bits()).chain(self.values.iter().map(|value| value.to_bits()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, point by point.
    fn slope(values: &[f64], i: usize) -> f64 {
        let last = values.len() - 1;
        match i.min(last - i) {
            0 => values[i.max(1)] - values[i.max(1) - 1],
            1 => (values[i + 1] - values[i - 1]) / 2.0,
            _ => {
                let near = values[i + 1] - values[i - 1];
                (8.0 * near - (values[i + 2] - values[i - 2])) / 12.0
            }
        }
    }

    #[test]
    fn each_interval_is_the_cubic_of_its_values_and_slopes() {
        for points in [4, 5, 6, 11] {
            let f = |x: f64| 1.0 - 2.0 * x + 0.5 * x * x - 0.25 * x * x * x + (3.0 * x).sin();
            let values: Vec<f64> = (0..points).map(|i| f(0.3 * i as f64)).collect();
            let table = TabulatedFunction::new(0.3, values.clone());
            for i in 0..points - 1 {
                for part in [0.0, 0.25, 0.5, 0.75] {
                    // Hermite's form.
                    let (p, q) = (part, 1.0 - part);
                    let expected = (1.0 + 2.0 * p) * q * q * values[i]
                        + p * q * q * slope(&values, i)
                        + p * p * (3.0 - 2.0 * p) * values[i + 1]
                        - p * p * q * slope(&values, i + 1);
                    let got = table.at(0.3 * (i as f64 + part));
                    assert!((got - expected).abs() < 1e-12, "{points} points, {i} + {part}");
                }
            }
        }
    }

    #[test]
    fn cubics_are_exact_within_and_lines_everywhere() {
        for points in [5, 6, 11] {
            let f = |x: f64| 1.0 - 2.0 * x + 0.5 * x * x - 0.25 * x * x * x;
            let of = |f: &dyn Fn(f64) -> f64| {
                TabulatedFunction::new(0.3, (0..points).map(|i| f(0.3 * i as f64)).collect())
            };
            let (cubic, line) = (of(&f), of(&|x| 1.0 - 2.0 * x));
            for i in 0..=100 {
                let x = 0.3 * (points - 1) as f64 * i as f64 / 100.0;
                let is_within = (0.6..=0.3 * (points - 3) as f64).contains(&x);
                let error = (cubic.at(x) - f(x)).abs();
                assert!(error < if is_within { 1e-13 } else { 0.05 }, "{points} points at {x}");
                assert!((line.at(x) - 1.0 + 2.0 * x).abs() < 1e-13);
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
            // Without the two intervals at either end.
            (0..1000)
                .map(|i| 2.0 * step + (3.0 - 4.0 * step) * 0.001 * i as f64)
                .fold(0.0f64, |e, x| e.max((table.at(x) - x.sin()).abs()))
        };
        let (coarse, fine) = (error(31), error(61));
        assert!(coarse < 3e-6 && fine < coarse / 12.0, "{coarse} {fine}");
    }

    #[test]
    fn beyond_the_ends_it_goes_on() {
        let table = TabulatedFunction::new(0.5, vec![0.0, 0.5, 1.0, 1.5]);
        assert!((table.at_or_beyond(4.0) - 4.0).abs() < 1e-14);
        assert_eq!((table.at(4.0), table.at(1.5), table.end()), (1.5, 1.5, 1.5));
        assert!((table.at(-1.0) + 1.0).abs() < 1e-14);
        assert!((table.at_or_beyond(-1.0) + 1.0).abs() < 1e-14);
        // Values 0, 1, 3, 6 and slopes 1, 1.5 at the ends of the first interval: u + u²(… ) of
        // there.
        let table = TabulatedFunction::new(1.0, vec![0.0, 1.0, 3.0, 6.0]);
        let cubic = |u: f64| u * (1.0 + u * (3.0 - 2.0 - 1.5 + u * (1.0 + 1.5 - 2.0)));
        assert!((table.at_or_beyond(-2.0) - cubic(-2.0)).abs() < 1e-13);
    }
}
