//! Lines of progress where no bar can be seen: in the log of a batch system.

use std::time::Duration;

use zobrist_console::message::say;
use zobrist_console::{progress, verbosity};
use zobrist_simulation::{Config, Run};

use super::due::Due;

/// Interval of the lines.
const INTERVAL: Duration = Duration::from_secs(60);

/// A line of progress on standard error at fixed intervals, if that is no terminal.
pub(super) struct Log(Option<Due>);

impl Log {
    /// Begins the first interval. No line comes where a bar is seen, or if the user wants none.
    pub(super) fn begin() -> Log {
        Log((!progress::is_shown() && !verbosity::is_quiet()).then(|| Due::every(INTERVAL)))
    }

    /// Writes a line if an interval has passed. Cheap enough to be called after each step.
    #[inline]
    pub(super) fn tell(&self, line: impl FnOnce() -> String) {
        if let Some(line) = self.due(line) {
            say(&line);
        }
    }

    #[inline]
    fn due(&self, line: impl FnOnce() -> String) -> Option<String> {
        let due = self.0.as_ref().filter(|due| due.is_now())?;
        due.restart();
        Some(line())
    }
}

/// The step and the time of a run, and those of its end, where there is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) step: u64,
    pub(super) steps: Option<u64>,
    pub(super) time: Option<f64>,
    pub(super) end: Option<f64>,
}

impl Place {
    /// The place of a run.
    pub(super) fn of(run: &Run, config: &Config) -> Place {
        let (step, time) = (run.steps(), run.time());
        Place { step, steps: config.steps, time, end: config.end_time() }
    }

    /// The part of the run that is done, from 0 to 1.
    pub(super) fn part(self) -> f64 {
        let of_steps = self.steps.map(|all| self.step as f64 / all.max(1) as f64);
        let of_time = self.end.zip(self.time).map(|(end, time)| time / end);
        of_steps.unwrap_or(0.0).max(of_time.unwrap_or(0.0)).clamp(0.0, 1.0)
    }

    /// The line of progress.
    pub(super) fn line(self) -> String {
        format!("zobrist: {}\n", self.text())
    }

    /// The line of progress without its beginning and its end.
    pub(super) fn text(self) -> String {
        let steps = self.steps.map(|all| format!(" of {all}")).unwrap_or_default();
        let end = self.end.map(|end| format!(" of {end:e}")).unwrap_or_default();
        let time = self.time.map(|time| format!(", {time:.1e}{end} s")).unwrap_or_default();
        let percent = (100.0 * self.part()).floor();
        format!("step {}{steps}{time}, {percent} %", self.step)
    }
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_line_comes_after_each_interval() {
        let interval = Duration::from_millis(20);
        let log = Log(Some(Due::every(interval)));
        assert_eq!(log.due(|| unreachable!("nothing is due yet")), None);
        let begun = Instant::now();
        for expected in ["one", "two"] {
            let line = loop {
                assert!(begun.elapsed() < Duration::from_secs(60));
                match log.due(|| expected.to_owned()) {
                    Some(line) => break line,
                    None => sleep(interval / 4),
                }
            };
            assert_eq!(line, expected);
        }
        assert!(begun.elapsed() >= interval);
        assert_eq!(Log(None).due(|| unreachable!("no line is wanted")), None);
    }

    #[test]
    fn lines_name_what_bounds_the_run() {
        let place = Place { step: 120_000, steps: Some(300_000), time: Some(1.234e-3), end: None };
        assert_eq!(place.line(), "zobrist: step 120000 of 300000, 1.2e-3 s, 40 %\n");
        let place = Place { step: 7, steps: None, time: Some(4e-6), end: Some(1e-5) };
        assert_eq!(place.line(), "zobrist: step 7, 4.0e-6 of 1e-5 s, 40 %\n");
        let place = Place { step: 3, steps: Some(4), time: None, end: None };
        assert_eq!(place.line(), "zobrist: step 3 of 4, 75 %\n");
    }
}
