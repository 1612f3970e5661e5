//! The header of a file and its text; `docs/transposition-format.md` is their specification.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use zobrist::Key;

use super::error::{MAGIC, OpenError};
use super::lines_checksum::LinesChecksum;
use super::open::open;
use crate::counters::Counters;
use crate::line::Line;
use crate::pack::Pack;
use crate::policy::Policy;
use crate::slot_layout::{Size, SlotLayout, SlotSize};
use crate::table::Table;

/// Offset of the generation, which changes while the file is in use.
pub(crate) const GENERATION: usize = 128;

/// Name of a number of the layout.
const SLOTS_PER_LINE: &str = "slots per line";

/// The fields of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) fingerprint: u64,
    pub(crate) lines: u64,
    pub(crate) slots: u32,
    pub(crate) layout: SlotLayout,
    pub(crate) policy: [u8; 16],
    pub(crate) generation: u64,
}

impl Header {
    /// The bytes before the lines. A text has at most [`MAX_TEXT`] bytes.
    pub(crate) fn to_bytes(self, text: Option<&str>) -> Vec<u8> {
        let mut bytes = Start::bytes(self.lines, text, |bytes| {
            put64(bytes, 16, self.fingerprint);
            for (i, number) in self.numbers().into_iter().enumerate() {
                put32(bytes, 32 + 4 * i, number.1);
            }
            bytes[64..80].copy_from_slice(&self.policy);
        });
        put64(&mut bytes, GENERATION, self.generation);
        bytes
    }

    /// True if lines of `slots` slots can be read into lines of this table: those of 16-byte slots
    /// have a sequence number on some machines.
    fn converts(self, slots: u32) -> bool {
        self.layout.size == Size::Wide && matches!(slots, 3 | 4)
    }

    /// The numbers of the layout in the order of the file, by name.
    fn numbers(self) -> [(&'static str, u32); 7] {
        [
            ("bits per slot", self.layout.size.bits()),
            (SLOTS_PER_LINE, self.slots),
            ("bits of a key", self.layout.key),
            ("bits of a tag", self.layout.tag),
            ("bits of a payload", self.layout.payload),
            ("bits of a grade", self.layout.grade),
            ("bits of a generation", self.layout.age),
        ]
    }

    /// Reads the first bytes of a file, which must have the layout and fingerprint of `self`, but
    /// may have another number of slots per line.
    pub(crate) fn check(self, bytes: &[u8], length: u64) -> Result<Start, OpenError> {
        let start = Start::read(bytes, length)?;
        // First the types that the caller has chosen: the tag and size of a slot mostly follow from
        // them.
        self.same_numbers(bytes, |what| matches!(what, "bits of a key" | "bits of a payload"))?;
        if bytes[64..80] != self.policy {
            let name = |bytes: &[u8]| bytes.trim_ascii_end().escape_ascii().to_string();
            let (expected, got) = (name(&self.policy), name(&bytes[64..80]));
            return Err(OpenError::Layout { what: "policy", expected, got });
        }
        self.same_numbers(bytes, |_| true)?;
        let fingerprint = get64(bytes, 16);
        if fingerprint != self.fingerprint {
            return Err(OpenError::Fingerprint { expected: self.fingerprint, got: fingerprint });
        }
        start.check_length(length)?;
        Ok(start)
    }

    /// Compares the numbers of the layout that `is_compared` selects.
    fn same_numbers(self, bytes: &[u8], is_compared: fn(&str) -> bool) -> Result<(), OpenError> {
        for (i, (what, number)) in self.numbers().into_iter().enumerate() {
            let got = get32(bytes, 32 + 4 * i);
            let is_converted = what == SLOTS_PER_LINE && self.converts(got);
            if is_compared(what) && got != number && !is_converted {
                let (expected, got) = (number.to_string(), got.to_string());
                return Err(OpenError::Layout { what, expected, got });
            }
        }
        Ok(())
    }
}

impl<K: Key, V: Pack, P: Policy, S: SlotSize, C: Counters> Table<K, V, P, S, C> {
    /// The header of a table of this type.
    pub(crate) fn header(slots: usize, lines: u64, fingerprint: u64, generation: u64) -> Header {
        let mut policy = [b' '; 16];
        policy[..P::NAME.len()].copy_from_slice(P::NAME.as_bytes());
        Header {
            fingerprint,
            lines,
            slots: slots as u32,
            layout: Self::SLOT_LAYOUT,
            policy,
            generation,
        }
    }
}

/// The version of the format.
const VERSION: u32 = 1;
/// Number of bytes before the text. The text is followed by zeros up to a multiple of it.
const HEADER: usize = 4096;
/// Largest number of bytes of a text.
pub(crate) const MAX_TEXT: u64 = 1 << 20;
/// Number of bytes that the checksum at that offset covers.
const COVERED: usize = 80;
/// Offset of the number of lines.
const LINES: usize = 24;
/// Offsets of the length and the checksum of the text.
const TEXT: usize = 60;
const TEXT_CHECKSUM: usize = 88;

/// The part of a header that does not depend on the types of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    pub(crate) lines: u64,
    pub(crate) slots: u32,
    pub(crate) generation: u64,
    /// `None` for a file that is or was shared.
    pub(crate) lines_checksum: Option<LinesChecksum>,
    /// Number of bytes of the text, 0 without one.
    text: usize,
    text_checksum: u64,
}

impl Start {
    /// The bytes before the lines. `put` puts the fields of the types into the bytes that the
    /// checksum covers.
    pub(crate) fn bytes(lines: u64, text: Option<&str>, put: impl FnOnce(&mut [u8])) -> Vec<u8> {
        let text_bytes = text.unwrap_or_default().as_bytes();
        let size = HEADER + text_bytes.len().next_multiple_of(HEADER);
        let mut bytes = vec![0; size];
        bytes[..8].copy_from_slice(MAGIC);
        put32(&mut bytes, 8, VERSION);
        put32(&mut bytes, 12, size as u32);
        put64(&mut bytes, LINES, lines);
        put32(&mut bytes, TEXT, text_bytes.len() as u32);
        bytes[HEADER..][..text_bytes.len()].copy_from_slice(text_bytes);
        let checksum = text_checksum(&bytes[HEADER..]);
        put64(&mut bytes, TEXT_CHECKSUM, checksum);
        put(&mut bytes[..COVERED]);
        let checksum = fnv1a(&bytes[..COVERED]);
        put64(&mut bytes, COVERED, checksum);
        bytes
    }

    /// Reads the first bytes, up to `HEADER`, of a file of `length` bytes.
    pub(crate) fn read(bytes: &[u8], length: u64) -> Result<Start, OpenError> {
        if !bytes.starts_with(MAGIC) {
            return Err(OpenError::NotATable { got: bytes[..bytes.len().min(8)].to_vec() });
        }
        if bytes.len() < HEADER {
            return Err(OpenError::Length { expected: HEADER as u64, got: length });
        }
        let version = get32(bytes, 8);
        if version != VERSION {
            return Err(OpenError::Version { expected: VERSION, got: version });
        }
        let (checksum, stands) = (fnv1a(&bytes[..COVERED]), get64(bytes, COVERED));
        if checksum != stands {
            return Err(OpenError::Checksum { expected: checksum, got: stands });
        }
        let text = get32(bytes, TEXT);
        if u64::from(text) > MAX_TEXT {
            return Err(OpenError::TextTooLong { expected: MAX_TEXT, got: text.into() });
        }
        let start = Start {
            lines: get64(bytes, LINES),
            slots: get32(bytes, 36),
            generation: get64(bytes, GENERATION),
            lines_checksum: LinesChecksum::read(bytes)?,
            text: text as usize,
            text_checksum: get64(bytes, TEXT_CHECKSUM),
        };
        let (size, stands) = (start.size(), get32(bytes, 12));
        if size as u64 != u64::from(stands) {
            let expected = format!("a header of {size} bytes");
            return Err(OpenError::Text { expected, got: format!("one of {stands}") });
        }
        Ok(start)
    }

    /// Number of bytes before the lines.
    pub(crate) fn size(self) -> usize {
        HEADER + self.text.next_multiple_of(HEADER)
    }

    /// Checks that there are lines, and that the file ends with them.
    fn check_length(self, length: u64) -> Result<(), OpenError> {
        if self.lines == 0 {
            let (expected, got) = ("1 or more".to_owned(), "0".to_owned());
            return Err(OpenError::Layout { what: "lines", expected, got });
        }
        let lines = self.lines.checked_mul(Line::BYTES);
        let expected = lines.and_then(|bytes| bytes.checked_add(self.size() as u64));
        if expected != Some(length) {
            let expected = expected.unwrap_or(u64::MAX);
            return Err(OpenError::Length { expected, got: length });
        }
        Ok(())
    }

    /// The text in the bytes between `HEADER` and the lines.
    pub(crate) fn text(self, mut bytes: Vec<u8>) -> Result<Option<String>, OpenError> {
        let (length, stands) = (self.text, self.text_checksum);
        let checksum = text_checksum(&bytes);
        if checksum != stands {
            let expected = format!("the checksum {checksum:016x}");
            return Err(OpenError::Text { expected, got: format!("{stands:016x}") });
        }
        bytes.truncate(length);
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let expected = format!("{length} bytes of UTF-8");
            OpenError::Text { expected, got: format!("other bytes after {valid}") }
        })?;
        Ok(Some(text).filter(|text| !text.is_empty()))
    }
}

/// The checksum of the text and the zeros after it; 0 without a text.
fn text_checksum(bytes: &[u8]) -> u64 {
    if bytes.is_empty() { 0 } else { fnv1a(bytes) }
}

fn put32(bytes: &mut [u8], at: usize, value: u32) {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

fn put64(bytes: &mut [u8], at: usize, value: u64) {
    bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
}

fn get32(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
}

pub(crate) fn get64(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
}

/// FNV-1a with 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    zobrist::Fnv1a::new().bytes(bytes).finish()
}

/// Reads the text with which a table was saved ([`save_with_text`](crate::Table::save_with_text))
/// or created ([`create_shared_with_text`](crate::Table#method.create_shared_with_text)); `None` if
/// it has none, or an empty one. The types of the table and its fingerprint need not be known, and
/// other processes may share the file meanwhile.
///
/// The text is what its writer gave: do not trust it more than the rest of the file, and open no
/// file that it names.
///
/// # Errors
/// When the file cannot be read, is no regular file or link to one, is not that of a table, is
/// truncated, has another version, or is damaged in the header or the text.
pub fn table_file_text(path: impl AsRef<Path>) -> Result<Option<String>, OpenError> {
    let path = path.as_ref();
    let failed = |source| OpenError::Io { path: path.to_path_buf(), source };
    let mut file = open(path, &OpenOptions::new()).map_err(failed)?;
    let (bytes, length) = read_first(&mut file).map_err(failed)?;
    let start = Start::read(&bytes, length)?;
    start.check_length(length)?;
    start.text(read_rest(&mut file, start).map_err(failed)?)
}

/// Reads the first bytes of a file, up to [`HEADER`], and returns them with the length of the file.
pub(crate) fn read_first(file: &mut File) -> io::Result<(Vec<u8>, u64)> {
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    file.take(HEADER as u64).read_to_end(&mut bytes)?;
    Ok((bytes, length))
}

/// Reads what follows the first bytes, up to the lines.
pub(crate) fn read_rest(file: &mut File, start: Start) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take((start.size() - HEADER) as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
