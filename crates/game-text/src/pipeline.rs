//! Work on all cores, results in order, memory bounded.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;

use zobrist_shakmaty::parallel::on_threads;

/// Takes items from `source`, has `work` done on each by one of `threads` threads, and
/// hands the results to `sink` in the order of the items, until the source is empty or
/// the sink breaks; the break is returned.
///
/// The calling thread is one of them, and does all the work if the system refuses others.
///
/// The source and the sink are called by one thread at a time. While one is in the sink,
/// the others leave their results and go on; a thread that is far ahead waits, so that only
/// a few items per thread are held at once.
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
    let source = Mutex::new(Source { next: source, number: 0 });
    let results = Results {
        state: Mutex::new(State {
            sink: Some(sink),
            number: 0,
            waiting: BTreeMap::new(),
            broken: None,
            panicked: false,
        }),
        moved: Condvar::new(),
        ahead: AHEAD * threads.get(),
    };
    on_threads(threads.get(), || {
        let _guard = TellPanic(&results);
        loop {
            let Some((number, item)) = lock(&source).take() else { return };
            if !results.put(number, work(item)) {
                return;
            }
        }
    });
    results.state.into_inner().expect(UNPOISONED).broken
}

/// Number of items that a thread may be ahead, so that it need not wait for a sink that is slow now
/// and then.
const AHEAD: usize = 8;

const UNPOISONED: &str = "a panic of one thread ends all";

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect(UNPOISONED)
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

/// The results on their way to the sink.
struct Results<F, Output, Break> {
    state: Mutex<State<F, Output, Break>>,
    moved: Condvar,
    ahead: usize,
}

struct State<F, Output, Break> {
    /// `None` while a thread is inside it.
    sink: Option<F>,
    /// Number of results that have gone into the sink.
    number: usize,
    waiting: BTreeMap<usize, Output>,
    broken: Option<Break>,
    /// Some result will never come.
    panicked: bool,
}

impl<F, Output, Break> State<F, Output, Break> {
    fn has_ended(&self) -> bool {
        self.broken.is_some() || self.panicked
    }
}

impl<F: FnMut(Output) -> ControlFlow<Break>, Output, Break> Results<F, Output, Break> {
    /// Leaves a result, and hands on what is next in order if no other thread does. Returns
    /// whether to go on.
    fn put(&self, number: usize, output: Output) -> bool {
        let is_far = |state: &mut State<F, Output, Break>| {
            number > state.number + self.ahead && !state.has_ended()
        };
        let mut state = self.moved.wait_while(lock(&self.state), is_far).expect(UNPOISONED);
        state.waiting.insert(number, output);
        let Some(mut sink) = state.sink.take() else { return !state.has_ended() };
        while !state.has_ended() {
            let next = state.number;
            let Some(output) = state.waiting.remove(&next) else { break };
            drop(state);
            let flow = sink(output);
            state = lock(&self.state);
            state.number += 1;
            state.broken = flow.break_value();
            self.moved.notify_all();
        }
        state.sink = Some(sink);
        !state.has_ended()
    }
}

/// Wakes the threads that wait for a result that will never come.
struct TellPanic<'a, F, Output, Break>(&'a Results<F, Output, Break>);

impl<F, Output, Break> Drop for TellPanic<'_, F, Output, Break> {
    fn drop(&mut self) {
        if thread::panicking() {
            lock(&self.0.state).panicked = true;
            self.0.moved.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::{Duration, Instant};

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
                assert!(held <= 2 + 2 * AHEAD + 2, "{held} items held");
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
    fn a_slow_sink_holds_no_thread_back() {
        let mut numbers = 0..20;
        let done = AtomicUsize::new(0);
        let broken: Option<()> = in_order(
            NonZeroUsize::new(2).unwrap(),
            || numbers.next(),
            |number: usize| {
                done.fetch_add(1, Ordering::SeqCst);
                number
            },
            |number| {
                let begin = Instant::now();
                while number == 0 && done.load(Ordering::SeqCst) < 1 + AHEAD {
                    assert!(begin.elapsed() < Duration::from_secs(20), "the other thread waits");
                    thread::yield_now();
                }
                ControlFlow::Continue(())
            },
        );
        assert!(broken.is_none());
        assert_eq!(done.load(Ordering::SeqCst), 20);
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
