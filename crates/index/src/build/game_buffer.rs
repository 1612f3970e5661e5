//! Games that a builder holds until they fill a segment: the part that the build of an index and a
//! run of a plan share.

use std::io;
use std::path::Path;

use crate::error::IndexError;
use crate::games::{Replayed, Replayer};
use crate::segment::Batch;

/// The games that a builder holds, and the replayer that they come from.
pub(crate) struct GameBuffer {
    replayer: Replayer,
    /// The memory of the builder, of which the games may fill a third.
    memory: usize,
    /// `None` once a call has failed: games that were handed over are missing then.
    batch: Option<Batch>,
}

impl GameBuffer {
    pub(crate) fn new(replayer: Replayer, memory: usize, batch: Batch) -> GameBuffer {
        GameBuffer { replayer, memory, batch: Some(batch) }
    }

    pub(crate) fn replayer(&self) -> &Replayer {
        &self.replayer
    }

    /// The number of games that are held.
    pub(crate) fn games(&self) -> u64 {
        self.batch.as_ref().map_or(0, Batch::games)
    }

    /// # Panics
    /// When the games were replayed for something else.
    pub(crate) fn expect_own(&self, replayed: &Replayed) {
        let task = self.replayer.task();
        assert!(
            replayed.task.as_ref().is_none_or(|other| other == task),
            "the games were replayed for {:?}, and the builder is for {task:?}: replay them with \
             its `replayer`",
            replayed.task
        );
    }

    /// Lends the games for a change, after which they are to be [put back](GameBuffer::put). If the
    /// change fails they are not: an index that lacks the games of a call would look like a whole
    /// one.
    ///
    /// # Errors
    /// When an earlier change has failed.
    pub(crate) fn take(&mut self, folder: &Path) -> Result<Batch, IndexError> {
        self.refuse_after_failure(folder)?;
        Ok(self.batch.take().expect("no change has failed"))
    }

    /// # Errors
    /// When an earlier change has failed.
    pub(crate) fn refuse_after_failure(&self, folder: &Path) -> Result<(), IndexError> {
        if self.batch.is_some() {
            return Ok(());
        }
        let error = io::Error::other("an earlier call failed; begin again");
        Err(IndexError::io("write", folder, error))
    }

    pub(crate) fn put(&mut self, batch: Batch) {
        self.batch = Some(batch);
    }

    /// True if there are games, and they have to be written before more are added.
    pub(crate) fn is_filled_by(&self, batch: &Batch) -> bool {
        batch.games() > 0 && (batch.memory() >= self.memory / 3 || batch.is_full())
    }
}
