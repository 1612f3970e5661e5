//! Byte strings in one piece of memory.

use std::ops::Range;

/// Byte strings, one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteStrings<'a> {
    pub(crate) bytes: &'a [u8],
    /// Where the first string begins.
    pub(crate) start: usize,
    /// The end of each string.
    pub(crate) ends: &'a [usize],
}

impl<'a> ByteStrings<'a> {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Where a string begins.
    fn start(&self, string: usize) -> usize {
        if string == 0 { self.start } else { self.ends[string - 1] }
    }

    pub(super) fn iter(self) -> impl Iterator<Item = &'a [u8]> {
        self.range(0..self.len())
    }

    fn range(self, range: Range<usize>) -> impl Iterator<Item = &'a [u8]> {
        let mut start = self.start(range.start);
        self.ends[range]
            .iter()
            .map(move |end| &self.bytes[std::mem::replace(&mut start, *end)..*end])
    }

    /// The size of all strings in `PLAIN` encoding, in bytes.
    pub(super) fn plain_bytes(self) -> usize {
        self.plain_bytes_of(0..self.len())
    }

    /// The size of some strings in `PLAIN` encoding, in bytes.
    pub(super) fn plain_bytes_of(self, range: Range<usize>) -> usize {
        4 * range.len() + self.start(range.end) - self.start(range.start)
    }

    /// Appends some strings in `PLAIN` encoding.
    pub(super) fn put(self, range: Range<usize>, out: &mut Vec<u8>) {
        self.range(range).for_each(|string| Self::put_one(string, out));
    }

    /// Appends a string: its length, then its bytes.
    pub(super) fn put_one(string: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(&(string.len() as u32).to_le_bytes());
        out.extend_from_slice(string);
    }
}
