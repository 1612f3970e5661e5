//! The keys of an array in program text, and nothing else.

use std::ops::Range;

use anyhow::Result;

use super::arrays::Text;
use super::hex;
use super::language::Language;
use super::names::{is_cast, is_type, makes_list, makes_type};
use super::tokens::{Number, Token};
use super::widths::{bits_of, tells_width};
use crate::place::Place;

/// More nested groups than any array has; it bounds the stack.
pub const DEEPEST: usize = 64;

const EXPECTED: &str = "a number";
/// What to do about anything else in an array.
pub const WAY_OUT: &str = "an array of keys holds whole numbers, commas, braces and brackets, and casts \
                       and constructors of one number, such as U64(0x9d39247e33776d41); write \
                       each key so, or copy the arrays of keys into a file of their own";

/// A number in an array.
#[derive(Clone, Copy, Debug)]
pub struct Signed {
    pub number: Number,
    /// Whether a minus precedes it.
    pub negative: bool,
    /// The offset of its first digit.
    pub start: usize,
}

/// Reads arrays from their openers on.
pub struct Elements<'a> {
    pub text: &'a Text<'a>,
    pub place: Place<'a>,
    pub numbers: Vec<Signed>,
    /// Where the first constructor of two numbers is, each of which may be half a key, and how
    /// wide the key then is.
    pub halves: Option<(usize, u32)>,
    pub(super) at: usize,
    pub(super) depth: usize,
}

impl<'a> Elements<'a> {
    pub fn new(text: &'a Text<'a>, place: Place<'a>) -> Elements<'a> {
        Elements { text, place, numbers: Vec::new(), halves: None, at: 0, depth: 0 }
    }

    /// Reads the array whose bracket, brace or parenthesis opens here, and checks that
    /// nothing is done with it.
    pub fn array(&mut self, open: usize) -> Result<()> {
        let first = self.numbers.len();
        self.at = open;
        match self.text.is_mark(open, b"(") && self.text.holds_list(open) {
            true => self.wrapper()?,
            false => self.group()?,
        }
        self.made_by(open, first)?;
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
    pub(super) fn wrong<T>(&self, expected: &str) -> Result<T> {
        let Some(spanned) = self.text.tokens.get(self.at) else {
            let reason = format!("expected {expected}, got the end of the file; {WAY_OUT}");
            return Err(self.place.error(self.place.bytes.len(), reason));
        };
        let got = String::from_utf8_lossy(&self.place.bytes[spanned.start..spanned.end]);
        let shown: String = got.chars().take(40).collect();
        let reason = match spanned.token {
            Token::Wrong([b'0', b'0'..=b'9', ..]) => format!(
                "expected a whole number of up to 128 bits, got `{shown}`, which some languages \
                 read in octal and some in decimal; write it without leading zeros, or as 0o…"
            ),
            Token::Wrong(text) | Token::Word(text) if is_plain_hex(text) => {
                format!("expected {expected}, got `{shown}`; put 0x before keys in hex; {WAY_OUT}")
            }
            Token::Wrong(_) => format!(
                "expected a whole number of up to 128 bits, in hex, decimal, octal or binary, got \
                 `{shown}`; {WAY_OUT}"
            ),
            _ => format!("expected {expected}, got `{shown}`; {WAY_OUT}"),
        };
        Err(self.place.error(spanned.start, reason))
    }

    /// `{…}`, `[…]` or `(…)`: values between commas.
    pub(super) fn group(&mut self) -> Result<()> {
        let open = self.at;
        let (close, name) = match self.text.get(open) {
            Some(Token::Mark(b'{')) => (b'}', "a comma or `}`"),
            Some(Token::Mark(b'[')) => (b']', "a comma or `]`"),
            Some(Token::Mark(b'(')) => (b')', "a comma or `)`"),
            _ => return self.wrong("an array"),
        };
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.wrong("fewer nested groups");
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
        // In C, a row without numbers is a row of zeros.
        if is_empty && (close != b']' || self.depth == 1) {
            return self.wrong(EXPECTED);
        }
        self.at += 1;
        self.depth -= 1;
        Ok(())
    }

    /// Skips the name of a member: `pieces:`, `"P":` or `.pieces =`.
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
            // As languages without 64-bit integers write them.
            Some(Token::Quoted(text)) => match quoted_hex(text) {
                Some(number) => self.number(number, false),
                None => self.wrong(EXPECTED),
            },
            Some(Token::Mark(sign @ (b'-' | b'+'))) => match self.text.get(self.at + 1) {
                Some(Token::Number(number)) => {
                    self.at += 1;
                    self.number(number, sign == b'-')
                }
                _ => self.wrong(EXPECTED),
            },
            Some(Token::Mark(b'(')) if self.text.is_type_of(self.at, b"(-{") => {
                let (cast, first) = (self.at, self.numbers.len());
                self.at = self.text.close(cast) + 1;
                self.value()?;
                self.fits(cast + 1, first, bits_of(&self.words(cast..self.text.close(cast))))
            }
            Some(Token::Mark(b'[')) if self.text.is_size(self.at) => {
                self.at = self.text.close(self.at) + 1;
                self.value()
            }
            Some(Token::Mark(mark))
                if (mark == b'&' && self.text.is_mark(self.at + 1, b"["))
                    || (mark == b'.' && self.text.is_mark(self.at + 1, b"{")) =>
            {
                self.at += 1;
                self.group()
            }
            Some(Token::Mark(b'{' | b'[' | b'(')) => self.group(),
            Some(Token::Word(_)) => self.constructor(),
            _ => self.wrong(EXPECTED),
        }
    }

    fn number(&mut self, number: Number, negative: bool) -> Result<()> {
        let first = self.numbers.len();
        let spanned = &self.text.tokens[self.at];
        let start = spanned.start + usize::from(matches!(spanned.token, Token::Quoted(_)));
        self.numbers.push(Signed { number, negative, start });
        self.at += 1;
        // Rust's cast.
        if self.text.word(self.at) == Some(b"as")
            && let Some(name) = self.text.word(self.at + 1)
        {
            self.at += 2;
            return self.fits(self.at - 1, first, bits_of(&[name]));
        }
        Ok(())
    }

    /// Checks that a type that is named here holds the numbers from the `first` on.
    pub(super) fn fits(&mut self, at: usize, first: usize, bits: u32) -> Result<()> {
        let is_wide =
            |signed: &Signed| signed.number.value.checked_shr(bits).is_some_and(|rest| rest != 0);
        if self.numbers[first..].iter().any(is_wide) {
            self.at = at;
            return self.wrong("a type that holds the number");
        }
        Ok(())
    }

    /// The names among some tokens.
    pub(super) fn words(&self, tokens: Range<usize>) -> Vec<&'a [u8]> {
        tokens.filter_map(|at| self.text.word(at)).collect()
    }

    /// `U64(0x1)`, `Key::new(0x1)`, `new UInt128(0x1, 0x2)`, `Hash{0x1, 0x2}`, `vec![0x1]`.
    fn constructor(&mut self) -> Result<()> {
        let start = self.at;
        let is_new = self.text.word(start) == Some(b"new");
        let path = self.path();
        let open = self.at;
        // C#'s `new[] {…}`.
        let is_behind_size = self.text.before(open) == Some(Token::Mark(b']'));
        if path.is_empty() && is_behind_size && self.text.is_mark(open, b"{") {
            return self.group();
        }
        let Some((&name, before)) = path.split_last() else { return self.wrong(EXPECTED) };
        let is_macro = self.text.before(open) == Some(Token::Mark(b'!'));
        let first = self.numbers.len();
        if self.text.is_mark(open, b"{") || (self.text.is_mark(open, b"[") && is_macro) {
            self.group()?;
            return self.made_by(open, first);
        }
        // C# methods begin with a capital, too: what makes a value of a type has a `new`.
        let is_method = self.text.language == Language::CSharp
            && !(is_new || before.last() == Some(&b"Convert".as_slice()))
            && !tells_width(name);
        let of_type = is_cast(name)
            || (is_type(name) && !is_method)
            || (makes_type(name) && before.last().is_some_and(|name| is_type(name)));
        if !self.text.is_mark(open, b"(") || !(of_type || makes_list(name)) {
            self.at = start;
            return self.wrong(EXPECTED);
        }
        self.group()?;
        // Two numbers after a name in capitals are the operands of a macro, and numbers that are
        // not alike may be operands as well.
        let parts = &self.numbers[first..];
        let is_one = parts.len() == 1;
        let digits = |part: &Signed| part.number.hex_digits;
        let are_alike = parts.iter().all(|part| digits(part).is_some())
            && name.iter().any(u8::is_ascii_lowercase);
        if let ([_, _], Some(5..=16)) = (parts, parts.iter().filter_map(digits).max())
            && !makes_list(name)
        {
            let is_short = parts.iter().all(|part| digits(part) <= Some(8));
            let width = if is_short { 64 } else { 128 };
            self.halves = self.halves.or(Some((self.text.tokens[start].start, width)));
        }
        if is_one || is_new || makes_list(name) || are_alike {
            return self.fits(start, first, bits_of(&self.words(start..open)));
        }
        self.at = start;
        self.wrong("one number")
    }

    /// The names before a bracket: `new`, `std::array<uint64_t, 2>`, `long[]`, `vec!`.
    pub(super) fn path(&mut self) -> Vec<&'a [u8]> {
        let mut path = Vec::new();
        loop {
            match self.text.get(self.at) {
                Some(Token::Word(b"new")) if path.is_empty() => {}
                Some(Token::Word(word)) => path.push(word),
                Some(Token::Mark(b':' | b'.' | b'!')) if !path.is_empty() => {}
                Some(Token::Mark(b'['))
                    if (!path.is_empty()
                        || self.text.before(self.at) == Some(Token::Word(b"new")))
                        && self.text.is_size(self.at) =>
                {
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
}

/// The number of `"0x9d39247e33776d41"`.
fn quoted_hex(text: &[u8]) -> Option<Number> {
    let text = text.get(1..text.len() - 1)?;
    let is_hex = text.starts_with(b"0x") || text.starts_with(b"0X");
    let (value, digits) = hex::key(text).ok().filter(|_| is_hex)?;
    Some(Number { value, hex_digits: Some(digits) })
}

/// Whether it is a key in hex that nothing marks as one.
fn is_plain_hex(text: &[u8]) -> bool {
    text.len() >= 8 && text.iter().all(u8::is_ascii_hexdigit)
}
