//! The zeros with which disks and editors of old fill the end of a text.

use std::io::{self, Read};
use std::sync::Arc;

use crate::counted::counted;
use crate::listener::Listener;

/// Reads a text without the zeros at its end, and tells how many there are. A text that begins with zeros has
/// lost what it held, and stays as it is up to the first other byte.
pub(crate) struct WithoutZeros<R> {
    reader: R,
    /// The name of the text, and who is told.
    told: (Arc<str>, Arc<dyn Listener>),
    has_text: bool,
    /// The number of zeros that were read last, after which anything may come.
    held: u64,
    /// The number of zeros that are handed on next, since text has come after them.
    zeros: u64,
    /// That text.
    text: Vec<u8>,
}

impl<R: Read> WithoutZeros<R> {
    pub(crate) fn new(reader: R, told: (Arc<str>, Arc<dyn Listener>)) -> WithoutZeros<R> {
        WithoutZeros { reader, told, has_text: false, held: 0, zeros: 0, text: Vec::new() }
    }

    fn tell(&mut self) {
        let (name, listener) = &self.told;
        let zeros = counted(self.held, "zero byte", "zero bytes");
        listener.notice(&format!("{name}: left out {zeros} at its end"));
        self.held = 0;
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
                self.tell();
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
    use std::sync::Mutex;

    use proptest::prelude::*;

    use super::*;

    #[derive(Default)]
    struct Heard(Mutex<Vec<String>>);

    impl Listener for Heard {
        fn read(&self, _: u64) {}

        fn notice(&self, text: &str) {
            self.0.lock().unwrap().push(text.to_owned());
        }
    }

    /// A reader that gives at most so many bytes at once.
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
            let heard = Arc::new(Heard::default());
            let listener: Arc<dyn Listener> = heard.clone();
            let slow = Slow(Cursor::new(bytes.clone()), at_once);
            let mut reader = WithoutZeros::new(slow, ("a".into(), listener));
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
            let heard = heard.0.lock().unwrap().concat();
            let expected = match zeros {
                0 => String::new(),
                1 => "a: left out 1 zero byte at its end".to_owned(),
                zeros => format!("a: left out {zeros} zero bytes at its end"),
            };
            prop_assert_eq!(heard, expected);
        }
    }
}
