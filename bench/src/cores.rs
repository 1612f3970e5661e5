//! Detects whether each thread has a core of its own.
//!
//! Two processors of a virtual machine may be, for a while, two threads of one core, or share a
//! core with another machine. Arithmetic without memory accesses then takes up to twice as long.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

/// Number of steps of a calculation of about a millisecond.
const STEPS: u64 = 1 << 20;

/// Minimum time of the calculation so far, in nanoseconds.
static FASTEST: AtomicU64 = AtomicU64::new(u64::MAX);

/// Times a calculation whose steps do not depend on each other, in nanoseconds.
fn calculate() -> u64 {
    let start = Instant::now();
    let steps = (0..black_box(STEPS)).map(|n| (n ^ n >> 7).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    black_box(steps.fold(0, |sum, step| sum ^ step >> 29));
    start.elapsed().as_nanos() as u64
}

/// Measures the time of one thread, often enough to have a core of its own now and then.
pub(crate) fn calibrate() {
    for _ in 0..200 {
        FASTEST.fetch_min(calculate(), Relaxed);
    }
}

/// Returns true if this number of threads at once each take at most a tenth longer than one on a
/// core of its own.
pub(crate) fn are_exclusive(threads: u64) -> bool {
    let times = match threads {
        1 => vec![calculate()],
        _ => thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(calculate)).collect();
            threads.into_iter().map(|thread| thread.join().expect("it only calculates")).collect()
        }),
    };
    let fastest = times.iter().fold(FASTEST.load(Relaxed), |fastest, time| fastest.min(*time));
    FASTEST.fetch_min(fastest, Relaxed);
    times.iter().all(|time| time * 10 <= fastest * 11)
}
