//! Work on all cores, results in order, memory bounded.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;

/// One thread a core, unless the user says otherwise; never more than a system can have.
pub fn threads(jobs: Option<NonZeroUsize>) -> NonZeroUsize {
    const MOST: NonZeroUsize = NonZeroUsize::new(1024).unwrap();
    jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN).min(MOST)
}

/// Takes items from `source`, has `work` done on each by one of `threads` threads, and
/// hands the results to `sink` in the order of the items, until the source is empty or
/// the sink breaks; the break is returned.
///
/// The source and the sink are called by one thread at a time. A thread that is far ahead
/// waits, so that only a few items a thread are held at once.
pub fn in_order<Item, Output, Break>(
    threads: NonZeroUsize,
    source: impl FnMut() -> Option<Item> + Send,
    work: impl Fn(Item) -> Output + Sync,
    sink: impl FnMut(Output) -> ControlFlow<Break> + Send,
) -> Option<Break>
where
    Output: Send,
    Break: Send,
{
    let ahead = 4 * threads.get();
    let source = Mutex::new(Source { next: source, number: 0 });
    let sink = Mutex::new(Sink { put: sink, number: 0, waiting: BTreeMap::new(), broken: None });
    let moved = Condvar::new();
    let panicked = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            scope.spawn(|| {
                let _guard = TellPanic { panicked: &panicked, moved: &moved };
                loop {
                    let Some((number, item)) = lock(&source).take() else { return };
                    let output = work(item);
                    let sink = lock(&sink);
                    let mut sink = moved
                        .wait_while(sink, |sink| {
                            sink.broken.is_none()
                                && number > sink.number + ahead
                                && !panicked.load(Ordering::SeqCst)
                        })
                        .expect(UNPOISONED);
                    if sink.broken.is_some() || panicked.load(Ordering::SeqCst) {
                        return;
                    }
                    sink.waiting.insert(number, output);
                    sink.drain();
                    moved.notify_all();
                    if sink.broken.is_some() {
                        return;
                    }
                }
            });
        }
    });
    sink.into_inner().expect(UNPOISONED).broken
}

const UNPOISONED: &str = "a panic of one thread ends all";

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect(UNPOISONED)
}

/// Wakes the threads that wait for a result that will not come.
struct TellPanic<'a> {
    panicked: &'a AtomicBool,
    moved: &'a Condvar,
}

impl Drop for TellPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.panicked.store(true, Ordering::SeqCst);
            self.moved.notify_all();
        }
    }
}

struct Source<F> {
    next: F,
    number: usize,
}

impl<Item, F: FnMut() -> Option<Item>> Source<F> {
    fn take(&mut self) -> Option<(usize, Item)> {
        let item = (self.next)()?;
        self.number += 1;
        Some((self.number - 1, item))
    }
}

struct Sink<F, Output, Break> {
    put: F,
    /// How many outputs were put.
    number: usize,
    waiting: BTreeMap<usize, Output>,
    broken: Option<Break>,
}

impl<Output, Break, F: FnMut(Output) -> ControlFlow<Break>> Sink<F, Output, Break> {
    fn drain(&mut self) {
        while let Some(output) = self.waiting.remove(&self.number) {
            self.number += 1;
            if let ControlFlow::Break(reason) = (self.put)(output) {
                self.broken = Some(reason);
                self.waiting.clear();
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    #[test]
    fn results_come_in_order_and_none_is_lost() {
        for threads in [1, 2, 7] {
            let mut numbers = 0..1000_u64;
            let mut seen = Vec::new();
            let broken: Option<()> = in_order(
                NonZeroUsize::new(threads).unwrap(),
                || numbers.next(),
                |number| {
                    if number % 13 == 0 {
                        thread::sleep(Duration::from_micros(200));
                    }
                    number * 2
                },
                |result| {
                    seen.push(result);
                    ControlFlow::Continue(())
                },
            );
            assert!(broken.is_none());
            assert_eq!(seen, (0..1000).map(|number| number * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_slow_item_holds_the_others_back() {
        let read = AtomicUsize::new(0);
        let done = AtomicUsize::new(0);
        let broken: Option<()> = in_order(
            NonZeroUsize::new(2).unwrap(),
            || {
                let number = read.fetch_add(1, Ordering::SeqCst);
                (number < 200).then_some(number)
            },
            |number| {
                if number == 0 {
                    thread::sleep(Duration::from_millis(50));
                }
                let held = read.load(Ordering::SeqCst) - done.load(Ordering::SeqCst);
                assert!(held <= 2 + 4 * 2 + 2, "{held} items held");
            },
            |()| {
                done.fetch_add(1, Ordering::SeqCst);
                ControlFlow::Continue(())
            },
        );
        assert!(broken.is_none());
        assert_eq!(done.load(Ordering::SeqCst), 200);
    }

    #[test]
    #[should_panic]
    fn a_panic_ends_the_work() {
        let mut numbers = 0..;
        let _: Option<()> = in_order(
            NonZeroUsize::new(2).unwrap(),
            || numbers.next(),
            |number: u64| assert_ne!(number, 3, "a mistake in the work"),
            |()| ControlFlow::Continue(()),
        );
    }

    #[test]
    fn a_break_ends_the_work() {
        let mut numbers = 0..;
        let broken = in_order(
            NonZeroUsize::new(3).unwrap(),
            || numbers.next(),
            |number: u64| number,
            |number| {
                if number == 50 { ControlFlow::Break(number) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(broken, Some(50));
    }
}
