//! A line of FEN that is read field by field.

use super::error::{Expected, FenError};

/// A line and the offset of the next byte.
pub(super) struct Text<'a> {
    line: &'a [u8],
    at: usize,
}

/// True for the bytes between fields.
#[inline]
fn is_separator(byte: u8) -> bool {
    byte == b' ' || byte == b'_'
}

impl<'a> Text<'a> {
    pub(super) fn new(line: &'a [u8]) -> Text<'a> {
        Text { line, at: 0 }
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        &self.line[self.at..]
    }

    /// Returns the next byte.
    #[inline]
    pub(super) fn byte(&self) -> Option<u8> {
        self.line.get(self.at).copied()
    }

    /// Returns the next byte, unless the field has ended.
    #[inline]
    pub(super) fn byte_of_field(&self) -> Option<u8> {
        self.byte().filter(|byte| !is_separator(*byte))
    }

    /// Returns the rest of the field.
    pub(super) fn word(&self) -> &'a [u8] {
        let rest = self.rest();
        &rest[..rest.iter().position(|byte| is_separator(*byte)).unwrap_or(rest.len())]
    }

    /// Returns the rest of the field. Strictly, a semicolon ends it as well.
    pub(super) fn word_of(&self, strict: bool) -> &'a [u8] {
        let word = self.word();
        let semicolon = word.iter().position(|byte| strict && *byte == b';');
        &word[..semicolon.unwrap_or(word.len())]
    }

    #[inline]
    pub(super) fn advance(&mut self) {
        self.advance_by(1);
    }

    #[inline]
    pub(super) fn advance_by(&mut self, bytes: usize) {
        self.at += bytes;
    }

    #[inline]
    pub(super) fn skip_separators(&mut self) {
        while self.byte().is_some_and(is_separator) {
            self.at += 1;
        }
    }

    /// Skips the separators after a field, or returns an error if the field has more bytes.
    #[inline]
    pub(super) fn end_field(&mut self, expected: Expected) -> Result<(), FenError> {
        match self.byte() {
            Some(byte) if !is_separator(byte) => Err(self.fault(expected)),
            _ => {
                self.skip_separators();
                Ok(())
            }
        }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.line.len()
    }

    /// Returns the offset of the next byte.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Returns the error of the next byte.
    pub(super) fn fault(&self, expected: Expected) -> FenError {
        self.fault_after(0, expected)
    }

    /// Returns the error of the byte that is `bytes` further.
    #[cold]
    pub(super) fn fault_after(&self, bytes: usize, expected: Expected) -> FenError {
        FenError::new(self.line, self.at + bytes, expected)
    }

    /// Returns the error of the field that begins here, as a whole.
    #[cold]
    pub(super) fn fault_of_field(&self, expected: Expected) -> FenError {
        self.fault_of(self.word(), expected)
    }

    /// Returns the error of a text that begins here, as a whole.
    #[cold]
    pub(super) fn fault_of(&self, wrong: &[u8], expected: Expected) -> FenError {
        FenError::of_text(self.at, wrong, expected)
    }
}
