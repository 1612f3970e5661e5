//! Waiting for the disk in parallel with the work, not as part of it.

use std::fs::File;
use std::path::PathBuf;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use crate::error::IndexError;

/// Takes files that have been written, and makes sure that they reach the disk.
pub(crate) struct Disk(SyncSender<(PathBuf, File)>);

/// How many files may wait: each is open.
const WAITING: usize = 16;

impl Disk {
    /// Does some work and returns when every file that it left to the disk is there. A separate
    /// thread waits for one file while the work goes on with the next.
    ///
    /// # Errors
    /// Those of the work, and when a file could not be written after all.
    pub fn with<T>(work: impl FnOnce(&Disk) -> Result<T, IndexError>) -> Result<T, IndexError> {
        let (sender, files) = sync_channel::<(PathBuf, File)>(WAITING);
        thread::scope(|scope| {
            let waiting = scope.spawn(move || {
                files.into_iter().try_for_each(|(path, file)| {
                    file.sync_all().map_err(|error| IndexError::io("write", &path, error))
                })
            });
            let disk = Disk(sender);
            let done = work(&disk);
            drop(disk);
            let written = waiting.join().expect("no thread panics here");
            let done = done?;
            written.map(|()| done)
        })
    }

    /// Leaves a file to the disk.
    pub(super) fn leave(&self, path: PathBuf, file: File) {
        // If nobody is waiting any more, an earlier file has failed, and that is reported.
        self.0.send((path, file)).ok();
    }
}
