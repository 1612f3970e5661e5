//! Long work: it lets other Python threads run, shows its progress, and stops on Ctrl-C.

use std::ffi::CString;
use std::mem;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use zobrist_input::Listener;
use zobrist_shakmaty::parallel::MAX_THREADS;

use crate::error::{Class, Failure};

/// Time between two looks at signals and the progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// The progress of some work, and a flag that stops it.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    /// Units that are done, of the total that [`Progress`] knows: bytes or rows.
    pub(crate) done: AtomicU64,
    pub(crate) games: AtomicU64,
    pub(crate) plies: AtomicU64,
    pub(crate) rejected: AtomicU64,
    stop: AtomicBool,
    /// Encodings that were assumed, in words.
    assumed: Mutex<Vec<String>>,
}

impl Counters {
    /// True if the work is to stop, since its result is not wanted any more.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Warns of encodings that were assumed, each once.
    ///
    /// # Errors
    /// The warning, if Python makes errors of warnings.
    pub(crate) fn warn(&self, py: Python) -> PyResult<()> {
        let assumed = mem::take(&mut *self.assumed.lock().unwrap_or_else(PoisonError::into_inner));
        for text in assumed {
            let Ok(text) = CString::new(format!("{text}; encoding= says otherwise")) else {
                continue;
            };
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
        }
        Ok(())
    }
}

impl Listener for Counters {
    fn read(&self, bytes: u64) {
        self.done.fetch_add(bytes, Ordering::Relaxed);
    }

    fn notice(&self, _: &str) {}

    fn assumed_encoding(&self, text: &str) {
        self.assumed.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
    }
}

/// The progress of some work, on the Python side: `zobrist._progress.Bar`, or none.
#[derive(Debug)]
pub(crate) struct Progress(Option<Py<PyAny>>);

impl Progress {
    /// Reads the argument `progress=`. `what` names the work, `unit` what is counted up to `total`.
    pub(crate) fn new(
        py: Python,
        asked: Option<&Bound<PyAny>>,
        what: &str,
        unit: &str,
        total: Option<u64>,
    ) -> PyResult<Progress> {
        let module = py.import("zobrist._progress")?;
        let bar = module.call_method1("start", (asked, what, unit, total))?;
        Ok(Progress((!bar.is_none()).then(|| bar.unbind())))
    }

    pub(crate) fn none() -> Progress {
        Progress(None)
    }

    pub(crate) fn show(&self, py: Python, counters: &Counters) -> PyResult<()> {
        let Some(bar) = &self.0 else { return Ok(()) };
        let number = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let Counters { done, games, plies, rejected, .. } = counters;
        let numbers = (number(done), number(games), number(plies), number(rejected));
        bar.call_method1(py, "update", numbers)?;
        Ok(())
    }

    pub(crate) fn close(&self, py: Python) -> PyResult<()> {
        if let Some(bar) = &self.0 {
            bar.call_method0(py, "close")?;
        }
        Ok(())
    }
}

/// Does `work` on a thread of its own without the lock of the interpreter, while this one shows the
/// progress and listens to signals. A signal, or an error of the progress, stops the work by its
/// counters; the error is returned once the work has ended.
pub(crate) fn long<T: Send>(
    py: Python,
    progress: &Progress,
    counters: &Arc<Counters>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let work = Mutex::new(Some(work));
    let run = || {
        let work = work.lock().unwrap_or_else(|lock| lock.into_inner()).take();
        catch_unwind(AssertUnwindSafe(work.expect("the work is done once")))
    };
    let (result, interrupted) = py.detach(|| {
        thread::scope(|scope| {
            let (tell, ended) = channel::<()>();
            let spawned = thread::Builder::new().spawn_scoped(scope, || {
                // Dropped once the work has ended.
                let _tell = tell;
                run()
            });
            let Ok(worker) = spawned else {
                // The system refuses a thread: this one works, and nobody looks meanwhile.
                return (run(), None);
            };
            let mut interrupted = None;
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(INTERVAL) {
                if interrupted.is_none()
                    && let Err(error) = Python::attach(|py| look(py, progress, counters))
                {
                    counters.stop();
                    interrupted = Some(error);
                }
            }
            (worker.join().expect("its panic was caught"), interrupted)
        })
    });
    if interrupted.is_none() {
        progress.show(py, counters)?;
    }
    progress.close(py)?;
    if interrupted.is_none() {
        counters.warn(py)?;
    }
    match (interrupted, result) {
        (Some(error), _) => Err(error),
        (None, Ok(result)) => Ok(result),
        (None, Err(panic)) => Err(of_panic(&*panic).into()),
    }
}

fn look(py: Python, progress: &Progress, counters: &Counters) -> PyResult<()> {
    py.check_signals()?;
    progress.show(py, counters)
}

/// Does `work` on this thread; a panic, which would be a mistake of ours, becomes an error.
pub(crate) fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(of_panic(&*panic).into()))
}

/// The error for a mistake of ours.
pub(crate) fn of_panic(panic: &(dyn std::any::Any + Send)) -> Failure {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    Failure::new(Class::Zobrist, format!("a mistake of this package, please report it: {text}"))
}

/// The number of threads: as asked, or one for each core.
pub(crate) fn threads(asked: Option<i64>) -> PyResult<NonZeroUsize> {
    let number = match asked {
        Some(number) => usize::try_from(number).ok().and_then(NonZeroUsize::new),
        None => Some(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
    };
    match number {
        Some(number) if number.get() <= MAX_THREADS => Ok(number),
        _ => {
            let got = asked.unwrap_or_default();
            let reason = format!("threads: expected 1 to {MAX_THREADS}, got {got}");
            Err(PyValueError::new_err(reason))
        }
    }
}
