//! Intervals between repeated work during a run.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

/// A flag that is set after each interval. A thread waits for it, so that a loop of steps need not
/// read the clock: that takes a good part of a fast step, and the times of steps differ by orders
/// of magnitude.
pub(crate) struct Due {
    passed: Arc<AtomicBool>,
    /// The end of the interval, if the system refused the thread: then the clock is read. `None`
    /// inside is an end too far away to be reached.
    end: Option<Cell<Option<Instant>>>,
    interval: Duration,
}

impl Due {
    /// Starts now, and falls due after each interval. When it returns, the thread takes no more
    /// memory.
    pub(crate) fn every(interval: Duration) -> Due {
        let passed = Arc::new(AtomicBool::new(false));
        let weak = Arc::downgrade(&passed);
        let (started, start) = sync_channel(1);
        let wait = move || {
            started.send(()).ok();
            loop {
                thread::sleep(interval);
                let Some(passed) = weak.upgrade() else { return };
                passed.store(true, Ordering::Relaxed);
            }
        };
        let refused = thread::Builder::new().spawn(wait).is_err() || start.recv().is_err();
        let end = refused.then(|| Cell::new(end_of(interval)));
        Due { passed, end, interval }
    }

    /// Returns true if an interval has passed.
    pub(crate) fn is_now(&self) -> bool {
        match &self.end {
            None => self.passed.load(Ordering::Relaxed),
            Some(end) => end.get().is_some_and(|end| Instant::now() >= end),
        }
    }

    /// Begins a new interval. Intervals that passed meanwhile are not made up for.
    pub(crate) fn restart(&self) {
        self.passed.store(false, Ordering::Relaxed);
        if let Some(end) = &self.end {
            end.set(end_of(self.interval));
        }
    }
}

/// The end of an interval that begins now.
fn end_of(interval: Duration) -> Option<Instant> {
    Instant::now().checked_add(interval)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_thread_the_clock_is_read() {
        let interval = Duration::from_millis(5);
        let end = Some(Cell::new(end_of(interval)));
        let due = Due { passed: Arc::default(), end, interval };
        assert!(!due.is_now());
        thread::sleep(interval);
        assert!(due.is_now());
        due.restart();
        assert!(!due.is_now());
        let never = Duration::MAX;
        let due =
            Due { passed: Arc::default(), end: Some(Cell::new(end_of(never))), interval: never };
        assert!(!due.is_now());
    }
}
