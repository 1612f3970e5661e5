//! Work on several threads, which goes on with fewer if the system refuses some.
//!
//! The calling thread always works too, so that nothing fails where no thread can be had. This is
//! why there is no rayon here: a pool of rayon's cannot be built at all if one of its threads is
//! refused, and the caller can be a thread of one such pool only, for as long as it lives.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use zobrist_shakmaty::parallel;
//!
//! let threads = NonZeroUsize::new(4).unwrap();
//! let squares = parallel::map(0..1000_u32, threads, |number| u64::from(number * number));
//! assert_eq!(squares[999], 998_001);
//! ```

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Upper bound of the number of threads: more are of no use, and a system may not provide them.
pub const MAX_THREADS: usize = 1024;

/// Returns the number of threads for work on `items` items: each has an item to begin with.
fn thread_count(requested: usize, items: usize) -> usize {
    requested.min(items).clamp(1, MAX_THREADS)
}

/// Runs `work` on the calling thread and on others: `threads` in all, at most [`MAX_THREADS`], or
/// as many as the system grants. Returns what each of them returned, the calling thread first.
///
/// # Panics
/// When the work does, with its own message.
pub fn on_threads<R: Send>(threads: usize, work: impl Fn() -> R + Sync) -> Vec<R> {
    thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, &work).ok();
        let others: Vec<_> = (1..thread_count(threads, usize::MAX)).map_while(spawn).collect();
        let mut results = vec![work()];
        let join = |other: thread::ScopedJoinHandle<_>| {
            other.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        results.extend(others.into_iter().map(join));
        results
    })
}

/// Returns the results of `work` in the order of the items.
pub fn map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send + ExactSizeIterator>,
    threads: NonZeroUsize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let Ok(results) = try_map(items, threads, |item| Ok::<R, Infallible>(work(item)));
    results
}

/// Returns the results of `work` in the order of the items.
///
/// # Errors
/// The error of the first item whose work fails; once any has failed, no item is begun any more.
pub fn try_map<T: Send, R: Send, E: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send + ExactSizeIterator>,
    threads: NonZeroUsize,
    work: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    try_map_with(items, threads, || (), |(), item| work(item))
}

/// Returns the results of `work` in the order of the items, as [`try_map`] does, for work that
/// reuses what each thread makes with `init`.
///
/// # Errors
/// The error of the first item whose work fails; once any has failed, no item is begun any more.
pub fn try_map_with<T: Send, W, R: Send, E: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send + ExactSizeIterator>,
    threads: NonZeroUsize,
    init: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    in_order(fold(
        items.into_iter().enumerate(),
        threads,
        || (init(), Vec::new()),
        |(own, done), (number, item)| {
            done.push((number, work(own, item).map_err(|error| (number, error))?));
            Ok(())
        },
        |(_, done)| Ok(done),
    ))
}

/// An item's number and its result or error.
type Numbered<T> = (usize, T);

/// Puts the numbered results of several threads in order, or returns the error with the lowest
/// number. Items are begun in order, so that those before one that failed have been begun, too.
fn in_order<R, E>(parts: Vec<Result<Vec<Numbered<R>>, Numbered<E>>>) -> Result<Vec<R>, E> {
    let mut results = Vec::new();
    let mut failed: Option<Numbered<E>> = None;
    for part in parts {
        match part {
            Ok(part) => results.extend(part),
            Err(error) if failed.as_ref().is_none_or(|(number, _)| error.0 < *number) => {
                failed = Some(error);
            }
            Err(_) => {}
        }
    }
    if let Some((_, error)) = failed {
        return Err(error);
    }
    results.sort_unstable_by_key(|(number, _)| *number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Does `work` on all items. Each thread folds those that it takes into a value of its own, which
/// begins as `init`; returns what `finish` makes of these values.
///
/// # Errors
/// An error of `work` or `finish`; no item is then begun any more.
pub fn try_fold<T: Send, W, R: Send, E: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send + ExactSizeIterator>,
    threads: NonZeroUsize,
    init: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> Result<(), E> + Sync,
    finish: impl Fn(W) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    fold(items, threads, init, work, finish).into_iter().collect()
}

/// Does the work of [`try_fold`]; returns the result of each thread.
fn fold<T: Send, W, R: Send, E: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send + ExactSizeIterator>,
    threads: NonZeroUsize,
    init: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> Result<(), E> + Sync,
    finish: impl Fn(W) -> Result<R, E> + Sync,
) -> Vec<Result<R, E>> {
    let items = items.into_iter();
    let threads = thread_count(threads.get(), items.len());
    let items = Mutex::new(items);
    let next = || items.lock().expect("no worker panics with the lock held").next();
    let failed = AtomicBool::new(false);
    let worker = || {
        let mut own = init();
        while !failed.load(Ordering::Relaxed)
            && let Some(item) = next()
        {
            work(&mut own, item).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
        }
        finish(own)
    };
    on_threads(threads, worker)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn threads_are_limited_by_items_and_by_the_maximum() {
        for (requested, items, expected) in [
            (0, 9, 1),
            (3, 9, 3),
            (3, 2, 2),
            (3, 0, 1),
            (MAX_THREADS + 1, usize::MAX, MAX_THREADS),
            (usize::MAX, usize::MAX, MAX_THREADS),
            (usize::MAX, 5, 5),
        ] {
            assert_eq!(thread_count(requested, items), expected, "{requested} for {items}");
        }
    }

    #[test]
    fn the_calling_thread_works_with_others_or_alone() {
        let caller = thread::current().id();
        for (threads, max) in [(0, 1), (1, 1), (3, 3)] {
            let ran = on_threads(threads, || thread::current().id());
            assert_eq!(ran[0], caller);
            assert!(ran.len() <= max && !ran[1..].contains(&caller), "{ran:?}");
        }
    }

    #[test]
    fn the_error_is_that_of_the_first_item_that_fails() {
        let parts = || vec![Err((7, "seven")), Ok(vec![(4, ()), (6, ())]), Err((5, "five"))];
        assert_eq!(in_order(parts()), Err("five"));
        assert_eq!(in_order(parts().into_iter().rev().collect()), Err("five"));
        // All items from 5 on fail, the first of them last.
        let work = |item| match item {
            0..5 => Ok(()),
            5 => {
                thread::sleep(Duration::from_millis(5));
                Err(item)
            }
            _ => Err(item),
        };
        let threads = NonZeroUsize::new(4).unwrap();
        for _ in 0..20 {
            assert_eq!(try_map(0..1000, threads, work), Err(5));
        }
    }

    #[test]
    fn results_come_in_order_and_an_error_ends_the_work() {
        for threads in [1, 3, 8].map(|threads| NonZeroUsize::new(threads).unwrap()) {
            let doubled = map(0..1000, threads, |number| 2 * number);
            assert_eq!(doubled, (0..1000).map(|number| 2 * number).collect::<Vec<_>>());
            let even = |number| if number == 7 { Err(number) } else { Ok(number) };
            assert_eq!(try_map(0..1000, threads, even), Err(7));
            assert_eq!(map(0..0, threads, |number: i32| number), []);
        }
    }

    #[test]
    fn each_thread_makes_what_it_reuses_once() {
        let made = Mutex::new(0);
        let init = || *made.lock().unwrap() += 1;
        let work = |(): &mut (), item: u32| Ok::<u32, Infallible>(item);
        let threads = NonZeroUsize::new(2).unwrap();
        assert_eq!(try_map_with(0..100, threads, init, work).unwrap().len(), 100);
        assert!((1..=2).contains(&*made.lock().unwrap()));
    }
}
