//! Saving a table.

use std::io::{self, Write};
use std::path::Path;

use crc32fast::Hasher;
use zobrist::Key;

use super::error::SaveError;
use super::header::MAX_TEXT;
use super::lines_checksum::LinesChecksum;
use super::new_file::NewFile;
use super::open::is_shared;
use crate::counters::Counters;
use crate::line::Line;
use crate::pack::Pack;
use crate::policy::Policy;
use crate::slot::{Bucket, with_bucket};
use crate::slot_layout::SlotSize;
use crate::table::Table;

/// Number of lines that are written at a time.
const LINES: usize = 1 << 14;

impl<K: Key, V: Pack, P: Policy, S: SlotSize, C: Counters> Table<K, V, P, S, C> {
    /// Saves the table with the fingerprint of its keys
    /// ([`Fingerprint::to_u64`](zobrist::Fingerprint::to_u64)). The file is written next to its
    /// destination and renamed when it is complete; once this returns, a power failure does not
    /// undo that. Other threads may use the table meanwhile: every entry is saved as a whole, as it
    /// was at some moment during the save.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("table");
    /// use zobrist_transposition::Table;
    ///
    /// let table = Table::<u64, i16>::new(1 << 16)?;
    /// table.store(1 << 40, 7, 1);
    /// table.save(&path, 0x327e_71f3_8b43_a493)?;
    /// let again = Table::<u64, i16>::load(&path, 0x327e_71f3_8b43_a493)?;
    /// assert_eq!(again.probe(1 << 40), Some(7));
    ///
    /// let other = Table::<u64, i16>::load(&path, 5).unwrap_err();
    /// assert!(other.to_string().contains("expected the fingerprint 0000000000000005"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// On loading, only the payload's number of bits is checked: if the fields of a payload have
    /// other meanings or widths, give it another fingerprint.
    ///
    /// # Errors
    /// When the file cannot be written, or a table shares it (`open_shared`): `flush` writes such a
    /// file. A file that was there before stays as it was, unless only its folder could not be
    /// synced.
    pub fn save(&self, path: impl AsRef<Path>, fingerprint: u64) -> Result<(), SaveError> {
        self.save_as(path.as_ref(), fingerprint, None)
    }

    /// Saves the table as [`save`](Table::save) does, together with a text that says what its keys
    /// are: a program that finds the file reads it by [`table_file_text`](crate::table_file_text).
    /// The text of a chess scheme that is not built in comes from `ComposedScheme::to_text` of the
    /// crate `zobrist-chess`: it has all keys and conventions, and the fingerprint of the scheme is
    /// that of its text. `SchemeDescription::parse` and `compose` make the scheme of it again.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("table");
    /// use zobrist::Fnv1a;
    /// use zobrist_transposition::{Table, table_file_text};
    ///
    /// /// The key of a heap, and the fingerprint of the keys.
    /// fn scheme(text: &str) -> Option<(u64, u64)> {
    ///     let key = u64::from_str_radix(text.strip_prefix("nim: a heap is ")?, 16).ok()?;
    ///     Some((key, Fnv1a::new().bytes(text.as_bytes()).finish()))
    /// }
    ///
    /// let text = "nim: a heap is 9d39247e33776d41";
    /// let (key, fingerprint) = scheme(text).unwrap();
    /// let table = Table::<u64, i16>::new(1 << 16)?;
    /// table.store(key, 7, 1);
    /// table.save_with_text(&path, fingerprint, text)?;
    ///
    /// // Another program, which has nothing but the file:
    /// let text = table_file_text(&path)?.unwrap();
    /// let (key, fingerprint) = scheme(&text).unwrap();
    /// let again = Table::<u64, i16>::load(&path, fingerprint)?;
    /// assert_eq!(again.probe(key), Some(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A loaded table does not keep the text: give it again to save it again.
    ///
    /// # Errors
    /// The errors of [`save`](Table::save), and an error when the text has more than 1 MiB.
    pub fn save_with_text(
        &self,
        path: impl AsRef<Path>,
        fingerprint: u64,
        text: &str,
    ) -> Result<(), SaveError> {
        if text.len() as u64 > MAX_TEXT {
            return Err(SaveError::TextTooLong { expected: MAX_TEXT, got: text.len() as u64 });
        }
        self.save_as(path.as_ref(), fingerprint, Some(text))
    }

    fn save_as(&self, path: &Path, fingerprint: u64, text: Option<&str>) -> Result<(), SaveError> {
        if is_shared(path) {
            return Err(SaveError::Shared { path: path.to_path_buf() });
        }
        self.write_beside(path, fingerprint, text)
            .map_err(|source| SaveError::Io { path: path.to_path_buf(), source })
    }

    fn write_beside(&self, path: &Path, fingerprint: u64, text: Option<&str>) -> io::Result<()> {
        let mut new = NewFile::beside(path)?;
        let generation = self.memory.generation().get();
        let header = Self::header(self.slots_per_bucket(), self.buckets(), fingerprint, generation);
        new.file().write_all(&header.to_bytes(text))?;
        let mut checksum = Hasher::new();
        let mut buffer = Vec::with_capacity(LINES * Line::BYTES as usize);
        for lines in self.memory.lines().chunks(LINES) {
            buffer.clear();
            for line in lines {
                let words = with_bucket!(self.level, B => image::<B, _>(line));
                buffer.extend(words.into_iter().flat_map(u64::to_le_bytes));
            }
            checksum.update(&buffer);
            new.file().write_all(&buffer)?;
        }
        LinesChecksum::from(checksum).write(new.file())?;
        new.replace()
    }
}

/// The words of a line in a file, each entry whole. A sequence number is left out: in a file nobody
/// holds a line.
fn image<B: Bucket<W>, const W: usize>(line: &Line) -> [u64; Line::WORDS] {
    let mut words = [0; Line::WORDS];
    // After a sequence number, if there is one.
    let first = usize::from(B::COUNT * W < Line::WORDS);
    let slots = B::read(line);
    for (number, slot) in slots.iter().flat_map(|slots| slots.as_ref()).enumerate() {
        words[first + number * W..][..W].copy_from_slice(&slot.0);
    }
    words
}
