//! The words of a setfl file, and numbers as Fortran writes them.

use std::io::BufRead;
use std::str::FromStr;

use super::error::SetflError;
use crate::model::tabulated::TabulatedFunction;

/// The words of a text, one by one.
pub(super) struct Words<R> {
    input: R,
    text: String,
    /// The bytes of the line that have been read, its number, and the bytes before it.
    used: usize,
    line: u64,
    before: u64,
    /// The numbers since the last name, and whether a word was refused that is no number either.
    numbers: usize,
    at_name: bool,
}

impl<R: BufRead> Words<R> {
    pub(super) fn new(input: R) -> Words<R> {
        let (text, used, line, before) = (String::new(), 0, 0, 0);
        Words { input, text, used, line, before, numbers: 0, at_name: false }
    }

    /// Reads the next line; false at the end.
    fn advance(&mut self) -> Result<bool, SetflError> {
        self.before += self.text.len() as u64;
        self.text.clear();
        self.used = 0;
        let read = self.input.read_line(&mut self.text);
        let read = read.map_err(|source| SetflError::Io { line: self.line + 1, source })?;
        self.line += u64::from(read > 0);
        Ok(read > 0)
    }

    /// A comment. Many are older than UTF-8.
    pub(super) fn line(&mut self) -> Result<String, SetflError> {
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes);
        let read = read.map_err(|source| SetflError::Io { line: self.line + 1, source })?;
        if read == 0 {
            return Err(self.end("three lines of comments"));
        }
        (self.line, self.before) = (self.line + 1, self.before + read as u64);
        Ok(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned())
    }

    fn end(&self, expected: &'static str) -> SetflError {
        let byte = self.before + self.text.len() as u64;
        SetflError::End { line: self.line, byte, expected }
    }

    fn word(&mut self, expected: &'static str) -> Result<&str, SetflError> {
        loop {
            let rest = &self.text[self.used..];
            let blank = rest.len() - rest.trim_start().len();
            if blank < rest.len() {
                let start = self.used + blank;
                let length = self.text[start..].find(char::is_whitespace);
                self.used = length.map_or(self.text.len(), |length| start + length);
                return Ok(&self.text[start..self.used]);
            }
            if !self.advance()? {
                return Err(self.end(expected));
            }
        }
    }

    pub(super) fn name(&mut self, expected: &'static str) -> Result<String, SetflError> {
        let name = self.word(expected)?.to_owned();
        self.numbers = 0;
        Ok(name)
    }

    /// A name where a number may be what has gone wrong: it is refused.
    pub(super) fn name_not_a_number(
        &mut self,
        expected: &'static str,
    ) -> Result<String, SetflError> {
        let word = self.word(expected)?;
        if parsed::<f64>(word).is_some() {
            let got = word.to_owned();
            return Err(self.refused(expected, got));
        }
        let name = word.to_owned();
        self.numbers = 0;
        Ok(name)
    }

    pub(super) fn number<T: FromStr>(
        &mut self,
        expected: &'static str,
        good: impl Fn(&T) -> bool,
    ) -> Result<T, SetflError> {
        let word = self.word(expected)?;
        if let Some(number) = parsed(word).filter(good) {
            self.numbers += 1;
            return Ok(number);
        }
        let got = word.to_owned();
        Err(self.refused(expected, got))
    }

    /// The error of the word that was read last.
    fn refused(&mut self, expected: &'static str, got: String) -> SetflError {
        self.count(&got);
        let byte = self.before + (self.used - got.len()) as u64;
        SetflError::Word { line: self.line, byte, expected, got }
    }

    fn count(&mut self, word: &str) {
        self.at_name = parsed::<f64>(word).is_none();
        self.numbers += usize::from(!self.at_name);
    }

    /// The numbers between the last name and the next, and the line of that; reads up to it from a
    /// word that was refused. None if the file ends before.
    pub(super) fn numbers_between_names(&mut self) -> Option<(usize, u64)> {
        while !self.at_name {
            let word = self.word("").ok()?.to_owned();
            self.count(&word);
        }
        Some((self.numbers, self.line))
    }

    pub(super) fn table(
        &mut self,
        expected: &'static str,
        points: usize,
        step: f64,
    ) -> Result<TabulatedFunction, SetflError> {
        let mut values = Vec::new();
        for _ in 0..points {
            values.push(self.number(expected, |x: &f64| x.is_finite())?);
        }
        Ok(TabulatedFunction::new(step, values))
    }
}

/// A number, written as by C or Fortran.
fn parsed<T: FromStr>(word: &str) -> Option<T> {
    word.parse().or_else(|_| of_fortran(word).parse()).ok()
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
        let read = |word: &str| {
            let mut words = Words::new(word.as_bytes());
            words.number("a number", |x: &f64| x.is_finite()).ok()
        };
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
            assert_eq!(read(word), Some(number), "{word}");
        }
        for word in ["1.0+400", "-", "+-1", "1.0--3", "1.0-", "e-3", "x-3", "1.0-3-3", "1.0E5-3"] {
            assert_eq!(read(word), None, "{word}");
        }
    }
}
