//! One pass over the games: they are replayed on several threads, and come out in order.

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use arrow_array::RecordBatch;
use pyo3::prelude::*;
use zobrist_game_text::{Rejection, in_order};

use super::piece::Piece;
use super::source::{GameInput, Tags};
use crate::error::{Class, Failure};
use crate::work::{Counters, Progress, of_panic};

/// Rows of a piece, and the games that are not among them.
#[derive(Debug, Default)]
pub(crate) struct RowStream {
    pub(crate) batch: Option<RecordBatch>,
    pub(crate) rejections: Vec<Rejection>,
    pub(crate) games: u64,
    pub(crate) plies: u64,
}

impl RowStream {
    /// Counts a text without games as a game that is rejected.
    pub(crate) fn reject(&mut self, rejection: Rejection) {
        self.games += 1;
        self.rejections.push(rejection);
    }
}

/// Makes rows of games.
pub(crate) trait MakeRows: Send + Sync {
    /// # Errors
    /// When the rows do not fit into a table.
    fn rows(&self, piece: &Piece) -> Result<RowStream, Failure>;
}

/// Options for reading the games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) threads: NonZeroUsize,
    /// True if a file that cannot be read to its end is read up to there.
    pub(crate) partial: bool,
    pub(crate) tags: Tags,
}

/// The games that were rejected by a pass.
pub(crate) type Rejections = Arc<Mutex<Vec<Rejection>>>;

pub(crate) fn lock(rejections: &Rejections) -> MutexGuard<'_, Vec<Rejection>> {
    rejections.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A pass that is going on. It ends when it is dropped.
pub(crate) struct Pass {
    batches: Receiver<Result<RecordBatch, Failure>>,
    counters: Arc<Counters>,
    progress: Progress,
    /// The thread that may speak to Python: it began the pass.
    thread: ThreadId,
    shown: Instant,
    ended: bool,
    /// The exception that a signal or the progress has raised.
    raised: Option<PyErr>,
}

/// Time between two looks at signals and the progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// Batches that wait to be taken, for each thread.
const WAITING: usize = 4;

impl Pass {
    /// Begins a pass in the background.
    pub(crate) fn begin(
        source: Arc<GameInput>,
        reading: Reading,
        make: Arc<dyn MakeRows>,
        rejections: Rejections,
        progress: Progress,
    ) -> io::Result<Pass> {
        let (send, batches) = sync_channel(WAITING * reading.threads.get());
        let counters = Arc::new(Counters::default());
        let its = counters.clone();
        let work = move || {
            let panics = send.clone();
            let read = || read(&source, reading, &*make, &rejections, &its, send);
            if let Err(panic) = catch_unwind(AssertUnwindSafe(read)) {
                panics.send(Err(of_panic(&*panic))).ok();
            }
        };
        thread::Builder::new().spawn(work)?;
        let (thread, shown) = (thread::current().id(), Instant::now());
        Ok(Pass { batches, counters, progress, thread, shown, ended: false, raised: None })
    }

    /// Takes the exception that a signal or the progress has raised, if that ended the pass.
    pub(crate) fn take_raised(&mut self) -> Option<PyErr> {
        self.raised.take()
    }

    /// The next rows; `None` at the end.
    ///
    /// # Errors
    /// When a file cannot be read to its end; and, if the thread that began the pass asks, by a
    /// signal or an error of the progress, which [`take_raised`](Pass::take_raised) then has.
    pub(crate) fn next(&mut self) -> Option<Result<RecordBatch, Failure>> {
        while !self.ended {
            match self.batches.recv_timeout(INTERVAL) {
                Ok(batch) => {
                    self.ended = batch.is_err();
                    return Some(self.look().and(batch));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.ended = true;
                    if self.thread == thread::current().id() {
                        Python::try_attach(|py| {
                            self.progress.show(py, &self.counters).ok();
                            self.progress.close(py).ok();
                            self.raised = self.counters.warn(py).err();
                        });
                        if let Some(raised) = &self.raised {
                            let failure = Failure::new(Class::Zobrist, raised.to_string());
                            return Some(Err(failure));
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(failure) = self.look() {
                        return Some(Err(failure));
                    }
                }
            }
        }
        None
    }

    /// Shows the progress and looks at signals, now and then. On another thread than that of the
    /// caller, whoever holds the lock of the interpreter may wait for this one.
    fn look(&mut self) -> Result<(), Failure> {
        if self.shown.elapsed() < INTERVAL || self.thread != thread::current().id() {
            return Ok(());
        }
        self.shown = Instant::now();
        let looked = Python::try_attach(|py| {
            py.check_signals()?;
            self.progress.show(py, &self.counters)
        });
        let Some(Err(error)) = looked else { return Ok(()) };
        self.counters.stop();
        self.ended = true;
        let failure = Failure::new(Class::Zobrist, format!("stopped: {error}"));
        Python::attach(|py| self.progress.close(py).ok());
        self.raised = Some(error);
        Err(failure)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.counters.stop();
    }
}

/// Reads all games, until nobody takes the rows any more.
fn read(
    source: &GameInput,
    Reading { threads, partial, tags }: Reading,
    make: &dyn MakeRows,
    rejections: &Rejections,
    counters: &Arc<Counters>,
    send: SyncSender<Result<RecordBatch, Failure>>,
) {
    let mut pieces = match source.pieces(partial, tags, counters.clone()) {
        Ok(pieces) => pieces,
        Err(failure) => {
            send.send(Err(failure)).ok();
            return;
        }
    };
    let broken = in_order(
        threads,
        || if counters.is_stopped() { None } else { pieces.next() },
        |mut piece| {
            let mut rows = make.rows(&piece)?;
            let mut failure = None;
            if let Piece::Chunk(chunk) = &mut piece {
                failure = chunk.failure.take().filter(|_| !partial);
                chunk.append_unread(false, &mut rows.games, &mut rows.rejections);
                chunk.buffers.give_back(std::mem::take(&mut chunk.text));
            }
            Ok((rows, failure))
        },
        |made: Result<(RowStream, Option<Rejection>), Failure>| {
            let (rows, failure) = match made {
                Ok(made) => made,
                Err(failure) => return ControlFlow::Break(failure),
            };
            let RowStream { batch, rejections: rejected, games, plies } = rows;
            counters.games.fetch_add(games, Ordering::Relaxed);
            counters.plies.fetch_add(plies, Ordering::Relaxed);
            counters.rejected.fetch_add(rejected.len() as u64, Ordering::Relaxed);
            lock(rejections).extend(rejected);
            if let Some(failure) = failure {
                return ControlFlow::Break(Failure::from(&failure));
            }
            if let Some(batch) = batch
                && send.send(Ok(batch)).is_err()
            {
                counters.stop();
            }
            ControlFlow::Continue(())
        },
    );
    if let Some(failure) = broken {
        send.send(Err(failure)).ok();
    }
}
