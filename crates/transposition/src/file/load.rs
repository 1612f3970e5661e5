//! Loading a saved table.

use std::array::from_fn;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use crc32fast::Hasher;
use zobrist::Key;

use super::error::OpenError;
use super::header::{Start, get64, read_first, read_rest};
use super::open::open;
use crate::arch::Level;
use crate::counters::Counters;
use crate::line::Line;
use crate::memory::{self, Memory, Pages};
use crate::pack::Pack;
use crate::policy::Policy;
use crate::slot::{Bucket, with_bucket};
use crate::slot_bits::SlotBits;
use crate::slot_layout::SlotSize;
use crate::store::Store;
use crate::table::Table;

/// Number of lines that are read at a time.
const LINES: usize = 1 << 10;

impl<K: Key, V: Pack, P: Policy, S: SlotSize, C: Counters> Table<K, V, P, S, C> {
    /// Loads a saved table into memory, on pages as for [`new`](Table::new). `fingerprint` must be
    /// that of the saved table, and the types must have the same layout: as many bits of key and
    /// payload, and so on. The file does not say what the fields of the payload mean; see
    /// [`save`](Table::save).
    ///
    /// The file may come from any machine. If that had another number of 16-byte slots per line
    /// ([`Size::Wide`](crate::Size::Wide)), the lines are converted: of four entries in a line that
    /// has three slots here, one goes, by the policy.
    ///
    /// # Errors
    /// When the file cannot be read, is no regular file or link to one, is not that of a table, is
    /// truncated, has another version, layout or fingerprint, is damaged, or needs memory that is
    /// not available. The lines have a checksum unless the file was shared.
    pub fn load(path: impl AsRef<Path>, fingerprint: u64) -> Result<Self, OpenError> {
        let path = path.as_ref();
        let failed = |source| OpenError::Io { path: path.to_path_buf(), source };
        let mut file = open(path, &OpenOptions::new()).map_err(failed)?;
        let start = Self::read_header(&mut file, fingerprint).map_err(failed)??;
        let bytes = start.lines * Line::BYTES;
        let lines = memory::lines_in(bytes).map_err(OpenError::Allocate)?;
        let memory = Memory::new(lines, Pages::Transparent).map_err(OpenError::Allocate)?;
        memory.generation().set(start.generation);
        let table = Self::on(memory);
        table.repair_generation();
        let mut checksum = Hasher::new();
        let mut buffer = vec![0; LINES * Line::BYTES as usize];
        for (first, lines) in (0..).step_by(LINES).zip(table.memory.lines().chunks(LINES)) {
            let bytes = &mut buffer[..size_of_val(lines)];
            file.read_exact(bytes).map_err(failed)?;
            checksum.update(bytes);
            for (at, bytes) in (first..).zip(bytes.chunks(Line::BYTES as usize)) {
                table.read_line(at, from_fn(|word| get64(bytes, 8 * word)), start.slots as usize);
            }
        }
        if let Some(stored) = start.lines_checksum {
            stored.verify(checksum)?;
        }
        // A shared file may have been copied while a writer held a line, and has no checksum.
        table.repair();
        Ok(table)
    }

    /// Reads a line with this number of slots.
    fn read_line(&self, bucket: usize, words: [u64; Line::WORDS], slots: usize) {
        if slots != self.slots_per_bucket() {
            return self.convert_line(bucket, words);
        }
        let line = &self.memory.lines()[bucket];
        (0..Line::WORDS).for_each(|word| line.store(word, words[word]));
    }

    /// Stores the entries of a line that has another number of 16-byte slots than here: four, or
    /// three after a sequence number.
    fn convert_line(&self, bucket: usize, words: [u64; Line::WORDS]) {
        let line = &self.memory.lines()[bucket];
        with_bucket!(self.level, B => {
            let has_number = 2 * B::COUNT == Line::WORDS;
            if has_number && words[0] & 1 == 1 {
                // A copy of a shared file, made while a writer held the line.
                return;
            }
            let words = &words[usize::from(has_number)..];
            let slots: Vec<_> = words.as_chunks().0.iter().copied().map(SlotBits::<2>).collect();
            for slot in self.entries_of(bucket, &slots) {
                let tag = slot.tag(Self::SLOT_LAYOUT);
                B::store(self.level, line, Store::<Self>::again(slot, tag, self.now()));
            }
        });
    }

    /// Reads and checks what is before the lines of a file; returns its start.
    pub(crate) fn read_header(
        file: &mut File,
        fingerprint: u64,
    ) -> io::Result<Result<Start, OpenError>> {
        let (bytes, length) = read_first(file)?;
        let expected = Self::header(Self::expected_slots(), 0, fingerprint, 0);
        let start = match expected.check(&bytes, length) {
            Ok(read) => read,
            Err(error) => return Ok(Err(error)),
        };
        // The text of a table that opens can be read.
        let text = start.text(read_rest(file, start)?);
        Ok(text.map(|_| start))
    }

    /// The number of slots in a bucket of a table of this type on this machine.
    pub(crate) fn expected_slots() -> usize {
        with_bucket!(Level::detect(), B => B::COUNT)
    }
}
