//! A file that several processes use at once.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::Path;

use zobrist::Key;

use super::error::OpenError;
use super::header::{GENERATION, MAX_TEXT};
use super::lines_checksum::LinesChecksum;
use super::new_file::NewFile;
use super::open::{lock_to_share, open};
use crate::counters::Counters;
use crate::line::Line;
use crate::memory::{self, Memory};
use crate::pack::Pack;
use crate::policy::Policy;
use crate::slot_layout::SlotSize;
use crate::table::Table;

impl<K: Key, V: Pack, P: Policy, S: SlotSize, C: Counters> Table<K, V, P, S, C> {
    /// Creates a file with an empty table of at most `bytes` bytes and opens it as
    /// [`open_shared`](Table::open_shared) does. On Unix only.
    ///
    /// # Errors
    /// When `bytes` has no room for a cache line of 64 bytes or is beyond the memory of the
    /// machine, or the file cannot be created. A file that exists already is an error and stays as
    /// it is.
    pub fn create_shared(
        path: impl AsRef<Path>,
        bytes: u64,
        fingerprint: u64,
    ) -> Result<Self, OpenError> {
        Self::create_as(path.as_ref(), bytes, fingerprint, None)
    }

    /// Creates a file as [`create_shared`](Table::create_shared) does, with a text that says what
    /// the keys of the table are, as [`save_with_text`](Table::save_with_text) does. On Unix only.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("table");
    /// use zobrist_transposition::{Table, table_file_text};
    ///
    /// let one = Table::<u64, i16>::create_shared_with_text(&path, 1 << 16, 42, "my keys")?;
    /// assert_eq!(table_file_text(&path)?.as_deref(), Some("my keys")); // mostly in another process
    /// let other = Table::<u64, i16>::open_shared(&path, 42)?;
    /// one.store(1 << 40, 7, 1);
    /// assert_eq!(other.probe(1 << 40), Some(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`create_shared`](Table::create_shared), and an error when the text has more
    /// than 1 MiB.
    pub fn create_shared_with_text(
        path: impl AsRef<Path>,
        bytes: u64,
        fingerprint: u64,
        text: &str,
    ) -> Result<Self, OpenError> {
        if text.len() as u64 > MAX_TEXT {
            return Err(OpenError::TextTooLong { expected: MAX_TEXT, got: text.len() as u64 });
        }
        Self::create_as(path.as_ref(), bytes, fingerprint, Some(text))
    }

    fn create_as(
        path: &Path,
        bytes: u64,
        fingerprint: u64,
        text: Option<&str>,
    ) -> Result<Self, OpenError> {
        let lines = memory::lines_in(bytes).map_err(OpenError::Allocate)?;
        let failed = |source| OpenError::Io { path: path.to_path_buf(), source };
        let header = Self::header(Self::expected_slots(), lines, fingerprint, 1).to_bytes(text);
        create(path, &header, lines * Line::BYTES).map_err(failed)?;
        Self::open_shared(path, fingerprint)
    }

    /// Opens a file that other processes may have open too, and maps it: what one process stores,
    /// the others find. `fingerprint` must be that of the file, and the types must have the same
    /// layout. On Unix only.
    ///
    /// A process that is killed in the middle of a store leaves nothing that another could misread.
    /// If a slot is one atomic access, the store happened or did not, and an entry that it was to
    /// move may be there twice ([`store`](Table::store)). If slots are checked by a sequence
    /// number, the bucket of that store is taken for empty until the file is next opened by a
    /// process that is alone with it, which empties the bucket.
    ///
    /// A process that is alone with the file first reads all of it, verifies the checksum of a saved
    /// one, which a shared file does not have, and removes what is damaged otherwise; others that
    /// open it meanwhile wait.
    ///
    /// Nobody may make the file shorter while it is open: the system kills a process that reads
    /// past the end of a mapped file. All processes share one generation.
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
    /// The errors of [`load`](Table::load), an error when the file cannot be locked or mapped, and
    /// [`OpenError::Slots`] when it is of a machine that has another number of slots per line.
    pub fn open_shared(path: impl AsRef<Path>, fingerprint: u64) -> Result<Self, OpenError> {
        let path = path.as_ref();
        let failed = |source| OpenError::Io { path: path.to_path_buf(), source };
        let mut file = open(path, OpenOptions::new().write(true)).map_err(failed)?;
        let start = Self::read_header(&mut file, fingerprint).map_err(failed)??;
        if start.slots as usize != Self::expected_slots() {
            let expected = Self::expected_slots() as u32;
            return Err(OpenError::Slots { expected, got: start.slots });
        }
        let alone = lock_to_share(&file, path).map_err(failed)?;
        if alone {
            Self::verify_lines(&mut file, fingerprint).map_err(failed)??;
        }
        let lock = file.try_clone().map_err(failed)?;
        let memory = Memory::shared(file, start.lines, start.size(), GENERATION).map_err(failed)?;
        let table = Self::on(memory);
        if alone {
            table.repair();
            lock.lock_shared().map_err(failed)?;
        }
        Ok(table)
    }

    /// Compares the checksum of a saved file with its lines, and removes it. Only for a process that
    /// is alone with the file.
    fn verify_lines(file: &mut File, fingerprint: u64) -> io::Result<Result<(), OpenError>> {
        // Another process may have removed it meanwhile.
        file.rewind()?;
        let start = match Self::read_header(file, fingerprint)? {
            Ok(start) => start,
            Err(error) => return Ok(Err(error)),
        };
        let Some(checksum) = start.lines_checksum else { return Ok(Ok(())) };
        let verified = checksum.verify_rest(file)?;
        if verified.is_ok() {
            LinesChecksum::remove(file)?;
        }
        Ok(verified)
    }

    /// Writes what has been stored in a shared file to the disk. Without it, the system does so in
    /// its own time; other processes see every store at once either way. Does nothing for a table
    /// that is not shared. On Unix only.
    ///
    /// # Errors
    /// When the system cannot write.
    pub fn flush(&self) -> io::Result<()> {
        self.memory.flush()
    }
}

/// A file of zeros after a header, written next to its destination and moved there when it is
/// complete, if nothing is there.
fn create(path: &Path, header: &[u8], bytes: u64) -> io::Result<File> {
    // Checked before anything is written, and again at the end.
    if fs::symlink_metadata(path).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let mut new = NewFile::beside(path)?;
    new.file().write_all(header)?;
    // Zeros, not a hole: a full disk is reported now, and does not end a process later.
    let zeros = vec![0; 1 << 20];
    let mut left = bytes;
    while left > 0 {
        let part = left.min(zeros.len() as u64);
        new.file().write_all(&zeros[..part as usize])?;
        left -= part;
    }
    new.place()
}
