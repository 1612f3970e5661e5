//! What is to be done repeatedly during a run.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

/// Whether an interval has passed. A thread looks at the clock, so that a loop of steps need not:
/// a look takes a good part of a fast step, and the times of steps differ by orders of magnitude.
pub struct Due {
    passed: Arc<AtomicBool>,
    /// The end of the interval, if the system refused the thread; never, if it is too far away.
    end: Option<Cell<Option<Instant>>>,
    interval: Duration,
}

impl Due {
    /// Starts now, and falls due after each interval. When it returns, the thread takes no more memory.
    pub fn every(interval: Duration) -> Due {
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
        let end = refused.then(|| Cell::new(after(interval)));
        Due { passed, end, interval }
    }

    /// Whether an interval has passed.
    pub fn is_now(&self) -> bool {
        match &self.end {
            None => self.passed.load(Ordering::Relaxed),
            Some(end) => end.get().is_some_and(|end| Instant::now() >= end),
        }
    }

    /// What was due has been done; what fell due meanwhile is not made up for.
    pub fn done(&self) {
        self.passed.store(false, Ordering::Relaxed);
        if let Some(end) = &self.end {
            end.set(after(self.interval));
        }
    }
}

/// When an interval that begins now ends.
fn after(interval: Duration) -> Option<Instant> {
    Instant::now().checked_add(interval)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_thread_the_clock_is_read() {
        let interval = Duration::from_millis(5);
        let end = Some(Cell::new(after(interval)));
        let due = Due { passed: Arc::default(), end, interval };
        assert!(!due.is_now());
        thread::sleep(interval);
        assert!(due.is_now());
        due.done();
        assert!(!due.is_now());
        let never = Duration::MAX;
        let due =
            Due { passed: Arc::default(), end: Some(Cell::new(after(never))), interval: never };
        assert!(!due.is_now());
    }
}
