//! The threads on which requests run, and waiting for one from any other thread.

use std::future::Future;
use std::io::{self, ErrorKind};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use super::failure::{failure, too_slow};

/// Time for which a request is awaited beyond its own limit.
const GRACE: Duration = Duration::from_secs(5);

fn runtime() -> io::Result<&'static Runtime> {
    static RUNTIME: OnceLock<io::Result<Runtime>> = OnceLock::new();
    let runtime = RUNTIME.get_or_init(|| {
        Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(4)
            .thread_name("zobrist-remote")
            .enable_io()
            .enable_time()
            .build()
    });
    runtime.as_ref().map_err(|error| io::Error::new(error.kind(), error.to_string()))
}

/// A request that runs.
#[derive(Debug)]
pub(super) struct Running<T> {
    task: JoinHandle<()>,
    result: Receiver<io::Result<T>>,
    limit: Duration,
}

/// Starts a request, which is given up after some time.
///
/// # Errors
/// When the system refuses a thread.
pub(super) fn start<T: Send + 'static>(
    limit: Duration,
    request: impl Future<Output = io::Result<T>> + Send + 'static,
) -> io::Result<Running<T>> {
    let (sender, result) = sync_channel(1);
    let task = runtime()?.spawn(async move {
        let done = tokio::time::timeout(limit, request).await;
        // Nobody may be waiting any more.
        sender.send(done.unwrap_or_else(|_| Err(too_slow()))).ok();
    });
    Ok(Running { task, result, limit })
}

impl<T> Running<T> {
    /// Waits for the result. The thread may be one of another runtime.
    ///
    /// # Errors
    /// The errors of the request, and an error when it took too long.
    pub(super) fn wait(self) -> io::Result<T> {
        match self.result.recv_timeout(self.limit.saturating_add(GRACE)) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout) => Err(too_slow()),
            Err(RecvTimeoutError::Disconnected) => {
                Err(failure(ErrorKind::Other, "expected an answer, got a fault of the client"))
            }
        }
    }
}

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Does a request and waits for its result.
///
/// # Errors
/// The errors of the request, and an error when it took too long.
pub(super) fn run<T: Send + 'static>(
    limit: Duration,
    request: impl Future<Output = io::Result<T>> + Send + 'static,
) -> io::Result<T> {
    start(limit, request)?.wait()
}
