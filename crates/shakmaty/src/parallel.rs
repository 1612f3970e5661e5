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
const MAX_THREADS: usize = 1024;

/// Runs `work` on the calling thread and on others: `threads` in all, at most 1,024, or as many as
/// the system grants. Returns what each of them returned, the calling thread first.
///
/// # Panics
/// When the work does, with its own message.
pub fn on_threads<R: Send>(threads: usize, work: impl Fn() -> R + Sync) -> Vec<R> {
    thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, &work).ok();
        let others: Vec<_> = (1..threads.min(MAX_THREADS)).map_while(spawn).collect();
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
/// An error of the work; no item is then begun any more.
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
/// An error of the work; no item is then begun any more.
pub fn try_map_with<T: Send, W, R: Send, E: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send + ExactSizeIterator>,
    threads: NonZeroUsize,
    init: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let parts = try_fold(
        items.into_iter().enumerate(),
        threads,
        || (init(), Vec::new()),
        |(own, done), (number, item)| {
            done.push((number, work(own, item)?));
            Ok(())
        },
        |(_, done)| Ok(done),
    )?;
    let mut results: Vec<(usize, R)> = parts.into_iter().flatten().collect();
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
    let items = items.into_iter();
    let threads = threads.get().min(items.len());
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
    on_threads(threads, worker).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_of_threads_is_too_many() {
        assert_eq!(on_threads(0, || ()).len(), 1);
        assert_eq!(on_threads(3, || ()).len(), 3);
        let started = on_threads(usize::MAX, || ()).len();
        assert!((1..=MAX_THREADS).contains(&started), "{started}");
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
