//! The words of SGF: space, names, and values between brackets.

use super::charset::Charset;
use super::error::Quote;

/// A place in a text, from which its words are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    pub text: &'a [u8],
    pub at: usize,
    pub charset: Charset,
}

/// A value of a property.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a> {
    /// The text between the brackets, with its escapes.
    pub text: &'a [u8],
    /// The byte of the opening bracket.
    pub offset: usize,
}

/// A property that has a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property<'a> {
    /// The byte at which its name begins.
    pub start: usize,
    pub name: &'a [u8],
    pub first: Value<'a>,
    pub second: Option<Value<'a>>,
    pub last: Value<'a>,
}

/// The byte of an opening bracket that has no closing one.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenValue(pub usize);

impl<'a> Cursor<'a> {
    /// Returns the next byte that is no space, without reading it.
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.skip(u8::is_ascii_whitespace);
        self.text.get(self.at).copied()
    }

    /// Reads letters.
    pub(super) fn name(&mut self) -> &'a [u8] {
        let start = self.at;
        self.skip(u8::is_ascii_alphabetic);
        &self.text[start..self.at]
    }

    /// Reads a value, if one is next.
    pub(super) fn value(&mut self) -> Result<Option<Value<'a>>, OpenValue> {
        if self.peek() != Some(b'[') {
            return Ok(None);
        }
        let offset = self.at;
        let inside = &self.text[offset + 1..];
        let len = self.charset.value_len(inside).ok_or(OpenValue(offset))?;
        self.at = offset + len + 2;
        Ok(Some(Value { text: &inside[..len], offset }))
    }

    /// Reads all values that are next; returns the last.
    pub(super) fn last_value(&mut self) -> Result<Option<Value<'a>>, OpenValue> {
        let mut last = None;
        while let Some(value) = self.value()? {
            last = Some(value);
        }
        Ok(last)
    }

    /// Reads a property; `None` where there is none, or one that has no value or no end.
    pub(super) fn property(&mut self) -> Option<Property<'a>> {
        self.peek();
        let start = self.at;
        let name = self.name();
        let first = self.value().ok()??;
        let second = self.value().ok()?;
        let last = self.last_value().ok()?.or(second).unwrap_or(first);
        (!name.is_empty()).then_some(Property { start, name, first, second, last })
    }

    /// Returns what was read from a place on, for messages.
    pub(super) fn quote(&self, start: usize) -> Quote {
        Quote::new(&self.text[start..self.at])
    }

    #[inline]
    fn skip(&mut self, what: impl Fn(&u8) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.iter().position(|byte| !what(byte)).unwrap_or(rest.len());
    }
}
