//! What an array is passed to, and what is done with it, in program text.

use anyhow::Result;

use super::elements::{DEEPEST, Elements};
use super::names::{hands_on, is_cast, is_type, keeps_keys, makes_list};
use super::tokens::Token;
use super::widths::bits_of;

/// What is expected in place of calls that may change keys.
const ALONE: &str = "the array alone";
const END: &str = "the end of the array";

impl Elements<'_> {
    /// A call that an array is passed to: `new BigUint64Array([…])`, `array('Q', […])`,
    /// `np.array([…], dtype=np.uint64)`.
    pub(super) fn wrapper(&mut self) -> Result<()> {
        let (open, first) = (self.at, self.numbers.len());
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.wrong("fewer nested groups");
        }
        self.at += 1;
        while !self.text.is_mark(self.at, b")") {
            self.argument(open)?;
            if self.text.is_mark(self.at, b",") {
                self.at += 1;
            } else if !self.text.is_mark(self.at, b")") {
                return self.wrong("a comma or `)`");
            }
        }
        self.at += 1;
        self.depth -= 1;
        // A type of the elements, as in `dtype=np.uint32`.
        let names = self.text.inside(open).filter_map(|at| match self.text.get(at) {
            Some(Token::Word(word)) => Some((at, word)),
            Some(Token::Quoted(text)) if self.text.is_mark(at - 1, b"=") => Some((at, text)),
            _ => None,
        });
        let (places, names): (Vec<usize>, Vec<&[u8]>) = names.unzip();
        self.fits(places.last().copied().unwrap_or(open), first, bits_of(&names))
    }

    fn argument(&mut self, open: usize) -> Result<()> {
        let start = self.at;
        // A closure without parameters, as in `LazyLock::new(|| […])`.
        while self.text.is_mark(self.at, b"|&") {
            self.at += 1;
        }
        if self.text.is_mark(self.at, b"([") && self.text.is_size(self.at) {
            self.at = self.text.close(self.at) + 1;
        }
        if self.text.is_mark(self.at, b"(") && self.text.is_type_of(self.at, b"{") {
            self.at = self.text.close(self.at) + 1;
        }
        if self.text.is_mark(self.at, b"{[") {
            return self.group();
        }
        if matches!(self.text.get(self.at), Some(Token::Quoted(_))) {
            self.at += 1;
            return Ok(());
        }
        // What has a name, such as the type of the elements, is not a key.
        if self.text.word(self.at).is_some() && self.text.is_mark(self.at + 1, b"=") {
            let end = self.text.close(open);
            while self.at < end && !self.text.is_mark(self.at, b",") {
                let is_group = self.text.is_mark(self.at, b"([{");
                self.at = if is_group { self.text.close(self.at) } else { self.at } + 1;
            }
            return Ok(());
        }
        let path = self.path();
        let (open, first) = (self.at, self.numbers.len());
        if self.text.is_mark(open, b"(") {
            if self.text.holds_list(open) {
                self.wrapper()?
            } else {
                self.group()?
            }
            return self.made_by(open, first);
        }
        if !path.is_empty() && self.text.is_mark(open, b"{[") {
            self.group()?;
            return self.made_by(open, first);
        }
        let names_type = path.last().is_some_and(|name| is_type(name));
        if names_type && self.text.is_mark(self.at, b",)") {
            return Ok(());
        }
        self.at = start;
        self.wrong("an array of numbers")
    }

    /// Checks that the name before a bracket is that of a type or of a maker of lists, which
    /// leave the numbers from the `first` on unchanged; another function may do anything.
    pub(super) fn made_by(&mut self, open: usize, first: usize) -> Result<()> {
        let mut name = open.wrapping_sub(1);
        match self.text.get(open) {
            Some(Token::Mark(b'(')) => name = self.text.before_generics(name),
            Some(Token::Mark(b'[')) if self.text.is_mark(name, b"!") => name -= 1,
            _ => return Ok(()),
        }
        let Some(word) = self.text.word(name) else { return Ok(()) };
        if !(makes_list(word) || is_type(word) || is_cast(word) || hands_on(word)) {
            self.at = name;
            return self.wrong(ALONE);
        }
        self.fits(name, first, bits_of(&[word]))
    }

    /// What follows an array may change its keys: `[0x1] * 12`, `[…].reverse()`.
    pub(super) fn nothing_is_done_with_it(&mut self) -> Result<()> {
        loop {
            let is_same_line = !self.text.begins_line(self.at);
            match self.text.get(self.at) {
                // A backslash joins a line of Python's to the next, whatever that does.
                Some(Token::Mark(mark)) if b"*+-/%^|&?\\".contains(&mark) => {
                    return self.wrong(END);
                }
                Some(Token::Mark(mark)) if is_same_line && b"[<>@(".contains(&mark) => {
                    return self.wrong(END);
                }
                Some(Token::Word(word)) if is_same_line => match word {
                    b"as" | b"satisfies" => return Ok(()),
                    _ => return self.wrong(END),
                },
                Some(Token::Mark(b'.')) => match self.text.word(self.at + 1) {
                    Some(method) if keeps_keys(method) => self.method(method)?,
                    _ => return self.wrong(END),
                },
                _ => return Ok(()),
            }
        }
    }

    /// A method that keeps keys, unless its arguments say otherwise: an order of elements
    /// or a type that is too small.
    fn method(&mut self, method: &[u8]) -> Result<()> {
        let (start, open) = (self.at, self.at + 2);
        if !self.text.is_mark(open, b"(") {
            self.at = open;
            return Ok(());
        }
        let close = self.text.close(open);
        let given = open + 1..close.max(open + 1);
        let names = given.clone().filter_map(|at| match self.text.get(at) {
            Some(Token::Word(word) | Token::Quoted(word)) => Some(word),
            _ => None,
        });
        let bits = bits_of(&names.collect::<Vec<_>>());
        let is_named = self.text.has(&given, &|token| token == Token::Mark(b'='));
        // A view in another byte order has other numbers, and one of another width more or fewer.
        let has_order = self.text.has(&given, &|token| match token {
            Token::Quoted(text) => text.iter().any(|byte| b"<>".contains(byte)),
            Token::Word(word) => word == b"newbyteorder",
            _ => false,
        });
        if is_named || (method == b"view" && (bits != 64 || has_order)) {
            self.at = start;
            return self.wrong(END);
        }
        self.at = close + 1;
        self.fits(start + 1, 0, bits)
    }
}
