//! The text of a header, which is stored in pieces of eight bytes.

use core::fmt::{self, Debug, Display, Write};

use crate::book::BookEntry;

/// A text of a header: a version, a variant or a comment.
///
/// A header has eight bytes of text per record, so that the text cannot be borrowed as one `str`.
/// It can be printed, compared, or read [character by character](HeaderText::chars).
#[derive(Clone, Copy)]
pub struct HeaderText<'a> {
    records: &'a [[u8; BookEntry::SIZE]],
    start: usize,
    end: usize,
}

/// The bytes of a header in each record, after the key.
const PAYLOAD: usize = 8;

impl<'a> HeaderText<'a> {
    /// All bytes that records have for text.
    pub(super) const fn all(records: &'a [[u8; BookEntry::SIZE]]) -> HeaderText<'a> {
        HeaderText { records, start: 0, end: records.len() * PAYLOAD }
    }

    /// Returns the bytes of the text.
    pub fn bytes(self) -> impl Iterator<Item = u8> + Clone + use<'a> {
        (self.start..self.end).map(move |at| self.records[at / PAYLOAD][PAYLOAD + at % PAYLOAD])
    }

    /// Returns the number of bytes in the text.
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Returns whether the text is empty.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the characters of the text.
    pub fn chars(self) -> impl Iterator<Item = char> + Clone + use<'a> {
        let mut bytes = self.bytes();
        // All of it is UTF-8: that was checked when the header was read.
        core::iter::from_fn(move || decode(&mut bytes)?)
    }

    /// What comes before the first of these bytes, and what comes after it.
    pub(super) fn split_at(self, byte: u8) -> Option<(HeaderText<'a>, HeaderText<'a>)> {
        let at = self.start + self.bytes().position(|other| other == byte)?;
        Some((HeaderText { end: at, ..self }, HeaderText { start: at + 1, ..self }))
    }

    /// Where the first byte is that is not UTF-8.
    pub(super) fn not_utf8(self) -> Option<usize> {
        let mut bytes = self.bytes();
        let mut good = 0;
        while let Some(character) = decode(&mut bytes) {
            match character {
                Some(character) => good += character.len_utf8(),
                None => return Some(good),
            }
        }
        None
    }

    /// The number that the text is.
    pub(super) fn number(self) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        self.bytes().try_fold(0_usize, |number, byte| {
            let digit = byte.is_ascii_digit().then(|| usize::from(byte - b'0'))?;
            number.checked_mul(10)?.checked_add(digit)
        })
    }
}

/// The next character; `Some(None)` if there are bytes, but not of a character.
fn decode(bytes: &mut impl Iterator<Item = u8>) -> Option<Option<char>> {
    let mut buffer = [bytes.next()?, 0, 0, 0];
    let len = match buffer[0] {
        0..0x80 => 1,
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    };
    for byte in &mut buffer[1..len] {
        match bytes.next() {
            Some(next) => *byte = next,
            None => return Some(None),
        }
    }
    Some(str::from_utf8(&buffer[..len]).ok().and_then(|text| text.chars().next()))
}

impl Display for HeaderText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chars().try_for_each(|character| f.write_char(character))
    }
}

impl Debug for HeaderText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        self.chars().flat_map(char::escape_debug).try_for_each(|c| f.write_char(c))?;
        f.write_char('"')
    }
}

impl PartialEq<str> for HeaderText<'_> {
    fn eq(&self, other: &str) -> bool {
        self.bytes().eq(other.bytes())
    }
}

impl PartialEq<&str> for HeaderText<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}
