//! The length of the text of a piece, and where its first game begins.

use std::sync::{Arc, Mutex, MutexGuard};

/// The length of the text of a piece and the place of its first game, which are known once they are
/// read.
///
/// The text of a piece is that of its own frames. Its games are those that begin from
/// [`skipped`](PieceText::skipped) on, the last of which may end in later frames.
#[derive(Clone, Debug, Default)]
pub struct PieceText(Arc<Mutex<Known>>);

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    pub(super) skipped: Option<u64>,
    pub(super) bytes: Option<u64>,
}

impl PieceText {
    /// Number of bytes of the text before the first game of the piece, which is the offset of that
    /// game. `None` if no game begins in the piece, or that was not read.
    #[must_use]
    pub fn skipped(&self) -> Option<u64> {
        self.lock().skipped
    }

    /// Length of the text of the frames of the piece, in bytes: what to add to the offsets of the
    /// next piece, after those of all pieces before. `None` if they were not read to their end.
    #[must_use]
    pub fn bytes(&self) -> Option<u64> {
        self.lock().bytes
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().expect("no thread panics with the lock held")
    }
}
