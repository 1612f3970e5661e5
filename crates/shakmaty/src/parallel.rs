//! The same work for many items, on several threads.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread;

/// More threads are of no use, and a system may not provide them.
const MOST_THREADS: usize = 1024;

/// What `work` makes of each item, in the order of the items.
pub(crate) fn in_parallel<T: Send, R: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send + ExactSizeIterator>,
    threads: NonZeroUsize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    in_parallel_with(items, threads, || (), |(), item| work(item))
}

/// The same, with something that each thread has for itself, from before its first item until after
/// its last.
pub(crate) fn in_parallel_with<T: Send, R: Send, W>(
    items: impl IntoIterator<Item = T, IntoIter: Send + ExactSizeIterator>,
    threads: NonZeroUsize,
    own: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> R + Sync,
) -> Vec<R> {
    let items = items.into_iter();
    let threads = workers(threads, items.len());
    let items = Mutex::new(items.enumerate());
    let next = || items.lock().expect("no worker panics with the lock held").next();
    let mut results = Vec::new();
    thread::scope(|scope| {
        let worker = || {
            let (mut own, mut done) = (own(), Vec::new());
            while let Some((number, item)) = next() {
                done.push((number, work(&mut own, item)));
            }
            done
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        for worker in workers {
            // The caller's work may panic, and its own message says best why.
            results.extend(worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
    });
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// As many threads as were asked for, but at most 1,024, and no more than the work has parts.
fn workers(asked: NonZeroUsize, parts: usize) -> usize {
    asked.get().min(MOST_THREADS).min(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_of_threads_is_too_many() {
        for (asked, parts, share) in
            [(2, 8, 2), (9, 8, 8), (usize::MAX, 5000, 1024), (usize::MAX, 0, 0)]
        {
            assert_eq!(workers(NonZeroUsize::new(asked).unwrap(), parts), share, "{asked} {parts}");
        }
    }
}
