//! The lines of a setfl file, the words on them, and numbers as C or Fortran writes them.

use std::io::{self, BufRead, ErrorKind};
use std::mem;
use std::str::FromStr;

use super::error::SetflError;

/// The lines of a text, one by one, each without the comment that a `#` begins.
pub(super) struct Lines<R> {
    input: R,
    /// The bytes of the line, as they are in the file.
    bytes: Vec<u8>,
    /// The line up to a `#`, and how much of it has been read.
    text: String,
    used: usize,
    /// The number of the line, from 1, and the bytes before it.
    number: u64,
    before: u64,
    /// The first line with a comment, and the number of such lines.
    pub(super) commented: Option<(u64, u64)>,
}

/// A word, and the offset in the file of its first byte.
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    byte: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        let (bytes, text) = (Vec::new(), String::new());
        Lines { input, bytes, text, used: 0, number: 0, before: 0, commented: None }
    }

    /// The number of the line, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Reads the bytes of the next line; false at the end.
    fn advance(&mut self) -> Result<bool, SetflError> {
        self.before += self.bytes.len() as u64;
        self.bytes.clear();
        self.text.clear();
        self.used = 0;
        let read = self.input.read_until(b'\n', &mut self.bytes);
        let read = read.map_err(|source| SetflError::Io { line: self.number + 1, source })?;
        self.number += u64::from(read > 0);
        Ok(read > 0)
    }

    /// A line of free text. Many are older than UTF-8.
    pub(super) fn comment(&mut self) -> Result<String, SetflError> {
        if !self.advance()? {
            return Err(self.end("three lines of comments"));
        }
        Ok(String::from_utf8_lossy(&self.bytes).trim_end_matches(['\r', '\n']).to_owned())
    }

    /// Goes on to the next line with a word; false at the end.
    pub(super) fn next(&mut self) -> Result<bool, SetflError> {
        while self.advance()? {
            let hash = self.bytes.iter().position(|byte| *byte == b'#');
            let text = &self.bytes[..hash.unwrap_or(self.bytes.len())];
            let text = std::str::from_utf8(text).map_err(|error| SetflError::Io {
                line: self.number,
                source: io::Error::new(ErrorKind::InvalidData, error),
            })?;
            self.text.push_str(text);
            if hash.is_some() {
                self.commented.get_or_insert((self.number, 0)).1 += 1;
            }
            if self.words().next().is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Goes on to the next line with a word, where something is expected.
    pub(super) fn expect(&mut self, expected: &'static str) -> Result<(), SetflError> {
        if self.next()? { Ok(()) } else { Err(self.end(expected)) }
    }

    /// The error of a file that ends too early.
    pub(super) fn end(&self, expected: &'static str) -> SetflError {
        let byte = self.before + self.bytes.len() as u64;
        SetflError::End { line: self.number, byte, expected }
    }

    /// All words of the line.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.text.split_ascii_whitespace()
    }

    /// Takes the next word of the line.
    pub(super) fn take(&mut self) -> Option<Word<'_>> {
        let rest = &self.text[self.used..];
        let start = self.used + rest.find(|c: char| !c.is_ascii_whitespace())?;
        let length = self.text[start..].find(|c: char| c.is_ascii_whitespace());
        self.used = length.map_or(self.text.len(), |length| start + length);
        let byte = self.before + start as u64;
        Some(Word { text: &self.text[start..self.used], byte })
    }

    /// Leaves a line without words, as at the begin of the file.
    pub(super) fn skip_line(&mut self) {
        self.text.clear();
        self.used = 0;
    }

    /// Takes the rest of the line: its words with one space between them.
    pub(super) fn take_rest(&mut self) -> String {
        let used = mem::replace(&mut self.used, self.text.len());
        let words: Vec<&str> = self.text[used..].split_ascii_whitespace().collect();
        words.join(" ")
    }
}

impl Word<'_> {
    /// The error of a word in the place of something else.
    pub(super) fn refused(&self, line: u64, expected: &'static str) -> SetflError {
        SetflError::Word { line, byte: self.byte, expected, got: self.text.to_owned() }
    }
}

/// A number, written as by C or Fortran.
pub(super) fn parsed<T: FromStr>(word: &str) -> Option<T> {
    word.parse().or_else(|_| of_fortran(word).parse()).ok()
}

/// A finite number, written as by C or Fortran.
pub(super) fn finite(word: &str) -> Option<f64> {
    parsed(word).filter(|number: &f64| number.is_finite())
}

/// A number as Fortran writes it, with the letter that it should have: double precision has a D,
/// and a three-digit exponent leaves no room for one.
fn of_fortran(word: &str) -> String {
    let word = word.replace(['D', 'd'], "e");
    match word.rfind(['+', '-']) {
        Some(at) if word[..at].ends_with(|c: char| c.is_ascii_digit() || c == '.') => {
            format!("{}e{}", &word[..at], &word[at..])
        }
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_be_those_of_fortran() {
        for (word, number) in [
            ("-.5D+00", -0.5),
            ("1.5d3", 1500.0),
            ("0.12345678E-05", 1.2345678e-6),
            ("0.1234567890123456-103", 1.234567890123456e-104),
            ("-2.+100", -2e100),
            ("-1.25-2", -0.0125),
            ("4.9D-324", 5e-324),
            ("1.0-400", 0.0),
        ] {
            assert_eq!(finite(word), Some(number), "{word}");
        }
        for word in ["1.0+400", "-", "+-1", "1.0--3", "1.0-", "e-3", "x-3", "1.0-3-3", "1.0E5-3"] {
            assert_eq!(finite(word), None, "{word}");
        }
    }
}
