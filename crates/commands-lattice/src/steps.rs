//! Progress bar of a simulation: of its steps, or of its time.

use std::time::Duration;

use indicatif::ProgressBar;
use zobrist_console::progress::bar_of;

use super::due::Due;

/// Interval at which the bar moves.
pub(crate) const INTERVAL: Duration = Duration::from_millis(100);

/// A bar of steps that moves at fixed intervals, since a step may take nanoseconds or seconds. It
/// disappears when it is dropped.
pub(crate) struct Steps {
    bar: ProgressBar,
    due: Due,
}

impl Steps {
    /// A bar of `all` steps; `before` were done earlier. It moves when `due`.
    pub(crate) fn of(all: u64, before: u64, due: Due) -> Steps {
        let bar = bar_of(all, "steps").with_position(before);
        bar.reset_eta();
        Steps { bar, due }
    }

    /// A bar of the hundredths of a time; `before` have passed. It moves when `due`.
    pub(crate) fn of_time(before: u64, due: Due) -> Steps {
        let bar = bar_of(100, "% of the time").with_position(before);
        bar.reset_eta();
        Steps { bar, due }
    }

    /// Sets what is done, which is only computed when the bar moves. Cheap enough to be called
    /// after each step.
    #[inline]
    pub(crate) fn advance(&self, position: impl FnOnce() -> u64) {
        if self.due.is_now() {
            self.bar.set_position(position());
            self.due.restart();
        }
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;
    use std::time::Instant;

    use super::*;

    #[test]
    fn slow_steps_move_the_bar() {
        let steps = Steps::of(3000, 1000, Due::every(INTERVAL));
        assert_eq!(steps.bar.position(), 1000);
        let begun = Instant::now();
        for done in 1001.. {
            sleep(INTERVAL / 4);
            steps.advance(|| done);
            if steps.bar.position() > 1000 {
                break;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{done} steps are not shown");
        }
    }
}
