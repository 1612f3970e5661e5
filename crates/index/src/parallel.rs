//! The same work for a number of parts, on several threads.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::error::IndexError;

/// Does `work` for each number below `count` and returns the results in their order. The calling
/// thread is one of the threads, and does all the work if the system refuses others.
///
/// # Errors
/// The first error in any of the work; no more is then begun.
pub(crate) fn for_each<T: Send>(
    threads: NonZeroUsize,
    count: usize,
    work: impl Fn(usize) -> Result<T, IndexError> + Sync,
) -> Result<Vec<T>, IndexError> {
    for_each_with(threads, count, |number, (): &mut ()| work(number))
}

/// The same for work that has something to reuse on each thread.
///
/// # Errors
/// As [`for_each`].
pub(crate) fn for_each_with<T: Send, W: Default>(
    threads: NonZeroUsize,
    count: usize,
    work: impl Fn(usize, &mut W) -> Result<T, IndexError> + Sync,
) -> Result<Vec<T>, IndexError> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let results = Mutex::new(Vec::with_capacity(count));
    let run = || {
        let mut workspace = W::default();
        while !failed.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let result = work(number, &mut workspace);
            failed.fetch_or(result.is_err(), Ordering::Relaxed);
            results.lock().expect("no thread panics here").push((number, result));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.get().min(count) {
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
    let mut results = results.into_inner().expect("no thread panics here");
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}
