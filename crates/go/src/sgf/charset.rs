//! Characters of two bytes, the second of which may look like a bracket.

/// The encoding of the text of a game, as far as it matters to brackets and escapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Charset {
    /// Every byte that looks like a bracket is one: UTF-8, ISO 8859, EUC, CP949 (the second bytes
    /// are letters or above 0x80), and any unknown.
    #[default]
    Plain,
    /// Big5, GBK and similar: the second byte may be any from 0x40. The characters of GB18030 that
    /// have four bytes are safe: the second and fourth are digits.
    Double,
    /// As [`Double`](Charset::Double), but half of the high bytes are characters on their own.
    ShiftJis,
}

impl Charset {
    pub(super) const ALL: [Charset; 3] = [Charset::Plain, Charset::Double, Charset::ShiftJis];

    /// Returns the charset of a name, such as a value of the property `CA`. Programs write many
    /// forms; one that is unknown is [`Plain`](Charset::Plain).
    ///
    /// ```
    /// use zobrist_go::sgf::Charset;
    ///
    /// assert_eq!(Charset::named(b"shift-jis"), Charset::ShiftJis);
    /// assert_eq!(Charset::named(b"GB 2312"), Charset::Double);
    /// assert_eq!(Charset::named(b"EUC-KR"), Charset::Plain);
    /// ```
    #[must_use]
    pub fn named(name: &[u8]) -> Charset {
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
    pub(super) fn width(self, text: &[u8]) -> usize {
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
    #[inline]
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

    /// Returns the place of the first colon in a value that is neither escaped nor half of a
    /// character.
    pub(super) fn colon(self, value: &[u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            match *value.get(at)? {
                b':' => return Some(at),
                b'\\' => at += 1 + self.width(value.get(at + 1..)?),
                _ => at += self.width(&value[at..]),
            }
        }
    }

    /// Returns a value without its escapes.
    pub(super) fn unescape(self, value: &[u8]) -> Vec<u8> {
        self.unescape_noting(value, |_| {})
    }

    /// Returns a value without its escapes, and hands out the place of each character of the result
    /// that had one.
    fn unescape_noting(self, value: &[u8], mut note: impl FnMut(usize)) -> Vec<u8> {
        let mut text = Vec::with_capacity(value.len());
        let mut rest = value;
        while !rest.is_empty() {
            if let Some(escaped) = rest.strip_prefix(b"\\") {
                note(text.len());
                rest = escaped;
            }
            let (char, after) = rest.split_at(self.width(rest).min(rest.len()));
            text.extend_from_slice(char);
            rest = after;
        }
        text
    }

    /// Returns a text as a value, with a backslash before each closing bracket and backslash.
    pub(super) fn escape(self, text: &[u8]) -> Vec<u8> {
        self.escape_also(text, |_| false)
    }

    fn escape_also(self, text: &[u8], is_escaped: impl Fn(usize) -> bool) -> Vec<u8> {
        let mut value = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.first() {
            if matches!(first, b'\\' | b']') || is_escaped(text.len() - rest.len()) {
                value.push(b'\\');
            }
            let (char, after) = rest.split_at(self.width(rest));
            value.extend_from_slice(char);
            rest = after;
        }
        if !self.holds(&value) {
            // Half a character at the end would hide the closing bracket.
            value.push(b' ');
        }
        value
    }

    /// Returns a value of this charset with the escapes that its bytes need in another. Bytes that
    /// mean the same there stay as they are.
    pub(super) fn transcribe(self, value: &[u8], to: Charset) -> Vec<u8> {
        let mut escaped = Vec::new();
        let text = self.unescape_noting(value, |at| escaped.push(at));
        if to.holds(value) && to.unescape(value) == text {
            return value.to_vec();
        }
        to.escape_also(&text, |at| escaped.binary_search(&at).is_ok())
    }

    /// True if these bytes, between brackets, are one value.
    pub(super) fn holds(self, value: &[u8]) -> bool {
        self.value_len(&[value, b"]"].concat()) == Some(value.len())
    }
}

/// Returns a text in UTF-16 as UTF-8, without its byte order mark. `None` if it is not UTF-16: it
/// begins neither with a byte order mark nor with two characters of ASCII, as collections do.
///
/// A code unit that is no character becomes U+FFFD, but one that is cut at the end is left out.
///
/// ```
/// use zobrist_go::sgf::{from_utf16, read};
///
/// let text = "\u{feff}(;SZ[9];B[ee];W[ec])";
/// let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
/// assert_eq!(read(from_utf16(&little).unwrap().as_bytes())?.nodes().len(), 3);
/// assert_eq!(from_utf16(text.as_bytes()), None);
/// # Ok::<(), zobrist_go::sgf::SgfError>(())
/// ```
#[must_use]
pub fn from_utf16(text: &[u8]) -> Option<String> {
    let is_letter = |byte: &u8| byte.is_ascii() && *byte != 0;
    let unit = match text {
        // Zeros after the mark are those of UTF-32.
        [0xff, 0xfe, 0, 0, ..] => return None,
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        [a, 0, b, 0, ..] if is_letter(a) && is_letter(b) => u16::from_le_bytes,
        [0, a, 0, b, ..] if is_letter(a) && is_letter(b) => u16::from_be_bytes,
        _ => return None,
    };
    let mut units = text.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let is_cut = units.clone().next_back().is_some_and(|last| matches!(last, 0xd800..=0xdbff));
    if is_cut {
        units.next_back();
    }
    let chars = char::decode_utf16(units);
    let mut chars = chars.map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER)).peekable();
    chars.next_if_eq(&'\u{feff}');
    Some(chars.collect())
}
