//! The keys of an array in program text, and nothing else.

use anyhow::Result;

use super::arrays::Text;
use super::names::{is_type, keeps_keys, makes_list, makes_type};
use super::tokens::{Number, Token};
use crate::place::Place;

/// More groups in each other than any array has, so that the stack is bounded.
const DEEPEST: usize = 64;

const EXPECTED: &str = "a number";
/// The way out of whatever else stands there.
const WAY_OUT: &str = "an array of keys holds whole numbers, commas, braces and brackets, and casts \
                       and constructors of one number, such as U64(0x9d39247e33776d41); write \
                       each key so, or copy the arrays of keys into a file of their own";

/// A number that stands in an array.
#[derive(Clone, Copy, Debug)]
pub struct Signed {
    pub number: Number,
    /// A minus stands before it.
    pub negative: bool,
}

/// Reads arrays from their openers on.
pub struct Elements<'a> {
    pub text: &'a Text<'a>,
    pub place: Place<'a>,
    pub numbers: Vec<Signed>,
    at: usize,
    depth: usize,
}

impl<'a> Elements<'a> {
    pub fn new(text: &'a Text<'a>, place: Place<'a>) -> Elements<'a> {
        Elements { text, place, numbers: Vec::new(), at: 0, depth: 0 }
    }

    /// Reads the array whose bracket, brace or parenthesis opens here, and looks whether
    /// anything is done with it.
    pub fn array(&mut self, open: usize) -> Result<()> {
        self.at = open;
        match self.text.is_mark(open, b"(") && self.text.holds_list(open) {
            true => self.wrapper()?,
            false => self.group()?,
        }
        self.nothing_is_done_with_it()
    }

    /// Reads a whole text that is one list, without brackets around it.
    pub fn bare(&mut self) -> Result<()> {
        self.at = 0;
        while self.text.get(self.at).is_some() {
            self.value()?;
            if self.text.is_mark(self.at, b",;") {
                self.at += 1;
            } else if self.text.get(self.at).is_some() && !self.text.begins_line(self.at) {
                return self.wrong("a comma");
            }
        }
        Ok(())
    }

    /// An error about the token that comes next.
    fn wrong<T>(&self, expected: &str) -> Result<T> {
        let Some(spanned) = self.text.tokens.get(self.at) else {
            let reason = format!("expected {expected}, got the end of the file; {WAY_OUT}");
            return Err(self.place.error(self.place.bytes.len(), reason));
        };
        let got = String::from_utf8_lossy(&self.place.bytes[spanned.start..spanned.end]);
        let shown: String = got.chars().take(40).collect();
        let reason = match spanned.token {
            Token::Wrong([b'0', b'0'..=b'9', ..]) => format!(
                "expected a whole number of up to 128 bits, got `{shown}`, which some languages \
                 read in octal and some in decimal; write it without zeros before it, or 0o…"
            ),
            Token::Wrong(_) => format!(
                "expected a whole number of up to 128 bits, in hex, decimal, octal or binary, got \
                 `{shown}`; {WAY_OUT}"
            ),
            _ => format!("expected {expected}, got `{shown}`; {WAY_OUT}"),
        };
        Err(self.place.error(spanned.start, reason))
    }

    /// `{…}`, `[…]` or `(…)`: values between commas.
    fn group(&mut self) -> Result<()> {
        let open = self.at;
        let (close, name) = match self.text.get(open) {
            Some(Token::Mark(b'{')) => (b'}', "a comma or `}`"),
            Some(Token::Mark(b'[')) => (b']', "a comma or `]`"),
            Some(Token::Mark(b'(')) => (b')', "a comma or `)`"),
            _ => return self.wrong("an array"),
        };
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.wrong("fewer groups in each other");
        }
        // Members of a structure have names; in Go's arrays those are indices.
        let type_name = open - usize::from(self.text.word(open.wrapping_sub(1)).is_some());
        let has_members = close == b'}' && self.text.before(type_name) != Some(Token::Mark(b']'));
        self.at += 1;
        let mut is_empty = true;
        while !self.text.is_mark(self.at, &[close]) {
            if has_members {
                self.member();
            }
            self.value()?;
            is_empty = false;
            if self.text.is_mark(self.at, b",") {
                self.at += 1;
            } else if !self.text.is_mark(self.at, &[close]) {
                return self.wrong(name);
            }
        }
        // In C a row without numbers is one of zeros.
        if is_empty && (close != b']' || self.depth == 1) {
            return self.wrong(EXPECTED);
        }
        self.at += 1;
        self.depth -= 1;
        Ok(())
    }

    /// Passes over the name of a member: `pieces:`, `"P":` or `.pieces =`.
    fn member(&mut self) {
        let is_name = |at| matches!(self.text.get(at), Some(Token::Word(_) | Token::Quoted(_)));
        let has_colon =
            self.text.is_mark(self.at + 1, b":") && !self.text.is_mark(self.at + 2, b":");
        if is_name(self.at) && has_colon {
            self.at += 2;
        } else if self.text.is_mark(self.at, b".")
            && is_name(self.at + 1)
            && self.text.is_mark(self.at + 2, b"=")
        {
            self.at += 3;
        }
    }

    /// A number, a group, or either in a cast or a constructor.
    fn value(&mut self) -> Result<()> {
        match self.text.get(self.at) {
            Some(Token::Number(number)) => self.number(number, false),
            Some(Token::Mark(sign @ (b'-' | b'+'))) => match self.text.get(self.at + 1) {
                Some(Token::Number(number)) => {
                    self.at += 1;
                    self.number(number, sign == b'-')
                }
                _ => self.wrong(EXPECTED),
            },
            Some(Token::Mark(b'(')) if self.text.is_type_of(self.at, b"(-{") => {
                self.at = self.text.close(self.at) + 1;
                self.value()
            }
            Some(Token::Mark(b'[')) if self.text.is_size(self.at) => {
                self.at = self.text.close(self.at) + 1;
                self.value()
            }
            Some(Token::Mark(b'&')) if self.text.is_mark(self.at + 1, b"[") => {
                self.at += 1;
                self.group()
            }
            Some(Token::Mark(b'{' | b'[' | b'(')) => self.group(),
            Some(Token::Word(_)) => self.constructor(),
            _ => self.wrong(EXPECTED),
        }
    }

    fn number(&mut self, number: Number, negative: bool) -> Result<()> {
        self.numbers.push(Signed { number, negative });
        self.at += 1;
        // Rust's cast.
        if self.text.word(self.at) == Some(b"as") && self.text.word(self.at + 1).is_some() {
            self.at += 2;
        }
        Ok(())
    }

    /// `U64(0x1)`, `Key::new(0x1)`, `new UInt128(0x1, 0x2)`, `Hash{0x1, 0x2}`, `vec![0x1]`.
    fn constructor(&mut self) -> Result<()> {
        let start = self.at;
        let is_new = self.text.word(start) == Some(b"new");
        let path = self.path();
        let Some((&name, before)) = path.split_last() else { return self.wrong(EXPECTED) };
        let open = self.at;
        let is_macro = self.text.before(open) == Some(Token::Mark(b'!'));
        if self.text.is_mark(open, b"{") || (self.text.is_mark(open, b"[") && is_macro) {
            return self.group();
        }
        let of_type = name == b"static_cast"
            || is_type(name)
            || (makes_type(name) && before.last().is_some_and(|name| is_type(name)));
        if !self.text.is_mark(open, b"(") || !(of_type || makes_list(name)) {
            self.at = start;
            return self.wrong(EXPECTED);
        }
        let first = self.numbers.len();
        self.group()?;
        // Two numbers in capitals are what a macro calculates with, and so may be what is not
        // alike.
        let parts = &self.numbers[first..];
        let is_one = parts.len() == 1;
        let are_alike = parts.iter().all(|part| part.number.hex_digits.is_some())
            && name.iter().any(u8::is_ascii_lowercase);
        if is_one || is_new || makes_list(name) || are_alike {
            return Ok(());
        }
        self.at = start;
        self.wrong("one number")
    }

    /// The names before a bracket: `new`, `std::array<uint64_t, 2>`, `long[]`, `vec!`.
    fn path(&mut self) -> Vec<&'a [u8]> {
        let mut path = Vec::new();
        loop {
            match self.text.get(self.at) {
                Some(Token::Word(b"new")) if path.is_empty() => {}
                Some(Token::Word(word)) => path.push(word),
                Some(Token::Mark(b':' | b'.' | b'!')) if !path.is_empty() => {}
                Some(Token::Mark(b'[')) if !path.is_empty() && self.text.is_size(self.at) => {
                    self.at = self.text.close(self.at);
                }
                Some(Token::Mark(b'<')) if !path.is_empty() => match self.text.generics(self.at) {
                    Some(close) => self.at = close,
                    None => return path,
                },
                _ => return path,
            }
            self.at += 1;
        }
    }

    /// A call that an array is handed to: `new BigUint64Array([…])`, `array('Q', […])`,
    /// `np.array([…], dtype=np.uint64)`.
    fn wrapper(&mut self) -> Result<()> {
        let open = self.at;
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.wrong("fewer groups in each other");
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
        Ok(())
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
        // What has a name is no key, such as the type of the elements.
        if self.text.word(self.at).is_some() && self.text.is_mark(self.at + 1, b"=") {
            let end = self.text.close(open);
            while self.at < end && !self.text.is_mark(self.at, b",") {
                let is_group = self.text.is_mark(self.at, b"([{");
                self.at = if is_group { self.text.close(self.at) } else { self.at } + 1;
            }
            return Ok(());
        }
        let path = self.path();
        if self.text.is_mark(self.at, b"(") {
            return if self.text.holds_list(self.at) { self.wrapper() } else { self.group() };
        }
        if !path.is_empty() && self.text.is_mark(self.at, b"{[") {
            return self.group();
        }
        let names_type = path.last().is_some_and(|name| is_type(name));
        if names_type && self.text.is_mark(self.at, b",)") {
            return Ok(());
        }
        self.at = start;
        self.wrong("an array of numbers")
    }

    /// What follows an array may change what its keys are: `[0x1] * 12`, `[…].reverse()`.
    fn nothing_is_done_with_it(&mut self) -> Result<()> {
        loop {
            match self.text.get(self.at) {
                Some(Token::Mark(b'*' | b'+' | b'-' | b'/' | b'%' | b'^' | b'|' | b'&' | b'?')) => {
                    return self.wrong("the end of the array");
                }
                Some(Token::Word(b"if")) if !self.text.begins_line(self.at) => {
                    return self.wrong("the end of the array");
                }
                Some(Token::Mark(b'.')) => match self.text.word(self.at + 1) {
                    Some(method) if keeps_keys(method) => {
                        self.at += 2;
                        if self.text.is_mark(self.at, b"(") {
                            self.at = self.text.close(self.at) + 1;
                        }
                    }
                    _ => return self.wrong("the end of the array"),
                },
                _ => return Ok(()),
            }
        }
    }
}
