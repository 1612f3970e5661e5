//! Lines of bounded length.

/// The largest length of an answer in bytes, its line feed not counted: 1 MiB.
pub const MAX_ANSWER: usize = 1 << 20;

/// Cuts what is read into lines.
#[derive(Debug, Default)]
pub(super) struct Lines {
    buffer: Vec<u8>,
    /// The start of the first line that was not returned.
    start: usize,
    /// The bytes in front of this have no line feed after `start`.
    searched: usize,
}

/// A line that is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLong;

impl Lines {
    /// Appends bytes that were read.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next whole line, without its line feed.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, TooLong> {
        let found = memchr::memchr(b'\n', &self.buffer[self.searched..]);
        let end = found.map_or(self.buffer.len(), |at| self.searched + at);
        if end - self.start > MAX_ANSWER {
            return Err(TooLong);
        }
        let start = self.start;
        self.searched = end + usize::from(found.is_some());
        if found.is_none() {
            return Ok(None);
        }
        self.start = self.searched;
        Ok(Some(&self.buffer[start..end]))
    }

    /// Returns the beginning of what was read since the last line.
    pub(super) fn rest(&self) -> &[u8] {
        &self.buffer[self.start..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_however_they_are_read() {
        let text = b"first\n\nthird line\nrest";
        for size in 1..=text.len() {
            let (mut lines, mut found) = (Lines::default(), Vec::new());
            for part in text.chunks(size) {
                lines.push(part);
                while let Some(line) = lines.next().unwrap() {
                    found.push(line.to_vec());
                }
            }
            assert_eq!(found, [&b"first"[..], b"", b"third line"]);
            assert_eq!(lines.rest(), b"rest");
        }
    }

    #[test]
    fn a_line_is_bounded() {
        let mut lines = Lines::default();
        lines.push(&vec![b' '; MAX_ANSWER]);
        assert_eq!(lines.next(), Ok(None));
        lines.push(b"\nx");
        assert_eq!(lines.next().unwrap().map(<[u8]>::len), Some(MAX_ANSWER));
        lines.push(&vec![b' '; MAX_ANSWER]);
        assert_eq!(lines.next(), Err(TooLong));
        assert_eq!(lines.next(), Err(TooLong));
        assert_eq!(&lines.rest()[..2], b"x ");
    }
}
