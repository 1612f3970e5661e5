//! A thread that waits for files to reach the disk, while the work goes on.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use crate::error::TableError;

/// Takes files that have been written, and makes sure that they reach the disk.
#[derive(Debug)]
pub struct Disk {
    /// To the thread that waits for the disk; none if the system refused it.
    files: Option<SyncSender<(PathBuf, File)>>,
    /// The first error without such a thread.
    failed: Mutex<Option<TableError>>,
}

/// Number of files that may wait: each is open.
const MAX_WAITING: usize = 16;

impl Disk {
    /// Does some work and returns when every file that it left to the disk is there. A separate
    /// thread waits for one file while the work goes on with the next; if the system refuses one,
    /// the work waits.
    ///
    /// # Errors
    /// The errors of the work, and an error when a file could not be written after all.
    pub fn with<T, E: From<TableError>>(work: impl FnOnce(&Disk) -> Result<T, E>) -> Result<T, E> {
        let (sender, files) = sync_channel::<(PathBuf, File)>(MAX_WAITING);
        thread::scope(|scope| {
            let wait = move || files.into_iter().try_for_each(|(path, file)| sync(path, &file));
            let waiting = thread::Builder::new().spawn_scoped(scope, wait).ok();
            let disk =
                Disk { files: waiting.is_some().then_some(sender), failed: Mutex::default() };
            let done = work(&disk);
            let Disk { files, failed } = disk;
            drop(files);
            let written = match waiting {
                Some(waiting) => waiting.join().expect("no thread panics here"),
                None => failed.into_inner().expect("no thread panics here").map_or(Ok(()), Err),
            };
            let done = done?;
            written.map(|()| done).map_err(E::from)
        })
    }

    /// Has what was written of a file so far brought to the disk, while more is written: at its
    /// end, less is left to wait for. If the thread that waits has enough to do, this is left for
    /// later.
    pub(super) fn begin(&self, path: &Path, file: &File) {
        if let Some(files) = &self.files
            && let Ok(file) = file.try_clone()
        {
            files.try_send((path.to_owned(), file)).ok();
        }
    }

    /// Leaves a file to the disk.
    pub(super) fn leave(&self, path: PathBuf, file: File) {
        let Some(files) = &self.files else {
            if let Err(error) = sync(path, &file) {
                self.failed.lock().expect("no thread panics here").get_or_insert(error);
            }
            return;
        };
        // If nobody is waiting any more, an earlier file has failed, and that is reported.
        files.send((path, file)).ok();
    }
}

fn sync(path: PathBuf, file: &File) -> Result<(), TableError> {
    file.sync_all().map_err(|error| TableError::io("write", &path, error))
}
