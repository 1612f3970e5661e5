//! The zeros with which disks and editors of old fill the end of a text.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Reads a text without the zeros at its end, and counts them. A text that begins with zeros has
/// lost what it held, and stays as it is up to the first other byte.
pub(crate) struct WithoutZeros<R> {
    reader: R,
    /// The number of zeros at the end, once that was reached.
    left_out: Arc<AtomicU64>,
    has_text: bool,
    /// The number of zeros that were read last, after which anything may come.
    held: u64,
    /// The number of zeros that are handed on next, since text has come after them.
    zeros: u64,
    /// That text.
    text: Vec<u8>,
}

impl<R: Read> WithoutZeros<R> {
    /// The number of zeros that were left out goes to `left_out`.
    pub(crate) fn new(reader: R, left_out: Arc<AtomicU64>) -> WithoutZeros<R> {
        WithoutZeros { reader, left_out, has_text: false, held: 0, zeros: 0, text: Vec::new() }
    }
}

impl<R: Read> Read for WithoutZeros<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.zeros > 0 {
                let length = usize::try_from(self.zeros).unwrap_or(usize::MAX).min(buffer.len());
                buffer[..length].fill(0);
                self.zeros -= length as u64;
                return Ok(length);
            }
            if !self.text.is_empty() {
                let length = self.text.len().min(buffer.len());
                buffer[..length].copy_from_slice(&self.text[..length]);
                self.text.drain(..length);
                return Ok(length);
            }
            let read = self.reader.read(buffer)?;
            if read == 0 && self.held > 0 && !buffer.is_empty() {
                self.left_out.fetch_add(std::mem::take(&mut self.held), Ordering::Relaxed);
            }
            let text = buffer[..read].iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1);
            self.has_text |= text > 0;
            if read == 0 || !self.has_text {
                return Ok(read);
            }
            let after = (read - text) as u64;
            if text == 0 {
                self.held += after;
            } else if self.held == 0 {
                self.held = after;
                return Ok(text);
            } else {
                (self.zeros, self.held) = (self.held, after);
                self.text.extend_from_slice(&buffer[..text]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;

    /// A reader that gives at most this many bytes at once.
    struct Slow(Cursor<Vec<u8>>, usize);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(self.1);
            self.0.read(&mut buffer[..length])
        }
    }

    proptest! {
        #[test]
        fn zeros_are_left_out_at_the_end_alone(
            bytes in prop::collection::vec(prop::sample::select(vec![0, 0, 0, b'a', b'b']), 0..40),
            at_once in 1..9_usize,
            asked in 1..9_usize,
        ) {
            let left_out = Arc::new(AtomicU64::new(0));
            let slow = Slow(Cursor::new(bytes.clone()), at_once);
            let mut reader = WithoutZeros::new(slow, left_out.clone());
            let (mut read, mut buffer) = (Vec::new(), vec![0; asked]);
            loop {
                match reader.read(&mut buffer).unwrap() {
                    0 => break,
                    length => read.extend_from_slice(&buffer[..length]),
                }
            }
            let text = bytes.iter().rposition(|byte| *byte != 0).map(|at| at + 1);
            prop_assert_eq!(&read, &bytes[..text.unwrap_or(bytes.len())]);
            let zeros = text.map_or(0, |text| bytes.len() - text);
            prop_assert_eq!(left_out.load(Ordering::Relaxed), zeros as u64);
        }
    }
}
