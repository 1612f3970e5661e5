//! An index that is open, and its use of the cache.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tempfile::TempDir;
use zobrist_console::ending::Ending;
use zobrist_index::Index;

use super::entry::Entry;
use super::evict::{remove_folder, remove_if_empty};
use super::lock;
use super::marks::Mark;

/// An open index, and the ending of the command that reads it.
#[derive(Debug)]
pub struct Opened<I = Index> {
    /// The index.
    pub index: I,
    /// Result of reading the files.
    pub ending: Ending,
    /// The files of a cached index as they were read, in their order.
    pub(super) marks: Vec<Mark>,
    /// The use of an index in the cache.
    pub(super) _use: Option<Use>,
    /// The folder of an index that is made for one answer.
    pub(super) _temporary: Option<TempDir>,
}

impl<I> Opened<I> {
    /// An index that stays in its folder.
    pub fn kept(index: I, ending: Ending) -> Opened<I> {
        Opened { index, ending, marks: Vec::new(), _use: None, _temporary: None }
    }

    /// An index that is removed after the answer.
    pub fn temporary(index: I, ending: Ending, folder: TempDir) -> Opened<I> {
        Opened { index, ending, marks: Vec::new(), _use: None, _temporary: Some(folder) }
    }

    /// True if a file, by its number among those of a cached index, is as it was read, as far as
    /// that is seen without reading it.
    pub fn is_unchanged(&self, number: usize, file: &Path) -> bool {
        self.marks.get(number).is_none_or(|mark| mark.is_of(file))
    }
}

/// A cached index is in use while this exists; the folder of one that is not kept is removed then.
#[derive(Debug)]
pub(super) struct Use {
    pub(super) entry: Entry,
    /// `None` once it is dropped, and in a cache that can only be read.
    pub(super) lock: Option<File>,
    pub(super) part: Option<PathBuf>,
}

impl Use {
    pub(super) fn begin(entry: &Entry) -> io::Result<Use> {
        let lock = Some(lock::shared(&entry.used())?);
        Ok(Use { entry: entry.clone(), lock, part: None })
    }

    /// Notes that the index was used now.
    pub(super) fn note(&self) {
        if let Some(lock) = &self.lock {
            lock.set_modified(SystemTime::now()).ok();
        }
    }
}

impl Drop for Use {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            remove_folder(part).ok();
        }
        if self.lock.take().is_some() {
            remove_if_empty(&self.entry).ok();
        }
    }
}

/// True if a process reads or builds the index. Nothing is made or written.
pub fn is_used(entry: &Entry) -> bool {
    lock::is_held(&entry.used())
}
