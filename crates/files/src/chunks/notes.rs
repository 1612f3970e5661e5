//! What is told of an input once all of its games have been read.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::counted::counted;
use crate::listener::Listener;

/// Counts what was left out of the games of an input, and tells it when the last chunk is gone.
pub struct Notes {
    file: Arc<str>,
    listener: Arc<dyn Listener>,
    /// The number of games of whose `FEN` something was left out.
    starts: AtomicU64,
    /// The first of them.
    first: AtomicU64,
}

impl Notes {
    pub(super) fn new(file: Arc<str>, listener: Arc<dyn Listener>) -> Notes {
        Notes { file, listener, starts: AtomicU64::new(0), first: AtomicU64::new(u64::MAX) }
    }

    /// Counts a game, by its number in the input, of whose `FEN` castling rights or an en passant square that
    /// cannot be were left out.
    pub fn repaired_start(&self, game: u64) {
        self.starts.fetch_add(1, Ordering::Relaxed);
        self.first.fetch_min(game, Ordering::Relaxed);
    }
}

impl Drop for Notes {
    fn drop(&mut self) {
        let (starts, first) = (*self.starts.get_mut(), *self.first.get_mut());
        if starts > 0 {
            let games = counted(starts, "game", "games");
            self.listener.notice(&format!(
                "{}: left castling rights or an en passant square that cannot be out of the FEN of {games}, first \
                 of game {first}",
                self.file
            ));
        }
    }
}

impl fmt::Debug for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notes").field("file", &self.file).finish_non_exhaustive()
    }
}
