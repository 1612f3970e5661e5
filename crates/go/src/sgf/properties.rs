//! Properties of a node as they stand in its text: names, and values without loss.

use core::fmt;

use super::charset::Charset;
use super::cursor::Cursor;

/// The properties of a node in their order, known and unknown, as they are written.
///
/// ```
/// use zobrist_go::sgf::read;
///
/// let record = read(br"(;SZ[9]C[A \[5\] star];B[ee]LB[ee:1][gc:a\:b]XX[])")?;
/// let names: Vec<&str> = record.node(1).properties.iter().map(|property| property.name).collect();
/// assert_eq!(names, ["B", "LB", "XX"]);
///
/// let comment = record.node(0).property("C").unwrap();
/// assert_eq!(comment.raw, br"A \[5\] star");
/// assert_eq!(comment.text(), b"A [5] star");
/// let labels = record.node(1).properties.values("LB").map(|value| value.split());
/// let labels: Vec<_> = labels.map(|(at, label)| (at.text(), label.unwrap().text())).collect();
/// assert_eq!(labels, [(b"ee".to_vec(), b"1".to_vec()), (b"gc".to_vec(), b"a:b".to_vec())]);
/// # Ok::<(), zobrist_go::sgf::SgfError>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Properties<'a> {
    /// Begins with the properties; they end where no other follows.
    text: &'a [u8],
    charset: Charset,
}

/// A property of a node.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Property<'a> {
    /// The name as it is written, in Latin letters. Small ones mean nothing; they date from before
    /// FF\[4\].
    pub name: &'a str,
    /// The values with their brackets.
    values: &'a [u8],
    charset: Charset,
}

/// A value of a property.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Value<'a> {
    /// The bytes between the brackets, in the charset of the game and with their escapes.
    pub raw: &'a [u8],
    charset: Charset,
}

impl<'a> Properties<'a> {
    pub(super) fn new(text: &'a [u8], charset: Charset) -> Properties<'a> {
        Properties { text, charset }
    }

    /// The text, which goes on after the properties.
    pub(super) fn cursor(self) -> Cursor<'a> {
        Cursor { text: self.text, at: 0, charset: self.charset }
    }

    /// Returns the properties in order. One name may occur again.
    pub fn iter(self) -> impl Iterator<Item = Property<'a>> {
        let mut cursor = self.cursor();
        core::iter::from_fn(move || {
            cursor.peek();
            let name = core::str::from_utf8(cursor.name()).ok().filter(|name| !name.is_empty())?;
            let start = cursor.at;
            cursor.last_value().ok()??;
            Some(Property { name, values: &cursor.text[start..cursor.at], charset: self.charset })
        })
    }

    /// Returns the values of all properties of a name, such as `LB`, in order.
    pub fn values(self, name: &str) -> impl Iterator<Item = Value<'a>> {
        self.iter().filter(move |property| property.is(name)).flat_map(Property::values)
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.iter().next().is_none()
    }

    /// Returns the number of bytes of the properties, with the space between them.
    pub(super) fn len(self) -> usize {
        let mut cursor = self.cursor();
        let ends = core::iter::from_fn(|| cursor.property().map(|_| cursor.at));
        ends.last().unwrap_or(0)
    }

    /// The encoding that tells where values end.
    #[must_use]
    pub fn charset(self) -> Charset {
        self.charset
    }
}

/// They are equal if names and values are the same bytes, in the same order.
impl PartialEq for Properties<'_> {
    fn eq(&self, other: &Properties<'_>) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<'a> Property<'a> {
    /// A property that has only a name, to compare it.
    pub(super) fn named(name: &'a str) -> Property<'a> {
        Property { name, values: &[], charset: Charset::Plain }
    }

    /// True if this is the name of the property. Only capital letters are compared.
    pub fn is(self, name: &str) -> bool {
        let capitals = self.name.bytes().filter(u8::is_ascii_uppercase);
        capitals.eq(name.bytes().filter(u8::is_ascii_uppercase))
    }

    /// Returns the values, at least one.
    pub fn values(self) -> impl Iterator<Item = Value<'a>> {
        let mut cursor = Cursor { text: self.values, at: 0, charset: self.charset };
        core::iter::from_fn(move || {
            let value = cursor.value().ok()??;
            Some(Value { raw: value.text, charset: self.charset })
        })
    }

    /// Appends the property as SGF, without space between its name and values.
    pub(super) fn write(self, text: &mut Vec<u8>) {
        text.extend_from_slice(self.name.as_bytes());
        for value in self.values() {
            text.push(b'[');
            text.extend_from_slice(value.raw);
            text.push(b']');
        }
    }
}

/// They are equal if the names and values are the same bytes.
impl PartialEq for Property<'_> {
    fn eq(&self, other: &Property<'_>) -> bool {
        self.name == other.name && self.values().eq(other.values())
    }
}

impl<'a> Value<'a> {
    /// Returns the value as the type *Text* of FF\[4\] has it, such as a comment: without escapes
    /// and without line breaks that are escaped; any other line break (`\n`, `\r`, `\r\n` or
    /// `\n\r`) as `\n`, and other space as a blank.
    ///
    /// Source: A. Hollosi, "SGF File Format FF\[4\]", basic types.
    #[must_use]
    pub fn text(self) -> Vec<u8> {
        self.read(b'\n')
    }

    /// Returns the value as the type *SimpleText* of FF\[4\] has it, such as a name: as
    /// [`text`](Value::text), with a blank for each line break.
    #[must_use]
    pub fn simple_text(self) -> Vec<u8> {
        self.read(b' ')
    }

    /// Returns both parts of a composed value, such as the point and the text of a label: those
    /// before and after the first colon that is not escaped. Without one, the value is the first.
    #[must_use]
    pub fn split(self) -> (Value<'a>, Option<Value<'a>>) {
        let part = |raw| Value { raw, ..self };
        match self.charset.colon(self.raw) {
            Some(colon) => (part(&self.raw[..colon]), Some(part(&self.raw[colon + 1..]))),
            None => (self, None),
        }
    }

    fn read(self, line_break: u8) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.raw.len());
        let mut rest = self.raw;
        while let Some(first) = rest.first() {
            let escaped = (*first == b'\\').then(|| &rest[1..]);
            let after = escaped.unwrap_or(rest);
            let breaks = match after {
                [b'\r', b'\n', ..] | [b'\n', b'\r', ..] => 2,
                [b'\r' | b'\n', ..] => 1,
                _ => 0,
            };
            if breaks > 0 {
                text.extend(escaped.is_none().then_some(line_break));
                rest = &after[breaks..];
                continue;
            }
            let (char, others) = after.split_at(self.charset.width(after).min(after.len()));
            match char {
                [b'\t' | b'\x0b' | b'\x0c'] => text.push(b' '),
                char => text.extend_from_slice(char),
            }
            rest = others;
        }
        text
    }
}

/// They are equal if they are the same bytes.
impl PartialEq for Value<'_> {
    fn eq(&self, other: &Value<'_>) -> bool {
        self.raw == other.raw
    }
}

impl Eq for Value<'_> {}

impl fmt::Debug for Properties<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl fmt::Debug for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        f.debug_list().entries(self.values()).finish()
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&String::from_utf8_lossy(self.raw), f)
    }
}
