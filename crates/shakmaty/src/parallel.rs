//! The same work for many items, on several threads.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// More threads are of no use, and a system may not provide them.
const MOST_THREADS: usize = 1024;

/// Returns the results of `work` in the order of the items.
pub(crate) fn in_parallel<T: Send, R: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send + ExactSizeIterator>,
    threads: NonZeroUsize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let Ok(results) = try_in_parallel(items, threads, |item| Ok::<R, Infallible>(work(item)));
    results
}

/// Returns the results of `work` in the order of the items.
///
/// # Errors
/// An error of the work.
pub(crate) fn try_in_parallel<T: Send, R: Send, E: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send + ExactSizeIterator>,
    threads: NonZeroUsize,
    work: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let shares = share_out(
        items.into_iter().enumerate(),
        threads,
        Vec::new,
        |done, (number, item)| {
            done.push((number, work(item)?));
            Ok(())
        },
        Ok,
    )?;
    let mut results: Vec<(usize, R)> = shares.into_iter().flatten().collect();
    results.sort_unstable_by_key(|(number, _)| *number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Does `work` on all items, on the calling thread and others: `threads` in all, or as many as the
/// system grants. Each thread begins with `own`, and returns what `end` makes of it.
///
/// # Errors
/// An error of `work` or `end`; no item is then begun any more.
pub(crate) fn share_out<T: Send, W, R: Send, E: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send + ExactSizeIterator>,
    threads: NonZeroUsize,
    own: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> Result<(), E> + Sync,
    end: impl Fn(W) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let items = items.into_iter();
    let threads = workers(threads, items.len());
    let items = Mutex::new(items);
    let next = || items.lock().expect("no worker panics with the lock held").next();
    let failed = AtomicBool::new(false);
    let worker = || {
        let mut own = own();
        while !failed.load(Ordering::Relaxed)
            && let Some(item) = next()
        {
            work(&mut own, item).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
        }
        end(own)
    };
    thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, worker).ok();
        let others: Vec<_> = (1..threads).map_while(spawn).collect();
        let mut results = vec![worker()];
        // The caller's work may panic, and its own message says best why.
        let join = |other: thread::ScopedJoinHandle<_>| {
            other.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        results.extend(others.into_iter().map(join));
        results.into_iter().collect()
    })
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

    #[test]
    fn results_come_in_order_and_an_error_ends_the_work() {
        for threads in [1, 3, 8].map(|threads| NonZeroUsize::new(threads).unwrap()) {
            let doubled = in_parallel(0..1000, threads, |number| 2 * number);
            assert_eq!(doubled, (0..1000).map(|number| 2 * number).collect::<Vec<_>>());
            let even = |number| if number == 7 { Err(number) } else { Ok(number) };
            assert_eq!(try_in_parallel(0..1000, threads, even), Err(7));
            assert_eq!(in_parallel(0..0, threads, |number: i32| number), []);
        }
    }
}
