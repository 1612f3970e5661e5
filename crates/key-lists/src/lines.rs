//! A range of lines of a file.

use std::fmt::{self, Display};
use std::str::FromStr;

use zobrist_input::{Result, bail};

/// A range of lines, counted from 1, both ends included: `52-275`, `52-` or `-275`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The first line.
    pub first: usize,
    /// The last line; `None` for that of the file.
    pub last: Option<usize>,
}

impl FromStr for Lines {
    type Err = String;

    fn from_str(text: &str) -> Result<Lines, String> {
        let number = |text: &str| {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|line| *line > 0 && is_number)
        };
        let lines = text.split_once('-').filter(|_| text != "-").and_then(|(first, last)| {
            let first = if first.is_empty() { 1 } else { number(first)? };
            let last = if last.is_empty() { None } else { Some(number(last)?) };
            Some(Lines { first, last })
        });
        lines.filter(|lines| lines.last.is_none_or(|last| last >= lines.first)).ok_or_else(|| {
            "expected lines as `52-275`, `52-` or `-275`, counted from 1, both included".to_owned()
        })
    }
}

impl Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            Some(last) => write!(f, "{}-{last}", self.first),
            None => write!(f, "{}-", self.first),
        }
    }
}

impl Lines {
    /// Replaces all other lines by blanks, so that errors still name lines and bytes of the file.
    ///
    /// # Errors
    /// When the file has fewer lines.
    pub(crate) fn keep(self, file: &str, bytes: &mut [u8]) -> Result<()> {
        let count = bytes.split_inclusive(|byte| *byte == b'\n').count();
        if self.first.max(self.last.unwrap_or(0)) > count {
            bail!("{file}: expected lines from 1 to {count}, as the file has, got {self}");
        }
        let lines = bytes.split_inclusive_mut(|byte| *byte == b'\n').zip(1..);
        let is_other = |line| line < self.first || self.last.is_some_and(|last: usize| line > last);
        for (line, _) in lines.filter(|(_, line)| is_other(*line)) {
            line.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        for (text, first, last) in
            [("52-275", 52, Some(275)), ("7-7", 7, Some(7)), ("3-", 3, None), ("-9", 1, Some(9))]
        {
            assert_eq!(text.parse(), Ok(Lines { first, last }));
        }
        for text in ["", "-", "7", "0-1", "-0", "2-1", "+1-2", "1-+2", "1-2-3", "a-b", "1 - 2"] {
            assert!(text.parse::<Lines>().is_err(), "{text}");
        }
    }

    #[test]
    fn other_lines_are_blank() {
        let kept = |lines: &str, text: &str| {
            let mut bytes = text.as_bytes().to_vec();
            let lines: Lines = lines.parse().unwrap();
            lines.keep("x", &mut bytes).map(|()| String::from_utf8(bytes).unwrap())
        };
        assert_eq!(kept("2-3", "a\nbc\n\nd").unwrap(), " \nbc\n\n ");
        assert_eq!(kept("2-", "a\nb\nc\n").unwrap(), " \nb\nc\n");
        assert_eq!(kept("-1", "a").unwrap(), "a");
        for lines in ["3-", "1-3", "3-9"] {
            let error = kept(lines, "a\nb\n").unwrap_err().to_string();
            assert!(error.starts_with("x: expected lines from 1 to 2, as the file has, got "));
        }
    }
}
