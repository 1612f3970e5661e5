//! Whether each thread has a core of its own.
//!
//! Two processors of a virtual machine may be the two threads of one core, or share one with a neighbour, for a
//! while. Calculation alone, which needs no memory, then takes up to twice as long.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

/// About a millisecond.
const STEPS: u64 = 1 << 20;

/// The nanoseconds that one thread has taken at least.
static FASTEST: AtomicU64 = AtomicU64::new(u64::MAX);

/// The nanoseconds of a calculation whose steps do not wait for each other.
fn calculate() -> u64 {
    let start = Instant::now();
    let steps = (0..black_box(STEPS)).map(|n| (n ^ n >> 7).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    black_box(steps.fold(0, |sum, step| sum ^ step >> 29));
    start.elapsed().as_nanos() as u64
}

/// Learns how long one thread takes on a core of its own, if it has one now and then.
pub fn learn() {
    for _ in 0..200 {
        FASTEST.fetch_min(calculate(), Relaxed);
    }
}

/// Whether as many threads at once each take as long as one on a core of its own, but for a tenth.
pub fn each_has_one(threads: u64) -> bool {
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
