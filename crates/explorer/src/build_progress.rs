//! Progress of an index that is built beside other work, such as that of a server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use zobrist_input::Listener;

/// The progress of a build, for the threads that show it, and their wish to stop it.
#[derive(Debug, Default)]
pub struct BuildProgress {
    bytes: AtomicU64,
    games: AtomicU64,
    is_writing: AtomicBool,
    is_stopped: AtomicBool,
}

impl BuildProgress {
    /// The number of bytes of the files that were read, as they are stored.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The number of games that were read, rejected ones included.
    pub fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// True once all is read and the index is being written. The build cannot be stopped then.
    pub fn is_writing(&self) -> bool {
        self.is_writing.load(Ordering::Relaxed)
    }

    /// Asks the build to stop. It fails, and keeps what can be kept for the next time.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// True if it was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    pub(crate) fn add_games(&self, games: u64) {
        self.games.fetch_add(games, Ordering::Relaxed);
    }

    pub(crate) fn begin_to_write(&self) {
        self.is_writing.store(true, Ordering::Relaxed);
    }
}

/// A listener that counts the bytes for a build, and tells another one everything.
pub(crate) fn counting(
    progress: &Arc<BuildProgress>,
    next: Arc<dyn Listener>,
) -> Arc<dyn Listener> {
    Arc::new(Counting { progress: Arc::clone(progress), next })
}

struct Counting {
    progress: Arc<BuildProgress>,
    next: Arc<dyn Listener>,
}

impl Listener for Counting {
    fn read(&self, bytes: u64) {
        self.progress.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.next.read(bytes);
    }

    fn notice(&self, text: &str) {
        self.next.notice(text);
    }

    fn assumed_encoding(&self, text: &str) {
        self.next.assumed_encoding(text);
    }
}
