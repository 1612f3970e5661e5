//! Axes of curves: where a number stands, and which numbers are written.

/// An axis of a given length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// The ends; their logarithms if it is logarithmic.
    low: f64,
    high: f64,
    length: f64,
    is_logarithmic: bool,
}

/// About how many numbers are written.
const TICKS: f64 = 4.0;

impl Axis {
    /// The axis over all numbers, `length` pixels long. A logarithmic one is over those above 0.
    pub(super) fn over(
        numbers: impl Iterator<Item = f64>,
        length: f64,
        is_logarithmic: bool,
    ) -> Axis {
        let numbers = numbers.filter(|number| number.is_finite());
        let numbers = numbers.filter(|number| !is_logarithmic || *number > 0.0);
        let numbers = numbers.map(|number| if is_logarithmic { number.log10() } else { number });
        let ends = numbers.fold(None, |ends, number: f64| match ends {
            None => Some((number, number)),
            Some((low, high)) => Some((number.min(low), number.max(high))),
        });
        let (low, high) = ends.unwrap_or((0.0, 1.0));
        // Of one number, what is around it.
        let around = if high > low { 0.0 } else { (low.abs() * 1e-3).max(0.5) };
        Axis { low: low - around, high: high + around, length, is_logarithmic }
    }

    /// The place of a number, in pixels from the beginning; `None` if it is not on the axis.
    pub(super) fn place(&self, number: f64) -> Option<f64> {
        let number = if self.is_logarithmic { number.log10() } else { number };
        let place = (number - self.low) / (self.high - self.low) * self.length;
        (number.is_finite() && (-0.5..=self.length + 0.5).contains(&place)).then_some(place)
    }

    /// The numbers that are written, and their places.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let rough = (self.high - self.low) / TICKS;
        let decade = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|part| part * decade);
        let step = step.into_iter().find(|step| *step >= rough).unwrap_or(rough);
        // Between whole logarithms stand no round numbers.
        let step = if self.is_logarithmic { step.max(1.0).round() } else { step };
        let (first, last) = ((self.low / step).ceil() as i64, (self.high / step).floor() as i64);
        // So few that they fit, whatever the rounding.
        let numbers = (first..=last).take(3 * TICKS as usize);
        let tick = |number: i64| {
            let value = number as f64 * step;
            let place = (value - self.low) / (self.high - self.low) * self.length;
            let text = match self.is_logarithmic {
                true => format!("1e{value:.0}"),
                false => shown(value, step),
            };
            (place, text)
        };
        numbers.map(tick).collect()
    }
}

/// A multiple of a step with as many digits as the step has.
fn shown(value: f64, step: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let decimals = (-step.log10().floor()).max(0.0);
    if decimals > 4.0 || value.abs() >= 1e7 {
        let digits = (value.abs().log10().floor() - step.log10().floor()).clamp(0.0, 6.0);
        return format!("{value:.*e}", digits as usize);
    }
    format!("{value:.*}", decimals as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(low: f64, high: f64, is_logarithmic: bool) -> Vec<String> {
        let axis = Axis::over([low, high].into_iter(), 100.0, is_logarithmic);
        axis.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn numbers_are_round() {
        assert_eq!(texts(0.0, 1.0, false), ["0", "0.5", "1.0"]);
        assert_eq!(texts(-1723.4, -1721.0, false), ["-1723", "-1722", "-1721"]);
        assert_eq!(texts(0.0, 4e-9, false), ["0", "1e-9", "2e-9", "3e-9", "4e-9"]);
        assert_eq!(texts(1e-9, 1e-5, true), ["1e-9", "1e-8", "1e-7", "1e-6", "1e-5"]);
    }

    #[test]
    fn places_go_from_end_to_end() {
        let axis = Axis::over([1e-3, 10.0].into_iter(), 100.0, true);
        assert_eq!((axis.place(1e-3), axis.place(10.0)), (Some(0.0), Some(100.0)));
        assert!((axis.place(0.1).unwrap() - 50.0).abs() < 1e-9);
        assert_eq!((axis.place(0.0), axis.place(f64::NAN)), (None, None));
        let single = Axis::over([7.0].into_iter(), 100.0, false);
        assert_eq!(single.place(7.0), Some(50.0));
        assert!(!single.ticks().is_empty());
    }
}
