//! A line of FEN and how much of it has been read.

use super::error::{Expected, FenError};

/// The line, and the place of the next byte.
pub struct Text<'a> {
    line: &'a [u8],
    at: usize,
}

/// True for the bytes between fields.
#[inline]
fn is_separator(byte: u8) -> bool {
    byte == b' ' || byte == b'_'
}

impl<'a> Text<'a> {
    pub fn new(line: &'a [u8]) -> Text<'a> {
        Text { line, at: 0 }
    }

    pub fn rest(&self) -> &'a [u8] {
        &self.line[self.at..]
    }

    /// The next byte.
    #[inline]
    pub fn byte(&self) -> Option<u8> {
        self.line.get(self.at).copied()
    }

    /// The next byte of the same field.
    #[inline]
    pub fn byte_of_field(&self) -> Option<u8> {
        self.byte().filter(|byte| !is_separator(*byte))
    }

    /// The rest of the field.
    pub fn word(&self) -> &'a [u8] {
        let rest = self.rest();
        &rest[..rest.iter().position(|byte| is_separator(*byte)).unwrap_or(rest.len())]
    }

    #[inline]
    pub fn advance(&mut self) {
        self.advance_by(1);
    }

    #[inline]
    pub fn advance_by(&mut self, bytes: usize) {
        self.at += bytes;
    }

    #[inline]
    pub fn skip_separators(&mut self) {
        while self.byte().is_some_and(is_separator) {
            self.at += 1;
        }
    }

    /// Passes over the separators after a field.
    ///
    /// # Errors
    /// When the field goes on.
    #[inline]
    pub fn end_field(&mut self, expected: Expected) -> Result<(), FenError> {
        match self.byte() {
            Some(byte) if !is_separator(byte) => Err(self.fault(expected)),
            _ => {
                self.skip_separators();
                Ok(())
            }
        }
    }

    pub fn is_at_end(&self) -> bool {
        self.at == self.line.len()
    }

    /// The fault that something else was expected of the next byte.
    pub fn fault(&self, expected: Expected) -> FenError {
        self.fault_after(0, expected)
    }

    /// The fault that something else was expected so many bytes on.
    #[cold]
    pub fn fault_after(&self, bytes: usize, expected: Expected) -> FenError {
        FenError::new(self.line, self.at + bytes, expected)
    }

    /// The fault that something else was expected than the field that begins here.
    #[cold]
    pub fn fault_of_field(&self, expected: Expected) -> FenError {
        FenError::of_field(self.at, self.word(), expected)
    }
}
