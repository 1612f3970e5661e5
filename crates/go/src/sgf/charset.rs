//! Characters of two bytes, the second of which may look like a bracket.

/// The encoding of the text of a game, as far as it matters to brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charset {
    /// Every byte that looks like a bracket is one: UTF-8, ISO 8859, EUC, CP949, and any unknown.
    Plain,
    /// Big5, GBK and similar. The characters of GB18030 that have four bytes are safe: the
    /// second and fourth are digits.
    Double,
    /// Half of the high bytes are characters on their own.
    ShiftJis,
}

impl Charset {
    pub(super) const ALL: [Charset; 3] = [Charset::Plain, Charset::Double, Charset::ShiftJis];

    /// Returns the charset of a name, of which programs write many forms.
    pub(super) fn named(name: &[u8]) -> Charset {
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

    /// Returns the number of bytes of the first character: one or two, as far as brackets are
    /// concerned.
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

    /// Returns the length of a value: the number of bytes before its closing bracket. `None` when
    /// it has no end.
    pub(super) fn value_len(self, text: &[u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            match *text.get(at)? {
                b']' => return Some(at),
                b'\\' => at += 1 + self.width(text.get(at + 1..)?),
                byte if byte.is_ascii() => at += 1,
                _ => at += self.width(&text[at..]),
            }
        }
    }

    /// Returns a value without its escapes.
    pub(super) fn unescape(self, value: &[u8]) -> Vec<u8> {
        let mut text = Vec::with_capacity(value.len());
        let mut rest = value;
        while !rest.is_empty() {
            rest = rest.strip_prefix(b"\\").unwrap_or(rest);
            let (char, after) = rest.split_at(self.width(rest).min(rest.len()));
            text.extend_from_slice(char);
            rest = after;
        }
        text
    }
}
