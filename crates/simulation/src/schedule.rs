//! When there are rows and pictures, and when a run ends.

use crate::config::Config;
use crate::output_table::Every;

/// The moments that a run stops at.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    rows: Rows,
    /// The step and the time in s of the end; `u64::MAX` and infinity if there is none.
    last_step: u64,
    end: f64,
    /// The times of pictures, in order.
    pictures: Vec<f64>,
    /// The next row's step, or `u64::MAX`.
    next_step: u64,
    /// The next row's time in s, or infinity.
    next_time: f64,
    /// The number of pictures whose time has passed.
    passed: usize,
}

/// Upper bound on the relative error of a time that is computed from a number.
const ROUNDING: f64 = 1e-12;

/// When there are rows, besides those of the start and the end.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rows {
    /// After each of `samples` equal parts of `all` steps.
    StepParts { samples: u64, all: u64 },
    /// After each of this many steps.
    Steps(u64),
    /// At equal parts of the time up to `end`.
    TimeParts { samples: u64, end: f64 },
    /// At the whole multiples of a time.
    Multiples(f64),
    /// At 10^(*i*/*n*) s for whole *i*, from the first that is not before the first step.
    Decades(u32),
}

impl Schedule {
    /// The schedule of a simulation, from its start.
    pub(crate) fn new(config: &Config) -> Schedule {
        let every = config.output.as_ref().and_then(|output| output.every);
        let rows = match (every, config.steps, config.end_time()) {
            (Some(Every::Steps(steps)), ..) => Rows::Steps(steps),
            (Some(Every::Time(time)), ..) => Rows::Multiples(time),
            (Some(Every::PerDecade(number)), ..) => Rows::Decades(number),
            (None, None, Some(end)) => Rows::TimeParts { samples: config.samples, end },
            (None, steps, _) => {
                Rows::StepParts { samples: config.samples, all: steps.unwrap_or(u64::MAX) }
            }
        };
        let mut schedule = Schedule {
            rows,
            last_step: config.steps.unwrap_or(u64::MAX),
            end: config.end_time().unwrap_or(f64::INFINITY),
            pictures: config.output.as_ref().map_or(Vec::new(), |output| output.pictures.clone()),
            next_step: u64::MAX,
            next_time: f64::INFINITY,
            passed: 0,
        };
        schedule.begin_after(0, 0.0);
        schedule
    }

    /// Takes what is due up to a step and a time for done, as when a run resumes.
    pub(crate) fn begin_after(&mut self, step: u64, time: f64) {
        self.next_step = self.rows.step_after(step);
        self.next_time = match self.rows {
            // The first step decides where they begin.
            Rows::Decades(_) if step == 0 => f64::INFINITY,
            rows => self.before_end(rows.time_after(time)),
        };
        self.passed = self.pictures.partition_point(|picture| *picture <= time);
    }

    /// The time of a row, or infinity if it is that of the end, up to rounding: the end has one.
    fn before_end(&self, time: f64) -> f64 {
        if time < self.end * (1.0 - ROUNDING) { time } else { f64::INFINITY }
    }

    /// The time up to which the next step may be done.
    #[inline]
    pub(crate) fn until(&self) -> f64 {
        let picture = self.pictures.get(self.passed).copied().unwrap_or(f64::INFINITY);
        self.next_time.min(picture).min(self.end)
    }

    /// True if a step ends the run.
    #[inline]
    pub(crate) fn ends_with(&self, step: u64) -> bool {
        step >= self.last_step
    }

    /// True if a time ends the run.
    #[inline]
    pub(crate) fn ends_at(&self, time: f64) -> bool {
        time >= self.end
    }

    /// True if nothing is due after a step at a time, and the run goes on.
    #[inline]
    pub(crate) fn is_quiet(&self, step: u64, time: f64) -> bool {
        step < self.next_step.min(self.last_step) && time < self.until() && !self.starts_with(step)
    }

    /// True if the rows begin with this step.
    #[inline]
    fn starts_with(&self, step: u64) -> bool {
        step == 1 && matches!(self.rows, Rows::Decades(_))
    }

    /// Returns true if a row is due in the state after `step` steps, at `time`, and the times of
    /// the pictures that are; they are not due again.
    pub(crate) fn take(&mut self, step: u64, time: f64) -> (bool, Vec<f64>) {
        if self.starts_with(step) && self.next_time == f64::INFINITY {
            self.next_time = self.before_end(self.rows.time_from(time));
        }
        let row = step >= self.next_step || time >= self.next_time;
        if step >= self.next_step {
            self.next_step = self.rows.step_after(step);
        }
        if time >= self.next_time {
            self.next_time = self.before_end(self.rows.time_after(time));
        }
        let due = self.pictures[self.passed..].iter().take_while(|picture| **picture <= time);
        let pictures: Vec<f64> = due.copied().collect();
        self.passed += pictures.len();
        (row || self.ends_with(step) || self.ends_at(time), pictures)
    }

    /// The times in s of the pictures that have not been due.
    pub(crate) fn pictures_to_come(&self) -> &[f64] {
        &self.pictures[self.passed..]
    }

    /// True if rows are due at times.
    pub(crate) fn is_by_time(&self) -> bool {
        !matches!(self.rows, Rows::StepParts { .. } | Rows::Steps(_))
    }

    /// True if a row is due at a time by the schedule alone: the start, or a time that does not
    /// depend on the trajectory.
    pub(crate) fn has_time(&self, time: f64) -> bool {
        time == 0.0 || time == self.end || time > 0.0 && self.rows.time_up_to(time) == time
    }

    /// The last step up to `step` with a row, and the last time up to `time`, by the schedule
    /// alone; `None` for what does not decide.
    pub(crate) fn last_due(&self, step: u64, time: f64) -> (Option<u64>, Option<f64>) {
        match self.rows {
            Rows::StepParts { samples, all } => {
                let parts = u128::from(step) * u128::from(samples) / u128::from(all.max(1));
                let due = (parts * u128::from(all)).div_ceil(u128::from(samples));
                (Some(due as u64), None)
            }
            Rows::Steps(steps) => (Some(step - step % steps), None),
            rows => (None, Some(rows.time_up_to(time))),
        }
    }
}

impl Rows {
    /// The first step after `step` with a row; `u64::MAX` if there is none.
    fn step_after(self, step: u64) -> u64 {
        match self {
            Rows::StepParts { all: 0, .. } => u64::MAX,
            Rows::StepParts { samples, all } => {
                let (samples, all) = (u128::from(samples), u128::from(all));
                let parts = u128::from(step) * samples / all;
                u64::try_from(((parts + 1) * all).div_ceil(samples)).unwrap_or(u64::MAX)
            }
            Rows::Steps(steps) => (step - step % steps).saturating_add(steps),
            _ => u64::MAX,
        }
    }

    /// The number of the first time that is not before `time`, give or take a few.
    fn near(self, time: f64) -> i64 {
        let number = match self {
            Rows::Multiples(period) => time / period,
            Rows::TimeParts { samples, end } => time / end * samples as f64,
            Rows::Decades(number) => time.log10() * f64::from(number),
            Rows::StepParts { .. } | Rows::Steps(_) => return 0,
        };
        number.ceil() as i64
    }

    /// The time in s with a number, to fifteen digits, so that three times 0.1 s is 0.3 s; infinity
    /// if there is none.
    fn time(self, number: i64) -> f64 {
        let time = match self {
            Rows::Multiples(period) => number as f64 * period,
            // The last is that of the end, which has a row in any case.
            Rows::TimeParts { samples, .. } if number >= samples as i64 => f64::INFINITY,
            Rows::TimeParts { samples, end } => number as f64 * end / samples as f64,
            Rows::Decades(parts) => {
                let parts = i64::from(parts);
                let (whole, part) = (number.div_euclid(parts), number.rem_euclid(parts));
                // A power of ten as it is written, which no product of tens is.
                let decade: f64 = format!("1e{whole}").parse().expect("a power of ten is a number");
                decade * 10_f64.powf(part as f64 / parts as f64)
            }
            Rows::StepParts { .. } | Rows::Steps(_) => f64::INFINITY,
        };
        format!("{time:.14e}").parse().unwrap_or(f64::INFINITY)
    }

    /// The first time with a row that is not before `time`, which is above 0 if they are by
    /// decades.
    fn time_from(self, time: f64) -> f64 {
        self.first(time, |candidate| candidate >= time)
    }

    /// The first time with a row after `time`.
    fn time_after(self, time: f64) -> f64 {
        self.first(time, |candidate| candidate > time)
    }

    fn first(self, time: f64, is_wanted: impl Fn(f64) -> bool) -> f64 {
        let near = self.near(time);
        // Rounding may have gone too far, or not far enough; so large a number may have no
        // successor.
        let near =
            (near.saturating_sub(2)..=near.saturating_add(2)).map(|number| self.time(number));
        near.into_iter().find(|time| is_wanted(*time)).unwrap_or(f64::INFINITY)
    }

    /// The last time with a row that is not after `time`; 0 for the start.
    fn time_up_to(self, time: f64) -> f64 {
        if time <= 0.0 {
            return 0.0;
        }
        let near = self.near(time);
        let near =
            (near.saturating_sub(2)..=near.saturating_add(2)).map(|number| self.time(number));
        near.filter(|candidate| *candidate <= time).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_steps_are_as_even_as_can_be() {
        for (all, samples) in [(10, 3), (2000, 4), (7, 7), (5, 9), (1, 1), (1_000_003, 100)] {
            let rows = Rows::StepParts { samples, all };
            // The definition: a row wherever the number of whole parts grows.
            let parts = |step: u64| step * samples / all;
            let expected: Vec<u64> = (1..=all).filter(|s| parts(*s) > parts(*s - 1)).collect();
            let mut got = vec![rows.step_after(0)];
            while *got.last().unwrap() < all {
                got.push(rows.step_after(*got.last().unwrap()));
            }
            assert_eq!(got, expected, "{samples} of {all}");
        }
        assert_eq!(Rows::StepParts { samples: 3, all: 0 }.step_after(0), u64::MAX);
        assert_eq!(Rows::Steps(300).step_after(0), 300);
        assert_eq!(Rows::Steps(300).step_after(301), 600);
        assert_eq!(Rows::Steps(u64::MAX).step_after(1), u64::MAX);
    }

    #[test]
    fn times_are_multiples_parts_and_decades() {
        let times = |rows: Rows, mut time: f64, count: usize| -> Vec<f64> {
            let next = |_| {
                time = rows.time_after(time);
                time
            };
            (0..count).map(next).collect()
        };
        assert_eq!(times(Rows::Multiples(0.1), 0.0, 3), [0.1, 0.2, 0.3]);
        assert_eq!(times(Rows::Multiples(0.1), 0.2, 1), [0.3]);
        assert_eq!(times(Rows::TimeParts { samples: 4, end: 3.0 }, 0.0, 3), [0.75, 1.5, 2.25]);
        let decades = Rows::Decades(1);
        assert_eq!(times(decades, 2e-9, 3), [1e-8, 1e-7, 1e-6]);
        assert_eq!(decades.time_from(1e-8), 1e-8);
        assert_eq!(decades.time_after(1e-8), 1e-7);
        let tenths = times(Rows::Decades(10), 1e-3, 10);
        assert!(tenths.is_sorted_by(|a, b| a < b));
        assert!((tenths[0] / 1e-3 - 10_f64.powf(0.1)).abs() < 1e-12);
        assert_eq!((tenths[0], tenths[9]), (1.25892541179417e-3, 1e-2));
        // Beyond the whole numbers that a double holds, nothing is due rather than all at once.
        assert!(Rows::Multiples(1e-300).time_after(1.0) > 1.0);
    }

    #[test]
    fn the_last_that_was_due_is_not_after_now() {
        let rows = Rows::Multiples(0.5);
        assert_eq!(rows.time_up_to(0.2), 0.0);
        assert_eq!(rows.time_up_to(1.7), 1.5);
        assert_eq!(Rows::Decades(2).time_up_to(1.0), 1.0);
    }
}
