//! Finds comments and strings by the common rules of C, C++, C#, Rust, Go, Java, JavaScript and
//! Python, in time linear in the length of the text.

use memchr::memmem;

use crate::number::word;

/// Ends of comments and strings that may span lines.
const CLOSERS: [&[u8]; 3] = [b"*/", b"\"\"\"", b"'''"];
const QUOTES: [u8; 3] = [b'"', b'\'', b'`'];

pub(crate) struct Comments<'a> {
    text: &'a [u8],
    /// For each closer, true if the rest of the text has none.
    is_missing: [bool; CLOSERS.len()],
    /// For each quote, the end of the last string that it opens and none closes. Quotes before that
    /// end are escaped.
    unclosed: [usize; QUOTES.len()],
}

impl<'a> Comments<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Comments<'a> {
        Comments { text, is_missing: [false; CLOSERS.len()], unclosed: [0; QUOTES.len()] }
    }

    /// The length of the comment or string at `at`, if there is one. Must be called in the order of
    /// the text.
    pub(crate) fn length(&mut self, at: usize) -> Option<usize> {
        let rest = &self.text[at..];
        match rest {
            [b'/', b'/', ..] => Some(line(rest)),
            [b'/', b'*', ..] => self.block(at, 2, 0),
            // Directives of C, attributes of Rust and private names of JavaScript are no comments.
            [b'#', b'[' | b'"', ..] | [b'#', b'!', b'[', ..] => None,
            [b'#', next, ..] if next.is_ascii_alphabetic() || *next == b'_' => None,
            [b'#', ..] => Some(line(rest)),
            [b'"', b'"', b'"', ..] => self.block(at, 3, 1).or_else(|| self.string(at, 0)),
            [b'\'', b'\'', b'\'', ..] => self.block(at, 3, 2).or_else(|| self.string(at, 1)),
            [b'"', ..] => self.string(at, 0),
            [b'\'', ..] if !self.is_lifetime(at) => self.string(at, 1),
            [b'`', ..] => self.string(at, 2),
            _ => None,
        }
    }

    /// The length of a comment or string up to its closer, with an opener of `start` bytes.
    fn block(&mut self, at: usize, start: usize, closer: usize) -> Option<usize> {
        if self.is_missing[closer] {
            return None;
        }
        let end = CLOSERS[closer];
        let found = memmem::find(&self.text[at + start..], end);
        self.is_missing[closer] = found.is_none();
        found.map(|inside| start + inside + end.len())
    }

    /// The length of a string. Only strings in backticks may span lines. A quote without another
    /// one on its line opens no string: it may stand in a regular expression.
    fn string(&mut self, at: usize, quote: usize) -> Option<usize> {
        if at < self.unclosed[quote] {
            return None;
        }
        let mut end = at + 1;
        loop {
            match self.text.get(end) {
                Some(b'\n') if QUOTES[quote] != b'`' => break,
                None => break,
                Some(b'\\') => end += 2,
                Some(byte) if *byte == QUOTES[quote] => return Some(end + 1 - at),
                Some(_) => end += 1,
            }
        }
        self.unclosed[quote] = end;
        None
    }

    /// True for a Rust lifetime, as in `&'static` and `<'a>`.
    fn is_lifetime(&self, at: usize) -> bool {
        let after = at + 1 + word(&self.text[at + 1..]);
        matches!(self.text[..at].last(), Some(b'&' | b'<')) && self.text.get(after) != Some(&b'\'')
    }
}

fn line(text: &[u8]) -> usize {
    memchr::memchr(b'\n', text).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(text: &str) -> Vec<&str> {
        let mut finder = Comments::new(text.as_bytes());
        let (mut found, mut at) = (Vec::new(), 0);
        while at < text.len() {
            let length = finder.length(at);
            found.extend(length.map(|length| &text[at..at + length]));
            at += length.unwrap_or(1);
        }
        found
    }

    #[test]
    fn comments_and_strings() {
        for (text, expected) in [
            (
                "a // b\n/* c\n*/ # d\n#define e \"f\\\"\"",
                &["// b", "/* c\n*/", "# d", "\"f\\\"\""][..],
            ),
            ("'''a\n'b''' `c\nd` \"\"", &["'''a\n'b'''", "`c\nd`", "\"\""]),
            ("&'a [u8] <'b> 'c' &'d'", &["'c'", "'d'"]),
            ("/* ' ` \"", &[]),
            ("/* */ /* \"\n\"x\" '\\' '\n'y'", &["/* */", "\"x\"", "'\\' '", "'y'"]),
        ] {
            assert_eq!(hidden(text), expected, "{text}");
        }
    }

    /// Takes minutes if each opener starts a new search for its end.
    #[test]
    fn openers_without_an_end() {
        for opener in ["/* ", "\"\"\" ", "''' ", "\\' ", "\\\" ", "\\` ", "<'a "] {
            let text = ["' \" ` ", &opener.repeat(200_000)].concat();
            assert!(hidden(&text).len() <= 400_000, "{opener}");
        }
    }
}
