//! A file that several processes use at once.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;

use zobrist::Key;

use super::error::OpenError;
use super::header::HEADER;
use super::save::beside;
use crate::counters::Counters;
use crate::line::Line;
use crate::memory::{self, Memory};
use crate::pack::Pack;
use crate::policy::Policy;
use crate::slot_layout::SlotSize;
use crate::table::Table;

impl<K: Key, V: Pack, P: Policy, S: SlotSize, C: Counters> Table<K, V, P, S, C> {
    /// Makes a file of a table of at most `bytes` bytes and opens it as
    /// [`open_shared`](Table::open_shared) does. On Unix only.
    ///
    /// # Errors
    /// When there is no room for a cache line, or the file cannot be made. One that is there already
    /// is an error, and stays as it is.
    pub fn create_shared(
        path: impl AsRef<Path>,
        bytes: u64,
        fingerprint: u64,
    ) -> Result<Self, OpenError> {
        let path = path.as_ref();
        let lines = memory::lines_in(bytes).map_err(OpenError::Allocate)?;
        let failed = |source| OpenError::Io { path: path.to_path_buf(), source };
        let header = Self::header(Self::expected_slots(), lines, fingerprint, 1).to_bytes();
        create(path, &header, lines * Line::BYTES).map_err(failed)?;
        Self::open_shared(path, fingerprint)
    }

    /// Opens a file that other processes may have open too, and maps it: what one stores,
    /// the others find. `fingerprint` must be that of the file, and the types must have the same
    /// layout. On Unix only.
    ///
    /// A process that is killed in the middle of a store leaves nothing that another can read
    /// wrong. Where slots are one atomic access, the store happened or did not. Where they
    /// are checked by a sequence number, the line of that store is taken for empty until the file
    /// is next opened by a process that is alone with it, which empties it.
    ///
    /// A process that is alone with the file reads all of it before it goes on, and takes out what is
    /// damaged; whoever opens it meanwhile waits.
    ///
    /// Nobody may make the file shorter while it is open: the system ends a process that reads
    /// behind the end of a mapped file. Its generation is common to all.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("table");
    /// use zobrist_transposition::Table;
    ///
    /// let one = Table::<u64, i16>::create_shared(&path, 1 << 16, 42)?;
    /// let other = Table::<u64, i16>::open_shared(&path, 42)?; // mostly in another process
    /// one.store(1 << 40, 7, 1);
    /// assert_eq!(other.probe(1 << 40), Some(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`load`](Table::load), and when the file cannot be locked or mapped.
    pub fn open_shared(path: impl AsRef<Path>, fingerprint: u64) -> Result<Self, OpenError> {
        let path = path.as_ref();
        let failed = |source| OpenError::Io { path: path.to_path_buf(), source };
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(failed)?;
        let header = Self::read_header(&mut file, fingerprint).map_err(failed)??;
        // Every user holds a shared lock as long as it lives: who gets the other kind is alone.
        let alone = match file.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        };
        if !alone {
            file.lock_shared().map_err(failed)?;
        }
        let lock = file.try_clone().map_err(failed)?;
        let table = Self::on(Memory::shared(file, header.lines).map_err(failed)?);
        if alone {
            table.settle();
            lock.lock_shared().map_err(failed)?;
        }
        Ok(table)
    }

    /// Writes what has been stored in a shared file to the disk. Without it the system does so
    /// when it likes; other processes see all at once either way. Nothing to do for a table that is
    /// not shared. On Unix only.
    ///
    /// # Errors
    /// When the system cannot write.
    pub fn flush(&self) -> io::Result<()> {
        self.memory.flush()
    }
}

/// A file of zeros behind a header, made beside its place and put there when it is whole, if
/// nothing is there.
fn create(path: &Path, header: &[u8], bytes: u64) -> io::Result<File> {
    let (mut file, path) = beside(path)?;
    file.write_all(header)?;
    // Zeros, not a hole: a disk that is full says so now, and does not end a process later.
    let zeros = vec![0; 1 << 20];
    let mut left = bytes;
    while left > 0 {
        let part = left.min(zeros.len() as u64);
        file.write_all(&zeros[..part as usize])?;
        left -= part;
    }
    file.as_file().sync_all()?;
    Ok(file.persist_noclobber(path)?)
}

const _: () = assert!(HEADER.is_multiple_of(align_of::<Line>()));
