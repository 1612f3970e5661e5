//! Limits that all threads of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// The largest number of threads: more are of no use, and a system may not have them.
pub(crate) const MAX_THREADS: usize = 1024;

/// The number of nodes that a thread searches between two checks of the limits.
pub(crate) const CHECK_INTERVAL: u64 = 256;

/// When the threads of one search give up.
pub(crate) struct Limits<'a> {
    /// The nodes of all threads, in whole check intervals.
    nodes: AtomicU64,
    max_nodes: u64,
    /// The time at which they give up; `None` if time does not matter.
    end: Option<Instant>,
    stop: Option<&'a AtomicBool>,
    /// Set once a thread has the result.
    pub(crate) done: AtomicBool,
}

impl<'a> Limits<'a> {
    pub(crate) fn new(
        max_nodes: u64,
        end: Option<Instant>,
        stop: Option<&'a AtomicBool>,
    ) -> Limits<'a> {
        Limits { nodes: AtomicU64::new(0), max_nodes, end, stop, done: AtomicBool::new(false) }
    }

    /// Adds a check interval to the nodes. Returns true if the thread has to give up.
    pub(crate) fn are_reached(&self) -> bool {
        let nodes = self.nodes.fetch_add(CHECK_INTERVAL, Ordering::Relaxed) + CHECK_INTERVAL;
        nodes >= self.max_nodes || self.done.load(Ordering::Relaxed) || self.is_ended_from_outside()
    }

    /// True if the time is over or the caller has asked for an end.
    pub(crate) fn is_ended_from_outside(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

/// The error of a search that reached a limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;
