//! The part of a header that does not depend on the types of the table: the version, the number of
//! lines, and the text.

use super::bytes::{fnv1a, get32, get64, put32, put64};
use super::error::OpenError;
use super::magic::MAGIC;
use crate::line::Line;

/// The version of the format.
const VERSION: u32 = 1;
/// Number of bytes before the text. The text is followed by zeros up to a multiple of it.
pub(crate) const HEADER: usize = 4096;
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
    /// Number of bytes of the text, 0 without one.
    text: usize,
    text_checksum: u64,
}

impl Start {
    /// The bytes before the lines. `put` puts the fields of the types into the bytes that the checksum covers.
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
    pub(crate) fn check_length(self, length: u64) -> Result<(), OpenError> {
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
