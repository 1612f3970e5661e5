//! Lines of a worker: cut from what is read, within a bound of length, and as messages show them.

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

/// The largest number of characters of a line that are shown.
const MAX_SHOWN: usize = 200;

/// A text on one line: shortened if it is long, and with its control characters escaped.
pub(super) fn shown(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * (MAX_SHOWN + 1))]);
    let mut shown = String::new();
    for (i, c) in text.trim_end_matches(['\r', '\n']).chars().enumerate() {
        match c {
            _ if i == MAX_SHOWN => {
                shown.push('…');
                break;
            }
            // Also characters that change the direction of what follows, which are no controls for
            // Rust.
            _ if c.is_control() || c.escape_debug().len() > 2 => shown.extend(c.escape_debug()),
            _ => shown.push(c),
        }
    }
    shown
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

    #[test]
    fn controls_are_escaped_and_long_lines_cut() {
        assert_eq!(shown(b"Loading \"model\" \xc3\xa4\r\n"), "Loading \"model\" ä");
        assert_eq!(shown(b"\x1b[31mred\x07\tx"), "\\u{1b}[31mred\\u{7}\\tx");
        assert_eq!(shown("\u{202e}x".as_bytes()), "\\u{202e}x");
        assert_eq!(shown(&[b'a'; 1000]), format!("{}…", "a".repeat(200)));
        assert_eq!(shown(&[b'a'; 200]), "a".repeat(200));
        assert_eq!(shown(b"\xff"), "\u{fffd}");
    }
}
