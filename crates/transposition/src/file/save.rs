//! Saving a table and loading it.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::ptr;

use zobrist::Key;

use super::error::{OpenError, SaveError};
use super::header::{MAX_TEXT, Start, get64, read_first, read_rest};
use super::new_file::NewFile;
use super::open::{is_shared, open};
use crate::arch::Level;
use crate::counters::Counters;
use crate::line::Line;
use crate::memory::{self, Memory, Pages};
use crate::pack::Pack;
use crate::policy::Policy;
use crate::slot::{Bucket, with_bucket};
use crate::slot_bits::SlotBits;
use crate::slot_layout::SlotSize;
use crate::store::Change;
use crate::table::Table;

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
        let mut writer = BufWriter::with_capacity(1 << 20, new.file());
        let generation = self.memory.generation().get();
        let header = Self::header(self.slots_per_bucket(), self.buckets(), fingerprint, generation);
        writer.write_all(&header.to_bytes(text))?;
        for line in self.memory.lines() {
            for word in with_bucket!(self.level, B => image::<B, _>(line)) {
                writer.write_all(&word.to_le_bytes())?;
            }
        }
        writer.flush()?;
        drop(writer);
        new.replace()
    }

    /// Loads a saved table into memory, on pages as for [`new`](Table::new). `fingerprint` must be
    /// that of the saved table, and the types must have the same layout: as many bits of key and
    /// payload, and so on. The file does not say what the fields of the payload mean; see
    /// [`save`](Table::save).
    ///
    /// # Errors
    /// When the file cannot be read, is no regular file or link to one, is not that of a table, is
    /// truncated, has another version, layout or fingerprint, is damaged in its header or text, or
    /// needs memory that is not available.
    pub fn load(path: impl AsRef<Path>, fingerprint: u64) -> Result<Self, OpenError> {
        let path = path.as_ref();
        let failed = |source| OpenError::Io { path: path.to_path_buf(), source };
        let mut file = open(path, &OpenOptions::new()).map_err(failed)?;
        let (start, generation) = Self::read_header(&mut file, fingerprint).map_err(failed)??;
        let bytes = start.lines * Line::BYTES;
        let lines = memory::lines_in(bytes).map_err(OpenError::Allocate)?;
        let memory = Memory::new(lines, Pages::Transparent).map_err(OpenError::Allocate)?;
        memory.generation().set(generation);
        let mut buffer = vec![0; 1 << 16];
        for lines in memory.lines().chunks(buffer.len() / Line::BYTES as usize) {
            let bytes = &mut buffer[..size_of_val(lines)];
            file.read_exact(bytes).map_err(failed)?;
            for (line, bytes) in lines.iter().zip(bytes.chunks(Line::BYTES as usize)) {
                (0..Line::WORDS).for_each(|word| line.store(word, get64(bytes, 8 * word)));
            }
        }
        let table = Self::on(memory);
        // A shared file may have been copied while a writer held a line, and any may be damaged.
        table.repair();
        Ok(table)
    }

    /// Reads and checks what is before the lines of a file; returns its start and its generation.
    pub(crate) fn read_header(
        file: &mut File,
        fingerprint: u64,
    ) -> io::Result<Result<(Start, u64), OpenError>> {
        let (bytes, length) = read_first(file)?;
        let expected = Self::header(Self::expected_slots(), 0, fingerprint, 0);
        let (start, generation) = match expected.check(&bytes, length) {
            Ok(read) => read,
            Err(error) => return Ok(Err(error)),
        };
        // The text of a table that opens can be read.
        let text = start.text(read_rest(file, start)?);
        Ok(text.map(|_| (start, generation)))
    }

    /// The number of slots in a bucket of a table of this type on this machine.
    pub(crate) fn expected_slots() -> usize {
        with_bucket!(Level::detect(), B => B::COUNT)
    }

    /// Empties the lines whose writers were killed, removes what is not an entry, and repairs an
    /// invalid generation. Only for a caller that is alone with the table.
    pub(crate) fn repair(&self) {
        with_bucket!(self.level, B => {
            for (bucket, line) in self.memory.lines().iter().enumerate() {
                B::empty_if_held(line);
                self.repair_line::<B, _>(bucket, line);
            }
        });
        // An entry of generation 0 would be taken for an empty slot.
        if self.now() == 0 {
            self.new_generation();
        }
    }

    /// Removes from a line the bits that no store can have put there, and moves the entries to the
    /// front: no checksum covers lines, and a slot that is neither empty nor an entry would hide
    /// the entries after it. If a key is there twice, its first entry stays.
    fn repair_line<B: Bucket<W>, const W: usize>(&self, bucket: usize, line: &Line) {
        let Some(slots) = B::read(line) else { return };
        let (slots, layout) = (slots.as_ref(), Self::SLOT_LAYOUT);
        let is_entry = |at: &usize| {
            let (slot, before) = (slots[*at], &slots[..*at]);
            let tag = slot.tag(layout);
            slot.age(layout) != 0
                && before.iter().all(|other| !other.holds(layout, tag))
                && self.belongs(bucket, tag)
        };
        let mut entries = (0..slots.len()).filter(is_entry).map(|at| slots[at]);
        for (number, old) in slots.iter().enumerate() {
            let new = entries.next().unwrap_or(SlotBits::EMPTY);
            if new != *old {
                // By a write like any store, so that a process that is killed here tears no entry
                // either; nobody else holds the line.
                B::write(line, |_| (Some(Change::replace(number, new)), ()));
            }
        }
    }

    /// True if a key with this tag is in this bucket. Unless the table is exact, each bucket has
    /// such keys.
    fn belongs(&self, bucket: usize, tag: u128) -> bool {
        let line = &self.memory.lines()[bucket];
        !self.is_exact() || ptr::eq(line, self.line(self.key_of(bucket, tag)))
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
