//! The ends of files in a store, which a merge needs again and again.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use bytes::Bytes;
use zobrist_storage::ByteSource;

use zobrist_tables::ReadFile;

/// Keeps what was read of the end of each remote file, which has its footer.
///
/// Each part of the keys that is merged opens files of all runs again, one file for many parts.
/// Those on a disk are in the memory of the system.
#[derive(Default)]
pub(super) struct KeptEnds(Mutex<HashMap<PathBuf, Arc<OnceLock<End>>>>);

#[derive(Debug)]
struct End {
    start: u64,
    bytes: Bytes,
}

impl KeptEnds {
    /// Forgets all ends, which take memory.
    pub(super) fn forget(&self) {
        self.0.lock().expect("no thread panics here").clear();
    }

    /// The file, whose end is read once.
    pub(super) fn kept(&self, file: ReadFile) -> ReadFile {
        if !file.bytes.is_remote() {
            return file;
        }
        let mut ends = self.0.lock().expect("no thread panics here");
        let end = Arc::clone(ends.entry(file.path.clone()).or_default());
        ReadFile { bytes: Arc::new(WithEnd { file: file.bytes, end }), ..file }
    }
}

#[derive(Debug)]
struct WithEnd {
    file: Arc<dyn ByteSource>,
    end: Arc<OnceLock<End>>,
}

impl ByteSource for WithEnd {
    fn len(&self) -> u64 {
        self.file.len()
    }

    fn read_at(&self, start: u64, length: usize) -> io::Result<Bytes> {
        if let Some(end) = self.end.get()
            && let Some(from) = start.checked_sub(end.start)
            && let Some(bytes) =
                (from as usize).checked_add(length).filter(|to| *to <= end.bytes.len())
        {
            return Ok(end.bytes.slice(from as usize..bytes));
        }
        let bytes = self.file.read_at(start, length)?;
        if start + length as u64 == self.len() {
            self.end.get_or_init(|| End { start, bytes: bytes.clone() });
        }
        Ok(bytes)
    }

    fn is_remote(&self) -> bool {
        true
    }
}
