//! Characters of two bytes, the second of which may look like a bracket.

use std::borrow::Cow;

use super::written::{Properties, first_node};

/// How the text of a game is encoded in bytes, as far as its brackets require.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charset {
    /// What looks like a bracket is one: UTF-8, ISO 8859, EUC, CP949, and whatever is unknown.
    Plain,
    /// Big5, GBK and their kin. The characters of GB18030 that have four bytes are safe: the
    /// second and fourth are digits.
    Double,
    /// Half of the high bytes are characters on their own.
    ShiftJis,
}

/// The property `CA` is looked for in this many bytes of a game: a node that does not end would
/// otherwise be read to the end of the file.
const NEAR: usize = 1 << 14;

impl Charset {
    /// The charset of a game, given its text and nothing after it. One that is UTF-8 may have
    /// been converted and have kept its `CA`: what looks like a bracket is then one.
    pub(super) fn of(game: &[u8]) -> Charset {
        if str::from_utf8(game).is_ok() { Charset::Plain } else { Charset::named_by(game) }
    }

    /// The charset that the property `CA` of the first node names. A player's name may come
    /// before it and hide it if its bytes are taken wrongly, so the answer is the charset by
    /// which the node names that charset itself.
    pub(super) fn named_by(game: &[u8]) -> Charset {
        let near = &game[..game.len().min(NEAR)];
        if !near.windows(2).any(|name| name == b"CA") {
            return Charset::Plain;
        }
        let root = first_node(near);
        let says_so = |charset: &Charset| {
            let properties = Properties::new(near, root, *charset).map_while(Result::ok);
            // The first one: a later one may be that of another game.
            let name = properties.into_iter().find(|property| property.is("CA"));
            name.is_some_and(|name| Charset::named(name.value) == *charset)
        };
        let all = [Charset::Plain, Charset::Double, Charset::ShiftJis];
        all.into_iter().find(says_so).unwrap_or(Charset::Plain)
    }

    /// By its name, of which programs write many forms.
    fn named(name: &[u8]) -> Charset {
        let letters = name.iter().filter(|byte| byte.is_ascii_alphanumeric());
        let name: String = letters.map(|byte| char::from(byte.to_ascii_uppercase())).collect();
        let begins = |with: &[&str]| with.iter().any(|with| name.starts_with(with));
        let ends = |with: &[&str]| with.iter().any(|with| name.ends_with(with));
        if begins(&["BIG5", "GB"]) || ends(&["936", "950"]) {
            Charset::Double
        } else if begins(&["SHIFTJIS", "MSKANJI"]) || ends(&["SJIS", "932", "WINDOWS31J"]) {
            Charset::ShiftJis
        } else {
            Charset::Plain
        }
    }

    /// How many bytes the first character has: one or two, as far as brackets are concerned.
    fn width(self, text: &[u8]) -> usize {
        let leads = |byte: u8| match self {
            Charset::Plain => false,
            Charset::Double => matches!(byte, 0x81..=0xfe),
            Charset::ShiftJis => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
        };
        match text {
            [lead, 0x40..=0xfe, ..] if leads(*lead) => 2,
            _ => 1,
        }
    }

    /// Where a value whose text begins at a byte ends: after its closing bracket. `None` when it
    /// has none.
    pub(super) fn end_of_value(self, text: &[u8], mut at: usize) -> Option<usize> {
        loop {
            match text.get(at)? {
                b']' => return Some(at + 1),
                b'\\' => at += 1 + self.width(text.get(at + 1..)?),
                _ => at += self.width(&text[at..]),
            }
        }
    }

    /// The text without second bytes that look like ASCII, for readers that know of no charsets.
    /// What was there is not UTF-8 then, either; every byte keeps its place.
    pub(super) fn disarm(self, text: &[u8]) -> Cow<'_, [u8]> {
        if self == Charset::Plain {
            return Cow::Borrowed(text);
        }
        let mut text = text.to_vec();
        let mut at = 0;
        while at < text.len() {
            let width = self.width(&text[at..]);
            if width == 2 && text[at + 1].is_ascii() {
                text[at + 1] = 0xff;
            }
            at += width;
        }
        Cow::Owned(text)
    }
}
